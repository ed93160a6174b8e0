// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_BOARD_H
#define HR_REPORT_BOARD_H

// What a page needs to let people play: the puzzle, where to start, and the distances where the space is small enough.

#include "report/page/inputs.h"

/// Local. Add the members puzzle, start, names, aliases, and space, or rules and ways, to `document`, each where it is known.
/// `ways` has an array for each metric. HR_FILE: a table is damaged, HR_INTERNAL: out of memory.
hr_status hr_page_add_board(const hr_page_input *inputs, size_t count, json_t *document, hr_error *error);

/// Local. Write the goal of the puzzle that an input is about, as hr_puzzle_goal does. False: the input does not say.
bool hr_page_goal(const hr_page_input *input, char goal[HR_STATE_TEXT_MAX]);

#endif
