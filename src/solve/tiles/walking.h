// SPDX-License-Identifier: MIT
#ifndef HR_TILES_WALKING_H
#define HR_TILES_WALKING_H

// Walking distance (Takahashi 2002). Of each tile only its row and its home row are kept, and the blank may swap with any tile of
// the row above or below. The fewest swaps that bring all tiles into their home rows are a lower bound on the vertical moves.
// Columns give a lower bound on the horizontal moves. The sum of both is the heuristic; it is never below the Manhattan distance.

#include "solve/tiles/tiles.h"

typedef struct hr_tiles_walking hr_tiles_walking;

/// Local. Make the heuristic's tables; `tiles` is borrowed. Boards up to 4 × 4, 3 × 5 and 2 × 6 always fit. HR_USAGE: the board has
/// too many abstract states of its rows or columns. HR_INTERNAL: out of memory. *made is NULL on an error.
hr_status hr_tiles_walking_create(const hr_tiles *tiles, hr_tiles_walking **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_tiles_walking_destroy(hr_tiles_walking **made);

/// Local. Set *domain to the search domain of this heuristic, which borrows `made`.
void hr_tiles_walking_domain(const hr_tiles_walking *made, hr_idastar_domain *domain);

#endif
