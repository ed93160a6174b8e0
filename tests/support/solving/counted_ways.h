// SPDX-License-Identifier: MIT
#ifndef HR_COUNTED_WAYS_H
#define HR_COUNTED_WAYS_H

// For tests, with states of either width: the number of shortest solutions of a position, by each search.

#include "solve/layers/count.h"
#include "solve/layers/together.h"
#include "solving/kept_run.h"

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
    HR_TEST_OK(hr_shortest_path_together(&task, &(hr_enumerate_options){.memory_limit = 0}, &path, &error), error);
    return counted_ways_of(puzzle, start, &path);
}

static inline hr_status count_again(const hr_retrace_task *task, hr_depth length, hr_stop *stop) {
    hr_count solutions = 1;
    const hr_status status = hr_count_solutions(task, length, &solutions, stop, NULL);
    assert_int_equal(solutions, 0);
    return status;
}

/// Collective. From the source of `options`, back through layers that take at most `budget` bytes on this rank. *stride is that of
/// the rank that keeps fewest.
static inline counted_ways count_back(const hr_puzzle_options *options, uint64_t budget, uint64_t *stride) {
    kept_run k;
    hr_stop stop = HR_STOP_SIGNAL;
    hr_error error = {.text = ""};
    begin_kept_run(&k, options, budget, true);
    counted_ways ways = {.length = k.result.first_solved};
    HR_TEST_OK(hr_count_solutions(&k.task, ways.length, &ways.solutions, &stop, &error), error);
    assert_int_equal(stop, HR_STOP_NONE);
    *stride = kept_stride(&k);
    if (*stride > 1) {
        expect_stops(&k, count_again);
    }
    end_kept_run(&k);
    return ways;
}

#endif
