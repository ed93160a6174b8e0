// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_ORDERS_H
#define HR_PATTERN_ORDERS_H

// Sets of orders of k tiles on k places, one bit each, and what happens to a set when one tile goes past others: all orders at
// once.
//
// An order is the sequence of the tiles in places 0 … k−1. The last four places are a *chunk*: one of 4! bits of a word, by the
// Lehmer code of these four tiles. The places before them choose the chunk. So a swap of two neighbouring places is a few shifts in
// every chunk, an exchange of groups of 3! bits between five chunks, or a permutation of the chunks; and a tile that goes past
// others is a chain of such swaps.

#include <stdint.h>

#include "solve/patterns/pattern.h"

typedef struct hr_pattern_orders {
    int k;
    uint32_t count;                          ///< k!
    uint32_t chunk_bits;                     ///< of a word that are used: min(k, 4)!
    uint32_t chunks;                         ///< words of a set
    uint16_t *swapped[HR_PATTERN_TILES_MAX]; ///< [chunks] of each place before the last five: swapped with the next one
    uint8_t (*place)[HR_PATTERN_TILES_MAX];  ///< [count] place of each tile, in the order of the bits
} hr_pattern_orders;

/// Local. HR_INTERNAL: out of memory; to be released in any case.
hr_status hr_pattern_orders_prepare(int k, hr_pattern_orders *orders, hr_error *error);
void hr_pattern_orders_release(hr_pattern_orders *orders);

/// Local. The set `bits[0..chunks)` after the tile in place `before` has gone to place `after`. Returns `bits` itself if they are
/// the same, else one of the two scratch arrays of `chunks` words.
const uint32_t *hr_pattern_orders_move(const hr_pattern_orders *orders, int before, int after, const uint32_t *bits,
                                       uint32_t *scratch[2]);

#endif
