// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_WAYS_H
#define HR_REPORT_WAYS_H

// The ways from the positions that a page lists, for spaces too large to be put into a page.

#include "huarong/table.h"
#include "report/page/value.h"

/// Local. Add to the array `ways`, for each of the first 12 hardest states in the table's head and for each opening that has a
/// name, an optimal way to a solved state as an array of states. Ways that do not end at a solved state are left out. HR_FILE: the
/// table is damaged, HR_INTERNAL: out of memory.
hr_status hr_page_add_ways(const hr_table *table, json_t *ways, hr_error *error);

/// Local. The same for a shortest way from `start`, in the metric of `puzzle`, if there is one that is found soon
/// (hr_page_space_way).
hr_status hr_page_add_way(const hr_puzzle *puzzle, const hr_state *start, json_t *ways, hr_error *error);

#endif
