// SPDX-License-Identifier: MIT
#ifndef HR_SMALLEST_H
#define HR_SMALLEST_H

// A list of the smallest of many states. Results and tables list the smallest states of the last layer.

#include "huarong/types.h"

/// Local. Put `state` into `list[0..*n)` if it is one of the HR_HARDEST_MAX smallest states offered so far. The list is ascending
/// and holds each state once.
void hr_smallest_offer(hr_state list[HR_HARDEST_MAX], size_t *n, hr_state state);

#endif
