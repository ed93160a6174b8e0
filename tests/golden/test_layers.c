// SPDX-License-Identifier: MIT
// Layer counts of tile puzzles against the published ones of tile/layers.csv (its sources: golden/tile/README.md).
// Slow: whole spaces of up to 239,500,800 states

#include "mpi_test.h"

#include <stdio.h>

#include "enumerate/frontier/frontier.h"
#include "published_layers.h"

/// `max_depth` HR_DEPTH_UNREACHED: the whole space, and nothing after the last published layer.
static void check(int width, int height, hr_metric metric, hr_depth max_depth, bool no_symmetry) {
    hr_count counts[HR_PUBLISHED_LAYERS_MAX];
    const size_t n = hr_published_layers(width, height, hr_metric_name(metric), counts);
    char spec[20];
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    hr_puzzle *puzzle = NULL;
    assert_int_equal(
        hr_puzzle_create(&(hr_puzzle_options){.spec = spec, .metric = metric, .no_symmetry = no_symmetry}, &puzzle, NULL), HR_OK);
    hr_enumeration result;
    const hr_enumerate_options options = {.max_depth = max_depth};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &result, NULL), HR_OK);
    assert_int_equal(result.layer_count, max_depth == HR_DEPTH_UNREACHED ? n : max_depth + 1);
    for (size_t d = 0; d < result.layer_count; d++) {
        assert_int_equal(result.layers[d].states, counts[d]);
    }
    if (max_depth == HR_DEPTH_UNREACHED) {
        assert_int_equal(result.states, hr_puzzle_describe(puzzle)->reachable);
    }
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_small_boards_equal_the_published_counts) {
    static const int boards[][2] = {{2, 2}, {3, 2}, {2, 3}, {4, 2}, {2, 4}, {3, 3}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        check(boards[b][0], boards[b][1], HR_METRIC_UNIT, HR_DEPTH_UNREACHED, false);
        check(boards[b][0], boards[b][1], HR_METRIC_SLIDE, HR_DEPTH_UNREACHED, false);
        check(boards[b][0], boards[b][1], HR_METRIC_UNIT, HR_DEPTH_UNREACHED, true);
    }
    check(5, 2, HR_METRIC_UNIT, HR_DEPTH_UNREACHED, false);
    check(2, 5, HR_METRIC_UNIT, HR_DEPTH_UNREACHED, false);
}

HR_TEST(test_larger_boards_equal_the_published_counts) {
    check(4, 3, HR_METRIC_UNIT, 32, false);
    check(2, 6, HR_METRIC_UNIT, 40, false);
    check(7, 2, HR_METRIC_UNIT, 40, false);
    check(2, 8, HR_METRIC_UNIT, 36, false);
    check(5, 3, HR_METRIC_UNIT, 28, false);
    check(4, 4, HR_METRIC_UNIT, 22, false);
    check(4, 4, HR_METRIC_UNIT, 20, true);
    check(5, 5, HR_METRIC_UNIT, 20, false);
    check(5, 5, HR_METRIC_UNIT, 17, true);
}

/// The number of layers with which forecasts reckon.
HR_TEST(test_puzzles_know_the_published_number_of_layers) {
    static const int boards[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 3}, {2, 5}, {3, 4}, {2, 6}, {2, 7}, {3, 5}, {4, 4}, {2, 8}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= (b < 8 ? HR_METRIC_SLIDE : HR_METRIC_UNIT); metric++) {
            hr_count counts[HR_PUBLISHED_LAYERS_MAX];
            char spec[20];
            (void)snprintf(spec, sizeof spec, "tile:%dx%d", boards[b][0], boards[b][1]);
            hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
            const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
            assert_int_equal(info->layers, hr_published_layers(boards[b][0], boards[b][1], hr_metric_name(metric), counts));
            assert_true(info->layers_exact);
            hr_puzzle_destroy(&puzzle);
        }
    }
}
