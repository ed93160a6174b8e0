// SPDX-License-Identifier: MIT
#ifndef HR_LISTED_SOLUTIONS_H
#define HR_LISTED_SOLUTIONS_H

// For tests, with states of any number of words: lists of shortest solutions by each search, compared with a slow list of all.

#include "slow/slow_solutions.h"
#include "solve/layers/list.h"
#include "solve/layers/together.h"
#include "solving/kept_run.h"

/// The path has the first `most` of all solutions. Clears the path.
static inline void expect_first(const slow_solutions *all, size_t most, hr_path *path) {
    const size_t n = most < all->count ? most : all->count;
    assert_int_equal(path->count, all->length + 1);
    assert_int_equal(path->more + 1, n);
    assert_memory_equal(path->states, all->states, n * path->count * all->words * sizeof *all->states);
    hr_path_clear(path);
}

/// Collective. By the search over all ranks, which keeps all layers of a small space.
static inline void expect_first_together(const slow_solutions *all, const hr_puzzle_options *options, const hr_state *start,
                                         size_t most) {
    const hr_together_task task = {
        .comm = hr_test_world(), .puzzle = all->puzzle, .options = options, .start = start, .all = true, .list = most};
    hr_path path;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_shortest_path_together(&task, &(hr_enumerate_options){.memory_limit = 0}, &path, &error), error);
    assert_int_equal(path.solutions, all->count);
    expect_first(all, most, &path);
}

static inline hr_status list_again(const hr_retrace_task *task, hr_depth length, hr_stop *stop) {
    hr_path path = {.bound = length};
    const hr_status status = hr_list_solutions(task, 10, &path, stop, NULL);
    assert_null(path.states);
    return status;
}

/// Collective. From the source of `options`, back through layers that take at most `budget` bytes on this rank. Returns the stride
/// of the rank that keeps fewest.
static inline uint64_t expect_first_back(const slow_solutions *all, const hr_puzzle_options *options, uint64_t budget,
                                         size_t most) {
    kept_run k;
    hr_stop stop = HR_STOP_SIGNAL;
    hr_error error = {.text = ""};
    begin_kept_run(&k, options, budget, true);
    hr_path path = {.bound = k.result.first_solved};
    HR_TEST_OK(hr_list_solutions(&k.task, most, &path, &stop, &error), error);
    assert_int_equal(stop, HR_STOP_NONE);
    expect_first(all, most, &path);
    const uint64_t stride = kept_stride(&k);
    if (k.result.first_solved > 0) {
        expect_stops(&k, list_again);
    }
    end_kept_run(&k);
    return stride;
}

/// Collective. Lists of one, few and all solutions of the source by each search, with few kept layers and with all.
static inline void expect_lists(const hr_puzzle_options *options) {
    hr_puzzle_options unlike = *options;
    unlike.no_symmetry = true;
    hr_puzzle *plain = made_puzzle(&unlike);
    hr_state start[HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    assert_int_equal(hr_puzzle_sources(plain, &cursor, start, 1), 1);
    slow_solutions all = slow_solutions_list(plain, start);
    const size_t mosts[] = {1, all.count / 2 + 1, all.count + 1};
    for (size_t i = 0; i < sizeof mosts / sizeof mosts[0]; i++) {
        const hr_path_options alone = {.all = true, .list = mosts[i]};
        hr_path path;
        assert_int_equal(hr_shortest_path(plain, start, &alone, &path, NULL), HR_OK);
        assert_int_equal(path.solutions, all.count);
        expect_first(&all, mosts[i], &path);
        expect_first_together(&all, options, start, mosts[i]);
        assert_true(all.length < 2 || expect_first_back(&all, options, 0, mosts[i]) > 1);
    }
    (void)expect_first_back(&all, options, 256 << 10, mosts[1]);
    slow_solutions_end(&all);
    hr_puzzle_destroy(&plain);
}

/// Collective. Such lists of drawn puzzles, in each metric.
static inline void expect_lists_of_drawings(void) {
    static const char *const SPECS[] = {
        "blocks:start: abc/d..; goal: ..d/cba; alike: ab",
        "blocks:start: ab./cd.; goal: ba./cd.",
        "blocks:start: aabb/cc../.dd.; goal: ..cc/aabb/.dd.",
        "blocks:start: aa./.b.; goal: .../.aa", // many solved states
        "blocks:start: a.../b...; goal: ...a/...b; horizontal: ab",
    };
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            expect_lists(&(hr_puzzle_options){.spec = SPECS[i], .metric = (hr_metric)metric});
        }
    }
}

#endif
