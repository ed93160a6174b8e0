// SPDX-License-Identifier: MIT
// IDA* with several partitions at once: the functions of the domain. Subtrees without a goal are searched in batches, and one with
// a goal again in order.

#include "solve/patterns/regions/domain.h"

#include <string.h>

#include "solve/idastar/replay.h"
#include "solve/patterns/regions/batch.h"

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
    hr_idastar_domain domain;
    hr_region_domain_take(d, &domain);
    bool done = hr_region_search_batches(d, &subtree);
    if (!done) {
        subtree.ordered = true;
        done = hr_region_search_batches(d, &subtree);
    }
    if (!done) { // memory is short
        hr_idastar_search_plain(&domain, (hr_idastar_weight){0}, state, terms, result);
        return;
    }
    if (subtree.ordered && subtree.solutions > 0) {
        result->path_length = subtree.path_length;
        memcpy(result->path, subtree.path, subtree.path_length);
        subtree.nodes -= hr_idastar_right_of(&domain, state, subtree.path, subtree.path_length);
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
