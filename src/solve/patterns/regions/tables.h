// SPDX-License-Identifier: MIT
#ifndef HR_REGION_TABLES_H
#define HR_REGION_TABLES_H

// The tables of a search with several partitions at once, and the look-up of a whole state. Side 0 is the position, side 1 its
// mirror image.

#include "solve/patterns/regions/domain.h"
#include "solve/patterns/regions/places.h"
#include "solve/tiles/automaton.h"

enum {
    HR_REGION_SIDES = 2,
    HR_REGION_NUMBERS = HR_REGION_SIDES * HR_SET_PATTERNS, ///< most arrangements of a node
};

/// What a move does to the cells of one side.
typedef struct hr_region_crossing {
    uint32_t flip;     ///< the bits of the tile's cells before and after
    uint32_t blank;    ///< the bit of the blank's cell after the move
    uint8_t shift;     ///< the smallest cell between the two in reading order
    uint8_t between;   ///< the cells between the two, from `shift` on, one bit each
    uint8_t direction; ///< in hr_region_places.after
} hr_region_crossing;

/// A move from one cell.
typedef struct hr_region_way {
    hr_region_crossing over[HR_REGION_SIDES]; ///< that of the side `level`, then that of the other one
    uint32_t worse;                           ///< the tiles that it takes away from home, one bit each, by their homes
    /// 0 if on side 0, the board as it is, no cell lies between the tile's old and new place in reading order, as when a tile moves
    /// along its row. Such a move leaves the order of a pattern's tiles as it was. Else 1, the mirrored side, where most of the
    /// other moves are such moves.
    uint32_t level;
} hr_region_way;

/// A pattern that holds a tile, on one side. `low`, `main` and `rows` are those of the pattern's hr_region_places.
typedef struct hr_region_slot {
    const uint16_t *after; ///< hr_region_places.after from the tile's first entry on
    const uint32_t *low;
    const uint32_t *main;
    const uint8_t *values;
    uint64_t lanes;
    uint64_t known; ///< the top bits of the lanes of the tile's slots on this side up to this one
    uint64_t rows;
    size_t number; ///< of the arrangement: side · set.patterns + the pattern
} hr_region_slot;

/// The slots of a tile on each side: that of the first partition, then that of the next partition that has another pattern, …
/// Behind them all places are filled with the side's first slot again, without lanes.
typedef struct hr_region_slots {
    size_t count; ///< on each side
    hr_region_slot slot[HR_REGION_SIDES][HR_SET_LANES];
} hr_region_slots;

struct hr_region_domain {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    hr_pattern_set set;
    int sides;
    hr_region_places places[HR_PATTERN_TILES_LARGE + 1]; ///< by number of tiles
    const uint16_t *high;                                ///< hr_region_places.high of the most tiles, which serves fewer, too
    const uint8_t *values[HR_SET_PATTERNS];
    hr_region_way way[HR_TILES_CELLS_MAX][HR_TILES_MOVES]; ///< by the blank's cell and the move
    uint8_t ones[16];                                      ///< by number: how many of its bits are 1
    hr_tiles_automaton automaton;                          ///< the moves that the search leaves out
    unsigned needless;                                     ///< as in hr_idastar_domain
    hr_region_slots slots[HR_TILES_CELLS_MAX];             ///< by the tile's home
    size_t slots_most;                                     ///< most slots that a tile has on a side
    uint8_t cell[HR_REGION_SIDES][HR_TILES_CELLS_MAX];
};

/// A pattern's arrangement on one side: the mask in 32 bits, the order in 16 and the excess.
typedef uint64_t hr_region_arrangement;

HR_INLINE hr_region_arrangement hr_region_arrangement_of(uint32_t mask, uint64_t order, unsigned excess) {
    return mask | order << 32 | (uint64_t)excess << 48;
}

HR_INLINE uint32_t hr_region_mask(hr_region_arrangement at) { return (uint32_t)at; }

HR_INLINE uint32_t hr_region_order_of(hr_region_arrangement at) { return (uint32_t)(at >> 32) & UINT16_MAX; }

HR_INLINE unsigned hr_region_excess_of(hr_region_arrangement at) { return (unsigned)(at >> 48); }

/// The lanes of both sides.
typedef struct hr_region_sums {
    uint64_t side[HR_REGION_SIDES];
} hr_region_sums;

/// Local. Find all arrangements of a state. Returns their sums.
hr_region_sums hr_region_look_up(const hr_region_domain *d, const hr_tiles_state *state,
                                 hr_region_arrangement at[HR_REGION_NUMBERS]);

/// Local. Returns the automaton's state of a search state.
HR_INLINE uint16_t hr_region_history(const hr_tiles_state *state) { return state->history != 0 ? state->history : state->blank; }

/// Local. Returns the largest of all lanes of both sides.
int hr_region_largest(const hr_region_sums *sum);

#endif
