// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_WAYS_H
#define HR_REPORT_WAYS_H

// The ways from the positions that a page lists, for tables too large to be put into a page.

#include "huarong/table.h"
#include "report/page/value.h"

/// Local. Make the array *ways: for each of the first 12 hardest states in the table's head, and for each opening that has a name,
/// an optimal way to a solved state as an array of states. Ways that do not end at a solved state are left out. HR_FILE: the table
/// is damaged, HR_INTERNAL: out of memory. On error *ways is NULL.
hr_status hr_page_ways(const hr_table *table, json_t **ways, hr_error *error);

#endif
