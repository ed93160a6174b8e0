// SPDX-License-Identifier: MIT
#ifndef HR_REGION_TABLES_H
#define HR_REGION_TABLES_H

// The tables of a search with several partitions at once, and the look-up of a whole state. Side 0 is the position, side 1 its
// mirror image.

#include "solve/patterns/regions/domain.h"
#include "solve/patterns/regions/places.h"

enum { HR_REGION_SIDES = 2, HR_REGION_SLOTS = HR_REGION_SIDES * HR_REGION_LANES };

/// What a move does to the cells of one side.
typedef struct hr_region_crossing {
    uint32_t flip;     ///< the bits of the tile's cells before and after
    uint8_t shift;     ///< the smallest cell between the two in reading order
    uint8_t between;   ///< the cells between the two, from `shift` on, one bit each
    uint8_t direction; ///< in hr_region_places.after
    uint8_t blank;     ///< the blank's cell after the move
} hr_region_crossing;

/// The moves from one cell after one last move, ascending, without the move that undoes the last one.
typedef struct hr_region_ways {
    size_t count;
    uint8_t move[4];
    uint8_t from[4]; ///< the moved tile's cell, where the blank goes
    hr_region_crossing side[4][HR_REGION_SIDES];
} hr_region_ways;

/// A pattern that holds a tile, on one side.
typedef struct hr_region_slot {
    const hr_region_places *places;
    const uint8_t *values;
    uint64_t lanes;
    uint8_t side;
    uint8_t number; ///< of the arrangement in region_search
    uint8_t tile;   ///< the tile's first entry in hr_region_places.after
} hr_region_slot;

/// The slots of a tile: those of the first partition, one for each side, then those of the next partition that has others, …
typedef struct hr_region_slots {
    size_t count;
    hr_region_slot slot[HR_REGION_SLOTS];
} hr_region_slots;

struct hr_region_domain {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    hr_region_set set;
    int sides;
    hr_region_places places[HR_PATTERN_TILES_LARGE + 1]; ///< by number of tiles
    const uint8_t *values[HR_REGION_PATTERNS];
    hr_region_ways ways[HR_TILES_CELLS_MAX][HR_TILES_NO_MOVE + 1];
    hr_region_slots slots[HR_TILES_CELLS_MAX]; ///< by the tile's home
    uint8_t cell[HR_REGION_SIDES][HR_TILES_CELLS_MAX];
};

/// A pattern's arrangement on one side.
typedef struct hr_region_arrangement {
    uint32_t mask;
    uint16_t order;
    uint8_t excess;
} hr_region_arrangement;

/// The lanes of both sides.
typedef struct hr_region_sums {
    uint64_t side[HR_REGION_SIDES];
} hr_region_sums;

/// Local. Find all arrangements of a state. Returns their sums.
hr_region_sums hr_region_look_up(const hr_region_domain *d, const hr_tiles_state *state,
                                 hr_region_arrangement at[HR_REGION_SIDES * HR_REGION_PATTERNS]);

/// Local. Returns the largest lane.
int hr_region_largest(const hr_region_sums *sum);

#endif
