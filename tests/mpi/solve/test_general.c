// SPDX-License-Identifier: MIT
// IDA* of any puzzle: its search of a subtree beside a plain one, and its lengths and numbers of solutions beside those of a
// breadth-first search.

#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "solve/general/general.h"
#include "solve/idastar/split.h"
#include "solve/layers/shortest_path.h"
#include "solving/plain_subtree.h"

/// States of one, two and four words, alike pieces, and several solved states.
static const hr_puzzle_options PUZZLES[] = {
    {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE},
    {.spec = "tile:2x3"},
    {.spec = "tile:4x5", .metric = HR_METRIC_SLIDE},
    {.spec = "klotski:3x4"},
    {.spec = "klotski:3x3", .metric = HR_METRIC_MOVE},
    {.spec = "blocks:start: ab*/...; goal: *", .metric = HR_METRIC_SLIDE},
    {.spec = "blocks:start: abcdefgh/ijklmnop/qrst..../......../........; goal: abcdefgh/ijklmnop/qrs...../....t..."},
    {.spec = "perm:Set A 5 1;Solved;End;Move r;A;2 3 4 5 1;End;Move s;A;2 1 3 4 5;End"},
};

/// What a test makes of a puzzle.
typedef struct task {
    hr_puzzle *puzzle;
    void *board;
    hr_comm *node;
    hr_guide guide;
} task;

static void begin(task *t, const hr_puzzle_options *options, const char *heuristic) {
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_general_positions.puzzle(options, &t->puzzle, &error), error);
    HR_TEST_OK(hr_general_positions.create(t->puzzle, options->goal, &t->board, &error), error);
    HR_TEST_OK(hr_comm_split_node(hr_test_world(), &t->node, &error), error);
    const hr_heuristic_order order = {
        .kind = &hr_general_positions, .board = t->board, .name = heuristic, .cache = &(hr_pattern_cache){0}};
    HR_TEST_OK(hr_heuristic_check(&order, &error), error);
    HR_TEST_OK(hr_guide_create(hr_test_world(), t->node, &order, &t->guide, &error), error);
}

static void end(task *t) {
    hr_guide_clear(&t->guide);
    hr_comm_destroy(&t->node);
    free(t->board);
    hr_puzzle_destroy(&t->puzzle);
}

/// Write the end of a walk of `moves` random moves from the puzzle's first source.
static void walk(const task *t, uint64_t moves, uint64_t seed, hr_state *state) {
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_puzzle_random_states(t->puzzle, seed, moves, 1, state, &error), error);
}

HR_TEST(test_the_search_of_a_subtree_counts_as_a_plain_one) {
    for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
        task t;
        size_t found = 0;
        begin(&t, &PUZZLES[i], "auto");
        for (uint64_t moves = 1; moves < 5; moves++) {
            hr_state state[HR_STATE_WORDS_MAX];
            _Alignas(16) unsigned char root[HR_GENERAL_STATE_BYTES] = {0};
            walk(&t, moves, 7 * moves + i, state);
            hr_general_positions.unpack(t.board, state, root);
            found += length_as_plainly(&t.guide.domain, root, moves % 2 == 0, 4) > 0;
        }
        assert_true(found > 0);
        end(&t);
    }
}

/// Returns the moves of a state's shortest solution, and how many there are of them, by IDA* on all ranks.
static uint32_t solve(const task *t, const hr_state *state, hr_count *solutions) {
    hr_error error = {.text = ""};
    _Alignas(16) unsigned char root[HR_GENERAL_STATE_BYTES] = {0};
    hr_general_positions.unpack(t->board, state, root);
    const hr_idastar_options options = {.complete = true, .split_nodes = 1};
    hr_idastar_split *split = NULL;
    hr_idastar_result result;
    HR_TEST_OK(hr_idastar_split_create(hr_test_world(), &split, &error), error);
    HR_TEST_OK(hr_idastar_solve(split, &t->guide.domain, root, &options, &result, &error), error);
    HR_TEST_OK(hr_idastar_split_destroy(&split, &error), error);
    assert_int_equal(result.outcome, HR_IDASTAR_SOLVED);
    *solutions = result.solutions;
    return result.length;
}

HR_TEST(test_lengths_and_numbers_of_solutions_are_those_of_layers) {
    for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
        task t;
        begin(&t, &PUZZLES[i], "none");
        for (uint64_t moves = 1; moves < 5; moves++) {
            hr_state state[HR_STATE_WORDS_MAX];
            hr_path path = {.states = NULL};
            hr_count solutions = 0;
            hr_error error = {.text = ""};
            walk(&t, moves, 11 * moves + i, state);
            HR_TEST_OK(hr_shortest_path(t.puzzle, state, &(hr_path_options){.all = true}, &path, &error), error);
            assert_int_equal(path.outcome, HR_PATH_SOLVED);
            assert_int_equal(solve(&t, state, &solutions), path.count - 1);
            assert_int_equal(solutions, path.solutions);
            hr_path_clear(&path);
        }
        end(&t);
    }
}

HR_TEST(test_a_puzzle_with_too_many_moves_is_refused) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    const hr_puzzle_options options = {
        .spec = "blocks:start: abcdefgh/ijklmnop/qrst..../......../......../......../......../........; goal: t",
        .metric = HR_METRIC_MOVE};
    assert_int_equal(hr_general_positions.puzzle(&options, &puzzle, &error), HR_USAGE);
    assert_non_null(strstr(error.text, "idastar takes puzzles of at most 255 moves a state, and this one may have "));
    hr_puzzle_destroy(&puzzle);
}
