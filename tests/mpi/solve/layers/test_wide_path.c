// SPDX-License-Identifier: MIT
// Shortest paths of states of two words, which support/programs/only_wide.c gives every drawn puzzle: dealt to the ranks, and over
// all ranks with all layers and with few. `huarong help blocks` lists the numbers of moves.

#include "mpi_test.h"

#include "solve/layers/deal.h"
#include "solve/layers/together.h"
#include "solving/retraced_path.h"

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

static void take_source(const hr_puzzle *puzzle, hr_state *start) {
    uint64_t cursor = 0;
    assert_int_equal(hr_puzzle_describe(puzzle)->state_words, 2);
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, start, 1), 1);
}

HR_TEST(test_paths_over_all_ranks_are_as_short_as_known) {
    for (size_t i = 0; i < POSITION_COUNT; i++) {
        hr_puzzle *puzzle = made_puzzle(&POSITIONS[i].options);
        hr_state start[HR_STATE_WORDS_MAX];
        take_source(puzzle, start);
        const hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &POSITIONS[i].options, .start = start};
        const hr_enumerate_options run = {.memory_limit = 0};
        hr_path path;
        assert_int_equal(hr_shortest_path_together(&task, &run, &path, NULL), HR_OK);
        assert_int_equal(path.stop, HR_STOP_NONE);
        assert_int_equal(path.outcome, HR_PATH_SOLVED);
        assert_int_equal(path.count, POSITIONS[i].moves + 1);
        assert_int_equal(hr_path_replay(puzzle, start, &path, NULL), HR_OK);
        expect_agreement(&path, 2);
        hr_path_clear(&path);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_a_path_is_found_again_from_few_layers) {
    const hr_puzzle_options classic = {.spec = "blocks:red-donkey"};
    assert_int_equal(retrace(&classic, 116, UINT64_MAX), 1);
    assert_true(retrace(&classic, 116, 512 << 10) > 8);
    assert_true(retrace(&classic, 116, 0) > 64); // nothing but the start is kept
}

HR_TEST(test_dealt_positions_come_back_with_their_paths) {
    enum { COUNT = 7 };
    hr_puzzle *puzzle = made_puzzle(&POSITIONS[2].options);
    hr_deal_position positions[COUNT] = {{.start = {0}}};
    hr_state *next = malloc(hr_puzzle_describe(puzzle)->max_successors * 2 * sizeof *next);
    assert_non_null(next);
    take_source(puzzle, positions[0].start);
    for (size_t i = 1; i < COUNT; i++) {
        assert_true(hr_puzzle_expand(puzzle, positions[i - 1].start, 1, next, NULL) > 0);
        hr_words_copy(positions[i].start, next, 2);
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
