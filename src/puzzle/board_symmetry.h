// SPDX-License-Identifier: MIT
#ifndef HR_BOARD_SYMMETRY_H
#define HR_BOARD_SYMMETRY_H

// The symmetries of a rectangular board. Symmetry `g` first transposes the board if bit 2 is set. Then it mirrors the columns if
// bit 0 is set, and the rows if bit 1 is set. Symmetry 0 is the identity. Only a square board can be transposed.
//
//   g = 1    1 2 3 -> 3 2 1      g = 2    1 2 3 -> 4 5 6      g = 4    1 2 -> 1 3
//            4 5 6    6 5 4               4 5 6    1 2 3               3 4    2 4
//
// Cells are numbered in reading order.

/// Local. The number of symmetries of a board: 8 if it is square, else 4.
static inline int hr_board_symmetries(int width, int height) { return width == height ? 8 : 4; }

/// Local. The cell that symmetry `g` takes `cell` to. `g` is below hr_board_symmetries.
int hr_board_map_cell(int width, int height, int g, int cell);

/// Local. The move that symmetry `g` takes `move` to. Move m is a step of `steps[m][0]` columns and `steps[m][1]` rows. `steps` has
/// the four steps to the neighbouring cells in any order.
int hr_board_map_move(const int steps[4][2], int g, int move);

#endif
