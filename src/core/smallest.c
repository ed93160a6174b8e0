// SPDX-License-Identifier: MIT
#include "core/smallest.h"

#include <string.h>

void hr_smallest_insert(hr_state *list, size_t *n, const hr_state *state, size_t words) {
    size_t place = *n;
    while (place > 0 && hr_state_compare(state, list + (place - 1) * words, words) < 0) {
        place--;
    }
    if (place > 0 && hr_words_equal(list + (place - 1) * words, state, words)) {
        return;
    }
    *n += *n < HR_HARDEST_MAX;
    hr_state *at = list + place * words;
    memmove(at + words, at, (*n - place - 1) * words * sizeof *list);
    hr_words_copy(at, state, words);
}
