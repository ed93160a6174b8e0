// SPDX-License-Identifier: MIT
#include "solve/layers/shortest_path.h"

#include <stdio.h>
#include <stdlib.h>

#include "comm/comm.h"
#include "core/quantity.h"
#include "core/sorting.h"
#include "core/try.h"
#include "puzzle/words.h"
#include "solve/layers/discovery.h"
#include "solve/layers/list.h"

enum { LOOK_EVERY = 4096 }; ///< states expanded between two looks at limits

/// The search from one state.
typedef struct search_run {
    const hr_puzzle *puzzle;
    const hr_path_options *options;
    hr_path *path;
    hr_discovery found;
    size_t words;         ///< numbers of a state
    hr_state *successors; ///< [max_successors · words] scratch
    uint32_t solved;      ///< number of the first solved state; HR_DISCOVERY_NONE: none yet
    size_t layer_end;     ///< number of states up to the layer that is being expanded
    double layer_began;   ///< hr_comm_seconds
    double began;         ///< hr_comm_seconds
} search_run;

/// Record that the search has met the limit `limit`. Returns false.
static bool give_up(const search_run *r, const char *limit) {
    r->path->outcome = HR_PATH_LIMIT;
    (void)snprintf(r->path->limit, sizeof r->path->limit, "%s", limit);
    return false;
}

/// Add a new state. Returns false if a limit is met.
static bool add(search_run *r, const hr_state *state, uint32_t parent) {
    return hr_discovery_add(&r->found, state, parent) || give_up(r, r->found.limit);
}

/// Follow the parents of the first solved state back to the start.
static hr_status trace(const search_run *r, hr_error *error) {
    hr_path *path = r->path;
    path->outcome = HR_PATH_SOLVED;
    path->solutions = r->options->all ? hr_discovery_solved_ways(&r->found, r->puzzle, r->layer_end) : 0;
    path->count = (size_t)path->bound + 1;
    path->states = malloc(path->count * r->words * sizeof *path->states);
    HR_TRY_MEMORY(path->states != NULL, error, "a solution of %zu moves", path->count - 1);
    size_t at = r->solved;
    for (size_t i = path->count; i > 0; i--, at = r->found.parents[at]) {
        hr_words_copy(path->states + (i - 1) * r->words, hr_discovery_at(&r->found, at), r->words);
    }
    return HR_OK;
}

/// The states of a layer: those with the numbers `begin` to `end` − 1.
typedef struct layer_range {
    const hr_discovery *found;
    size_t begin;
    size_t end;
} layer_range;

/// Is the state in the layer (`leads` of hr_endings_step)?
static bool is_in(void *context, const hr_state *state) {
    const layer_range *l = context;
    const uint32_t at = hr_discovery_find(l->found, state);
    return at >= l->begin && at < l->end;
}

/// Write the solved states of the layer to `solved`, ascending. Returns their number.
static size_t find_solved(const search_run *r, const layer_range *last, hr_state *solved) {
    size_t n = 0;
    for (size_t at = last->begin; at < last->end; at++) {
        uint8_t is_solved = 0;
        hr_puzzle_solved(r->puzzle, hr_discovery_at(&r->found, at), 1, &is_solved);
        hr_words_copy(solved + n * r->words, hr_discovery_at(&r->found, at), r->words);
        n += is_solved > 0;
    }
    return hr_sort_distinct(solved, n, r->words);
}

/// Note the newest state if it is the first solved one. Returns whether it is solved.
static bool note_solved(search_run *r) {
    const uint32_t newest = (uint32_t)r->found.count - 1;
    uint8_t is_solved = 0;
    hr_puzzle_solved(r->puzzle, hr_discovery_at(&r->found, newest), 1, &is_solved);
    if (is_solved != 0 && r->solved == HR_DISCOVERY_NONE) {
        r->solved = newest;
    }
    return is_solved != 0;
}

/// Add the new states among `successors[0..n)`, found from the state `parent`, up to the first solved one unless all solutions are
/// counted. Returns false if a limit is met.
static bool add_new(search_run *r, size_t n, uint32_t parent) {
    const bool all = r->options->all;
    for (size_t i = 0; i < n; i++) {
        const hr_state *state = r->successors + i * r->words;
        uint32_t number = hr_discovery_find(&r->found, state);
        if (number == HR_DISCOVERY_NONE) {
            if (!add(r, state, parent)) {
                return false;
            }
            if (note_solved(r) && !all) {
                return true;
            }
            number = (uint32_t)r->found.count - 1;
        }
        if (all && number >= r->layer_end) {
            hr_discovery_add_ways(&r->found, number, r->found.ways[parent]);
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
        (void)snprintf(limit, sizeof limit, "at %s (--position-time)", hr_quantity_seconds(options->max_seconds, seconds));
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

/// A limit or a stop ends the work when the length is known: leave out the path.
static void lose_path(hr_path *path) {
    free(path->states);
    path->states = NULL;
    path->count = 0;
}

/// Go from the solved states `solved[0..n)` of the layer `last` back to the start. At a limit or a stop, which path->outcome tells,
/// the path is left out.
static hr_status list_back(const search_run *r, layer_range last, const hr_state *solved, size_t n, hr_error *error) {
    hr_endings endings;
    hr_status status = hr_endings_begin(&endings, r->puzzle, r->options->list, solved, n, error);
    bool goes = true;
    for (size_t depth = r->path->bound; status == HR_OK && depth > 0; depth--) {
        goes = goes_on(r, 0, 0, 1);
        if (!goes) {
            lose_path(r->path);
            break;
        }
        last.end = last.begin;
        last.begin = depth > 1 ? last.begin - (size_t)r->path->iterations[depth - 2].nodes : 0;
        status = hr_endings_step(&endings, is_in, &last, error);
    }
    status = status == HR_OK && goes ? hr_endings_take(&endings, r->path, error) : status;
    hr_endings_end(&endings);
    return status;
}

/// Replace the path by the list of shortest solutions.
static hr_status list(const search_run *r, hr_error *error) {
    const layer_range last = {.found = &r->found, .begin = r->path->bound == 0 ? 0 : r->layer_end, .end = r->found.count};
    hr_state *solved = malloc((last.end - last.begin + 1) * r->words * sizeof *solved);
    HR_TRY_MEMORY(solved != NULL, error, "solutions");
    const size_t n = find_solved(r, &last, solved);
    const hr_status status = list_back(r, last, solved, n, error);
    free(solved);
    return status;
}

/// Note the layer of the states from number layer_end on, found by the expansion of `expanded` states. A layer without states is
/// none.
static hr_status note_layer(search_run *r, size_t expanded, bool finished, hr_error *error) {
    const double now = hr_comm_seconds();
    const hr_iteration layer = {.bound = r->path->bound,
                                .finished = finished,
                                .nodes = r->found.count - r->layer_end,
                                .expanded = expanded,
                                .seconds = now - r->layer_began};
    r->layer_began = now;
    return layer.nodes > 0 ? hr_path_add_iteration(r->path, layer, error) : HR_OK;
}

/// Expand the states of a layer, from number `begin` to layer_end − 1. Stops early at a limit, and at the first solved state unless
/// all solutions are counted. Returns the number of states expanded.
static size_t expand_layer(search_run *r, size_t begin, bool *goes) {
    const bool all = r->options->all;
    size_t at = begin;
    for (*goes = true; at < r->layer_end && (all || r->solved == HR_DISCOVERY_NONE); at++) {
        *goes = goes_on(r, at, begin, r->layer_end);
        if (!*goes) {
            break;
        }
        size_t n = hr_puzzle_expand(r->puzzle, hr_discovery_at(&r->found, at), 1, r->successors, NULL);
        n = all ? hr_distinct_states(r->successors, n, r->words) : n;
        *goes = add_new(r, n, (uint32_t)at);
        if (!*goes) {
            break;
        }
    }
    return at - begin;
}

/// Expand layer after layer until one has a solved state, until no state is left (path->bound is 0 then), or until a limit or a
/// stop, which path->outcome tells. The first layer is known and not solved.
static hr_status search(search_run *r, hr_error *error) {
    bool goes = true;
    r->path->bound = 0;
    r->layer_began = r->began;
    for (size_t begin = 0; goes && r->solved == HR_DISCOVERY_NONE; begin = r->layer_end) {
        r->layer_end = r->found.count;
        if (begin == r->layer_end) { // all states are known
            r->path->bound = 0;
            return HR_OK;
        }
        r->path->bound++;
        const size_t expanded = expand_layer(r, begin, &goes);
        HR_TRY(note_layer(r, expanded, goes, error));
    }
    return HR_OK;
}

size_t hr_distinct_states(hr_state *states, size_t n, size_t words) {
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = 0;
        while (at < distinct && !hr_words_equal(states + at * words, states + i * words, words)) {
            at++;
        }
        hr_words_copy(states + at * words, states + i * words, words);
        distinct += at == distinct;
    }
    return distinct;
}

/// Do the work of hr_shortest_path; the caller frees the memory.
static hr_status search_and_trace(search_run *r, const hr_state *start, hr_error *error) {
    r->found.counts = r->options->all;
    if (!add(r, start, 0)) {
        return HR_OK;
    }
    if (r->options->all) {
        hr_discovery_add_ways(&r->found, 0, 1);
    }
    HR_TRY(note_solved(r) ? HR_OK : search(r, error));
    if (r->path->outcome != HR_PATH_UNSOLVABLE || r->solved == HR_DISCOVERY_NONE) { // a limit, or no solution
        return HR_OK;
    }
    HR_TRY(trace(r, error));
    HR_TRY(r->options->list > 0 ? list(r, error) : HR_OK);
    return r->path->outcome == HR_PATH_SOLVED ? hr_path_replay(r->puzzle, start, r->path, error) : HR_OK;
}

hr_status hr_shortest_path(const hr_puzzle *puzzle, const hr_state *start, const hr_path_options *options, hr_path *path,
                           hr_error *error) {
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    search_run r = {.puzzle = puzzle, .options = options, .path = path, .solved = HR_DISCOVERY_NONE, .began = hr_comm_seconds()};
    r.words = hr_puzzle_words(puzzle);
    hr_discovery_begin(&r.found, r.words, options->memory_limit, options->node_ranks > 0 ? options->node_ranks : 1,
                       options->max_states);
    r.successors = malloc(hr_puzzle_describe(puzzle)->max_successors * r.words * sizeof *r.successors);
    const hr_status status = r.successors == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for successors")
                                                  : search_and_trace(&r, start, error);
    path->visited = r.found.count;
    path->seconds = hr_comm_seconds() - r.began;
    free(r.successors);
    hr_discovery_end(&r.found);
    return status;
}
