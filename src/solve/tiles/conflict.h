// SPDX-License-Identifier: MIT
#ifndef HR_TILES_CONFLICT_H
#define HR_TILES_CONFLICT_H

// The Manhattan distance with linear conflicts (Hansson, Mayer and Yung 1992): tiles that are in their home row in the wrong order
// cannot all stay in it. A row whose longest run in the right order lacks k of them costs 2k more moves than the distances say, a
// column likewise.

#include "solve/tiles/tiles.h"

typedef struct hr_tiles_conflict hr_tiles_conflict;

/// Local. Tables and domain; `tiles` is borrowed. HR_INTERNAL: out of memory.
hr_status hr_tiles_conflict_create(const hr_tiles *tiles, hr_tiles_conflict **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_tiles_conflict_destroy(hr_tiles_conflict **made);

void hr_tiles_conflict_domain(const hr_tiles_conflict *made, hr_idastar_domain *domain);

#endif
