// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_SELECT_H
#define HR_TABLE_SELECT_H

#include "table/file.h"

/// Local. hr_table_select for a plane table, whose values are distances mod 4 only. The states of near layers are expanded from the
/// source, the hardest states are listed in the head, and the distances of random states are found by walking down to the source.
/// `farthest` replaces the selection's `farthest` and is at most max_distance, or HR_DEPTH_UNREACHED for unreached states.
hr_status hr_table_select_from_planes(const hr_table *table, const hr_table_selection *selection, hr_depth farthest, size_t limit,
                                      hr_state *states, hr_depth *distances, size_t *count, hr_error *error);

#endif
