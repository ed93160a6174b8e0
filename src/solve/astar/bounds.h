// SPDX-License-Identifier: MIT
#ifndef HR_ASTAR_BOUNDS_H
#define HR_ASTAR_BOUNDS_H

// Lower bounds on the moves from a puzzle's states to solved ones, for A*.

#include "huarong/puzzle.h"
#include "solve/astar/domain.h"
#include "solve/tiles/tiles.h"

/// A lower bound. The states have no marks. A bound is 0 for solved states only. HR_ASTAR_DEAD: no solved state can be reached.
typedef struct hr_bounds {
    void (*evaluate)(const void *context, const hr_state *states, size_t n, uint8_t *bounds);
    const void *context; ///< first argument of `evaluate`
} hr_bounds;

/// Local. Returns the bound that every puzzle has: 0 if the state is solved, else 1. `puzzle` is borrowed.
hr_bounds hr_bounds_none(const hr_puzzle *puzzle);

/// What hr_bounds_tiles needs.
typedef struct hr_tile_bounds {
    const hr_tiles *tiles;           ///< the same board and goal as the puzzle's
    const hr_idastar_domain *domain; ///< the heuristic
} hr_tile_bounds;

/// Local. Returns the bound that is the heuristic of `made->domain`, and at least 1 for states that are not solved. For a tile
/// puzzle in `unit` whose source is its goal. `made` is borrowed.
hr_bounds hr_bounds_tiles(const hr_tile_bounds *made);

/// Local. Returns the bound by lines, for a tile puzzle in `slide` whose source is its goal. A move that shifts tiles of a row by
/// one cell takes away at most width − 1 of the sum of the tiles' distances from their columns, and a move along a column at most
/// height − 1 of the distances from their rows. A shortest solution has no two moves along the same line one after the other, so
/// moves along rows and along columns take turns. `puzzle` is borrowed.
hr_bounds hr_bounds_lines(const hr_puzzle *puzzle);

#endif
