// SPDX-License-Identifier: MIT
#ifndef HR_CORE_STATE_H
#define HR_CORE_STATE_H

// States of any puzzle, each of `words` numbers of the type hr_state, the lowest first (hr_puzzle_info.state_words).

#include <stdbool.h>
#include <stddef.h>

#include "core/inline.h"
#include "huarong/types.h"

/// Local. Returns a number below, equal to or above 0 as *a is below, equal to or above *b. A state has `words` numbers, the lowest
/// first.
static inline int hr_state_compare(const hr_state *a, const hr_state *b, size_t words) {
    size_t at = words - 1;
    while (at > 0 && a[at] == b[at]) {
        at--;
    }
    return (a[at] > b[at]) - (a[at] < b[at]);
}

/// Call an HR_INLINE function whose last argument is `words`, so that the usual numbers of words are constants in it.
#define HR_FOR_WORDS(words, function, ...)                                                                                         \
    ((words) == 1 ? function(__VA_ARGS__, 1) : (words) == 2 ? function(__VA_ARGS__, 2) : function(__VA_ARGS__, (words)))

/// Local. Copy a state.
static inline void hr_words_copy(hr_state *to, const hr_state *from, size_t words) {
    for (size_t i = 0; i < words; i++) {
        to[i] = from[i];
    }
}

/// Local. Are two states the same?
static inline bool hr_words_equal(const hr_state *a, const hr_state *b, size_t words) {
    hr_state differ = 0;
    for (size_t i = 0; i < words; i++) {
        differ |= a[i] ^ b[i];
    }
    return differ == 0;
}

/// Local. Is it HR_STATE_NONE? Then all bits of all its numbers are ones.
static inline bool hr_words_none(const hr_state *state, size_t words) {
    hr_state all = HR_STATE_NONE;
    for (size_t i = 0; i < words; i++) {
        all &= state[i];
    }
    return all == HR_STATE_NONE;
}

/// Local. Make it HR_STATE_NONE.
static inline void hr_words_set_none(hr_state *state, size_t words) {
    for (size_t i = 0; i < words; i++) {
        state[i] = HR_STATE_NONE;
    }
}

#endif
