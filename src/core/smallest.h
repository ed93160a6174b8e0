// SPDX-License-Identifier: MIT
#ifndef HR_SMALLEST_H
#define HR_SMALLEST_H

// A list of the smallest of many states. Results and tables list the smallest states of the last layer.

#include "huarong/types.h"

/// Local. As hr_smallest_offer, for a state that is smaller than one in the list or has room there.
void hr_smallest_insert(hr_state list[HR_HARDEST_MAX], size_t *n, hr_state state);

/// Local. Put `state` into `list[0..*n)` if it is one of the HR_HARDEST_MAX smallest states offered so far. The list is ascending
/// and holds each state once. Of many states few get into the list, so the comparison that refuses the others is made here.
static inline void hr_smallest_offer(hr_state list[HR_HARDEST_MAX], size_t *n, hr_state state) {
    if (*n < HR_HARDEST_MAX || state < list[HR_HARDEST_MAX - 1]) {
        hr_smallest_insert(list, n, state);
    }
}

#endif
