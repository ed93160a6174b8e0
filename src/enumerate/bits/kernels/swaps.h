// SPDX-License-Identifier: MIT
#ifndef HR_BITS_SWAPS_H
#define HR_BITS_SWAPS_H

// The swaps of neighbours within a word, as straight-line code: a compiler turns loops over these functions into vector code.
// block.h uses them, and kernels.c compiles them for each instruction set.
//
// A swap exchanges the first two of the last t tiles. If the first is the x-th smallest of these t tiles and the second the y-th,
// the swap turns (x, y) into (y, x), and the digits of the tiles behind stay. The Lehmer digits of (x, y) are x and y − [y > x]: a
// square table without its diagonal, which the swap transposes. All elements at the same distance d = y − x from the diagonal are
// shifted by the same number of bits. ABOVE5_d and BELOW5_d are the elements at distance d and −d for t = 5; ABOVE4 and BELOW4 for
// t = 4.

#include <stddef.h>
#include <stdint.h>

#include "core/inline.h"

// t = 5: the word's 60 bits are five fields of 12 bits, by x; each holds four fields of 3 bits, by y.
#define FIELD5(x, y) (UINT64_C(7) << (12 * (x) + 3 * ((y) - ((y) > (x) ? 1 : 0))))
#define ABOVE5_1 (FIELD5(0, 1) | FIELD5(1, 2) | FIELD5(2, 3) | FIELD5(3, 4))
#define ABOVE5_2 (FIELD5(0, 2) | FIELD5(1, 3) | FIELD5(2, 4))
#define ABOVE5_3 (FIELD5(0, 3) | FIELD5(1, 4))
#define ABOVE5_4 (FIELD5(0, 4))
#define BELOW5_1 (FIELD5(1, 0) | FIELD5(2, 1) | FIELD5(3, 2) | FIELD5(4, 3))
#define BELOW5_2 (FIELD5(2, 0) | FIELD5(3, 1) | FIELD5(4, 2))
#define BELOW5_3 (FIELD5(3, 0) | FIELD5(4, 1))
#define BELOW5_4 (FIELD5(4, 0))

HR_INLINE uint64_t swap5(uint64_t v) {
    return ((v >> 12) & ABOVE5_1) | ((v >> 21) & ABOVE5_2) | ((v >> 30) & ABOVE5_3) | ((v >> 39) & ABOVE5_4) |
           ((v << 12) & BELOW5_1) | ((v << 21) & BELOW5_2) | ((v << 30) & BELOW5_3) | ((v << 39) & BELOW5_4);
}

// t = 4: each of the five 12-bit fields holds four fields of 3 bits, by x; each holds three bits, by y.
#define EVERY12(mask) (UINT64_C(0x001001001001001) * (mask))
#define FIELD4(x, y) (UINT64_C(1) << (3 * (x) + ((y) - ((y) > (x) ? 1 : 0))))
#define ABOVE4_1 EVERY12(FIELD4(0, 1) | FIELD4(1, 2) | FIELD4(2, 3))
#define ABOVE4_2 EVERY12(FIELD4(0, 2) | FIELD4(1, 3))
#define ABOVE4_3 EVERY12(FIELD4(0, 3))
#define BELOW4_1 EVERY12(FIELD4(1, 0) | FIELD4(2, 1) | FIELD4(3, 2))
#define BELOW4_2 EVERY12(FIELD4(2, 0) | FIELD4(3, 1))
#define BELOW4_3 EVERY12(FIELD4(3, 0))

HR_INLINE uint64_t swap4(uint64_t v) {
    return ((v >> 3) & ABOVE4_1) | ((v >> 5) & ABOVE4_2) | ((v >> 7) & ABOVE4_3) | ((v << 3) & BELOW4_1) | ((v << 5) & BELOW4_2) |
           ((v << 7) & BELOW4_3);
}

// t = 3: the last three tiles have three arrangements of each parity. Even ones 012, 120, 201 come from 102, 210, 021, which are
// numbers 1, 2, 0 of the odd ones; odd ones 021, 102, 210 come from 201, 012, 120, which are numbers 2, 0, 1 of the even ones.
#define EVERY3(mask) (UINT64_C(0x249249249249249) * (mask))
/// The 3-bit fields for which the sum of the word's first two digits (the field's number) is even.
#define EVEN3 UINT64_C(0x1C7E381C7E381C7)

/// The swap at t = 3. `even` has all bits set of the fields in which the last three tiles are in an even arrangement after the
/// swap.
HR_INLINE uint64_t swap3(uint64_t v, uint64_t even) {
    const uint64_t to_even = ((v >> 1) & EVERY3(3)) | ((v << 2) & EVERY3(4));
    const uint64_t to_odd = ((v >> 2) & EVERY3(1)) | ((v << 1) & EVERY3(6));
    return to_odd ^ ((to_odd ^ to_even) & even);
}

#endif
