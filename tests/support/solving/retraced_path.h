// SPDX-License-Identifier: MIT
#ifndef HR_RETRACED_PATH_H
#define HR_RETRACED_PATH_H

// Paths that are found again from kept layers, for tests with states of either width.

#include <stdlib.h>

#include "comm/states.h"
#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"
#include "puzzle/words.h"
#include "solve/layers/retrace.h"

/// The source of a puzzle with states of one number.
static inline hr_state source_of(const hr_puzzle *puzzle) {
    uint64_t cursor = 0;
    hr_state start = HR_STATE_NONE;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, &start, 1), 1);
    return start;
}

/// Every rank has the same path.
static inline void expect_agreement(const hr_path *path, size_t words) {
    for (size_t i = 0; i < path->count * words; i++) {
        uint64_t smallest = path->states[i];
        assert_int_equal(hr_comm_min(hr_test_world(), &smallest, 1, NULL), HR_OK);
        assert_true(smallest == path->states[i]);
    }
}

/// Of the states one move from *from whose canonical state is that of *to, *to is the smallest: of several paths of canonical
/// states that images make, every version of the program tells the same.
static inline void expect_smallest_image(const hr_puzzle *puzzle, const hr_puzzle *plain, const hr_state *from,
                                         const hr_state *to) {
    const size_t words = hr_puzzle_words(puzzle);
    hr_state *successors = malloc(hr_puzzle_describe(plain)->max_successors * words * sizeof *successors);
    assert_non_null(successors);
    const size_t n = hr_puzzle_expand(plain, from, 1, successors, NULL);
    hr_state canonical[HR_STATE_WORDS_MAX];
    hr_words_copy(canonical, to, words);
    hr_puzzle_canonicalise(puzzle, canonical, 1);
    for (size_t i = 0; i < n; i++) {
        hr_state other[HR_STATE_WORDS_MAX];
        hr_words_copy(other, successors + i * words, words);
        hr_puzzle_canonicalise(puzzle, other, 1);
        assert_true(!hr_words_equal(other, canonical, words) || hr_state_compare(successors + i * words, to, words) >= 0);
    }
    free(successors);
}

/// The path that was found from its end on: the end is the smallest solved image, and so is each state before it.
static inline void expect_smallest_images(const hr_puzzle *puzzle, const hr_puzzle *plain, const hr_path *path) {
    const size_t words = hr_puzzle_words(puzzle);
    hr_state images[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
    uint8_t solved[HR_IMAGES_MAX];
    const hr_state *end = path->states + (path->count - 1) * words;
    const size_t n = hr_puzzle_images(puzzle, end, images);
    hr_puzzle_solved(plain, images, n, solved);
    for (size_t i = 0; i < n; i++) {
        assert_true(solved[i] == 0 || hr_state_compare(images + i * words, end, words) >= 0);
    }
    for (const hr_state *at = end; at > path->states; at -= words) {
        expect_smallest_image(puzzle, plain, at, at - words);
    }
}

/// True on the last rank.
static inline bool last_rank_stops(void) { return hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world()); }

/// A stop on one rank, the time and lack of memory end the work on all ranks, which know the reason.
static inline void expect_stops(const hr_retrace_task *task, const hr_path *path) {
    const struct {
        bool (*stop_wanted)(void);
        double max_seconds;
        uint64_t memory_limit;
        hr_stop expected;
    } cases[] = {{last_rank_stops, 0, 0, HR_STOP_SIGNAL}, {NULL, 1e-9, 0, HR_STOP_TIME}, {NULL, 0, 1, HR_STOP_MEMORY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_retrace_task stopped = *task;
        hr_stop stop = HR_STOP_NONE;
        stopped.stop_wanted = cases[i].stop_wanted;
        stopped.max_seconds = cases[i].max_seconds;
        stopped.memory_limit = cases[i].memory_limit;
        assert_int_equal(hr_retrace(&stopped, path, &stop, NULL), HR_STOPPED);
        assert_int_equal(stop, cases[i].expected);
    }
}

/// Keep at most `budget` bytes of the layers of `options`, and find a path of `length` moves in them. Returns the stride.
static inline hr_depth retrace(const hr_puzzle_options *options, hr_depth length, uint64_t budget) {
    const hr_comm *world = hr_test_world();
    hr_puzzle_options unlike = *options;
    unlike.no_symmetry = true;
    hr_puzzle *puzzle = hr_test_make_puzzle(options);
    hr_puzzle *plain = hr_test_make_puzzle(&unlike);
    const size_t words = hr_puzzle_words(puzzle);
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, words, budget);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_layers_sink(&kept)};
    hr_enumeration result;
    assert_int_equal(hr_frontier_enumerate(world, puzzle, &run, &result, NULL), HR_OK);
    assert_int_equal(result.first_solved, length);
    assert_true(kept.bytes <= budget || kept.bytes <= 64 << 10);
    const hr_retrace_task task = {.comm = world, .puzzle = puzzle, .plain = plain, .kept = &kept, .node_ranks = 1};
    hr_path path = {.bound = length, .count = (size_t)length + 1};
    path.states = calloc(path.count * words, sizeof *path.states);
    assert_non_null(path.states);
    hr_error error = {.text = ""};
    hr_stop stop = HR_STOP_SIGNAL;
    expect_stops(&task, &path);
    if (hr_retrace(&task, &path, &stop, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(stop, HR_STOP_NONE);
    hr_state source[HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, source, 1), 1);
    assert_int_equal(hr_path_replay(plain, source, &path, NULL), HR_OK);
    expect_agreement(&path, words);
    expect_smallest_images(puzzle, plain, &path);
    uint64_t stride = kept.stride;
    assert_int_equal(hr_comm_max(world, &stride, 1, NULL), HR_OK);
    free(path.states);
    hr_kept_layers_end(&kept);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_destroy(&plain);
    return (hr_depth)stride;
}

#endif
