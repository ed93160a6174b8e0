// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_SETS_H
#define HR_BLOCKS_SETS_H

// Sets of cells and sets of places: the operators &, |, ^ and ~, and the functions below. A set is a number of 64 bits. In the copy
// for states of up to 8 words (packed.h) it is a vector of 16 such numbers.

#include "core/inline.h"
#include "puzzle/blocks/packed.h"

#if HR_BLOCKS_WORDS <= 2
enum { HR_SET_WORDS = 1, HR_SET_MAX = 64 };
typedef uint64_t hr_set;
#define HR_SET_WORD(set, i) (set)
#else
enum { HR_SET_WORDS = 16, HR_SET_MAX = 64 * HR_SET_WORDS };
typedef uint64_t hr_set __attribute__((vector_size(8 * HR_SET_WORDS), aligned(8)));
#define HR_SET_WORD(set, i) (set)[i]
#endif

/// Local. Has the set no element?
HR_INLINE bool hr_set_is_empty(hr_set set) {
    uint64_t all = 0;
    for (int i = 0; i < HR_SET_WORDS; i++) {
        all |= HR_SET_WORD(set, i);
    }
    return all == 0;
}

/// Local. Have the sets no common element?
HR_INLINE bool hr_set_are_apart(hr_set a, hr_set b) { return hr_set_is_empty(a & b); }

HR_INLINE bool hr_set_are_equal(hr_set a, hr_set b) { return hr_set_is_empty(a ^ b); }

/// Local. The set of one number.
HR_INLINE hr_set hr_set_of(int number) {
    hr_set set = {0};
    HR_SET_WORD(set, number / 64) = UINT64_C(1) << (unsigned)number % 64;
    return set;
}

/// Local. The set of the numbers less than `number`, which is at most HR_SET_MAX.
HR_INLINE hr_set hr_set_below(int number) {
    hr_set set = {0};
    for (int i = 0; i < HR_SET_WORDS; i++) {
        const int bits = number - 64 * i;
        HR_SET_WORD(set, i) = bits >= 64 ? UINT64_MAX : bits > 0 ? UINT64_MAX >> (64 - bits) : 0;
    }
    return set;
}

HR_INLINE bool hr_set_has(hr_set set, int number) { return (HR_SET_WORD(set, number / 64) >> (unsigned)number % 64 & 1) != 0; }

/// Local. The least number in a set that is not empty.
HR_INLINE int hr_set_first(hr_set set) {
    int i = 0;
    while (HR_SET_WORDS > 1 && HR_SET_WORD(set, i) == 0) {
        i++;
    }
    return 64 * i + __builtin_ctzll(HR_SET_WORD(set, i));
}

/// Local. The set without its least number. The empty set stays empty.
HR_INLINE hr_set hr_set_rest(hr_set set) {
    int i = 0;
    while (i + 1 < HR_SET_WORDS && HR_SET_WORD(set, i) == 0) {
        i++;
    }
    HR_SET_WORD(set, i) &= HR_SET_WORD(set, i) - 1;
    return set;
}

/// Local. How many numbers the set has.
HR_INLINE int hr_set_count(hr_set set) {
    int count = 0;
    for (int i = 0; i < HR_SET_WORDS; i++) {
        count += __builtin_popcountll(HR_SET_WORD(set, i));
    }
    return count;
}

#endif
