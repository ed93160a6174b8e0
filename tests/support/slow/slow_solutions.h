// SPDX-License-Identifier: MIT
#ifndef HR_SLOW_SOLUTIONS_H
#define HR_SLOW_SOLUTIONS_H

// The slow, obvious twin of the list of shortest solutions, for states of any number of words. First all states of the space learn
// how far they are from a solved one. Then each walk that comes nearer with each move is written down. It knows neither layers nor
// symmetry, and the walks are sorted at the end.

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "mpi_test.h"
#include "puzzle/words.h"
#include "solve/layers/discovery.h"

/// All shortest solutions.
typedef struct slow_solutions {
    const hr_puzzle *puzzle;
    size_t words;
    hr_discovery found; ///< all states; a state's parent is its distance from a solved state
    hr_state *walk;     ///< [length + 1] states of the walk that is being made
    size_t length;      ///< moves
    hr_state *states;   ///< [count · (length + 1) · words] the solutions, in order
    size_t count;
    size_t capacity;
} slow_solutions;

/// Write the successors of *state to a new array. Returns their number.
static inline size_t slow_solutions_expand(const slow_solutions *s, const hr_state *state, hr_state **successors) {
    *successors = malloc(hr_puzzle_describe(s->puzzle)->max_successors * s->words * sizeof **successors);
    assert_non_null(*successors);
    return hr_puzzle_expand(s->puzzle, state, 1, *successors, NULL);
}

/// The distance of *state from a solved one.
static inline uint32_t *slow_solutions_distance(slow_solutions *s, const hr_state *state) {
    const uint32_t number = hr_discovery_find(&s->found, state);
    assert_true(number != HR_DISCOVERY_NONE);
    return &s->found.parents[number];
}

/// List all states of the space.
static inline void slow_solutions_reach(slow_solutions *s, const hr_state *start) {
    hr_discovery_begin(&s->found, s->words, 0, 1, 0);
    assert_true(hr_discovery_add(&s->found, start, 0));
    for (size_t at = 0; at < s->found.count; at++) {
        hr_state *successors;
        const size_t n = slow_solutions_expand(s, hr_discovery_at(&s->found, at), &successors);
        for (size_t i = 0; i < n; i++) {
            const hr_state *next = successors + i * s->words;
            assert_true(hr_discovery_find(&s->found, next) != HR_DISCOVERY_NONE || hr_discovery_add(&s->found, next, 0));
        }
        free(successors);
    }
}

/// Find each state's distance: lower the distances, again and again, until none of them can be lowered.
static inline void slow_solutions_measure(slow_solutions *s) {
    for (size_t at = 0; at < s->found.count; at++) {
        uint8_t solved = 0;
        hr_puzzle_solved(s->puzzle, hr_discovery_at(&s->found, at), 1, &solved);
        s->found.parents[at] = solved > 0 ? 0 : UINT32_MAX - 1;
    }
    for (bool lowered = true; lowered;) {
        lowered = false;
        for (size_t at = s->found.count; at > 0; at--) {
            hr_state *successors;
            const size_t n = slow_solutions_expand(s, hr_discovery_at(&s->found, at - 1), &successors);
            for (size_t i = 0; i < n; i++) {
                const uint32_t by = *slow_solutions_distance(s, successors + i * s->words) + 1;
                lowered |= by < s->found.parents[at - 1];
                s->found.parents[at - 1] = by < s->found.parents[at - 1] ? by : s->found.parents[at - 1];
            }
            free(successors);
        }
    }
}

/// Make all walks that begin with the first `at` moves of s->walk.
static inline void slow_solutions_walk(slow_solutions *s, size_t at) {
    const size_t walk = (s->length + 1) * s->words;
    if (at == s->length) {
        assert_true(HR_ARRAY_RESERVE(s->states, s->capacity, (s->count + 1) * walk));
        memcpy(s->states + s->count++ * walk, s->walk, walk * sizeof *s->walk);
        return;
    }
    hr_state *successors;
    const size_t n = slow_solutions_expand(s, s->walk + at * s->words, &successors);
    for (size_t i = 0; i < n; i++) {
        const hr_state *next = successors + i * s->words;
        bool again = false; // two moves to the same state are one way
        for (size_t k = 0; k < i; k++) {
            again |= hr_words_equal(successors + k * s->words, next, s->words);
        }
        if (!again && *slow_solutions_distance(s, next) == s->length - at - 1) {
            hr_words_copy(s->walk + (at + 1) * s->words, next, s->words);
            slow_solutions_walk(s, at + 1);
        }
    }
    free(successors);
}

/// Is solution `a` before solution `b`? Their last states decide, then the states before these, and so on.
static inline bool slow_solutions_before(const slow_solutions *s, const hr_state *a, const hr_state *b) {
    size_t at = s->length;
    while (at > 0 && hr_words_equal(a + at * s->words, b + at * s->words, s->words)) {
        at--;
    }
    return hr_state_compare(a + at * s->words, b + at * s->words, s->words) < 0;
}

/// Sort by insertion.
static inline void slow_solutions_sort(slow_solutions *s) {
    const size_t walk = (s->length + 1) * s->words;
    for (size_t i = 1; i < s->count; i++) {
        memcpy(s->walk, s->states + i * walk, walk * sizeof *s->walk);
        size_t to = i;
        for (; to > 0 && slow_solutions_before(s, s->walk, s->states + (to - 1) * walk); to--) {
            memcpy(s->states + to * walk, s->states + (to - 1) * walk, walk * sizeof *s->walk);
        }
        memcpy(s->states + to * walk, s->walk, walk * sizeof *s->walk);
    }
}

/// List all shortest solutions of *start. `puzzle` has no symmetry in use, and a solved state can be reached.
static inline slow_solutions slow_solutions_list(const hr_puzzle *puzzle, const hr_state *start) {
    slow_solutions s = {.puzzle = puzzle, .words = hr_puzzle_words(puzzle)};
    assert_int_equal(hr_puzzle_describe(puzzle)->symmetry_order, 1);
    slow_solutions_reach(&s, start);
    slow_solutions_measure(&s);
    s.length = *slow_solutions_distance(&s, start);
    s.walk = calloc((s.length + 1) * s.words, sizeof *s.walk);
    assert_non_null(s.walk);
    hr_words_copy(s.walk, start, s.words);
    slow_solutions_walk(&s, 0);
    slow_solutions_sort(&s);
    return s;
}

static inline void slow_solutions_end(slow_solutions *s) {
    hr_discovery_end(&s->found);
    free(s->walk);
    free(s->states);
}

#endif
