// SPDX-License-Identifier: MIT
#include "solve/layers/discovery.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/state.h"

enum { FIRST_CAPACITY = 4096 };

/// Bytes that a search without a limit of its own takes without a look at what the process may use, which takes longer than an easy
/// search.
enum { SMALL = 1 << 20 };

void hr_discovery_begin(hr_discovery *discovery, size_t words, uint64_t memory_limit, int node_ranks, hr_count max_states) {
    *discovery = (hr_discovery){
        .words = words, .slots.words = words, .memory_limit = memory_limit, .node_ranks = node_ranks, .max_states = max_states};
}

/// Bytes that a state takes.
static size_t state_bytes(const hr_discovery *d) {
    return d->words * sizeof *d->states + sizeof *d->parents + (d->counts ? sizeof *d->ways : 0);
}

/// Record that the search has met the limit `limit`. Returns false.
static bool give_up(hr_discovery *d, const char *limit) {
    (void)snprintf(d->limit, sizeof d->limit, "%s", limit);
    return false;
}

/// Returns the memory that this process may use in all.
static hr_memory_bound allowed(hr_discovery *d) {
    hr_memory_room room;
    hr_memory_room_here(d->node_ranks, &room);
    d->resident = d->resident == 0 ? room.resident : d->resident;
    return hr_memory_room_rank_limit(&room, d->memory_limit, d->node_ranks);
}

static bool lacks_memory(hr_discovery *d) {
    const hr_memory_bound limit = allowed(d);
    char number[HR_QUANTITY_MAX];
    char text[160];
    (void)snprintf(text, sizeof text, "for lack of memory (%s may be used, %s)", hr_quantity_bytes(limit.bytes, number),
                   limit.source);
    return give_up(d, text);
}

uint64_t hr_discovery_bytes(const hr_discovery *discovery) {
    return discovery->capacity * state_bytes(discovery) + discovery->slots.count * sizeof *discovery->slots.numbers;
}

/// May the search take `bytes` more bytes of memory?
static bool may_take(hr_discovery *d, uint64_t bytes) {
    const uint64_t wanted = hr_discovery_bytes(d) + bytes;
    if (d->memory_limit == 0 && wanted <= SMALL) {
        return true;
    }
    const uint64_t most = allowed(d).bytes;
    return d->resident + wanted <= most;
}

/// Double the slots if there is memory for them, else let the present slots get fuller. Returns false if a limit is met.
static bool grow_slots(hr_discovery *d) {
    const size_t now = d->slots.count;
    const size_t count = now == 0 ? (size_t)2 * FIRST_CAPACITY : 2 * now;
    const bool grown = may_take(d, count * sizeof *d->slots.numbers) && hr_state_slots_make(&d->slots, count, d->states, d->count);
    const size_t full = grown ? count / 8 * 5 : now / 8 * 7;
    const bool more = full > d->slots_full;
    d->slots_full = full;
    return more || lacks_memory(d);
}

/// Move the arrays of states to new ones with room for `capacity` states. Returns false if memory runs out; no state is lost.
static bool move_states(hr_discovery *d, size_t capacity) {
    hr_state *states = realloc(d->states, capacity * d->words * sizeof *states);
    d->states = states != NULL ? states : d->states;
    uint32_t *parents = realloc(d->parents, capacity * sizeof *parents);
    d->parents = parents != NULL ? parents : d->parents;
    hr_count *ways = d->counts ? realloc(d->ways, capacity * sizeof *ways) : NULL;
    d->ways = ways != NULL ? ways : d->ways;
    return states != NULL && parents != NULL && (ways != NULL || !d->counts);
}

/// Make room for half as many states again, or for an eighth where memory is short. Returns false if a limit is met.
static bool grow_states(hr_discovery *d) {
    size_t more = d->capacity == 0 ? FIRST_CAPACITY : d->capacity / 2;
    if (!may_take(d, more * state_bytes(d))) {
        more = d->capacity / 8;
    }
    const size_t capacity = d->capacity + more;
    if (capacity >= UINT32_MAX) {
        return give_up(d, "at 4,294,967,295 states, the most that this search can number");
    }
    if (more == 0 || !may_take(d, more * state_bytes(d)) || !move_states(d, capacity)) {
        return lacks_memory(d);
    }
    d->capacity = capacity;
    return true;
}

uint32_t hr_discovery_find(const hr_discovery *discovery, const hr_state *state) {
    return hr_state_slots_find(&discovery->slots, discovery->states, state);
}

bool hr_discovery_add(hr_discovery *discovery, const hr_state *state, uint32_t parent) {
    hr_discovery *d = discovery;
    const hr_count most = d->max_states;
    if (most > 0 && d->count >= most) {
        char number[HR_QUANTITY_MAX];
        char text[80];
        (void)snprintf(text, sizeof text, "at %s state%s (--position-nodes)", hr_quantity_count(most, number),
                       hr_quantity_plural(most));
        return give_up(d, text);
    }
    if ((d->count == d->capacity && !grow_states(d)) || (d->count == d->slots_full && !grow_slots(d))) {
        return false;
    }
    hr_words_copy(hr_discovery_at(d, d->count), state, d->words);
    hr_state_slots_enter(&d->slots, d->states, (uint32_t)d->count);
    if (d->counts) {
        d->ways[d->count] = 0;
    }
    d->parents[d->count++] = parent;
    return true;
}

static hr_count sum_of(hr_count a, hr_count b) { return a < HR_WAYS_MAX - b ? a + b : HR_WAYS_MAX; }

void hr_discovery_add_ways(hr_discovery *discovery, uint32_t number, hr_count ways) {
    discovery->ways[number] = sum_of(discovery->ways[number], ways);
}

hr_count hr_discovery_solved_ways(const hr_discovery *discovery, const hr_puzzle *puzzle, size_t first) {
    hr_count sum = 0;
    for (size_t i = first; i < discovery->count; i++) {
        uint8_t solved = 0;
        hr_puzzle_solved(puzzle, hr_discovery_at(discovery, i), 1, &solved);
        sum = sum_of(sum, solved > 0 ? discovery->ways[i] : 0);
    }
    return sum;
}

void hr_discovery_end(hr_discovery *discovery) {
    free(discovery->states);
    free(discovery->parents);
    free(discovery->ways);
    free(discovery->slots.numbers);
    *discovery = (hr_discovery){0};
}
