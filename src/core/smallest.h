// SPDX-License-Identifier: MIT
#ifndef HR_SMALLEST_H
#define HR_SMALLEST_H

// A list of the smallest of many states. Results and tables list the smallest states of the last layer.

#include "core/state.h"

/// Local. As hr_smallest_offer_words, for a state that is smaller than one in the list or has room there.
void hr_smallest_insert(hr_state *list, size_t *n, const hr_state *state, size_t words);

/// Local. Put the state of `words` words into the list, which has *n states and room for HR_HARDEST_MAX, if it is one of the
/// smallest states offered so far. The list is ascending and holds each state once. Of many states few get into the list, so the
/// comparison that refuses the others is made here.
static inline void hr_smallest_offer_words(hr_state *list, size_t *n, const hr_state *state, size_t words) {
    if (*n < HR_HARDEST_MAX || hr_state_compare(state, list + (HR_HARDEST_MAX - 1) * words, words) < 0) {
        hr_smallest_insert(list, n, state, words);
    }
}

/// Local. The same for a state of one word.
static inline void hr_smallest_offer(hr_state list[HR_HARDEST_MAX], size_t *n, hr_state state) {
    hr_smallest_offer_words(list, n, &state, 1);
}

#endif
