// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_GROUPS_H
#define HR_REPORT_GROUPS_H

// Which pieces of a drawn puzzle can change places without making another state: two single cells, for instance, if the goal names
// neither. The page takes boards that differ only in this for the same.

#include "report/page/value.h"

/// Local. Make the array *groups: for each group of such pieces a text with their letters, in the order of the pieces' first cells.
/// *state is any state of the puzzle, whose text is a drawing with a letter for each piece. HR_INTERNAL: out of memory; *groups is
/// NULL then.
hr_status hr_page_groups(const hr_puzzle *puzzle, const hr_state *state, json_t **groups, hr_error *error);

/// Local. Make the array *cells of the exit's cells, each row · width + column: the cells to which the solution brings certain
/// pieces. HR_INTERNAL as above.
hr_status hr_page_exit(const hr_puzzle *puzzle, const hr_state *state, json_t **cells, hr_error *error);

#endif
