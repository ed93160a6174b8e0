// SPDX-License-Identifier: MIT
#include "solve/layers/shortest_path.h"

#include <stdlib.h>

#include "core/hash.h"
#include "core/try.h"

/// States in the order of their discovery, and a hash table of their numbers.
typedef struct discovery {
    hr_state *states;
    uint32_t *parents;
    size_t count;
    uint32_t *slots;   ///< number + 1, 0: empty
    size_t slot_count; ///< a power of two, more than twice the states
} discovery;

static hr_status out_of_memory(size_t count, hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "out of memory after %zu states: enumerate the puzzle on more memory instead", count);
}

static void put_slot(discovery *d, hr_state state, uint32_t number) {
    size_t at = (size_t)hr_hash_state(state) & (d->slot_count - 1);
    while (d->slots[at] != 0) {
        at = (at + 1) & (d->slot_count - 1);
    }
    d->slots[at] = number + 1;
}

static hr_status grow(discovery *d, hr_error *error) {
    const size_t capacity = d->slot_count == 0 ? 4096 : d->slot_count; // of states; twice as many slots
    if (capacity > UINT32_MAX / 2) {
        return out_of_memory(d->count, error);
    }
    hr_state *states = realloc(d->states, capacity * sizeof *states);
    if (states != NULL) {
        d->states = states;
    }
    uint32_t *parents = realloc(d->parents, capacity * sizeof *parents);
    if (parents != NULL) {
        d->parents = parents;
    }
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    if (states == NULL || parents == NULL || slots == NULL) {
        free(slots);
        return out_of_memory(d->count, error);
    }
    free(d->slots);
    d->slots = slots;
    d->slot_count = 2 * capacity;
    for (size_t i = 0; i < d->count; i++) {
        put_slot(d, d->states[i], (uint32_t)i);
    }
    return HR_OK;
}

static bool is_known(const discovery *d, hr_state state) {
    for (size_t at = (size_t)hr_hash_state(state) & (d->slot_count - 1); d->slots[at] != 0; at = (at + 1) & (d->slot_count - 1)) {
        if (d->states[d->slots[at] - 1] == state) {
            return true;
        }
    }
    return false;
}

static hr_status add(discovery *d, hr_state state, uint32_t parent, hr_error *error) {
    if (2 * (d->count + 1) > d->slot_count) {
        HR_TRY(grow(d, error));
    }
    put_slot(d, state, (uint32_t)d->count);
    d->states[d->count] = state;
    d->parents[d->count++] = parent;
    return HR_OK;
}

/// Search on from number `at` to the end; *solved is the number of the first solved state, SIZE_MAX if there is none.
static hr_status search(const hr_puzzle *puzzle, discovery *d, size_t *solved, hr_error *error) {
    *solved = SIZE_MAX;
    const size_t most = hr_puzzle_describe(puzzle)->max_successors;
    hr_state *successors = malloc(most * sizeof *successors);
    if (successors == NULL) {
        return out_of_memory(d->count, error);
    }
    hr_status status = HR_OK;
    for (size_t at = 0; at < d->count && status == HR_OK; at++) {
        uint8_t is_solved = 0;
        hr_puzzle_solved(puzzle, &d->states[at], 1, &is_solved);
        if (is_solved) {
            *solved = at;
            break;
        }
        const size_t n = hr_puzzle_expand(puzzle, &d->states[at], 1, successors, NULL);
        for (size_t i = 0; i < n && status == HR_OK; i++) {
            status = is_known(d, successors[i]) ? HR_OK : add(d, successors[i], (uint32_t)at, error);
        }
    }
    free(successors);
    return status;
}

static hr_status trace(const discovery *d, size_t solved, hr_state **path, size_t *count, hr_error *error) {
    size_t length = 1;
    for (size_t at = solved; at != 0; at = d->parents[at]) {
        length++;
    }
    *path = malloc(length * sizeof **path);
    if (*path == NULL) {
        return out_of_memory(d->count, error);
    }
    *count = length;
    size_t at = solved;
    for (size_t i = length; i > 0; i--, at = d->parents[at]) {
        (*path)[i - 1] = d->states[at];
    }
    return HR_OK;
}

hr_status hr_shortest_path(const hr_puzzle *puzzle, hr_state start, hr_state **path, size_t *count, hr_count *visited,
                           hr_error *error) {
    *path = NULL;
    *count = 0;
    discovery d = {0};
    size_t solved = SIZE_MAX;
    hr_status status = add(&d, start, 0, error);
    status = status == HR_OK ? search(puzzle, &d, &solved, error) : status;
    status = status == HR_OK && solved != SIZE_MAX ? trace(&d, solved, path, count, error) : status;
    *visited = d.count;
    free(d.states);
    free(d.parents);
    free(d.slots);
    return status;
}
