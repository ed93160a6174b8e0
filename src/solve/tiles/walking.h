// SPDX-License-Identifier: MIT
#ifndef HR_TILES_WALKING_H
#define HR_TILES_WALKING_H

// Walking distance (Takahashi 2002). Of each tile only its row and its home row are kept, and the blank may swap with any tile of
// the row above or below. The fewest swaps that bring all tiles into their home rows are a lower bound on the vertical moves.
// Columns give a lower bound on the horizontal moves. The sum of both is the heuristic; it is never below the Manhattan distance.

#include "solve/heuristic.h"

extern const hr_heuristic hr_heuristic_walking;

#endif
