// SPDX-License-Identifier: MIT
#ifndef HR_TILES_WALKING_H
#define HR_TILES_WALKING_H

// Walking distance (Takahashi 2002): forget all of a tile but its home row. How many vertical moves does the board then take, if
// the blank may swap with any tile of the row above or below? The same for columns. The sum of both is a lower bound, never below
// the Manhattan distance.

#include "solve/tiles/tiles.h"

typedef struct hr_tiles_walking hr_tiles_walking;

/// Local. Tables and domain (`tiles` is borrowed). HR_USAGE: a board with too many arrangements of its rows or columns; all boards
/// up to 4 × 4, 3 × 5 and 2 × 6 are served. HR_INTERNAL: out of memory.
hr_status hr_tiles_walking_create(const hr_tiles *tiles, hr_tiles_walking **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_tiles_walking_destroy(hr_tiles_walking **made);

void hr_tiles_walking_domain(const hr_tiles_walking *made, hr_idastar_domain *domain);

#endif
