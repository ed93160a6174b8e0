// SPDX-License-Identifier: MIT
// Depth-first search of one subtree through the domain's functions.

#include <string.h>

#include "solve/idastar/idastar.h"

typedef struct plain {
    const hr_idastar_domain *domain;
    uint32_t p;
    uint32_t q;
    uint32_t bound;
    bool complete;
    hr_idastar_subtree *result;
    size_t depth; ///< moves from the subtree's root to the node that is being visited
} plain;

/// Visit `state`, `g` moves deep. Returns true to stop; the moves from `state` to the goal have then been written.
static bool visit(plain *s, const void *state, uint32_t g) {
    const hr_idastar_domain *domain = s->domain;
    if (domain->solved(domain->context, state)) {
        s->result->solutions++;
        s->result->path_length = s->complete ? 0 : s->depth;
        return !s->complete;
    }
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = domain->moves(domain->context, state, moves);
    s->result->expanded++;
    for (size_t i = 0; i < n; i++) {
        _Alignas(16) unsigned char next[HR_IDASTAR_STATE_MAX];
        s->result->nodes++;
        domain->apply(domain->context, state, moves[i], next);
        const uint32_t h = domain->heuristic(domain->context, next);
        if (h == HR_IDASTAR_NO_BOUND) {
            continue;
        }
        const uint32_t f = s->q * (g + 1) + s->p * h;
        if (f > s->bound) {
            s->result->next_bound = f < s->result->next_bound ? f : s->result->next_bound;
            continue;
        }
        s->depth++;
        const bool stop = visit(s, next, g + 1);
        s->depth--;
        if (stop) {
            s->result->path[s->depth] = moves[i];
            return true;
        }
    }
    return false;
}

void hr_idastar_search_plain(const hr_idastar_domain *domain, hr_idastar_weight weight, const void *state, hr_idastar_terms terms,
                             hr_idastar_subtree *result) {
    const bool weighted = weight.numerator != 0;
    plain s = {
        .domain = domain,
        .p = weighted ? weight.numerator : 1,
        .q = weighted ? weight.denominator : 1,
        .bound = terms.bound,
        .complete = terms.complete,
        .result = result,
    };
    (void)visit(&s, state, terms.g);
}
