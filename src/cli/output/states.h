// SPDX-License-Identifier: MIT
#ifndef HR_STATES_H
#define HR_STATES_H

// States as text for people. All functions are Local.

#include <stdio.h>

#include "cli/options/drawing.h"
#include "huarong/puzzle.h"

/// Local. The first state of the source set.
hr_state hr_states_first_source(const hr_puzzle *puzzle);

/// Local. Write the text of the source set: the one source state, or "solved" for all solved boards.
void hr_states_source_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);

/// Local. What the metric's name alone does not tell people who know the puzzle from elsewhere, to stand after that name: for
/// Klotski in unit that most pages use move. "" for others.
const char *hr_states_metric_note(const hr_puzzle *puzzle);

/// Local. Print a line: `indent` spaces, the state's text, and after two more spaces its code, if the puzzle has codes.
void hr_states_print(const hr_puzzle *puzzle, hr_state state, int indent, FILE *out);

/// Local. Print drawings of `states[0..n)` side by side, each line after `indent` spaces; nothing if `drawing` is NULL or
/// does not ask for it.
void hr_states_draw(const hr_puzzle *puzzle, const hr_state *states, size_t n, const hr_drawing *drawing, int indent, FILE *out);

/// Local. As hr_states_draw, for states that are each one move from the state before. The first is called start, the others have
/// their number and a mark where the move went.
void hr_states_draw_path(const hr_puzzle *puzzle, const hr_state *states, size_t n, const hr_drawing *drawing, int indent,
                         FILE *out);

#endif
