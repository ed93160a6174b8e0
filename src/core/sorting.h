// SPDX-License-Identifier: MIT
#ifndef HR_SORTING_H
#define HR_SORTING_H

#include <stddef.h>

#include "core/state.h"

/// Local. Sort `states[0..n)` ascending.
void hr_sort_states(hr_state *states, size_t n);

/// Local. Sort n states of `words` numbers each (1 … HR_STATE_WORDS_MAX) ascending, and leave out all but one of equal ones.
/// Returns the number of states that are left.
size_t hr_sort_distinct(hr_state *states, size_t n, size_t words);

#endif
