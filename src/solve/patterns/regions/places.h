// SPDX-License-Identifier: MIT
#ifndef HR_REGION_PLACES_H
#define HR_REGION_PLACES_H

// From the cells of a pattern's tiles to its byte in a database with regions (pattern.h), for all patterns with the same number of
// tiles.
//
// An arrangement is kept as the set of its cells, the *mask*, and the order of its tiles on these cells (orders.h). A move of a
// tile changes two bits of the mask. The tile passes the other tiles between the two cells in reading order: that gives the new
// order, by a table. The row of a mask (rows.h) is the sum of two tables' entries, for the mask's low bits and its high bits.
//
//   byte at:  order · rows + row

#include "core/inline.h"
#include "solve/patterns/rows.h"
#include "solve/patterns/set.h"

enum {
    HR_REGION_LOW_BITS = 12, ///< bits of a mask in the index of `low`
    HR_REGION_DIRECTION = 6, ///< entries of `after` for a tile that moves forward: by the number of tiles that it passes, at most 4
    HR_REGION_STRIDE = 2 * HR_REGION_DIRECTION * HR_PATTERN_TILES_LARGE, ///< entries of `after` for an order
};

typedef struct hr_region_places {
    uint32_t tiles;
    uint32_t rows;  ///< number of rows
    uint32_t *low;  ///< [1 << HR_REGION_LOW_BITS] the low bits' part of a mask's row
    uint16_t *high; ///< [8192] the high bits' part
    uint32_t *main; ///< [rows] the cells of the main region, one bit each
    /// [orders][HR_REGION_STRIDE] by order, tile, direction (0 forward, HR_REGION_DIRECTION back) and number of tiles passed: the
    /// order after the move.
    uint16_t *after;
    uint16_t *number; ///< [orders] by lexicographic index of the tiles' places: the order
} hr_region_places;

/// Local. Make the tables for patterns of `tiles` tiles on a board. HR_INTERNAL: out of memory. The caller releases *places in any
/// case.
hr_status hr_region_places_prepare(hr_region_places *places, int width, int height, int tiles, hr_error *error);

/// Local. Free the tables.
void hr_region_places_release(hr_region_places *places);

/// Local. Returns the order of the tiles in `cells[0..tiles)`.
uint32_t hr_region_order(const hr_region_places *places, const uint8_t *cells);

/// Local. Returns the row of a mask.
HR_INLINE uint32_t hr_region_row(const hr_region_places *places, uint32_t mask) {
    return places->high[mask >> HR_REGION_LOW_BITS] + places->low[mask & ((1U << HR_REGION_LOW_BITS) - 1)];
}

/// Local. Returns the shift of the excess in its byte, for a row and the blank's cell.
HR_INLINE unsigned hr_region_shift(const hr_region_places *places, uint32_t row, unsigned blank) {
    return (places->main[row] >> blank & 1U) != 0 ? 0 : 4;
}

#endif
