// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_PARTS_H
#define HR_KLOTSKI_PARTS_H

#include "huarong/puzzle.h"
#include "puzzle/klotski/board.h"
#include "puzzle/klotski/index.h"

/// Local. A Klotski puzzle's board and index, for an engine that is made for Klotski. Borrowed: they live as long as the puzzle.
/// False, and nothing else, for another kind of puzzle.
bool hr_klotski_parts(const hr_puzzle *puzzle, const hr_klotski_board **board, const hr_klotski_index **index);

/// Room for an exit's text.
#define HR_KLOTSKI_EXIT_MAX 16

/// Local. A Klotski puzzle's exit as "X,Y", and in *usual whether it is the one that the board has by default. False, and nothing
/// else, for another kind of puzzle.
bool hr_klotski_exit(const hr_puzzle *puzzle, char text[HR_KLOTSKI_EXIT_MAX], bool *usual);

#endif
