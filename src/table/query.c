// SPDX-License-Identifier: MIT
// Distances, next moves and optimal paths.

#include <stdlib.h>
#include <string.h>

#include "core/sorting.h"
#include "core/try.h"
#include "table/file.h"

/// WALKERS states walk down a plane table at the same time, and each has at most SUCCESSORS_MAX successors. Arrays of WALKERS ·
/// SUCCESSORS_MAX elements fit the stack.
enum { WALKERS = 256, SUCCESSORS_MAX = 4 };

static hr_status broken_walk(const hr_table *table, hr_error *error) {
    return hr_error_set(error, HR_FILE, "%.200s: the distances lead nowhere: make the table again, and `verify` it", table->path);
}

/// Move each of n walkers in a plane table to its first nearer neighbour. Walker i stands at `states[i]`, which is not the source,
/// and `values[i]` is its distance mod 4; both are changed. HR_FILE if a walker has no nearer neighbour.
static hr_status step_down(const hr_table *table, hr_state *states, hr_depth *values, size_t n, hr_error *error) {
    hr_state successors[WALKERS * SUCCESSORS_MAX];
    hr_depth found[WALKERS * SUCCESSORS_MAX];
    uint16_t counts[WALKERS];
    const size_t total = hr_puzzle_expand(table->puzzle, states, n, successors, counts);
    HR_TRY(hr_table_look_up(table, successors, total, found, error));
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_depth nearer = (values[i] + 3) & 3U;
        const size_t end = at + counts[i];
        size_t next = at;
        while (next < end && found[next] != nearer) {
            next++;
        }
        if (next == end) {
            return broken_walk(table, error);
        }
        states[i] = successors[next];
        values[i] = nearer;
        at = end;
    }
    return HR_OK;
}

/// Write the distances of `states[0..n)`, n ≤ WALKERS, in a plane table. The distance of a state is the number of steps down to the
/// source. HR_FILE: the file is damaged.
static hr_status walk_down(const hr_table *table, const hr_state *states, size_t n, hr_depth *distances, hr_error *error) {
    hr_state walkers[WALKERS];
    hr_depth values[WALKERS];
    size_t places[WALKERS];
    HR_TRY(hr_table_look_up(table, states, n, values, error));
    memcpy(walkers, states, n * sizeof *states);
    for (size_t i = 0; i < n; i++) {
        places[i] = i;
    }
    for (hr_depth steps = 0;; steps++) {
        size_t left = 0;
        for (size_t i = 0; i < n; i++) {
            if (walkers[i] == table->source) {
                distances[places[i]] = steps;
                continue;
            }
            walkers[left] = walkers[i];
            values[left] = values[i];
            places[left++] = places[i];
        }
        n = left;
        if (n == 0) {
            return HR_OK;
        }
        if (steps == table->head.max_distance) {
            return broken_walk(table, error);
        }
        HR_TRY(step_down(table, walkers, values, n, error));
    }
}

hr_status hr_table_distance(const hr_table *table, const hr_state *states, size_t n, hr_depth *distances, hr_error *error) {
    if (table->head.encoding != HR_TABLE_PLANES) {
        return hr_table_look_up(table, states, n, distances, error);
    }
    for (size_t done = 0; done < n; done += WALKERS) {
        const size_t part = n - done < WALKERS ? n - done : WALKERS;
        HR_TRY(walk_down(table, states + done, part, distances + done, error));
    }
    return HR_OK;
}

/// The neighbours of a state that are one move nearer to the source set.
typedef struct nearer_states {
    hr_state *states; ///< [count · words] ascending, without duplicates; has room for max_successors states
    size_t count;
    hr_depth *values; ///< scratch memory with the same room: the values of a state's neighbours
} nearer_states;

/// Find the neighbours of *state that are one move nearer to the source set. `value` is the state's value in the table. HR_FILE if
/// there are none, or if the file is damaged.
static hr_status find_nearer(const hr_table *table, const hr_state *state, hr_depth value, nearer_states *found, hr_error *error) {
    hr_state *next = found->states;
    const hr_depth nearer = table->head.encoding == HR_TABLE_PLANES ? (value + 3) & 3U : value - 1;
    const size_t total = hr_puzzle_expand(table->puzzle, state, 1, next, NULL);
    HR_TRY(hr_table_look_up(table, next, total, found->values, error));
    size_t kept = 0;
    for (size_t i = 0; i < total; i++) {
        if (found->values[i] == nearer) {
            memmove(next + kept++ * table->words, next + i * table->words, table->words * sizeof *next);
        }
    }
    found->count = hr_sort_distinct(next, kept, table->words);
    return found->count == 0 ? broken_walk(table, error) : HR_OK;
}

/// Is *state, whose value in the table is `value`, a source? In a plane table the value is the distance mod 4 and cannot tell.
static bool is_source(const hr_table *table, const hr_state *state, hr_depth value) {
    return table->head.encoding == HR_TABLE_PLANES ? *state == table->source : value == 0;
}

// NOLINTNEXTLINE(readability-non-const-parameter): written through nearer_states
hr_status hr_table_next(const hr_table *table, const hr_state *state, hr_state *next, size_t *count, hr_error *error) {
    *count = 0;
    hr_depth value = 0;
    HR_TRY(hr_table_look_up(table, state, 1, &value, error));
    if (value == HR_DEPTH_UNREACHED || is_source(table, state, value)) {
        return HR_OK;
    }
    nearer_states found = {.states = next, .values = malloc(table->puzzle_info->max_successors * sizeof *found.values)};
    HR_TRY_MEMORY(found.values != NULL, error, "the neighbours of a state");
    const hr_status status = find_nearer(table, state, value, &found, error);
    *count = found.count;
    free(found.values);
    return status;
}

/// Continue `path` from its first state to a source; *length, 0 at first, counts the moves. `next` has room for one state's
/// neighbours. HR_USAGE: that state is unreached. HR_FILE: the file is damaged.
static hr_status follow(const hr_table *table, hr_state *path, size_t *length, nearer_states *next, hr_error *error) {
    hr_depth value = 0;
    const size_t words = table->words;
    HR_TRY(hr_table_look_up(table, path, 1, &value, error));
    if (value == HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "no sequence of moves leads from this state to a source of the table");
    }
    while (!is_source(table, path + *length * words, value)) {
        if (*length == table->head.max_distance) {
            return broken_walk(table, error);
        }
        HR_TRY(find_nearer(table, path + *length * words, value, next, error));
        memcpy(path + ++*length * words, next->states, words * sizeof *path);
        value = table->head.encoding == HR_TABLE_PLANES ? (value + 3) & 3U : value - 1;
    }
    return HR_OK;
}

hr_status hr_table_path(const hr_table *table, const hr_state *state, hr_state *path, size_t *length, hr_error *error) {
    const size_t room = table->puzzle_info->max_successors;
    nearer_states next = {.states = malloc(room * table->words * sizeof *next.states),
                          .values = malloc(room * sizeof *next.values)};
    hr_status status = HR_OK;
    *length = 0;
    memmove(path, state, table->words * sizeof *path);
    if (next.states == NULL || next.values == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for the neighbours of a state");
    } else {
        status = follow(table, path, length, &next, error);
    }
    free(next.values);
    free(next.states);
    return status;
}
