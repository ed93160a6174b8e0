// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_LETTERS_H
#define HR_KLOTSKI_LETTERS_H

// Boards as letters: those that hr_klotski_format writes, and any others.

#include "huarong/puzzle.h"
#include "puzzle/klotski/board.h"

// board_letters.c
/// Local. Read the board letters `cells[0..board->cells)`. HR_USAGE if they are no valid state; *state is unchanged then.
hr_status hr_klotski_state_of_letters(const hr_klotski_board *board, const char *cells, hr_state *state, hr_error *error);

// any_letters.c
/// Local. Read `cells[0..board->cells)`, where every letter stands for one piece, or for all pieces of one shape. Empty cells are
/// dots or _, or zeros if there is neither. *read is false, and *state unchanged, if that is no board. HR_USAGE: the letters can be
/// two boards.
hr_status hr_klotski_parse_any_letters(const hr_klotski_board *board, const char *cells, hr_state *state, bool *read,
                                       hr_error *error);

#endif
