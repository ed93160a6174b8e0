// SPDX-License-Identifier: MIT
#ifndef HR_TILES_CONFLICT_H
#define HR_TILES_CONFLICT_H

// The Manhattan distance with linear conflicts (Hansson, Mayer and Yung 1992). Tiles that are in their home row in the wrong order
// cannot all stay in the row until they are home. If k tiles must leave the row so that the others are in the right order, this
// costs 2k moves beyond the Manhattan distance. The same holds for columns.

#include "solve/tiles/tiles.h"

typedef struct hr_tiles_conflict hr_tiles_conflict;

/// Local. Make the heuristic's tables; `tiles` is borrowed. HR_INTERNAL: out of memory; *made is NULL.
hr_status hr_tiles_conflict_create(const hr_tiles *tiles, hr_tiles_conflict **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_tiles_conflict_destroy(hr_tiles_conflict **made);

/// Local. Set *domain to the search domain of this heuristic, which borrows `made`.
void hr_tiles_conflict_domain(const hr_tiles_conflict *made, hr_idastar_domain *domain);

#endif
