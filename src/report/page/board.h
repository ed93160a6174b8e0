// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_BOARD_H
#define HR_REPORT_BOARD_H

// What a page needs to let people play: the puzzle, where to start, and the distances where the space is small enough.

#include "report/page/inputs.h"

/// Local. Add the members puzzle, start, names, aliases, space or rules, ways and ways_metric to `document`, each where it is
/// known. HR_FILE: a table is damaged, HR_INTERNAL: out of memory.
hr_status hr_page_add_board(const hr_page_input *inputs, size_t count, json_t *document, hr_error *error);

/// Local. If the input is about a puzzle whose states need more bits than those of this program have, set *bits to the number of
/// bits, or for a table to 128; else to 0. HR_INTERNAL: out of memory.
hr_status hr_page_input_bits(const hr_page_input *input, int *bits, hr_error *error);

/// Local. Write the goal of the puzzle that an input is about, as hr_puzzle_goal does. False: the input does not say.
bool hr_page_goal(const hr_page_input *input, char goal[HR_STATE_TEXT_MAX]);

#endif
