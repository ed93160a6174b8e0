// SPDX-License-Identifier: MIT
// Heuristic values of states, by IDA* and A*.

#include "mpi_test.h"

#include "huarong/search/ranks.h"
#include "huarong/search/solve.h"

HR_TEST(test_bounds_are_the_heuristic_s_values) {
    static const struct {
        const char *spec;
        const char *algorithm;
        const char *position;
        hr_depth bound; ///< Manhattan distance; of drawn puzzles 1 unless solved
    } cases[] = {
        {"tile:3x3", "idastar", "8 6 7 2 5 4 3 0 1", 21},
        {"tile:3x3", "astar", "8 6 7 2 5 4 3 0 1", 21},
        {"tile:3x3", "astar", "1 2 3 4 5 6 7 8 0", 0},
        {"blocks:start: ab*/...; goal: *", "astar", "ba*/...", 1},
        {"blocks:start: ab*/...; goal: *", "astar", "*ab/...", 0},
    };
    hr_ranks *ranks = NULL;
    assert_int_equal(hr_ranks_create(MPI_COMM_WORLD, &ranks, NULL), HR_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_search_solver_options options = {.puzzle = {.spec = cases[i].spec},
                                                  .algorithm = cases[i].algorithm,
                                                  .heuristic = cases[i].spec[0] == 't' ? "manhattan" : NULL};
        hr_search_solver *solver = NULL;
        assert_int_equal(hr_search_solver_create(ranks, &options, &solver, NULL), HR_OK);
        hr_puzzle *puzzle = made_puzzle(&options.puzzle);
        hr_state position[HR_STATE_WORDS_MAX];
        hr_depth bound = 99;
        assert_int_equal(hr_puzzle_parse(puzzle, cases[i].position, position, NULL), HR_OK);
        assert_int_equal(hr_search_solver_bounds(solver, position, 1, &bound, NULL), HR_OK);
        assert_int_equal(bound, cases[i].bound);
        hr_puzzle_destroy(&puzzle);
        hr_search_solver_destroy(&solver);
    }
    const hr_search_solver_options layers = {.puzzle = {.spec = "tile:3x3"}, .algorithm = "layers"};
    hr_search_solver *solver = NULL;
    assert_int_equal(hr_search_solver_create(ranks, &layers, &solver, NULL), HR_OK);
    assert_int_equal(hr_search_solver_bounds(solver, NULL, 0, NULL, NULL), HR_USAGE);
    hr_search_solver_destroy(&solver);
    hr_ranks_destroy(&ranks);
}
