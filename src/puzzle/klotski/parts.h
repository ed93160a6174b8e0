// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_PARTS_H
#define HR_KLOTSKI_PARTS_H

// What a Klotski puzzle is made of, for the openings engine and other code that is made for Klotski.

#include "huarong/puzzle.h"
#include "puzzle/kinds.h"
#include "puzzle/klotski/board.h"
#include "puzzle/klotski/index.h"
#include "puzzle/picture.h"

extern const hr_puzzle_kind hr_klotski_kind;

/// Local. Set *board and *index to those of a Klotski puzzle and return true. Borrowed: they live as long as the puzzle. For
/// another kind of puzzle, change nothing and return false.
bool hr_klotski_parts(const hr_puzzle *puzzle, const hr_klotski_board **board, const hr_klotski_index **index);

// persons.c
/// Local. Label the pieces with the persons that they stand for in China, in simplified or traditional characters. The names of the
/// five generals go to the horizontals in reading order, and then to the verticals.
void hr_klotski_name_pieces(hr_picture *picture, bool traditional);

// step.c: the functions behind hr_puzzle_step and hr_puzzle_pieces
hr_status hr_klotski_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error);
void hr_klotski_piece_sets(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets);

#endif
