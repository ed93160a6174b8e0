// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_SELECT_H
#define HR_TABLE_SELECT_H

#include "table/file.h"

/// What is to be selected from a table, and the place for it.
typedef struct hr_table_choice {
    const hr_table *table;
    const hr_table_selection *selection;
    hr_depth farthest;   ///< used instead of selection->farthest: at most max_distance, or HR_DEPTH_UNREACHED for unreached states
    hr_state *states;    ///< [selection->limit · words], of which the first `count` are selected
    hr_depth *distances; ///< [selection->limit] their distances
    size_t count;
} hr_table_choice;

/// Local. Do the work of hr_table_select for a plane table, whose values are distances mod 4 only. The states of near layers are
/// expanded from the source, the hardest states are listed in the head, and the distances of random states are found by walking
/// down to the source. Errors as for hr_table_select.
hr_status hr_table_select_from_planes(hr_table_choice *choice, hr_error *error);

#endif
