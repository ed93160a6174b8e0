// SPDX-License-Identifier: MIT
#ifndef HR_DROPS_H
#define HR_DROPS_H

// The water-drop puzzle (十滴水): fewest drops to empty the board.
//
// A cell holds 0 to 4. A drop adds one to a cell that is not empty. A cell that exceeds 4 bursts: it empties and sends a droplet in
// each of the four directions. Time goes in half-steps, half a cell each: a droplet reaches the edge of the neighbour one half-step
// after the burst, and of each further cell two later. There a cell that is not empty absorbs it and gains one; empty cells are
// flown over, beyond the board it is gone. Droplets that come to a cell in the same half-step are all absorbed by it, even if one
// of them bursts it. The chain goes on until no droplet is left.

#include <stdbool.h>

#include "huarong/status.h"
#include "huarong/types.h"
#include "puzzle/kinds.h"

extern const hr_puzzle_kind hr_drops_kind;

enum {
    HR_DROPS_SIDE_MAX = 8,
    HR_DROPS_FULL = 4, ///< most that a cell holds
};

/// A set of cells, one byte a row: the cell in column x and row y is bit 8·y + x, its *place*.
typedef uint64_t hr_drops_cells;

/// A board; cells beyond width and height are 0.
typedef struct hr_drops_board {
    hr_drops_cells bit[3]; ///< bit i of the values of all cells
    uint8_t width;
    uint8_t height;
} hr_drops_board;

/// Local. Read width · height numbers from 0 to 4. HR_USAGE for anything else.
hr_status hr_drops_parse(int width, int height, const char *text, hr_drops_board *board, hr_error *error);

/// Local. The cells in reading order, rows separated by " / "; `text` has room for `size` bytes.
void hr_drops_format(const hr_drops_board *board, char *text, size_t size);

/// Local. The place of the cell with this number in reading order.
static inline unsigned hr_drops_place(const hr_drops_board *board, int cell) {
    return (unsigned)(8 * (cell / board->width) + cell % board->width);
}

/// Local. What the cell in a place holds.
static inline int hr_drops_value(const hr_drops_board *board, unsigned place) {
    return (int)((board->bit[0] >> place & 1) + 2 * (board->bit[1] >> place & 1) + 4 * (board->bit[2] >> place & 1));
}

/// Local. The cells that are not empty.
static inline hr_drops_cells hr_drops_filled(const hr_drops_board *board) { return board->bit[0] | board->bit[1] | board->bit[2]; }

/// Local. The cells that the next drop bursts.
static inline hr_drops_cells hr_drops_full(const hr_drops_board *board) { return board->bit[2]; }

/// Local. Add one to some cells, none of them full.
static inline void hr_drops_add(hr_drops_board *board, hr_drops_cells cells) {
    const hr_drops_cells carry = board->bit[0] & cells;
    board->bit[0] ^= cells;
    board->bit[2] ^= board->bit[1] & carry;
    board->bit[1] ^= carry;
}

/// Local. Let a drop fall into a full cell and follow the chain to its end. Returns the cells that absorbed a droplet.
hr_drops_cells hr_drops_burst(hr_drops_board *board, unsigned place);

#endif
