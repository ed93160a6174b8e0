// SPDX-License-Identifier: MIT
#ifndef HR_TILES_MANHATTAN_H
#define HR_TILES_MANHATTAN_H

#include "solve/tiles/tiles.h"

/// Local. The domain of `tiles` with the Manhattan distance: compiled for each cell on 4 × 4, table driven elsewhere. `tiles` is
/// borrowed. `*context` is the domain's own and must live as long as it.
typedef struct hr_tiles_manhattan_context {
    const hr_tiles *tiles;
} hr_tiles_manhattan_context;

void hr_tiles_manhattan_domain(const hr_tiles *tiles, hr_tiles_manhattan_context *context, hr_idastar_domain *domain);

#endif
