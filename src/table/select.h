// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_SELECT_H
#define HR_TABLE_SELECT_H

#include "table/file.h"

/// Local. hr_table_select for a plane table, whose values do not tell distances: near layers are made anew from the source, the
/// hardest states are in the head, and random ones are drawn and walked down. `farthest` is at most max_distance.
hr_status hr_table_select_from_planes(const hr_table *table, const hr_table_selection *selection, hr_depth farthest, size_t limit,
                                      hr_state *states, hr_depth *distances, size_t *count, hr_error *error);

#endif
