// SPDX-License-Identifier: MIT
#ifndef HR_TILES_CONFLICT_H
#define HR_TILES_CONFLICT_H

#include "tiles.h"

/// What hr_tiles' functions expect: the board first.
typedef struct hr_tiles_conflict_context {
    const hr_tiles *tiles;
} hr_tiles_conflict_context;

/// Local. The domain of the Manhattan distance with linear conflicts (Hansson, Mayer and Yung 1992): tiles that are in their home
/// row in the wrong order cannot all stay in it. A row whose longest run in the right order lacks k of them costs 2k more moves
/// than the distances say, a column likewise. `tiles` and `context` are borrowed.
void hr_tiles_conflict_domain(const hr_tiles *tiles, hr_tiles_conflict_context *context, hr_idastar_domain *domain);

#endif
