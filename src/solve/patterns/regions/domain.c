// SPDX-License-Identifier: MIT
// IDA* with several partitions at once: the functions of the domain, and a depth-first search of a subtree that finds its leftmost
// goal. Subtrees without a goal are searched in batches.

#include "solve/patterns/regions/domain.h"

#include <string.h>

#include "solve/patterns/regions/batch.h"
#include "solve/patterns/regions/step.h"

/// A running search of a subtree. The position is changed in place and changed back.
typedef struct region_search {
    const hr_region_domain *d;
    hr_count nodes;
    hr_count expanded;
    hr_count solutions;
    int over; ///< the least by which the largest lane of a pruned node exceeded the slack
    bool complete;
    size_t path_length;
    hr_region_arrangement at[HR_REGION_NUMBERS];
    uint8_t piece[HR_TILES_CELLS_MAX];
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the subtree's root to the goal, the last move first
} region_search;

/// Lower `over` to the amount by which the pruned node's largest lane exceeds its slack, if that is less.
static void note_pruned(region_search *s, const hr_region_parent *parent, const hr_region_step *t) {
    const int by = s->over > 1 ? hr_region_excess_over(parent, t) : s->over;
    s->over = by < s->over ? by : s->over;
}

static bool visit(region_search *s, int blank, uint16_t history, int slack, uint32_t distance, hr_region_sums sum);

/// Exchange the arrangements of the tile's slots for those after its move, search below, and change them back.
static bool descend(region_search *s, const hr_region_step *t, int from, uint16_t history, uint32_t distance) {
    hr_region_arrangement before[HR_REGION_NUMBERS];
    memcpy(before, s->at, sizeof before);
    hr_region_arrange(t, (hr_region_range){0, t->count}, (size_t)s->d->sides, s->at);
    const bool stop = visit(s, from, history, t->slack, t->worse ? distance + 1 : distance - 1, hr_region_sums_of(t));
    memcpy(s->at, before, sizeof before);
    return stop;
}

/// Count a goal, where all tiles are at home. Returns true to stop.
static bool is_goal(region_search *s) {
    s->solutions++;
    s->path_length = 0;
    return !s->complete;
}

/// Search below a node with this slack, sum of distances and lanes. Returns true to stop; the goal's path has then been written.
static bool visit(region_search *s, int blank, uint16_t history, int slack, uint32_t distance, hr_region_sums sum) {
    if (distance == 0) {
        return is_goal(s);
    }
    const hr_tiles_ways *to = &s->d->tiles->ways[blank][HR_TILES_NO_MOVE];
    s->expanded++;
    const hr_region_parent parent = {
        .d = s->d, .at = s->at, .piece = s->piece, .sum = sum, .slack = slack, .blank = (uint8_t)blank};
    for (size_t i = 0; i < to->count; i++) {
        const uint8_t from = to->from[i];
        const uint16_t after = s->d->automaton.next[history][to->move[i]];
        if (after == HR_TILES_FORBIDDEN) {
            continue;
        }
        hr_region_step t;
        s->nodes++;
        hr_region_begin_step(&parent, s->piece[from], &s->d->way[blank][to->move[i]], &t);
        if (hr_region_finish_step(&parent, &t)) {
            note_pruned(s, &parent, &t);
            continue;
        }
        s->piece[blank] = s->piece[from];
        const bool stop = descend(s, &t, from, after, distance);
        s->piece[from] = s->piece[blank];
        if (stop) {
            s->path[s->path_length++] = to->move[i];
            return true;
        }
    }
    return false;
}

static size_t list_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    const hr_region_domain *d = context;
    const hr_tiles_state *s = state;
    const uint16_t *after = d->automaton.next[hr_region_history(s)];
    size_t n = 0;
    for (uint8_t m = 0; m < 4; m++) {
        moves[n] = m;
        n += after[m] != HR_TILES_FORBIDDEN;
    }
    return n;
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    const hr_region_domain *d = context;
    hr_tiles_state *to = next;
    hr_tiles_apply(context, state, move, next);
    const uint16_t after = d->automaton.next[hr_region_history(state)][move];
    to->history = after != HR_TILES_FORBIDDEN ? after : to->blank;
}

static uint32_t heuristic(const void *context, const void *state) {
    const hr_region_domain *d = context;
    hr_region_arrangement at[HR_REGION_NUMBERS];
    const hr_region_sums sum = hr_region_look_up(d, state, at);
    return hr_tiles_manhattan(d->tiles, state) + 2 * (uint32_t)hr_region_largest(&sum);
}

/// Search a subtree depth first, up to its leftmost goal. `subtree` says what to search and takes the counts.
static void search_to_goal(const hr_region_domain *d, hr_region_subtree *subtree, hr_idastar_subtree *result) {
    const hr_tiles_state *root = subtree->root;
    region_search s;
    s.d = d;
    s.nodes = 0;
    s.expanded = 0;
    s.solutions = 0;
    s.over = INT32_MAX;
    s.complete = subtree->complete;
    s.path_length = 0;
    memcpy(s.piece, root->piece, sizeof s.piece);
    const hr_region_sums sum = hr_region_look_up(d, root, s.at);
    if (visit(&s, root->blank, hr_region_history(root), subtree->slack, subtree->distance, sum)) {
        hr_idastar_subtree_path(result, s.path, s.path_length);
    }
    subtree->nodes = s.nodes;
    subtree->expanded = s.expanded;
    subtree->solutions = s.solutions;
    subtree->over = s.over;
}

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const hr_region_domain *d = context;
    const uint32_t distance = hr_tiles_manhattan(d->tiles, state);
    const uint32_t least = terms.g + distance;
    const uint32_t f = terms.g + heuristic(context, state);
    if (f > terms.bound) {
        result->next_bound = f < result->next_bound ? f : result->next_bound;
        return;
    }
    hr_region_subtree subtree = {
        .root = state, .distance = distance, .slack = (int)(terms.bound - least) / 2, .complete = terms.complete};
    if (!hr_region_search_batches(d, &subtree)) {
        search_to_goal(d, &subtree, result);
    }
    result->nodes += subtree.nodes;
    result->expanded += subtree.expanded;
    result->solutions += subtree.solutions;
    if (subtree.over != INT32_MAX) {
        const uint32_t next = least + 2 * (uint32_t)(subtree.slack + subtree.over);
        result->next_bound = next < result->next_bound ? next : result->next_bound;
    }
}

void hr_region_domain_take(const hr_region_domain *made, hr_idastar_domain *domain) {
    *domain = hr_tiles_domain(made);
    domain->moves = list_moves;
    domain->needless = made->needless;
    domain->apply = apply;
    domain->heuristic = heuristic;
    domain->search = search;
}
