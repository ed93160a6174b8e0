// SPDX-License-Identifier: MIT
#ifndef HR_TEST_ITERATIONS_H
#define HR_TEST_ITERATIONS_H

// For tests: what the iterations of every search of a position have in common.

#include "mpi_test.h"
#include "solve/path.h"

/// The iterations have all states of the search but the start. Their bounds rise, without a weight to the length of a solution.
/// Only the last one may be unfinished, where a limit or a stop has ended the search.
static inline void expect_iterations(const hr_path *path, bool weighted) {
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const bool ended = path->outcome == HR_PATH_LIMIT || path->outcome == HR_PATH_STOPPED;
    hr_count nodes = 1;
    hr_count expanded = 0;
    double seconds = 0;
    for (size_t i = 0; i < path->iteration_count; i++) {
        const hr_iteration *iteration = &path->iterations[i];
        nodes += iteration->nodes;
        expanded += iteration->expanded;
        seconds += iteration->seconds;
        assert_true(i == 0 || iteration->bound > iteration[-1].bound);
        assert_true(iteration->finished || (ended && i + 1 == path->iteration_count));
    }
    assert_true(nodes == path->visited || (path->iteration_count == 0 && path->visited <= 1));
    assert_true(path->expanded == 0 || expanded == path->expanded);
    assert_true(seconds <= path->seconds + 1e-6);
    if (solved && path->count > 1) {
        assert_true(path->iteration_count > 0);
        assert_true(weighted || path->iterations[path->iteration_count - 1].bound == path->bound);
    }
}

#endif
