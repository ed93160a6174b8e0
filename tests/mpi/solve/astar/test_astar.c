// SPDX-License-Identifier: MIT
// A* over all ranks: each length equals that of the breadth-first search on one rank, in every kind of puzzle and every metric,
// with consistent and with inconsistent bounds. Paths and counts are the same on any number of ranks.

#include "mpi_test.h"

#include "solve/astar/puzzle_search.h"
#include "solving/iterations.h"
#include "solving/ragged_bounds.h"

typedef hr_bounds (*bounds_maker)(const hr_puzzle *puzzle, const uint8_t *distances);

static hr_bounds no_bounds(const hr_puzzle *puzzle, const uint8_t *distances) { return hr_bounds_none(puzzle); }

static hr_bounds bounds_by_lines(const hr_puzzle *puzzle, const uint8_t *distances) { return hr_bounds_tiles(puzzle); }

static uint64_t most_memory; // of all searches so far

static hr_path search(const hr_puzzle *puzzle, hr_bounds bounds, hr_state start, const hr_astar_options *options) {
    const hr_puzzle_search task = {.puzzle = puzzle, .bounds = bounds};
    hr_path path;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_puzzle_search_run(hr_test_world(), &task, &start, options, &path, &error), error);
    expect_iterations(&path, options->numerator > options->denominator);
    most_memory = path.memory > most_memory ? path.memory : most_memory;
    return path;
}

/// Every rank has the same path and the same counts.
static void expect_agreement(const hr_path *path) {
    for (size_t i = 0; i < path->count + 3; i++) {
        const uint64_t value = i < path->count        ? path->states[i]
                               : i == path->count     ? path->expanded
                               : i == path->count + 1 ? path->visited
                                                      : path->bound;
        uint64_t values[] = {value, value};
        assert_int_equal(hr_comm_min(hr_test_world(), &values[0], 1, NULL), HR_OK);
        assert_int_equal(hr_comm_max(hr_test_world(), &values[1], 1, NULL), HR_OK);
        assert_int_equal(values[0], values[1]);
    }
}

static const struct {
    hr_puzzle_options options;
    bounds_maker bounds;
} CASES[] = {
    {{.spec = "tile:3x3"}, no_bounds},
    {{.spec = "tile:3x3"}, ragged_bounds},
    {{.spec = "tile:3x3", .no_symmetry = true}, ragged_bounds},
    {{.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8"}, ragged_bounds},
    {{.spec = "tile:4x2"}, ragged_bounds},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, no_bounds},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, bounds_by_lines},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, ragged_bounds},
    {{.spec = "tile:4x2", .metric = HR_METRIC_SLIDE}, bounds_by_lines},
    {{.spec = "tile:2x4", .metric = HR_METRIC_SLIDE}, bounds_by_lines},
    {{.spec = "klotski:3x3"}, no_bounds},
    {{.spec = "klotski:3x3", .metric = HR_METRIC_SLIDE}, ragged_bounds},
    {{.spec = "klotski:3x4"}, ragged_bounds},
    {{.spec = "klotski:3x4", .metric = HR_METRIC_SLIDE}, no_bounds},
    {{.spec = "klotski:3x4", .metric = HR_METRIC_MOVE}, ragged_bounds},
};

/// Search from states spread over the whole space. Some bounds are so uneven that states have to be expanded again.
HR_TEST(test_lengths_equal_those_of_breadth_first_search) {
    hr_count reopened = 0;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&CASES[i].options);
        uint8_t *distances = find_distances(puzzle);
        const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
        const hr_bounds bounds = CASES[i].bounds(puzzle, distances);
        size_t solved = 0;
        for (hr_index index = 0, step = info->index_count / 23 + 1; index < info->index_count; index += step) {
            hr_state start = HR_STATE_NONE;
            hr_puzzle_unindex(puzzle, &index, 1, &start);
            if (distances[index] == 255 && CASES[i].bounds == ragged_bounds) {
                continue; // the bound knows
            }
            hr_path path = search(puzzle, bounds, start, &(hr_astar_options){0});
            assert_int_equal(path.stop, HR_STOP_NONE);
            if (distances[index] == 255) {
                assert_int_equal(path.outcome, HR_PATH_UNSOLVABLE);
            } else {
                assert_int_equal(path.outcome, HR_PATH_SOLVED);
                assert_int_equal(path.count, distances[index] + 1);
                assert_int_equal(path.bound, distances[index]);
                expect_agreement(&path);
                reopened += path.reopened;
                solved++;
            }
            hr_path_clear(&path);
        }
        assert_true(solved > 0);
        free(distances);
        hr_puzzle_destroy(&puzzle);
    }
    assert_true(reopened > 0);
    assert_true(most_memory > ((uint64_t)2 << 20) * (uint64_t)hr_comm_size(hr_test_world())); // each rank has two chunks or more
}

/// All ranks together end at the same solved state as each rank alone, of several that are equally near.
HR_TEST(test_the_same_solved_state_on_any_number_of_ranks) {
    hr_comm *alone = NULL;
    assert_int_equal(hr_comm_alone(hr_test_world(), &alone, NULL), HR_OK);
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:3x4"});
    const hr_puzzle_search task = {.puzzle = puzzle, .bounds = no_bounds(puzzle, NULL)};
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    for (hr_index index = 0; index < info->index_count; index += info->index_count / 200 + 1) {
        hr_state start = HR_STATE_NONE;
        hr_puzzle_unindex(puzzle, &index, 1, &start);
        hr_path paths[2];
        assert_int_equal(hr_puzzle_search_run(hr_test_world(), &task, &start, &(hr_astar_options){0}, &paths[0], NULL), HR_OK);
        assert_int_equal(hr_puzzle_search_run(alone, &task, &start, &(hr_astar_options){0}, &paths[1], NULL), HR_OK);
        assert_int_equal(paths[0].count, paths[1].count);
        if (paths[0].count > 0) {
            assert_int_equal(paths[0].states[paths[0].count - 1], paths[1].states[paths[1].count - 1]);
        }
        hr_path_clear(&paths[0]);
        hr_path_clear(&paths[1]);
    }
    hr_puzzle_destroy(&puzzle);
    hr_comm_destroy(&alone);
}

/// A weighted search is within its bound, and what it has proven is true.
HR_TEST(test_weighted_lengths_are_within_the_weight) {
    static const uint32_t WEIGHTS[][2] = {{3, 2}, {2, 1}, {7, 1}, {100, 99}};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    uint8_t *distances = find_distances(puzzle);
    const hr_bounds bounds = ragged_bounds(puzzle, distances);
    size_t longer = 0;
    for (hr_index index = 0; index < 181440; index += 181440 / 40) {
        const hr_astar_options options = {.numerator = WEIGHTS[index % 4][0], .denominator = WEIGHTS[index % 4][1]};
        hr_state start = HR_STATE_NONE;
        hr_puzzle_unindex(puzzle, &index, 1, &start);
        hr_path path = search(puzzle, bounds, start, &options);
        assert_int_equal(path.outcome, HR_PATH_SOLVED);
        assert_true(path.count - 1 >= distances[index]);
        assert_true((path.count - 1) * options.denominator <= (size_t)distances[index] * options.numerator);
        assert_true(path.bound <= distances[index]);
        assert_true((path.count - 1) * options.denominator <= (size_t)path.bound * options.numerator);
        expect_agreement(&path);
        longer += path.count - 1 > distances[index];
        hr_path_clear(&path);
    }
    assert_true(longer > 0);
    free(distances);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_lengths_are_the_same_through_relays) {
    hr_test_through_relays(test_the_same_solved_state_on_any_number_of_ranks, cmocka_state);
}
