// SPDX-License-Identifier: MIT
#ifndef HR_REGION_STEP_H
#define HR_REGION_STEP_H

// One move in a search with several partitions at once.
//
// A node carries the *slack*: half of what the bound allows beyond g and the tiles' distances from home. It is pruned if a lane of
// the sums of excesses is greater than the slack. One addition compares all lanes of a side: a lane's top bit is set if the lane
// and 127 − slack exceed 127 together. A lane is at most 15 · HR_PARTITION_MAX = 120.
//
// A move changes a pattern's excess only if the pattern holds the moved tile: for the others the blank stays in its region.

#include "solve/patterns/regions/tables.h"

enum { HR_REGION_LANE_MOST = 127 };

#define HR_REGION_EACH_LANE UINT64_C(0x0101010101010101)

/// An arrangement after a move, whose excess is being fetched.
typedef struct hr_region_change {
    hr_region_arrangement at; ///< its excess is set by hr_region_is_pruned
    const uint8_t *byte;
    uint32_t shift; ///< of the excess in its byte
} hr_region_change;

/// A node whose successors are made.
typedef struct hr_region_parent {
    const hr_region_domain *d;
    const hr_region_arrangement *at; ///< by hr_region_slot.number
    hr_region_sums sum;
    int slack;
} hr_region_parent;

/// The slots from `first` up to `end`, on each side.
typedef struct hr_region_range {
    size_t first;
    size_t end;
} hr_region_range;

/// A successor whose excesses are being fetched. Of arrays of two the first is for the side hr_region_way.level.
typedef struct hr_region_step {
    const hr_region_way *way;
    const hr_region_slot *slot[HR_REGION_SIDES];
    uint64_t sum[HR_REGION_SIDES];
    uint64_t room; ///< in each lane 127 − slack, or 0 if that is negative
    size_t count;  ///< of slots on each side
    int slack;
    bool worse; ///< the tile moves away from home
    hr_region_change change[HR_REGION_SIDES][HR_SET_LANES];
} hr_region_step;

/// Begin the move of the tile `tile` by a way.
HR_INLINE void hr_region_begin_step(const hr_region_parent *p, uint8_t tile, const hr_region_way *way, hr_region_step *t) {
    const hr_region_slots *of = &p->d->slots[tile];
    const size_t level = way->level;
    t->way = way;
    t->slot[0] = of->slot[level];
    t->slot[1] = of->slot[1 - level];
    t->count = of->count;
    t->sum[0] = p->sum.side[level];
    t->sum[1] = p->sum.side[1 - level];
    t->worse = (way->worse >> tile & 1U) != 0;
    t->slack = p->slack - t->worse;
    t->room = (t->slack < HR_REGION_LANE_MOST ? (uint64_t)(HR_REGION_LANE_MOST - t->slack) : 0) * HR_REGION_EACH_LANE;
}

/// Begin to fetch the excesses of some slots of each side. `at` holds the parent's arrangements.
HR_INLINE void hr_region_fetch(const hr_region_domain *d, const hr_region_arrangement *at, hr_region_step *t, hr_region_range range,
                               size_t sides) {
    const uint16_t *high = d->high;
    for (size_t k = HR_REGION_SIDES - sides; k < HR_REGION_SIDES; k++) {
        const hr_region_crossing *over = &t->way->over[k];
        for (size_t j = range.first; j < range.end; j++) {
            const hr_region_slot *of = &t->slot[k][j];
            const hr_region_arrangement now = at[of->number];
            const uint32_t mask = hr_region_mask(now) ^ over->flip;
            size_t order = hr_region_order_of(now);
            if (k != 0 || over->between != 0) { // on the level side, k = 0, the order stays, unless the move is level on neither
                order = of->after[order * HR_REGION_STRIDE + over->direction +
                                  d->ones[hr_region_mask(now) >> over->shift & over->between]];
            }
            const size_t row = high[mask >> HR_REGION_LOW_BITS] + of->low[mask & ((1U << HR_REGION_LOW_BITS) - 1)];
            const uint8_t *byte = of->values + order * of->rows + row;
            __builtin_prefetch(byte);
            hr_region_change *c = &t->change[k][j];
            c->at = hr_region_arrangement_of(mask, order, 0);
            c->byte = byte;
            c->shift = (of->main[row] & over->blank) != 0 ? 0 : 4;
        }
    }
}

/// Take the excesses of each side's slots in `range`; those before it have been taken. Each lane is in exactly one slot of a side,
/// so that the lanes of the slots up to the range's end are known then. Returns true if one of these prunes the node.
HR_INLINE bool hr_region_is_pruned(const hr_region_arrangement *at, hr_region_step *t, hr_region_range range, size_t sides) {
    uint64_t above = 0;
    for (size_t k = HR_REGION_SIDES - sides; k < HR_REGION_SIDES; k++) {
        uint64_t sum = t->sum[k];
        for (size_t j = range.first; j < range.end; j++) {
            const hr_region_slot *of = &t->slot[k][j];
            hr_region_change *c = &t->change[k][j];
            const unsigned excess = *c->byte >> c->shift & 15U;
            sum += of->lanes * ((uint64_t)excess - hr_region_excess_of(at[of->number]));
            c->at |= hr_region_arrangement_of(0, 0, excess);
        }
        t->sum[k] = sum;
        above |= (sum + t->room) & t->slot[k][range.end - 1].known;
    }
    return above != 0;
}

/// Returns the lanes of a step's node, all of whose slots have been taken.
HR_INLINE hr_region_sums hr_region_sums_of(const hr_region_step *t) {
    hr_region_sums sum;
    sum.side[t->way->level] = t->sum[0];
    sum.side[1 - t->way->level] = t->sum[1];
    return sum;
}

/// Change a node's arrangements into those after the step, for the slots in `range`.
HR_INLINE void hr_region_arrange(const hr_region_step *t, hr_region_range range, size_t sides, hr_region_arrangement *at) {
    for (size_t k = HR_REGION_SIDES - sides; k < HR_REGION_SIDES; k++) {
        for (size_t j = range.first; j < range.end; j++) {
            at[t->slot[k][j].number] = t->change[k][j].at;
        }
    }
}

/// Local. Returns by how much the largest lane of a step's node exceeds the slack.
int hr_region_excess_over(const hr_region_parent *p, const hr_region_step *t);

#endif
