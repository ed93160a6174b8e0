// SPDX-License-Identifier: MIT
#ifndef HR_SORTING_H
#define HR_SORTING_H

#include <stddef.h>

#include "huarong/types.h"

/// Local. Sort `states[0..n)` ascending.
void hr_sort_states(hr_state *states, size_t n);

#endif
