// SPDX-License-Identifier: MIT
#ifndef HR_RETRACED_PATH_H
#define HR_RETRACED_PATH_H

// Paths that are found again from kept layers, for tests with states of either width.

#include "comm/states.h"
#include "solving/kept_run.h"

/// The source of a puzzle with states of one number.
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

/// Collective. Find a path of `length` moves. The caller clears *path.
static inline hr_status find_path(const hr_retrace_task *task, hr_depth length, hr_path *path, hr_stop *stop, hr_error *error) {
    *path = (hr_path){.bound = length, .count = (size_t)length + 1};
    path->states = calloc(path->count * hr_puzzle_words(task->puzzle), sizeof *path->states);
    assert_non_null(path->states);
    return hr_retrace(task, path, stop, error);
}

static inline hr_status find_path_again(const hr_retrace_task *task, hr_depth length, hr_stop *stop) {
    hr_path path;
    const hr_status status = find_path(task, length, &path, stop, NULL);
    hr_path_clear(&path);
    return status;
}

/// Collective. Keep at most `budget` bytes of the layers of `options`, and find a path of `length` moves in them. Returns the
/// stride.
static inline hr_depth retrace(const hr_puzzle_options *options, hr_depth length, uint64_t budget) {
    kept_run k;
    hr_path path;
    hr_error error = {.text = ""};
    hr_stop stop = HR_STOP_SIGNAL;
    begin_kept_run(&k, options, budget, false);
    assert_int_equal(k.result.first_solved, length);
    expect_stops(&k, find_path_again);
    HR_TEST_OK(find_path(&k.task, length, &path, &stop, &error), error);
    assert_int_equal(stop, HR_STOP_NONE);
    hr_state source[HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    assert_int_equal(hr_puzzle_sources(k.puzzle, &cursor, source, 1), 1);
    assert_int_equal(hr_path_replay(k.plain, source, &path, NULL), HR_OK);
    expect_agreement(&path, hr_puzzle_words(k.puzzle));
    expect_smallest_images(k.puzzle, k.plain, &path);
    const hr_depth stride = (hr_depth)kept_stride(&k);
    hr_path_clear(&path);
    end_kept_run(&k);
    return stride;
}

#endif
