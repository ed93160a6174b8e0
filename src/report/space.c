// SPDX-License-Identifier: MIT
#include "report/space.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/words.h"

enum { FIRST_SLOTS = 1024 };

static hr_status no_memory(const hr_space *space, hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "out of memory for more than %zu states", space->count);
}

void hr_space_begin(hr_space *space, const hr_puzzle *puzzle, size_t limit) {
    const size_t words = hr_puzzle_words(puzzle);
    const size_t most = HR_STATE_SLOTS_NONE - 2; // so that there is a number for one more
    *space = (hr_space){.words = words, .limit = limit < most ? limit : most, .slots.words = words};
}

uint32_t hr_space_find(const hr_space *space, const hr_state *state) {
    return space->count == 0 ? HR_STATE_SLOTS_NONE : hr_state_slots_find(&space->slots, space->states, state);
}

/// Make room for one more state.
static bool make_room(hr_space *space) {
    const size_t slots = space->slots.count == 0 ? FIRST_SLOTS : 2 * space->slots.count;
    return HR_ARRAY_RESERVE(space->states, space->state_room, (space->count + 1) * space->words) &&
           HR_ARRAY_RESERVE(space->distances, space->distance_room, space->count + 1) &&
           (2 * (space->count + 1) <= space->slots.count || hr_state_slots_make(&space->slots, slots, space->states, space->count));
}

hr_status hr_space_add(hr_space *space, const hr_state *state, hr_depth distance, hr_error *error) {
    if (space->count > space->limit || hr_space_find(space, state) != HR_STATE_SLOTS_NONE) {
        return HR_OK;
    }
    if (!make_room(space)) {
        return no_memory(space, error);
    }
    hr_words_copy(space->states + space->count * space->words, state, space->words);
    hr_state_slots_enter(&space->slots, space->states, (uint32_t)space->count);
    space->distances[space->count++] = distance;
    return HR_OK;
}

hr_status hr_space_spread(hr_space *space, const hr_puzzle *puzzle, hr_error *error) {
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * space->words * sizeof *successors);
    hr_status status = successors == NULL ? no_memory(space, error) : HR_OK;
    for (size_t i = 0; i < space->count && space->count <= space->limit && status == HR_OK; i++) {
        const size_t n = hr_puzzle_expand(puzzle, hr_space_state(space, i), 1, successors, NULL);
        for (size_t k = 0; k < n && status == HR_OK; k++) {
            status = hr_space_add(space, successors + k * space->words, space->distances[i] + 1, error);
        }
    }
    free(successors);
    return status;
}

/// Add the entries first … first + n − 1 of the table.
static hr_status add_entries(hr_space *space, const hr_table *table, uint64_t first, size_t n, bool all, hr_error *error) {
    hr_state states[HR_BATCH * HR_STATE_WORDS_MAX];
    hr_depth distances[HR_BATCH];
    HR_TRY(hr_table_values(table, first, n, distances, error));
    HR_TRY(hr_table_states(table, first, n, states, error));
    if (hr_puzzle_first_invalid(hr_table_puzzle(table), states, n) < n) {
        return hr_error_set(error, HR_FILE, "%.200s: damaged: a key is not a state: make the table again",
                            hr_table_describe(table)->path);
    }
    for (size_t i = 0; i < n; i++) {
        if (all || distances[i] != HR_DEPTH_UNREACHED) {
            HR_TRY(hr_space_add(space, states + i * space->words, distances[i], error));
        }
    }
    return HR_OK;
}

hr_status hr_space_add_table(hr_space *space, const hr_table *table, bool all, hr_error *error) {
    const uint64_t entries = hr_table_describe(table)->entries;
    for (uint64_t first = 0; first < entries; first += HR_BATCH) {
        const uint64_t left = entries - first;
        HR_TRY(add_entries(space, table, first, left < HR_BATCH ? (size_t)left : HR_BATCH, all, error));
    }
    return HR_OK;
}

void hr_space_clear(hr_space *space) {
    free(space->states);
    free(space->distances);
    free(space->slots.numbers);
    *space = (hr_space){.count = 0};
}
