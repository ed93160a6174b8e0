// SPDX-License-Identifier: MIT
// A depth-first search through the domain's functions. The domain's own search, which is much faster, first tells whether a small
// subtree has a solution at all.

#include "solve/idastar/list_paths.h"

#include <string.h>

#include "core/array.h"

enum {
    SMALL = 32,       ///< a subtree is small if the moves left to the solutions are at most this many
    ASK_EVERY = 8,    ///< the domain's search is asked once for so many levels
    LOOK_EVERY = 256, ///< states visited between two looks whether the search is to end
};

typedef struct listing {
    const hr_idastar_domain *domain;
    const hr_idastar_wanted *wanted;
    hr_idastar_listed *listed;
    uint64_t visited;                  ///< states visited
    hr_status status;                  ///< HR_OK while the search goes on, and at its end
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the root to the state that is being visited
} listing;

/// Add the present path. Returns whether the search goes on.
static bool add(listing *l) {
    hr_idastar_listed *to = l->listed;
    if (!HR_ARRAY_RESERVE(to->paths, to->capacity, (to->count + 1) * l->wanted->length + 1)) {
        l->status = HR_INTERNAL;
        return false;
    }
    memcpy(to->paths + to->count++ * l->wanted->length, l->path, l->wanted->length);
    return to->count < l->wanted->most;
}

/// Does the domain's own search say that there is no solution below the state, which is `g` moves deep?
static bool is_barren(const listing *l, const void *state, uint32_t g) {
    const hr_idastar_domain *domain = l->domain;
    const uint32_t left = l->wanted->length - g;
    if (domain->search == NULL || left > SMALL || left == 0 || left % ASK_EVERY != 0) {
        return false;
    }
    hr_idastar_subtree below = {.next_bound = HR_IDASTAR_NO_BOUND};
    domain->search(domain->context, state, (hr_idastar_terms){.g = g, .bound = l->wanted->length, .complete = true}, &below);
    return below.solutions == 0;
}

/// Is the search to end?
static bool stops(listing *l) {
    if (l->visited++ % LOOK_EVERY == 0 && l->wanted->stop_wanted != NULL && l->wanted->stop_wanted(l->wanted->stop_context)) {
        l->status = HR_STOPPED;
    }
    return l->status != HR_OK;
}

/// Visit `state`, `g` moves deep. Returns whether the search goes on.
static bool visit(listing *l, const void *state, uint32_t g) {
    const hr_idastar_domain *domain = l->domain;
    if (domain->solved(domain->context, state)) {
        return add(l);
    }
    if (stops(l)) {
        return false;
    }
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = is_barren(l, state, g) ? 0 : domain->moves(domain->context, state, moves);
    bool goes_on = true;
    for (size_t i = 0; i < n && goes_on; i++) {
        _Alignas(16) unsigned char next[HR_IDASTAR_STATE_MAX];
        domain->apply(domain->context, state, moves[i], next);
        const uint32_t h = domain->heuristic(domain->context, next);
        if (h != HR_IDASTAR_NO_BOUND && g + 1 + h <= l->wanted->length) {
            l->path[g] = moves[i];
            goes_on = visit(l, next, g + 1);
        }
    }
    return goes_on;
}

hr_status hr_idastar_list(const hr_idastar_domain *domain, const hr_idastar_wanted *wanted, hr_idastar_listed *listed,
                          hr_error *error) {
    listing l = {.domain = domain, .wanted = wanted, .listed = listed, .status = HR_OK};
    *listed = (hr_idastar_listed){0};
    (void)visit(&l, wanted->root, 0);
    return l.status == HR_OK        ? HR_OK
           : l.status == HR_STOPPED ? hr_error_set(error, HR_STOPPED, "stopped while the solutions were being listed")
                                    : hr_error_set(error, HR_INTERNAL, "out of memory for solutions");
}
