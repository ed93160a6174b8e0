// SPDX-License-Identifier: MIT
#ifndef HR_STATES_H
#define HR_STATES_H

// States for people to read, as lines of text and as drawings on the terminal.

#include <stdio.h>

#include "cli/options/drawing.h"
#include "huarong/puzzle.h"

/// Local. Write the first state of the source set into `source`, which has room for a state of any puzzle.
void hr_states_first_source(const hr_puzzle *puzzle, hr_state *source);

/// Local. Write the text of the source set: the one source state, or "solved" for all solved boards.
void hr_states_source_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);

/// Local. Returns a note to be printed after the name of the puzzle's metric, " (…)". It tells people who know Klotski from
/// elsewhere that the metric unit does not count as most pages do. "" for other metrics, kinds and boards.
const char *hr_states_metric_note(const hr_puzzle *puzzle);

/// Local. Turn each way in a move's text, U D L R, into the opposite one: that of the tile into that of the blank, or back.
void hr_states_turn_ways(char *text);

/// Local. Print how much shorter a shortest solution of `length` moves is than a list of `checked` moves.
void hr_states_print_difference(uint64_t checked, uint64_t length, FILE *out);

/// Local. Print a line: `indent` spaces, the state's text, and after two more spaces its code, if the puzzle has codes.
void hr_states_print(const hr_puzzle *puzzle, const hr_state *state, int indent, FILE *out);

/// Local. Print drawings of `states[0..n)` side by side, each line after `indent` spaces; nothing if `drawing` is NULL or does not
/// ask for it.
void hr_states_draw(const hr_puzzle *puzzle, const hr_state *states, size_t n, const hr_drawing *drawing, int indent, FILE *out);

/// The boards of a solution: each state is one move from the state before.
typedef struct hr_states_way {
    const hr_puzzle *puzzle;
    const hr_state *states; ///< [count · state_words]
    size_t count;
    const hr_letters *letters; ///< of the pieces of the first state
    bool alone;                ///< no captions: there is only one state
} hr_states_way;

/// Local. As hr_states_draw, for the boards of a solution. The caption of the first state is "start", that of each other state is
/// its number. The piece that has moved is marked, and pieces keep their letters.
void hr_states_draw_way(const hr_states_way *way, const hr_drawing *drawing, int indent, FILE *out);

#endif
