// SPDX-License-Identifier: MIT
#ifndef HR_TILES_MANHATTAN_H
#define HR_TILES_MANHATTAN_H

#include "solve/heuristic.h"
#include "solve/tiles/tiles.h"

extern const hr_heuristic hr_heuristic_manhattan;

/// The context of the domain.
typedef struct hr_tiles_manhattan_context {
    const hr_tiles *tiles;
} hr_tiles_manhattan_context;

/// Local. Set *domain to the search domain of `tiles` with the Manhattan distance. On 4 × 4 a function is compiled for each cell of
/// the blank and last move; on other boards the search uses the tables of `tiles`. The domain borrows `tiles` and `context`.
void hr_tiles_manhattan_domain(const hr_tiles *tiles, hr_tiles_manhattan_context *context, hr_idastar_domain *domain);

#endif
