// SPDX-License-Identifier: MIT
#ifndef HR_COUNTED_WAYS_H
#define HR_COUNTED_WAYS_H

// For tests, with states of either width: the number of shortest solutions of a position, by each search.

#include <stdlib.h>

#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"
#include "solve/layers/count.h"
#include "solve/layers/together.h"

/// The number of solutions, and their moves.
typedef struct counted_ways {
    hr_count solutions;
    hr_depth length;
} counted_ways;

/// Take the result of a search that counts, and free it.
static inline counted_ways counted_ways_of(const hr_puzzle *puzzle, hr_state start, hr_path *path) {
    assert_int_equal(path->outcome, HR_PATH_SOLVED);
    assert_int_equal(path->count, (size_t)path->bound + 1);
    assert_int_equal(hr_path_replay(puzzle, &start, path, NULL), HR_OK);
    const counted_ways ways = {path->solutions, path->bound};
    hr_path_clear(path);
    return ways;
}

/// Local. By the search on one rank.
static inline counted_ways count_alone(const hr_puzzle *puzzle, hr_state start) {
    hr_path path;
    assert_int_equal(hr_shortest_path(puzzle, &start, &(hr_path_options){.all = true}, &path, NULL), HR_OK);
    return counted_ways_of(puzzle, start, &path);
}

/// Collective. By the search over all ranks, which keeps all layers of a small space.
static inline counted_ways count_together(const hr_puzzle *puzzle, const hr_puzzle_options *options, hr_state start) {
    const hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = options, .start = &start, .all = true};
    hr_path path;
    hr_error error = {.text = ""};
    if (hr_shortest_path_together(&task, &(hr_enumerate_options){.memory_limit = 0}, &path, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return counted_ways_of(puzzle, start, &path);
}

/// True on the last rank.
static inline bool the_last_rank_stops(void) { return hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world()); }

/// A stop on one rank, the time and lack of memory end the count on all ranks, which know the reason.
static inline void expect_stopped_counts(const hr_retrace_task *task, hr_depth length) {
    const struct {
        bool (*stop_wanted)(void);
        double max_seconds;
        uint64_t memory_limit;
        hr_stop expected;
    } cases[] = {{the_last_rank_stops, 0, 0, HR_STOP_SIGNAL}, {NULL, 1e-9, 0, HR_STOP_TIME}, {NULL, 0, 1, HR_STOP_MEMORY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_retrace_task stopped = *task;
        stopped.stop_wanted = cases[i].stop_wanted;
        stopped.max_seconds = cases[i].max_seconds;
        stopped.memory_limit = cases[i].memory_limit;
        hr_count solutions = 1;
        hr_stop stop = HR_STOP_NONE;
        assert_int_equal(hr_count_solutions(&stopped, length, &solutions, &stop, NULL), HR_STOPPED);
        assert_int_equal(stop, cases[i].expected);
        assert_int_equal(solutions, 0);
    }
}

/// Collective. From the source of `options`, back through layers that take at most `budget` bytes on this rank. *stride is that of
/// the rank that keeps fewest.
static inline counted_ways count_back(const hr_puzzle_options *options, uint64_t budget, uint64_t *stride) {
    hr_puzzle *puzzle = hr_test_make_puzzle(options);
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, budget);
    kept.lists_solved = true;
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_layers_sink(&kept)};
    hr_enumeration result;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    counted_ways ways = {.length = result.first_solved};
    const hr_retrace_task task = {
        .comm = hr_test_world(), .puzzle = puzzle, .kept = &kept, .node_ranks = hr_comm_size(hr_test_world())};
    hr_stop stop = HR_STOP_SIGNAL;
    hr_error error = {.text = ""};
    if (hr_count_solutions(&task, ways.length, &ways.solutions, &stop, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(stop, HR_STOP_NONE);
    *stride = kept.stride;
    assert_int_equal(hr_comm_max(hr_test_world(), stride, 1, NULL), HR_OK);
    if (*stride > 1) {
        expect_stopped_counts(&task, ways.length);
    }
    hr_kept_layers_end(&kept);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    return ways;
}

#endif
