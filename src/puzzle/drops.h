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

enum {
    HR_DROPS_CELLS_MAX = 49,
    HR_DROPS_FULL = 4, ///< most that a cell holds
};

/// A board; cells beyond width · height are 0.
typedef struct hr_drops_board {
    uint8_t width;
    uint8_t height;
    uint8_t cell[HR_DROPS_CELLS_MAX]; ///< in reading order
} hr_drops_board;

/// Local. Read width · height numbers from 0 to 4. HR_USAGE for anything else.
hr_status hr_drops_parse(int width, int height, const char *text, hr_drops_board *board, hr_error *error);

/// Local. The cells in reading order, rows separated by " / "; `text` has room for `size` bytes.
void hr_drops_format(const hr_drops_board *board, char *text, size_t size);

/// Local. Let a drop fall into a cell that is not empty and follow the chain to its end. Returns whether the cell burst.
bool hr_drops_drop(hr_drops_board *board, int cell);

#endif
