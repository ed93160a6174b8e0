// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_DIVISOR_H
#define HR_BLOCKS_DIVISOR_H

// Division of many numbers by the same number: a multiplication and two shifts take its place. Source: Granlund and Montgomery
// 1994, "Division by invariant integers using multiplication", figure 4.1.

#include <assert.h>
#include <stdint.h>

#include "core/inline.h"

__extension__ typedef unsigned __int128 hr_double_word;

typedef struct hr_divisor {
    uint64_t factor;
    unsigned first_shift;
    unsigned second_shift;
} hr_divisor;

/// Local. Prepare division by `divisor`, which is not 0.
HR_INLINE hr_divisor hr_divisor_of(uint64_t divisor) {
    assert(divisor != 0);
    const unsigned bits = divisor == 1 ? 0 : 64U - (unsigned)__builtin_clzll(divisor - 1); // ceil(log2(divisor))
    const hr_double_word above = ((hr_double_word)1 << bits) - divisor;
    return (hr_divisor){.factor = (uint64_t)((above << 64) / divisor + 1),
                        .first_shift = bits > 0 ? 1 : 0,
                        .second_shift = bits > 0 ? bits - 1 : 0};
}

/// Local. The quotient, rounded down.
HR_INLINE uint64_t hr_divide(uint64_t number, hr_divisor divisor) {
    const uint64_t high = (uint64_t)((hr_double_word)divisor.factor * number >> 64);
    return (high + ((number - high) >> divisor.first_shift)) >> divisor.second_shift;
}

#endif
