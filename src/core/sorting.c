// SPDX-License-Identifier: MIT
#include "core/sorting.h"

#include <stdlib.h>
#include <string.h>

static int compare_states(const void *a, const void *b) {
    hr_state x;
    hr_state y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

void hr_sort_states(hr_state *states, size_t n) {
    if (n > 0) { // `states` may be NULL then, which qsort does not accept
        qsort(states, n, sizeof *states, compare_states);
    }
}
