// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_GROWTH_H
#define HR_FRONTIER_GROWTH_H

// How a puzzle's layers grow behind those that are known.

#include "run/enumeration.h"

/// The growth of a layer is its canonical states over those of the layer before.
typedef struct hr_frontier_growth {
    double last;  ///< growth of the last layer
    double turn;  ///< growth of the layer before the last one
    double falls; ///< growth of a layer over that of the last but one, at most 1. Over two, because boards can grow by turns
} hr_frontier_growth;

/// Local. The growth at the end of the layers `seen`, at least one. A single layer is taken to have one like itself behind it.
hr_frontier_growth hr_frontier_find_growth(const hr_enumeration *seen);

/// Local. Go on to the next layer, and return its growth.
double hr_frontier_grow(hr_frontier_growth *growth);

#endif
