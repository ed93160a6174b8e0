// SPDX-License-Identifier: MIT
#ifndef HR_REGION_STEP_H
#define HR_REGION_STEP_H

// One move in a search with several partitions at once, for the two forms of the search.
//
// A node carries the *slack*: half of what the bound allows beyond g and the tiles' distances from home. It is pruned if a lane of
// the sums of excesses is greater than the slack. One addition compares all lanes of a side: a lane's top bit is set if the lane
// and 127 − slack exceed 127 together. A lane is at most 15 · HR_PARTITION_MAX = 120.
//
// A move changes a pattern's excess only if the pattern holds the moved tile: for the others the blank stays in its region. Of the
// patterns that hold the tile, that of the first partition is looked up first, then that of the next partition that has another
// one, then the rest. A node that one look-up prunes needs no further one.

#include "solve/patterns/regions/tables.h"

enum { HR_REGION_LANE_MOST = 127 };

#define HR_REGION_EACH_LANE UINT64_C(0x0101010101010101)

/// An arrangement after a move, whose excess is being fetched.
typedef struct hr_region_change {
    uint32_t mask;
    uint32_t row;
    uint16_t order;
    uint8_t excess; ///< set by hr_region_is_pruned
    const uint8_t *byte;
} hr_region_change;

/// A node whose successors are made.
typedef struct hr_region_parent {
    const hr_region_domain *d;
    const hr_region_arrangement *at; ///< by hr_region_slot.number
    const uint8_t *piece;
    hr_region_sums sum;
    int slack;
    uint8_t blank;
} hr_region_parent;

/// A successor whose excesses are being fetched.
typedef struct hr_region_step {
    const hr_region_slots *of;
    const hr_region_crossing *over;
    hr_region_sums sum;
    int slack;
    bool worse; ///< the tile moves away from home
    hr_region_change change[HR_REGION_SIDES][HR_REGION_LANES];
} hr_region_step;

/// Begin the move of the tile in the cell `from`, whose crossings are `over`.
HR_INLINE void hr_region_begin_step(const hr_region_parent *p, uint8_t from, const hr_region_crossing *over, hr_region_step *t) {
    const hr_tiles *tiles = p->d->tiles;
    const uint8_t tile = p->piece[from];
    t->of = &p->d->slots[tile];
    t->over = over;
    t->sum = p->sum;
    t->worse = tiles->distance[tile][p->blank] > tiles->distance[tile][from];
    t->slack = p->slack - t->worse;
}

HR_INLINE size_t hr_region_end(const hr_region_step *t, size_t side, size_t end) {
    return end < t->of->count[side] ? end : t->of->count[side];
}

/// Begin to fetch the excesses of slots `first` … `end` − 1 of each side. `sides` is at least the domain's number of sides: a side
/// that the domain lacks has no slots.
HR_INLINE void hr_region_fetch(const hr_region_parent *p, hr_region_step *t, size_t first, size_t end, size_t sides) {
    const uint64_t ones = UINT64_C(0x4332322132212110); // in four bits, for each number of four bits, the number of its ones
    const uint16_t *high = p->d->high;
    for (size_t side = 0; side < sides; side++) {
        const hr_region_crossing over = t->over[side];
        const size_t stop = hr_region_end(t, side, end);
        for (size_t j = first; j < stop; j++) {
            const hr_region_slot *of = &t->of->slot[side][j];
            const hr_region_arrangement now = p->at[of->number];
            const unsigned passed = ones >> (4 * (now.mask >> over.shift & over.between)) & 15U;
            const uint32_t mask = now.mask ^ over.flip;
            const uint16_t order = of->after[(size_t)now.order * HR_REGION_STRIDE + over.direction + passed];
            const uint32_t row = high[mask >> HR_REGION_LOW_BITS] + of->low[mask & ((1U << HR_REGION_LOW_BITS) - 1)];
            const uint8_t *byte = of->values + ((size_t)order * of->rows + row);
            __builtin_prefetch(byte);
            __builtin_prefetch(&of->main[row]);
            t->change[side][j] = (hr_region_change){.mask = mask, .row = row, .order = order, .byte = byte};
        }
    }
}

/// Take the excesses of each side's slots from `first` up to `end`. Returns true if the node is pruned. Each lane is in exactly one
/// slot of a side, so that the lanes of the slots up to `end` are known then.
HR_INLINE bool hr_region_is_pruned(const hr_region_parent *p, hr_region_step *t, size_t first, size_t end, size_t sides) {
    const uint64_t room = (t->slack < HR_REGION_LANE_MOST ? (uint64_t)(HR_REGION_LANE_MOST - t->slack) : 0) * HR_REGION_EACH_LANE;
    uint64_t above = 0;
    for (size_t side = 0; side < sides; side++) {
        const unsigned blank = t->over[side].blank;
        const size_t stop = hr_region_end(t, side, end);
        uint64_t sum = t->sum.side[side];
        for (size_t j = first; j < stop; j++) {
            const hr_region_slot *of = &t->of->slot[side][j];
            hr_region_change *c = &t->change[side][j];
            // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): set by hr_region_fetch for the same slots
            const unsigned excess = *c->byte >> ((of->main[c->row] >> blank & 1U) != 0 ? 0 : 4) & 15U;
            sum += of->lanes * ((uint64_t)excess - p->at[of->number].excess);
            c->excess = (uint8_t)excess;
        }
        t->sum.side[side] = sum;
        above |= (sum + room) & t->of->known[side][end - 1];
    }
    return above != 0;
}

/// Local. Returns by how much the largest lane of a step's node exceeds the slack.
int hr_region_excess_over(const hr_region_parent *p, const hr_region_step *t);

#endif
