// SPDX-License-Identifier: MIT
#ifndef HR_TEST_RAGGED_BOUNDS_H
#define HR_TEST_RAGGED_BOUNDS_H

// For tests of A*: a wildly inconsistent lower bound.

#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash/state.h"
#include "solve/bounds.h"

/// Exact distances from a breadth-first search, some of them made smaller at random: a wildly inconsistent bound.
typedef struct ragged {
    const hr_puzzle *puzzle;
    const uint8_t *distances; ///< by index
} ragged;

static ragged the_ragged; // one bound is in use at a time

static inline void evaluate_ragged(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const ragged *r = context;
    for (size_t i = 0; i < n; i++) {
        hr_state canonical = states[i];
        hr_index index = 0;
        hr_puzzle_canonicalise(r->puzzle, &canonical, 1);
        hr_puzzle_index(r->puzzle, &canonical, 1, &index);
        const uint8_t distance = r->distances[index];
        const uint64_t random = hr_hash_state(canonical + 77);
        bounds[i] = (uint8_t)(random % 3 == 0 || distance < 2 ? distance : 1 + random / 3 % distance);
    }
}

static inline hr_bounds ragged_bounds(const hr_puzzle *puzzle, const uint8_t *distances) {
    the_ragged = (ragged){.puzzle = puzzle, .distances = distances};
    return (hr_bounds){.evaluate = evaluate_ragged, .context = &the_ragged};
}

/// The distances of all states of a puzzle with an index from its source, by index; 255: not reached.
static inline uint8_t *find_distances(const hr_puzzle *puzzle) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    uint8_t *distances = malloc(info->index_count);
    hr_state *queue = malloc(info->index_count * sizeof *queue);
    assert_non_null(distances);
    assert_non_null(queue);
    memset(distances, 255, info->index_count);
    uint64_t cursor = 0;
    size_t count = 0;
    hr_index index = 0;
    while (hr_puzzle_sources(puzzle, &cursor, &queue[count], 1) == 1) {
        hr_puzzle_index(puzzle, &queue[count++], 1, &index);
        distances[index] = 0;
    }
    for (size_t at = 0; at < count; at++) {
        hr_state successors[64];
        hr_puzzle_index(puzzle, &queue[at], 1, &index);
        const uint8_t distance = distances[index];
        const size_t n = hr_puzzle_expand(puzzle, &queue[at], 1, successors, NULL);
        for (size_t i = 0; i < n; i++) {
            hr_puzzle_index(puzzle, &successors[i], 1, &index);
            if (distances[index] == 255) {
                distances[index] = (uint8_t)(distance + 1);
                queue[count++] = successors[i];
            }
        }
    }
    free(queue);
    return distances;
}

#endif
