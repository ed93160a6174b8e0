// SPDX-License-Identifier: MIT
#ifndef HR_STATES_H
#define HR_STATES_H

// States as text for people. All functions are Local.

#include <stdio.h>

#include "huarong/puzzle.h"

/// Local. The first state of the source set.
hr_state hr_states_first_source(const hr_puzzle *puzzle);

/// Local. Write the text of the source set: the one source state, or "solved" for all solved boards.
void hr_states_source_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);

/// Local. Print a line: `indent` spaces, the state's text, and after two more spaces its code, if the puzzle has codes.
void hr_states_print(const hr_puzzle *puzzle, hr_state state, int indent, FILE *out);

/// Local. Print drawings of `states[0..n)`, side by side within `columns` characters, each line after `indent` spaces.
void hr_states_draw(const hr_puzzle *puzzle, const hr_state *states, size_t n, int indent, int columns, FILE *out);

/// Local. The columns of a terminal that the first `length` bytes of UTF-8 text take: two for each character from U+3000 on, such
/// as Chinese, and one for each other one.
int hr_states_columns(const char *text, size_t length);

#endif
