// SPDX-License-Identifier: MIT
// Shortest paths of states of 128 bits: dealt to the ranks, and over all ranks with all layers and with few. `huarong help blocks`
// lists the numbers of moves.
// Wide: only, states of 128 bits

#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "comm/states.h"
#include "enumerate/frontier/frontier.h"
#include "solve/layers/deal.h"
#include "solve/layers/retrace.h"
#include "solve/layers/together.h"

static const struct {
    hr_puzzle_options options;
    size_t moves;
} POSITIONS[] = {
    {{.spec = "blocks:red-donkey"}, 116},
    {{.spec = "blocks:red-donkey", .metric = HR_METRIC_MOVE}, 81},
    {{.spec = "blocks:pennant", .metric = HR_METRIC_SLIDE}, 63},
    {{.spec = "blocks:bone", .metric = HR_METRIC_MOVE, .no_symmetry = true}, 14},
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

static hr_puzzle *make(const hr_puzzle_options *options) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    if (hr_puzzle_create(options, &puzzle, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return puzzle;
}

static hr_state start_of(const hr_puzzle *puzzle) {
    uint64_t cursor = 0;
    hr_state start = HR_STATE_NONE;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, &start, 1), 1);
    return start;
}

/// Every rank has the same path.
static void expect_agreement(const hr_path *path) {
    for (size_t i = 0; i < path->count; i++) {
        hr_state smallest = path->states[i];
        assert_int_equal(hr_comm_min_state(hr_test_world(), &smallest, NULL), HR_OK);
        assert_true(smallest == path->states[i]);
    }
}

static void test_paths_over_all_ranks_are_as_short_as_known(void **state) {
    (void)state;
    for (size_t i = 0; i < POSITION_COUNT; i++) {
        hr_puzzle *puzzle = make(&POSITIONS[i].options);
        const hr_together_task task = {
            .comm = hr_test_world(), .puzzle = puzzle, .options = &POSITIONS[i].options, .start = start_of(puzzle)};
        const hr_enumerate_options run = {.memory_limit = 0};
        hr_path path;
        assert_int_equal(hr_shortest_path_together(&task, &run, &path, NULL), HR_OK);
        assert_int_equal(path.stop, HR_STOP_NONE);
        assert_int_equal(path.outcome, HR_PATH_SOLVED);
        assert_int_equal(path.count, POSITIONS[i].moves + 1);
        assert_int_equal(hr_path_replay(puzzle, task.start, &path, NULL), HR_OK);
        expect_agreement(&path);
        hr_path_clear(&path);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Keep at most `budget` bytes of the layers, and find the path in them. Returns the stride.
static uint64_t retrace(const hr_puzzle_options *options, hr_depth length, uint64_t budget) {
    const hr_comm *world = hr_test_world();
    hr_puzzle_options unlike = *options;
    unlike.no_symmetry = true;
    hr_puzzle *puzzle = make(options);
    hr_puzzle *plain = make(&unlike);
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, budget);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_layers_sink(&kept)};
    hr_enumeration result;
    assert_int_equal(hr_frontier_enumerate(world, puzzle, &run, &result, NULL), HR_OK);
    assert_int_equal(result.first_solved, length);
    const hr_retrace_task task = {.comm = world, .puzzle = puzzle, .plain = plain, .kept = &kept, .node_ranks = 1};
    hr_path path = {.bound = length, .count = (size_t)length + 1};
    path.states = calloc(path.count, sizeof *path.states);
    assert_non_null(path.states);
    hr_error error = {.text = ""};
    hr_stop stop = HR_STOP_SIGNAL;
    if (hr_retrace(&task, &path, &stop, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(hr_path_replay(plain, start_of(puzzle), &path, NULL), HR_OK);
    expect_agreement(&path);
    uint64_t stride = kept.stride;
    assert_int_equal(hr_comm_max(world, &stride, 1, NULL), HR_OK);
    free(path.states);
    hr_kept_layers_end(&kept);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_destroy(&plain);
    return stride;
}

static void test_a_path_is_found_again_from_few_layers(void **state) {
    (void)state;
    const hr_puzzle_options classic = {.spec = "blocks:red-donkey"};
    assert_int_equal(retrace(&classic, 116, UINT64_MAX), 1);
    assert_true(retrace(&classic, 116, 512 << 10) > 8);
    assert_true(retrace(&classic, 116, 0) > 64); // nothing but the start is kept
}

static void test_dealt_positions_come_back_with_their_paths(void **state) {
    (void)state;
    enum { COUNT = 7 };
    hr_puzzle *puzzle = make(&POSITIONS[2].options);
    hr_deal_position positions[COUNT] = {{.start = 0}};
    hr_state *next = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *next);
    assert_non_null(next);
    positions[0].start = start_of(puzzle);
    for (size_t i = 1; i < COUNT; i++) {
        assert_true(hr_puzzle_expand(puzzle, &positions[i - 1].start, 1, next, NULL) > 0);
        positions[i].start = next[0];
    }
    free(next);
    const hr_path_options options = {.max_states = 0};
    assert_int_equal(hr_deal_search(hr_test_world(), puzzle, positions, COUNT, &options, NULL), HR_OK);
    for (size_t i = 0; i < COUNT; i++) {
        hr_path *path = &positions[i].path;
        if (hr_comm_rank(hr_test_world()) == 0) {
            assert_int_equal(path->outcome, HR_PATH_SOLVED);
            assert_int_equal(hr_path_replay(puzzle, positions[i].start, path, NULL), HR_OK);
            assert_true(i > 0 || path->count == POSITIONS[2].moves + 1);
        }
        hr_path_clear(path);
    }
    hr_puzzle_destroy(&puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_paths_over_all_ranks_are_as_short_as_known),
    cmocka_unit_test(test_a_path_is_found_again_from_few_layers),
    cmocka_unit_test(test_dealt_positions_come_back_with_their_paths),
};

HR_MPI_TEST_MAIN(tests)
