// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_BOARD_H
#define HR_KLOTSKI_BOARD_H

// A Klotski board, and how the bits of a state code its pieces.
//
// Cells are numbered row by row from the top left: cell c is column c % width of row c / width. A state is two sets of bits, each
// with one bit for each cell: A is bits 0 … 31 of the state, B is bits 32 … 63, and cell c is bit c of each. The *head* of a piece
// is its top left cell. The code (B,A) of a cell:
//
//     00  empty, or covered by a piece whose head is another cell
//     01  head of a horizontal; the cell to the right is covered and has 00
//     10  head of a vertical; the cell below is covered and has 00
//     11  single
//
// The 2×2 is 01 10 on its two upper cells and 00 00 on the lower ones. No other pieces give 01 10, because the cell to the right of
// a horizontal's head is no head. All moves except the 2×2's swap the codes of the head's old and new cell.

#include <stdbool.h>
#include <stdint.h>

#include "core/inline.h"
#include "huarong/types.h"

#define HR_KLOTSKI_CELLS_MAX 32

/// The state's two bits (A and B) of the cell c, where `bit` is 1 << c.
#define HR_KLOTSKI_CELL(bit) ((uint64_t)(bit) | (uint64_t)(bit) << 32)

/// The 2×2 with its head at cell 0.
#define HR_KLOTSKI_SQUARE (UINT64_C(1) | UINT64_C(2) << 32)

typedef struct hr_klotski_board {
    int width;
    int height;
    int cells;          ///< width · height
    int exit;           ///< the cell of the 2×2's head when the board is solved
    uint32_t full;      ///< all cells
    uint32_t not_first; ///< all cells except the first column
} hr_klotski_board;

/// The pieces of a state as sets of cells: the heads of the pieces of each shape, and the empty cells.
typedef struct hr_klotski_pieces {
    uint32_t singles;
    uint32_t horizontals;
    uint32_t verticals;
    uint32_t square; ///< one bit: the 2×2's head
    uint32_t empty;
} hr_klotski_pieces;

/// Local. Split a valid state into its pieces. The board has `width` columns and the cells `full`.
HR_INLINE hr_klotski_pieces hr_klotski_split(hr_state state, int width, uint32_t full) {
    const uint32_t a = (uint32_t)state;
    const uint32_t b = (uint32_t)(state >> 32);
    const uint32_t wide = a & ~b;            // heads of horizontals and of the 2×2
    const uint32_t tall = b & ~a;            // heads of verticals, and the 2×2's upper right cell
    const uint32_t right = wide << 1 & tall; // the 2×2's upper right cell
    hr_klotski_pieces pieces;
    pieces.singles = a & b;
    pieces.square = right >> 1;
    pieces.horizontals = wide & ~pieces.square;
    pieces.verticals = tall & ~right;
    pieces.empty = full & ~(a | b | wide << 1 | (tall | pieces.square) << width);
    return pieces;
}

/// Local. The head of the state's 2×2.
HR_INLINE int hr_klotski_square(hr_state state) {
    const uint32_t a = (uint32_t)state;
    const uint32_t b = (uint32_t)(state >> 32);
    return __builtin_ctz((a & ~b) & (b & ~a) >> 1);
}

/// Local. The left-right mirror image of a valid state.
HR_INLINE hr_state hr_klotski_mirror(hr_state state, int width, uint32_t first_column) {
    const uint32_t a = (uint32_t)state;
    const uint32_t b = (uint32_t)(state >> 32);
    const uint32_t wide = a & ~b;
    const uint32_t right = wide << 1 & (b & ~a);
    // The right cell of a wide piece becomes its left cell. So first swap the codes of each wide piece's head and the cell beside
    // it. Then swap the columns.
    state ^= (wide | wide << 1) | (uint64_t)(right | right >> 1) << 32;
    for (int x = 0; x < width / 2; x++) {
        const int distance = width - 1 - 2 * x;
        const uint64_t swapped = (state ^ state >> distance) & HR_KLOTSKI_CELL(first_column << x);
        state ^= swapped | swapped << distance;
    }
    return state;
}

/// Local. The cells of the first column.
HR_INLINE uint32_t hr_klotski_first_column(const hr_klotski_board *board) { return board->full & ~board->not_first; }

#endif
