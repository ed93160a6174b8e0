// SPDX-License-Identifier: MIT
#include "core/sorting.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 24 }; ///< at most this many states are sorted by insertion

static int compare_states(const void *a, const void *b) {
    hr_state x;
    hr_state y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/// Sort a few states, such as the successors of one state, without qsort's calls.
static void sort_few(hr_state *states, size_t n) {
    for (size_t i = 1; i < n; i++) {
        const hr_state state = states[i];
        size_t place = i;
        for (; place > 0 && states[place - 1] > state; place--) {
            states[place] = states[place - 1];
        }
        states[place] = state;
    }
}

void hr_sort_states(hr_state *states, size_t n) {
    if (n <= FEW) { // `states` may be NULL here, which qsort does not accept
        sort_few(states, n);
    } else {
        qsort(states, n, sizeof *states, compare_states);
    }
}
