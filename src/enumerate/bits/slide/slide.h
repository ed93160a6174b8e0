// SPDX-License-Identifier: MIT
#ifndef HR_SLIDE_H
#define HR_SLIDE_H

// The line engine: breadth-first search of a whole tile puzzle in the `slide` metric with one bit for each line of states.

#include "enumerate/bits/bits.h"

extern const hr_engine hr_engine_lines;

extern const hr_bits_rule hr_slide_rule;

/// Local. HR_USAGE, with the reason, if the engine cannot search `puzzle`.
hr_status hr_slide_check(const hr_puzzle *puzzle, hr_error *error);

#endif
