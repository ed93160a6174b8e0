// SPDX-License-Identifier: MIT
#ifndef HR_UNIT_H
#define HR_UNIT_H

// The plane engine: breadth-first search of a whole tile puzzle in the `unit` metric with one bit for each state.

#include "enumerate/bits/bits.h"

extern const hr_engine hr_engine_planes;

extern const hr_bits_rule hr_unit_rule;

/// Local. HR_USAGE, with the reason, if the engine cannot search `puzzle`.
hr_status hr_unit_check(const hr_puzzle *puzzle, hr_error *error);

#endif
