// SPDX-License-Identifier: MIT
#ifndef HR_DROPS_H
#define HR_DROPS_H

// The water-drop puzzle (十滴水): empty the board with as few drops as possible.
//
// A cell holds 0 to 4. A drop adds one to a cell that is not empty. A cell that exceeds 4 bursts: it becomes empty and sends a
// droplet in each of the four directions. Time goes in half-steps, in each of which a droplet flies half a cell. It reaches the
// edge of the neighbour one half-step after the burst, and the edge of each further cell two half-steps later. A cell that is not
// empty absorbs a droplet at its edge and gains one. A droplet flies over empty cells, and is gone when it leaves the board. A cell
// absorbs all droplets that reach it in the same half-step, even if one of them makes it burst. The chain ends when no droplet is
// left.

#include <stdbool.h>

#include "huarong/status.h"
#include "huarong/types.h"
#include "puzzle/kinds.h"
#include "puzzle/picture.h"

extern const hr_puzzle_kind hr_drops_kind;

enum {
    HR_DROPS_SIDE_MAX = 8,
    HR_DROPS_FULL = 4,  ///< the greatest value of a cell
    HR_DROPS_WORDS = 3, ///< words of a state of hr_drops_puzzle: the members of `bit`
};

/// A set of cells, one byte for each row. The cell in column x and row y is bit 8·y + x. This number is the cell's *place*.
typedef uint64_t hr_drops_cells;

/// A board and its cells' values. Cells beyond width and height are 0.
typedef struct hr_drops_board {
    hr_drops_cells bit[3]; ///< bit[i]: the cells whose value has bit i set
    uint8_t width;
    uint8_t height;
} hr_drops_board;

/// Local. Check the size of a board: it may have 1 to HR_DROPS_SIDE_MAX columns and rows. HR_USAGE for any other size.
hr_status hr_drops_check_size(int width, int height, hr_error *error);

/// Local. Read width · height numbers from 0 to 4, in reading order and with separators between. HR_USAGE for anything else;
/// *board means nothing then.
hr_status hr_drops_parse(int width, int height, const char *text, hr_drops_board *board, hr_error *error);

/// Local. Write the cells' values in reading order into `text[0..size)`, rows separated by " / ". A longer text is cut off.
void hr_drops_format(const hr_drops_board *board, char *text, size_t size);

/// Local. Describe the board, as hr_puzzle_picture: a filled cell is a piece with the cell's value as its label.
void hr_drops_picture(const hr_drops_board *board, hr_picture *picture);

/// Local. The place of the cell whose number in reading order is `cell`.
static inline unsigned hr_drops_place(const hr_drops_board *board, int cell) {
    return (unsigned)(8 * (cell / board->width) + cell % board->width);
}

/// Local. The value of the cell at `place`.
static inline int hr_drops_value(const hr_drops_board *board, unsigned place) {
    return (int)((board->bit[0] >> place & 1) + 2 * (board->bit[1] >> place & 1) + 4 * (board->bit[2] >> place & 1));
}

/// Local. The cells that are not empty.
static inline hr_drops_cells hr_drops_filled(const hr_drops_board *board) { return board->bit[0] | board->bit[1] | board->bit[2]; }

/// Local. The full cells: those that burst when they gain one.
static inline hr_drops_cells hr_drops_full(const hr_drops_board *board) { return board->bit[2]; }

/// Local. Add one to each of `cells`, none of which may be full.
static inline void hr_drops_add(hr_drops_board *board, hr_drops_cells cells) {
    const hr_drops_cells carry = board->bit[0] & cells;
    board->bit[0] ^= cells;
    board->bit[2] ^= board->bit[1] & carry;
    board->bit[1] ^= carry;
}

/// Local. Make the puzzle that the spec of `options` names, to read its states, draw them at random and show them. The functions
/// that engines and tables need are not there. HR_USAGE: there is no such board. HR_INTERNAL: out of memory. *puzzle is NULL on an
/// error.
hr_status hr_drops_puzzle(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error);

/// Local. Let a drop fall into the full cell at `place`, and change the board as the chain of bursts does. Returns the cells that
/// have absorbed a droplet.
hr_drops_cells hr_drops_burst(hr_drops_board *board, unsigned place);

#endif
