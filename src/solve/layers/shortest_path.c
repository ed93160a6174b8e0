// SPDX-License-Identifier: MIT
#include "solve/layers/shortest_path.h"

#include <stdio.h>
#include <stdlib.h>

#include "comm/comm.h"
#include "core/quantity.h"
#include "core/try.h"
#include "solve/layers/discovery.h"

enum { LOOK_EVERY = 4096 }; ///< states expanded between two looks at limits

/// The search from one state.
typedef struct search_run {
    const hr_puzzle *puzzle;
    const hr_path_options *options;
    hr_path *path;
    hr_discovery found;
    hr_state *successors; ///< [max_successors] scratch
    double began;         ///< hr_comm_seconds
} search_run;

/// Record that the search has met the limit `limit`. Returns false.
static bool give_up(const search_run *r, const char *limit) {
    r->path->outcome = HR_PATH_LIMIT;
    (void)snprintf(r->path->limit, sizeof r->path->limit, "%s", limit);
    return false;
}

/// Add a new state. Returns false if a limit is met.
static bool add(search_run *r, hr_state state, uint32_t parent) {
    return hr_discovery_add(&r->found, state, parent) || give_up(r, r->found.limit);
}

/// The last state that was added is solved: follow its parents back to the start.
static hr_status trace(const search_run *r, hr_error *error) {
    hr_path *path = r->path;
    path->outcome = HR_PATH_SOLVED;
    path->count = (size_t)path->bound + 1;
    path->states = malloc(path->count * sizeof *path->states);
    if (path->states == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a solution of %zu moves", path->count - 1);
    }
    size_t at = r->found.count - 1;
    for (size_t i = path->count; i > 0; i--, at = r->found.parents[at]) {
        path->states[i - 1] = r->found.states[at];
    }
    return HR_OK;
}

/// Add the new states among `successors[0..n)`, found from the state `parent`, up to the first solved one. *solved is set if there
/// is one. Returns false if a limit is met.
static bool add_new(search_run *r, size_t n, uint32_t parent, bool *solved) {
    for (size_t i = 0; i < n; i++) {
        const hr_state state = r->successors[i];
        if (hr_discovery_find(&r->found, state) != HR_DISCOVERY_NONE) {
            continue;
        }
        if (!add(r, state, parent)) {
            return false;
        }
        uint8_t is_solved = 0;
        hr_puzzle_solved(r->puzzle, &state, 1, &is_solved);
        if (is_solved != 0) {
            *solved = true;
            return true;
        }
    }
    return true;
}

static bool goes_on(const search_run *r, size_t at, size_t layer_begin, size_t layer_end) {
    const hr_path_options *options = r->options;
    if (at % LOOK_EVERY != 0) {
        return true;
    }
    if (options->max_seconds > 0 && hr_comm_seconds() - r->began >= options->max_seconds) {
        r->path->late = true;
        char seconds[HR_QUANTITY_MAX];
        char limit[80];
        (void)snprintf(limit, sizeof limit, "at %s (--max-seconds)", hr_quantity_seconds(options->max_seconds, seconds));
        return give_up(r, limit);
    }
    const hr_path_progress progress = {.visited = r->found.count,
                                       .depth = r->path->bound - 1,
                                       .layer_done = (double)(at - layer_begin) / (double)(layer_end - layer_begin),
                                       .memory = hr_discovery_bytes(&r->found)};
    if (options->goes_on == NULL || options->goes_on(options->context, &progress)) {
        return true;
    }
    r->path->outcome = HR_PATH_STOPPED;
    return false;
}

/// Expand layer after layer. The first layer is known and not solved. Returns true if the last state added is solved.
static bool search(search_run *r) {
    size_t layer_begin = 0;
    size_t layer_end = r->found.count;
    r->path->bound = 1;
    for (size_t at = 0; at < r->found.count; at++) {
        if (at == layer_end) { // a layer is done: none of the states found from it is solved
            layer_begin = at;
            layer_end = r->found.count;
            r->path->bound++;
        }
        if (!goes_on(r, at, layer_begin, layer_end)) {
            return false;
        }
        const size_t n = hr_puzzle_expand(r->puzzle, &r->found.states[at], 1, r->successors, NULL);
        bool solved = false;
        if (!add_new(r, n, (uint32_t)at, &solved) || solved) {
            return solved;
        }
    }
    r->path->bound = 0;
    return false;
}

/// Do the work of hr_shortest_path; the caller frees the memory.
static hr_status search_and_trace(search_run *r, hr_state start, hr_error *error) {
    if (!add(r, start, 0)) {
        return HR_OK;
    }
    uint8_t is_solved = 0;
    hr_puzzle_solved(r->puzzle, &start, 1, &is_solved);
    if (is_solved == 0 && !search(r)) {
        return HR_OK;
    }
    HR_TRY(trace(r, error));
    return hr_path_replay(r->puzzle, start, r->path, error);
}

hr_status hr_shortest_path(const hr_puzzle *puzzle, hr_state start, const hr_path_options *options, hr_path *path,
                           hr_error *error) {
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    search_run r = {.puzzle = puzzle, .options = options, .path = path, .began = hr_comm_seconds()};
    hr_discovery_begin(&r.found, options->memory_limit, options->node_ranks > 0 ? options->node_ranks : 1, options->max_states);
    r.successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *r.successors);
    const hr_status status = r.successors == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for successors")
                                                  : search_and_trace(&r, start, error);
    path->visited = r.found.count;
    path->seconds = hr_comm_seconds() - r.began;
    free(r.successors);
    hr_discovery_end(&r.found);
    return status;
}
