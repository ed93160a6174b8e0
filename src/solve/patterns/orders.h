// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_ORDERS_H
#define HR_PATTERN_ORDERS_H

// Sets of orders of k tiles on k places, with one bit for each order. A function changes all orders of a set at once as a tile
// moves past other tiles.
//
// An order is the sequence of the tiles in places 0 … k−1. A *chunk* is a word with 4! bits. The tiles in the places before the
// last four choose an order's chunk; the Lehmer code of the tiles in the last four places chooses its bit. A swap of two
// neighbouring places is therefore one of three things: a few shifts in every chunk, an exchange of groups of 3! bits between five
// chunks, or a permutation of the chunks. A tile moves past others by a chain of such swaps.

#include <stdint.h>

#include "solve/patterns/pattern.h"

typedef struct hr_pattern_orders {
    int k;
    uint32_t count;                          ///< k!
    uint32_t chunk_bits;                     ///< bits of a word in use: min(k, 4)!
    uint32_t chunks;                         ///< words of a set
    uint16_t *swapped[HR_PATTERN_TILES_MAX]; ///< [p][chunks] chunk that a swap of places p and p + 1 brings here; p < k − 5
    uint8_t (*place)[HR_PATTERN_TILES_MAX];  ///< [count] by order, in the order of the bits: the place of each tile
} hr_pattern_orders;

/// Local. Make the tables for `k` tiles. HR_INTERNAL: out of memory. The caller releases *orders in any case.
hr_status hr_pattern_orders_prepare(int k, hr_pattern_orders *orders, hr_error *error);

/// Local. Free the tables.
void hr_pattern_orders_release(hr_pattern_orders *orders);

/// Local. Returns the set `bits[0..chunks)` after the tile in place `before` has moved to place `after`. The result is `bits`
/// itself if the two places are the same, else one of the scratch arrays, which have `chunks` words each.
const uint32_t *hr_pattern_orders_move(const hr_pattern_orders *orders, int before, int after, const uint32_t *bits,
                                       uint32_t *scratch[2]);

#endif
