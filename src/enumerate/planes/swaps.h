// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_SWAPS_H
#define HR_PLANES_SWAPS_H

// The swaps of neighbours that do not move whole words, as straight-line code: loops over words that a compiler turns into vectors.
// Included by planes_kernels.c, which compiles them for each instruction set.
//
// A swap of the first two of t tiles turns (first is the x-th of the t tiles, second the y-th) into (y, x) and leaves the numbers
// of the tiles behind. With d = y − x the Lehmer digits of (x, y) are x and y − [y > x]: a square table with its diagonal left out,
// transposed. All elements at the same distance d from the diagonal travel equally far.

#include <stddef.h>
#include <stdint.h>

#include "core/inline.h"

// t = 5: five tiles, 60 bits: x (12 bits each), y (3 bits each).
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

// t = 4: within each of the five 12-bit fields x (3 bits each), y (1 bit each).
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
/// The 3-bit fields whose own two digits have an even sum.
#define EVEN3 UINT64_C(0x1C7E381C7E381C7)

/// `even`: all bits of the fields that end up with the last three tiles in an even arrangement.
HR_INLINE uint64_t swap3(uint64_t v, uint64_t even) {
    const uint64_t to_even = ((v >> 1) & EVERY3(3)) | ((v << 2) & EVERY3(4));
    const uint64_t to_odd = ((v >> 2) & EVERY3(1)) | ((v << 1) & EVERY3(6));
    return to_odd ^ ((to_odd ^ to_even) & even);
}

#endif
