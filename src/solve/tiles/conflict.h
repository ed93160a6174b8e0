// SPDX-License-Identifier: MIT
#ifndef HR_TILES_CONFLICT_H
#define HR_TILES_CONFLICT_H

// The Manhattan distance with linear conflicts (Hansson, Mayer and Yung 1992). Tiles that are in their home row in the wrong order
// cannot all stay in the row until they are home. If k tiles must leave the row so that the others are in the right order, this
// costs 2k moves beyond the Manhattan distance. The same holds for columns.

#include "solve/heuristic.h"

extern const hr_heuristic hr_heuristic_conflict;

#endif
