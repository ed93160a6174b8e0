// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_STATE_H
#define HR_KLOTSKI_STATE_H

// Checks Klotski states, and reads and writes them as text.

#include "huarong/puzzle.h"
#include "puzzle/klotski/board.h"
#include "puzzle/picture.h"

/// Local. Is `state` valid on the board? It must have one 2×2, two or more empty cells, and no piece may overlap another or leave
/// the board. If not, HR_USAGE and the reason.
hr_status hr_klotski_validate(const hr_klotski_board *board, hr_state state, hr_error *error);

// valid.c
/// Local. Does hr_klotski_validate accept all of `states[0..n)`?
bool hr_klotski_all_valid(const hr_klotski_board *board, const hr_state *states, size_t n);

// parse.c
/// Local. Read board letters, on 4×5 also a CommonCode or the name of an opening. HR_USAGE and the reason for any other text and
/// for an invalid state; *state is unchanged then.
hr_status hr_klotski_parse(const hr_klotski_board *board, const char *text, hr_state *state, hr_error *error);

// state.c
/// Local. Write the state's letters, row by row without separators. The state must be valid.
void hr_klotski_format(const hr_klotski_board *board, hr_state state, char text[HR_STATE_TEXT_MAX]);

/// Local. Write the CommonCode (9 hexadecimal digits) on 4×5, the empty string on other boards. The state must be valid.
void hr_klotski_code(const hr_klotski_board *board, hr_state state, char text[HR_STATE_TEXT_MAX]);

/// Local. Describe the state, as hr_puzzle_picture. The label of a piece tells its shape.
void hr_klotski_picture(const hr_klotski_board *board, hr_state state, hr_picture *picture);

#endif
