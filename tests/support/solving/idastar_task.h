// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_TASK_H
#define HR_IDASTAR_TASK_H

// A tile position to be solved by IDA* with Manhattan distance, for the tests of the search.

#include "mpi_test.h"

#include "solving/solve_together.h"
#include "solving/tiles_stream.h"

typedef struct task {
    hr_tiles tiles;
    hr_tiles_manhattan_context context;
    hr_idastar_domain domain;
    hr_tiles_state root;
} task;

static inline void prepare(task *t, int width, int height, const char *goal, const char *text) {
    hr_error error;
    assert_int_equal(HR_OK, hr_tiles_create(width, height, goal, &t->tiles, &error));
    assert_int_equal(HR_OK, read_tiles(&t->tiles, text, &t->root, &error));
    hr_tiles_manhattan_domain(&t->tiles, &t->context, &t->domain);
}

static inline void solve(const hr_comm *comm, const task *t, const hr_idastar_options *options, hr_idastar_result *result) {
    hr_error error = {.text = ""};
    const hr_status status = hr_test_solve(comm, &t->domain, &t->root, options, result, &error);
    assert_string_equal("", error.text);
    assert_int_equal(HR_OK, status);
}

static inline void assert_path_solves(const task *t, const hr_idastar_result *result) {
    hr_tiles_state state = t->root;
    for (uint32_t i = 0; i < result->length; i++) {
        hr_tiles_state next;
        t->domain.apply(t->domain.context, &state, result->path[i], &next);
        state = next;
    }
    assert_true(t->domain.solved(t->domain.context, &state));
}

#endif
