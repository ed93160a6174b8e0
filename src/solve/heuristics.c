// SPDX-License-Identifier: MIT
// The table of heuristics. Lists and messages name them in this order. "auto" tries them from the last to the first.

#include "solve/drops/domain.h"
#include "solve/general/general.h"
#include "solve/heuristic.h"
#include "solve/patterns/domain.h"
#include "solve/slides/domain.h"
#include "solve/tiles/conflict.h"
#include "solve/tiles/manhattan.h"
#include "solve/tiles/walking.h"

const hr_heuristic *const hr_heuristics[] = {
    &hr_heuristic_manhattan, &hr_heuristic_conflict, &hr_heuristic_walking, &hr_heuristic_patterns,
    &hr_heuristic_slides,    &hr_heuristic_drops,    &hr_heuristic_general, NULL,
};
