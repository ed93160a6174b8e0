// SPDX-License-Identifier: MIT
#ifndef HR_SLOW_WAYS_H
#define HR_SLOW_WAYS_H

// The slow, obvious twin of the count of shortest solutions: walks of 0, 1, 2 … moves from the start, all states of the space
// listed, until the first of them ends at a solved state. It knows neither layers nor symmetry.

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "mpi_test.h"
#include "solve/layers/discovery.h"

/// All states that the start reaches, and where their moves lead.
typedef struct slow_ways {
    hr_discovery found; ///< the states, numbered
    uint32_t *to;       ///< [moves] the numbers of the states that the first state's moves lead to, then those of the second …
    size_t moves;
    size_t capacity;
    size_t *ends; ///< [states] where the moves of each state end in `to`
} slow_ways;

/// Returns the number of `state`, which is new if it is not known.
static inline uint32_t slow_ways_number(slow_ways *s, hr_state state) {
    const uint32_t number = hr_discovery_find(&s->found, &state);
    if (number != HR_DISCOVERY_NONE) {
        return number;
    }
    assert_true(hr_discovery_add(&s->found, &state, 0));
    return (uint32_t)s->found.count - 1;
}

/// List the states and their moves. Two moves to the same state count once.
static inline void slow_ways_list(const hr_puzzle *puzzle, hr_state start, slow_ways *s) {
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *successors);
    size_t room = 0;
    assert_non_null(successors);
    hr_discovery_begin(&s->found, 1, 0, 1, 0);
    assert_true(hr_discovery_add(&s->found, &start, 0));
    for (size_t at = 0; at < s->found.count; at++) {
        const size_t n = hr_puzzle_expand(puzzle, &s->found.states[at], 1, successors, NULL);
        const size_t begin = s->moves;
        assert_true(HR_ARRAY_RESERVE(s->to, s->capacity, s->moves + n + 1));
        assert_true(HR_ARRAY_RESERVE(s->ends, room, at + 1));
        for (size_t i = 0; i < n; i++) {
            const uint32_t number = slow_ways_number(s, successors[i]);
            bool known = false;
            for (size_t k = begin; k < s->moves; k++) {
                known |= s->to[k] == number;
            }
            s->to[s->moves] = number;
            s->moves += !known;
        }
        s->ends[at] = s->moves;
    }
    free(successors);
}

/// Returns how many of the walks, `walks[i]` to the state with number i, end at a solved state.
static inline uint64_t slow_ways_solved(const hr_puzzle *puzzle, const slow_ways *s, const uint64_t *walks) {
    uint64_t sum = 0;
    for (size_t i = 0; i < s->found.count; i++) {
        uint8_t solved = 0;
        hr_puzzle_solved(puzzle, &s->found.states[i], 1, &solved);
        sum += solved > 0 ? walks[i] : 0;
    }
    return sum;
}

/// Returns the number of shortest solutions, and sets *length to their moves. `puzzle` has no symmetry in use, and a solved state
/// can be reached.
static inline uint64_t slow_ways_count(const hr_puzzle *puzzle, hr_state start, hr_depth *length) {
    slow_ways s = {.moves = 0};
    assert_int_equal(hr_puzzle_describe(puzzle)->symmetry_order, 1);
    slow_ways_list(puzzle, start, &s);
    const size_t count = s.found.count;
    uint64_t *walks = calloc(2 * count, sizeof *walks); // of the present number of moves, then those of one move more
    assert_non_null(walks);
    walks[0] = 1;
    uint64_t ways = 0;
    for (*length = 0; (ways = slow_ways_solved(puzzle, &s, walks)) == 0; ++*length) {
        assert_true(*length < count);
        memset(walks + count, 0, count * sizeof *walks);
        for (size_t i = 0; i < count; i++) {
            for (size_t k = i > 0 ? s.ends[i - 1] : 0; k < s.ends[i]; k++) {
                walks[count + s.to[k]] += walks[i];
            }
        }
        memcpy(walks, walks + count, count * sizeof *walks);
    }
    free(walks);
    free(s.to);
    free(s.ends);
    hr_discovery_end(&s.found);
    return ways;
}

#endif
