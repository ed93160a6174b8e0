// SPDX-License-Identifier: MIT
#include "solve/layers/shortest_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"

enum {
    FIRST_CAPACITY = 4096,
    LOOK_EVERY = 4096, ///< states expanded between two calls of `goes_on`
};

/// States in the order of their discovery, and a hash table of their numbers.
typedef struct discovery {
    const hr_path_options *options;
    hr_path *path;
    hr_state *states;  ///< [capacity]
    uint32_t *parents; ///< [capacity] number of the state from which each state was found
    size_t count;
    size_t capacity;
    uint32_t *slots;   ///< [slot_count] 1 + number of a state; 0: empty
    size_t slot_count; ///< a power of two
    size_t slots_full; ///< number of states at which slots are added: 5/8 of slot_count, or 7/8 where memory is short
    uint64_t resident; ///< bytes that the process held before the search
} discovery;

static const size_t STATE_BYTES = sizeof(hr_state) + sizeof(uint32_t);

/// Record that the search has met the limit `limit`. Returns false.
static bool give_up(const discovery *d, const char *limit) {
    d->path->outcome = HR_PATH_LIMIT;
    (void)snprintf(d->path->limit, sizeof d->path->limit, "%s", limit);
    return false;
}

/// Returns the memory that this process may use in all.
static hr_memory_bound allowed(const discovery *d) {
    hr_memory_room room;
    hr_memory_room_here(1, &room);
    return hr_memory_room_rank_limit(&room, d->options->memory_limit, 1);
}

static bool lacks_memory(const discovery *d) {
    const hr_memory_bound limit = allowed(d);
    char number[HR_QUANTITY_MAX];
    char text[160];
    (void)snprintf(text, sizeof text, "by lack of memory, %s may be used (%s)", hr_quantity_bytes(limit.bytes, number),
                   limit.source);
    return give_up(d, text);
}

static uint64_t bytes_held(const discovery *d) { return d->capacity * STATE_BYTES + d->slot_count * sizeof *d->slots; }

/// May the search take `bytes` more bytes of memory?
static bool may_take(const discovery *d, uint64_t bytes) { return d->resident + bytes_held(d) + bytes <= allowed(d).bytes; }

static void put_slot(discovery *d, hr_state state, uint32_t number) {
    size_t at = (size_t)hr_hash_state(state) & (d->slot_count - 1);
    while (d->slots[at] != 0) {
        at = (at + 1) & (d->slot_count - 1);
    }
    d->slots[at] = number + 1;
}

/// Double the slots if there is memory for them, else let the present slots get fuller. Returns false if a limit is met.
static bool grow_slots(discovery *d) {
    const size_t slot_count = d->slot_count == 0 ? (size_t)2 * FIRST_CAPACITY : 2 * d->slot_count;
    uint32_t *slots = may_take(d, slot_count * sizeof *slots) ? calloc(slot_count, sizeof *slots) : NULL;
    if (slots == NULL) {
        const size_t fullest = d->slot_count / 8 * 7;
        const bool was_full = d->slots_full == fullest;
        d->slots_full = fullest;
        return !was_full || lacks_memory(d);
    }
    free(d->slots);
    d->slots = slots;
    d->slot_count = slot_count;
    d->slots_full = slot_count / 8 * 5;
    for (size_t i = 0; i < d->count; i++) {
        put_slot(d, d->states[i], (uint32_t)i);
    }
    return true;
}

/// Make room for half as many states again, or for an eighth where memory is short. Returns false if a limit is met.
static bool grow_states(discovery *d) {
    size_t more = d->capacity == 0 ? FIRST_CAPACITY : d->capacity / 2;
    if (!may_take(d, more * STATE_BYTES)) {
        more = d->capacity / 8;
    }
    const size_t capacity = d->capacity + more;
    if (capacity >= UINT32_MAX) {
        return give_up(d, "at 4,294,967,295 states, the most that this search can number");
    }
    if (more == 0 || !may_take(d, more * STATE_BYTES)) {
        return lacks_memory(d);
    }
    hr_state *states = realloc(d->states, capacity * sizeof *states);
    d->states = states != NULL ? states : d->states;
    uint32_t *parents = realloc(d->parents, capacity * sizeof *parents);
    d->parents = parents != NULL ? parents : d->parents;
    if (states == NULL || parents == NULL) {
        return lacks_memory(d);
    }
    d->capacity = capacity;
    return true;
}

static bool is_known(const discovery *d, hr_state state) {
    for (size_t at = (size_t)hr_hash_state(state) & (d->slot_count - 1); d->slots[at] != 0; at = (at + 1) & (d->slot_count - 1)) {
        if (d->states[d->slots[at] - 1] == state) {
            return true;
        }
    }
    return false;
}

/// Add a new state. Returns false if a limit is met.
static bool add(discovery *d, hr_state state, uint32_t parent) {
    const hr_count most = d->options->max_states;
    if (most > 0 && d->count >= most) {
        char number[HR_QUANTITY_MAX];
        char text[80];
        (void)snprintf(text, sizeof text, "at %s states (--max-nodes)", hr_quantity_count(most, number));
        return give_up(d, text);
    }
    if ((d->count == d->capacity && !grow_states(d)) || (d->count == d->slots_full && !grow_slots(d))) {
        return false;
    }
    put_slot(d, state, (uint32_t)d->count);
    d->states[d->count] = state;
    d->parents[d->count++] = parent;
    return true;
}

/// The last state that was added is solved: follow its parents back to the start.
static hr_status trace(const discovery *d, hr_error *error) {
    hr_path *path = d->path;
    const size_t solved = d->count - 1;
    path->outcome = HR_PATH_SOLVED;
    path->count = (size_t)path->bound + 1;
    path->states = malloc(path->count * sizeof *path->states);
    if (path->states == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a solution of %zu moves", path->count - 1);
    }
    size_t at = solved;
    for (size_t i = path->count; i > 0; i--, at = d->parents[at]) {
        path->states[i - 1] = d->states[at];
    }
    return HR_OK;
}

/// Add the new states among `successors[0..n)`, found from the state `parent`, up to the first solved one. *solved is set if there
/// is one. Returns false if a limit is met.
static bool add_new(const hr_puzzle *puzzle, discovery *d, const hr_state *successors, size_t n, uint32_t parent, bool *solved) {
    for (size_t i = 0; i < n; i++) {
        if (is_known(d, successors[i])) {
            continue;
        }
        if (!add(d, successors[i], parent)) {
            return false;
        }
        uint8_t is_solved = 0;
        hr_puzzle_solved(puzzle, &successors[i], 1, &is_solved);
        if (is_solved != 0) {
            *solved = true;
            return true;
        }
    }
    return true;
}

static bool goes_on(const discovery *d, size_t at, size_t layer_begin, size_t layer_end) {
    if (d->options->goes_on == NULL || at % LOOK_EVERY != 0) {
        return true;
    }
    const hr_path_progress progress = {.visited = d->count,
                                       .depth = d->path->bound - 1,
                                       .layer_done = (double)(at - layer_begin) / (double)(layer_end - layer_begin),
                                       .memory = bytes_held(d)};
    if (d->options->goes_on(d->options->context, &progress)) {
        return true;
    }
    d->path->outcome = HR_PATH_STOPPED;
    return false;
}

/// Expand layer after layer. The first layer is known and not solved. Returns true if the last state added is solved.
static bool search(const hr_puzzle *puzzle, discovery *d, hr_state *successors) {
    size_t layer_begin = 0;
    size_t layer_end = d->count;
    d->path->bound = 1;
    for (size_t at = 0; at < d->count; at++) {
        if (at == layer_end) { // a layer is done: none of the states found from it is solved
            layer_begin = at;
            layer_end = d->count;
            d->path->bound++;
        }
        if (!goes_on(d, at, layer_begin, layer_end)) {
            return false;
        }
        const hr_state state = d->states[at];
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        bool solved = false;
        if (!add_new(puzzle, d, successors, n, (uint32_t)at, &solved) || solved) {
            return solved;
        }
    }
    d->path->bound = 0;
    return false;
}

/// Does the path begin at `start`, is each of its states a successor of the one before, and the last one solved?
static hr_status replay(const hr_puzzle *puzzle, hr_state start, const hr_path *path, hr_state *successors, hr_error *error) {
    size_t at = 1;
    for (bool there = path->states[0] == start; there && at < path->count; at += there) {
        const size_t n = hr_puzzle_expand(puzzle, &path->states[at - 1], 1, successors, NULL);
        there = false;
        for (size_t i = 0; i < n; i++) {
            there |= successors[i] == path->states[at];
        }
    }
    uint8_t solved = 0;
    hr_puzzle_solved(puzzle, &path->states[path->count - 1], 1, &solved);
    return at == path->count && solved > 0
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL,
                              "a path of %zu moves cannot be right: %zu of them are moves, and its end is %s; please report this, "
                              "and do not use the result",
                              path->count - 1, at - 1, solved > 0 ? "solved" : "not solved");
}

/// Do the work of hr_shortest_path; the caller frees the memory.
static hr_status search_and_trace(const hr_puzzle *puzzle, hr_state start, discovery *d, hr_state *successors, hr_error *error) {
    if (!add(d, start, 0)) {
        return HR_OK;
    }
    uint8_t is_solved = 0;
    hr_puzzle_solved(puzzle, &start, 1, &is_solved);
    if (is_solved == 0 && !search(puzzle, d, successors)) {
        return HR_OK;
    }
    HR_TRY(trace(d, error));
    return replay(puzzle, start, d->path, successors, error);
}

hr_status hr_shortest_path(const hr_puzzle *puzzle, hr_state start, const hr_path_options *options, hr_path *path,
                           hr_error *error) {
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    hr_memory_room room;
    hr_memory_room_here(1, &room);
    discovery d = {.options = options, .path = path, .resident = room.resident};
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *successors);
    const hr_status status = successors == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for successors")
                                                : search_and_trace(puzzle, start, &d, successors, error);
    path->visited = d.count;
    free(successors);
    free(d.states);
    free(d.parents);
    free(d.slots);
    return status;
}

void hr_path_clear(hr_path *path) {
    free(path->states);
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
}
