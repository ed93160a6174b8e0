// SPDX-License-Identifier: MIT
#ifndef HR_REGION_TABLES_H
#define HR_REGION_TABLES_H

// The tables of a search with several partitions at once, and the look-up of a whole state. Side 0 is the position, side 1 its
// mirror image.

#include "solve/patterns/regions/domain.h"
#include "solve/patterns/regions/places.h"
#include "solve/tiles/automaton.h"

enum { HR_REGION_SIDES = 2 };

/// What a move does to the cells of one side.
typedef struct hr_region_crossing {
    uint32_t flip;     ///< the bits of the tile's cells before and after
    uint8_t shift;     ///< the smallest cell between the two in reading order
    uint8_t between;   ///< the cells between the two, from `shift` on, one bit each
    uint8_t direction; ///< in hr_region_places.after
    uint8_t blank;     ///< the blank's cell after the move
} hr_region_crossing;

/// The moves from one cell, ascending.
typedef struct hr_region_ways {
    size_t count;
    uint8_t move[4];
    uint8_t from[4]; ///< the moved tile's cell, where the blank goes
    hr_region_crossing side[4][HR_REGION_SIDES];
} hr_region_ways;

/// A pattern that holds a tile, on one side. `low`, `main` and `rows` are those of the pattern's hr_region_places.
typedef struct hr_region_slot {
    const uint16_t *after; ///< hr_region_places.after from the tile's first entry on
    const uint32_t *low;
    const uint32_t *main;
    const uint8_t *values;
    uint64_t lanes;
    uint32_t rows;
    uint32_t number; ///< of the arrangement: side · set.patterns + the pattern
} hr_region_slot;

/// The slots of a tile on each side: that of the first partition, then that of the next partition that has another pattern, …
typedef struct hr_region_slots {
    size_t count[HR_REGION_SIDES];
    uint64_t known[HR_REGION_SIDES][HR_REGION_LANES]; ///< the top bits of the lanes of the slots up to this one
    hr_region_slot slot[HR_REGION_SIDES][HR_REGION_LANES];
} hr_region_slots;

struct hr_region_domain {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    hr_region_set set;
    int sides;
    hr_region_places places[HR_PATTERN_TILES_LARGE + 1]; ///< by number of tiles
    const uint16_t *high;                                ///< hr_region_places.high of the most tiles, which serves fewer, too
    const uint8_t *values[HR_REGION_PATTERNS];
    hr_region_ways ways[HR_TILES_CELLS_MAX];
    hr_tiles_automaton automaton;              ///< the moves that the search leaves out
    unsigned needless;                         ///< as in hr_idastar_domain
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

/// Local. Returns the automaton's state of a search state.
HR_INLINE uint16_t hr_region_history(const hr_tiles_state *state) { return state->history != 0 ? state->history : state->blank; }

/// Local. Returns the largest of all lanes of both sides.
int hr_region_largest(const hr_region_sums *sum);

#endif
