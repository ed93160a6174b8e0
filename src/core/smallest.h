// SPDX-License-Identifier: MIT
#ifndef HR_SMALLEST_H
#define HR_SMALLEST_H

// The smallest of many states, which results and tables list of the last layer.

#include "huarong/types.h"

/// Local. `list[0..*n)` is ascending and holds the HR_HARDEST_MAX smallest different states offered so far; offer it another one.
void hr_smallest_offer(hr_state list[HR_HARDEST_MAX], size_t *n, hr_state state);

#endif
