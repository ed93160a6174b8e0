// SPDX-License-Identifier: MIT
// IDA* with several partitions at once.
//
// A node carries the *slack*: half of what the bound allows beyond g and the tiles' distances from home. It is pruned if a lane of
// the sums of excesses is greater than the slack. One addition compares all lanes of a side: a lane's top bit is set if the lane
// and 127 − slack exceed 127 together. A lane is at most 15 · HR_PARTITION_MAX = 120.
//
// A move changes a pattern's excess only if the pattern holds the moved tile: for the others the blank stays in its region. The
// patterns of the first partition are looked up first, then those that the next partition adds, and the rest only for nodes that
// these leave.

#include "solve/patterns/regions/domain.h"

#include <string.h>

#include "solve/patterns/regions/tables.h"

enum { LANE_MOST = 127 };

#define EACH_LANE UINT64_C(0x0101010101010101)

/// A running search of a subtree. The position is changed in place and changed back.
typedef struct region_search {
    const hr_region_domain *d;
    hr_count nodes;
    hr_count solutions;
    int over; ///< the least by which the largest lane of a pruned node exceeded the slack
    bool complete;
    size_t path_length;
    hr_region_arrangement at[HR_REGION_SIDES * HR_REGION_PATTERNS];
    uint8_t piece[HR_TILES_CELLS_MAX];
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the subtree's root to the goal, the last move first
} region_search;

/// An arrangement after a move, whose excess is being fetched.
typedef struct change {
    uint32_t mask;
    uint16_t order;
    uint8_t shift;
    const uint8_t *byte;
} change;

/// The search below one node, as expand.
typedef bool visitor(region_search *s, int blank, int last, int slack, uint32_t distance, hr_region_sums sum);

/// The part of a search that is given as constants, so that the compiler inlines it.
typedef struct form {
    size_t sides;
    visitor *visit; ///< the function that expand is inlined into; it recurses
} form;

HR_INLINE void find_change(const region_search *s, const hr_region_slot *t, const hr_region_crossing *over, change *to) {
    const uint64_t ones = UINT64_C(0x4332322132212110); // in four bits, for each number of four bits, the number of its ones
    const hr_region_arrangement *now = &s->at[t->number];
    const hr_region_crossing *c = &over[t->side];
    const unsigned passed = ones >> (4 * (now->mask >> c->shift & c->between)) & 15U;
    const hr_region_places *places = t->places;
    to->mask = now->mask ^ c->flip;
    to->order = places->after[(size_t)now->order * HR_REGION_STRIDE + t->tile + c->direction + passed];
    const uint32_t row = hr_region_row(places, to->mask);
    to->byte = t->values + (size_t)row * places->orders + to->order;
    __builtin_prefetch(to->byte);
    to->shift = (uint8_t)hr_region_shift(places, row, c->blank);
}

HR_INLINE uint8_t excess_of(const change *c) { return *c->byte >> c->shift & 15U; }

/// Add the change of a pattern's excess to the lanes of its partitions.
HR_INLINE void add_change(const region_search *s, const hr_region_slot *t, const change *c, hr_region_sums *sum) {
    sum->side[t->side] += t->lanes * ((uint64_t)excess_of(c) - s->at[t->number].excess);
}

/// Is one of the lanes `which` greater than the slack?
HR_INLINE bool exceeds(uint64_t lanes, uint64_t which, int slack) {
    const uint64_t room = slack < LANE_MOST ? (uint64_t)(LANE_MOST - slack) : 0;
    return ((lanes + room * EACH_LANE) & which << 7) != 0;
}

/// A successor whose excesses are being fetched.
typedef struct step {
    const hr_region_slots *of;
    const hr_region_crossing *over;
    hr_region_sums sum;
    int slack;
    bool worse; ///< the tile moves away from home
    change change[HR_REGION_SLOTS];
} step;

/// Take account of a pruned node, of whose changes the first `done` are in its sums.
static __attribute__((noinline)) void note_pruned(region_search *s, const step *t, size_t done) {
    hr_region_sums sum = t->sum;
    for (size_t i = done; i < t->of->count; i++) {
        change c;
        find_change(s, &t->of->slot[i], t->over, &c);
        add_change(s, &t->of->slot[i], &c, &sum);
    }
    const int by = hr_region_largest(&sum) - t->slack;
    s->over = by < s->over ? by : s->over;
}

HR_INLINE void begin_step(const region_search *s, const hr_region_ways *to, size_t i, int blank, int slack,
                          const hr_region_sums *sum, step *t) {
    const hr_tiles *tiles = s->d->tiles;
    const uint8_t from = to->from[i];
    const uint8_t tile = s->piece[from];
    t->of = &s->d->slots[tile];
    t->over = to->side[i];
    t->sum = *sum;
    t->worse = tiles->distance[tile][blank] > tiles->distance[tile][from];
    t->slack = slack - t->worse;
}

/// Begin to fetch the excesses of the slots from `first` up to `end`.
HR_INLINE void fetch(const region_search *s, step *t, size_t first, size_t end) {
    for (size_t j = first; j < end; j++) {
        find_change(s, &t->of->slot[j], t->over, &t->change[j]);
    }
}

/// Take the excesses of the slots from `first` up to `end`. Returns true if the node is pruned. Of the slots of one side each lane
/// is in exactly one, so the lanes of these slots are known then.
HR_INLINE bool is_pruned(region_search *s, step *t, size_t first, size_t end) {
    bool pruned = false;
    for (size_t j = first; j < end; j++) {
        const hr_region_slot *of = &t->of->slot[j];
        add_change(s, of, &t->change[j], &t->sum);
        pruned |= exceeds(t->sum.side[of->side], of->lanes, t->slack);
    }
    if (pruned && s->over > 1) {
        note_pruned(s, t, end);
    }
    return pruned;
}

/// Take the excesses of the slots from `first` up to `end` of the `n` steps, keep the steps that are not pruned, and begin to fetch
/// their slots up to `next`. Returns the number of steps that are left.
HR_INLINE size_t thin(region_search *s, step *steps[4], size_t n, size_t first, size_t end, size_t next) {
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        step *t = steps[i];
        const size_t count = t->of->count;
        if (!is_pruned(s, t, first, end < count ? end : count)) {
            fetch(s, t, end, next < count ? next : count);
            steps[left++] = t;
        }
    }
    return left;
}

/// Exchange the arrangements of the tile's slots for those after its move, search below, and change them back.
HR_INLINE bool descend(region_search *s, const step *t, int from, int move, uint32_t distance, form how) {
    hr_region_arrangement before[HR_REGION_SLOTS];
    for (size_t i = 0; i < t->of->count; i++) {
        hr_region_arrangement *at = &s->at[t->of->slot[i].number];
        before[i] = *at;
        *at = (hr_region_arrangement){.mask = t->change[i].mask, .order = t->change[i].order, .excess = excess_of(&t->change[i])};
    }
    const bool stop = how.visit(s, from, move, t->slack, t->worse ? distance + 1 : distance - 1, t->sum);
    for (size_t i = 0; i < t->of->count; i++) {
        s->at[t->of->slot[i].number] = before[i];
    }
    return stop;
}

/// Search below a node with this slack, sum of distances and lanes. Returns true to stop; the goal's path has then been written.
HR_INLINE bool expand(region_search *s, int blank, int last, int slack, uint32_t distance, hr_region_sums sum, form how) {
    const hr_region_ways *to = &s->d->ways[blank][last];
    step steps[4];
    step *left[4]; // not pruned so far
    size_t n = to->count;
    for (size_t i = 0; i < n; i++) {
        begin_step(s, to, i, blank, slack, &sum, &steps[i]);
        fetch(s, &steps[i], 0, how.sides);
        left[i] = &steps[i];
    }
    s->nodes += n;
    n = thin(s, left, n, 0, how.sides, 2 * how.sides);
    n = thin(s, left, n, how.sides, 2 * how.sides, HR_REGION_SLOTS);
    n = thin(s, left, n, 2 * how.sides, HR_REGION_SLOTS, HR_REGION_SLOTS);
    for (size_t i = 0; i < n; i++) {
        const size_t way = (size_t)(left[i] - steps);
        const uint8_t from = to->from[way];
        const uint8_t tile = s->piece[from];
        s->piece[blank] = tile;
        const bool stop = descend(s, left[i], from, to->move[way], distance, how);
        s->piece[from] = tile;
        if (stop) {
            s->nodes -= to->count - 1 - way; // generated after the solution
            s->path[s->path_length++] = to->move[way];
            return true;
        }
    }
    return false;
}

/// Count a goal, where all tiles are at home. Returns true to stop.
static bool is_goal(region_search *s) {
    s->solutions++;
    s->path_length = 0;
    return !s->complete;
}

static bool visit_one(region_search *s, int blank, int last, int slack, uint32_t distance, hr_region_sums sum) {
    return distance == 0 ? is_goal(s) : expand(s, blank, last, slack, distance, sum, (form){1, visit_one});
}

static bool visit_two(region_search *s, int blank, int last, int slack, uint32_t distance, hr_region_sums sum) {
    return distance == 0 ? is_goal(s) : expand(s, blank, last, slack, distance, sum, (form){2, visit_two});
}

static uint32_t heuristic(const void *context, const void *state) {
    const hr_region_domain *d = context;
    hr_region_arrangement at[HR_REGION_SIDES * HR_REGION_PATTERNS];
    const hr_region_sums sum = hr_region_look_up(d, state, at);
    return hr_tiles_manhattan(d->tiles, state) + 2 * (uint32_t)hr_region_largest(&sum);
}

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const hr_region_domain *d = context;
    const hr_tiles_state *root = state;
    region_search s;
    s.d = d;
    s.nodes = 0;
    s.solutions = 0;
    s.over = INT32_MAX;
    s.complete = terms.complete;
    s.path_length = 0;
    memcpy(s.piece, root->piece, sizeof s.piece);
    const hr_region_sums sum = hr_region_look_up(d, root, s.at);
    const uint32_t distance = hr_tiles_manhattan(d->tiles, root);
    const uint32_t least = terms.g + distance;
    const uint32_t f = least + 2 * (uint32_t)hr_region_largest(&sum);
    if (f > terms.bound) {
        result->next_bound = f < result->next_bound ? f : result->next_bound;
        return;
    }
    const int slack = (int)(terms.bound - least) / 2;
    const bool stopped = (d->sides == 2 ? visit_two : visit_one)(&s, root->blank, root->last, slack, distance, sum);
    if (stopped) {
        hr_idastar_subtree_path(result, s.path, s.path_length);
    }
    result->nodes += s.nodes;
    result->solutions += s.solutions;
    if (s.over != INT32_MAX) {
        const uint32_t next = least + 2 * (uint32_t)(slack + s.over);
        result->next_bound = next < result->next_bound ? next : result->next_bound;
    }
}

void hr_region_domain_take(const hr_region_domain *made, hr_idastar_domain *domain) {
    *domain = hr_tiles_domain(made);
    domain->heuristic = heuristic;
    domain->search = search;
}
