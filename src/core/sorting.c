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

/// A function for qsort that compares states of `words` words.
#define COMPARE(words)                                                                                                             \
    static int compare_##words(const void *a, const void *b) { return hr_state_compare(a, b, words); }
COMPARE(2)
COMPARE(3)
COMPARE(4)
COMPARE(5)
COMPARE(6)
COMPARE(7)
COMPARE(8)

void hr_sort_states(hr_state *states, size_t n) {
    if (n <= FEW) { // `states` may be NULL here, which qsort does not accept
        sort_few(states, n);
    } else {
        qsort(states, n, sizeof *states, compare_states);
    }
}

size_t hr_sort_distinct(hr_state *states, size_t n, size_t words) {
    static int (*const compare[HR_STATE_WORDS_MAX + 1])(const void *, const void *) = {
        NULL, NULL, compare_2, compare_3, compare_4, compare_5, compare_6, compare_7, compare_8};
    if (words == 1) {
        hr_sort_states(states, n);
    } else if (n > 0) {
        qsort(states, n, words * sizeof *states, compare[words]);
    }
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || hr_state_compare(states + i * words, states + (kept - 1) * words, words) != 0) {
            memmove(states + kept++ * words, states + i * words, words * sizeof *states);
        }
    }
    return kept;
}
