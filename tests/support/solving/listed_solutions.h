// SPDX-License-Identifier: MIT
#ifndef HR_LISTED_SOLUTIONS_H
#define HR_LISTED_SOLUTIONS_H

// For tests, with states of any number of words: lists of shortest solutions by each search, compared with a slow list of all.

#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"
#include "slow/slow_solutions.h"
#include "solve/layers/list.h"
#include "solve/layers/together.h"

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
    if (hr_shortest_path_together(&task, &(hr_enumerate_options){.memory_limit = 0}, &path, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(path.solutions, all->count);
    expect_first(all, most, &path);
}

/// True on the last rank.
static inline bool only_the_last_rank_stops(void) { return hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world()); }

/// A stop on one rank, the time and lack of memory end the list on all ranks, which know the reason.
static inline void expect_stopped_lists(const hr_retrace_task *task, hr_depth length) {
    const struct {
        bool (*stop_wanted)(void);
        double max_seconds;
        uint64_t memory_limit;
        hr_stop expected;
    } cases[] = {{only_the_last_rank_stops, 0, 0, HR_STOP_SIGNAL}, {NULL, 1e-9, 0, HR_STOP_TIME}, {NULL, 0, 1, HR_STOP_MEMORY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_retrace_task stopped = *task;
        stopped.stop_wanted = cases[i].stop_wanted;
        stopped.max_seconds = cases[i].max_seconds;
        stopped.memory_limit = cases[i].memory_limit;
        hr_path path = {.bound = length};
        hr_stop stop = HR_STOP_NONE;
        assert_int_equal(hr_list_solutions(&stopped, 10, &path, &stop, NULL), HR_STOPPED);
        assert_int_equal(stop, cases[i].expected);
        assert_null(path.states);
    }
}

/// Collective. From the source of `options`, back through layers that take at most `budget` bytes on this rank. Returns the stride
/// of the rank that keeps fewest.
static inline uint64_t expect_first_back(const slow_solutions *all, const hr_puzzle_options *options, uint64_t budget,
                                         size_t most) {
    hr_puzzle *puzzle = hr_test_make_puzzle(options);
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, all->words, budget);
    kept.lists_solved = true;
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_layers_sink(&kept)};
    hr_enumeration result;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    const hr_retrace_task task = {.comm = hr_test_world(),
                                  .puzzle = puzzle,
                                  .plain = all->puzzle,
                                  .kept = &kept,
                                  .node_ranks = hr_comm_size(hr_test_world())};
    hr_path path = {.bound = result.first_solved};
    hr_stop stop = HR_STOP_SIGNAL;
    hr_error error = {.text = ""};
    if (hr_list_solutions(&task, most, &path, &stop, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(stop, HR_STOP_NONE);
    expect_first(all, most, &path);
    uint64_t stride = kept.stride;
    assert_int_equal(hr_comm_max(hr_test_world(), &stride, 1, NULL), HR_OK);
    if (result.first_solved > 0) {
        expect_stopped_lists(&task, result.first_solved);
    }
    hr_kept_layers_end(&kept);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    return stride;
}

/// Collective. Lists of one, few and all solutions of the source by each search, with few kept layers and with all.
static inline void expect_lists(const hr_puzzle_options *options) {
    hr_puzzle_options unlike = *options;
    unlike.no_symmetry = true;
    hr_puzzle *plain = hr_test_make_puzzle(&unlike);
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
    const uint64_t more = (uint64_t)hr_comm_rank(hr_test_world()) % 2 * (320 << 10); // ranks keep different layers
    (void)expect_first_back(&all, options, (256 << 10) + more, mosts[1]);
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
