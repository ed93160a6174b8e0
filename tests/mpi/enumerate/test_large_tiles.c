// SPDX-License-Identifier: MIT
// Layers of tile boards with states of several words, on any number of ranks, against a slow, obvious twin that keeps boards as
// arrays of numbers.

#include "mpi_test.h"

#include <string.h>

#include "enumerate/frontier/frontier.h"
#include "slow/slow_tiles.h"

/// Enumerate `puzzle`, which is destroyed.
static void enumerate(hr_puzzle *puzzle, hr_depth max_depth, hr_enumeration *result) {
    const hr_enumerate_options run = {.max_depth = max_depth};
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_frontier_enumerate(hr_test_world(), puzzle, &run, result, &error), error);
    hr_puzzle_destroy(&puzzle);
}

typedef struct large_sample {
    const char *spec;
    const char *goal;  ///< NULL: the blank in the last corner
    hr_depth depth[2]; ///< in unit and in slide
} large_sample;

static const large_sample SAMPLES[] = {
    {"tile:5x5", NULL, {13, 7}},
    {"tile:4x5", NULL, {13, 7}},
    {"tile:5x6", NULL, {12, 6}},
    {"tile:6x6", NULL, {12, 6}},
    {"tile:2x9", NULL, {16, 6}},
    {"tile:5x5", "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15 16 17 18 19 20 21 22 23 24", {11, 6}},
    {"tile:6x6", "0 35 34 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1", {12, 6}},
    {"tile:3x9", "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15 16 17 18 19 20 21 22 23 24 25 26", {12, 6}},
};

static void check(const large_sample *sample, hr_metric metric) {
    const hr_puzzle_options options = {.spec = sample->spec, .metric = metric, .goal = sample->goal};
    hr_puzzle *puzzle = made_puzzle(&options);
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_depth depth = sample->depth[metric == HR_METRIC_SLIDE];
    uint64_t counts[32];
    slow_tiles start = {.cells = {0}};
    for (int c = 0; c < info->width * info->height; c++) {
        start.cells[c] = (uint8_t)((c + 1) % (info->width * info->height));
    }
    const char *at = sample->goal;
    for (int c = 0; at != NULL && c < info->width * info->height; c++) {
        char *end = NULL;
        start.cells[c] = (uint8_t)strtol(at, &end, 10);
        at = end;
    }
    slow_tiles_count(info->width, info->height, metric == HR_METRIC_SLIDE, &start, depth, counts);
    const hr_count order = (hr_count)info->symmetry_order;
    const size_t words = (size_t)info->state_words;
    hr_enumeration symmetric;
    hr_enumeration plain;
    enumerate(puzzle, depth, &symmetric);
    enumerate(made_puzzle(&(hr_puzzle_options){.spec = sample->spec, .metric = metric, .goal = sample->goal, .no_symmetry = true}),
              depth, &plain);
    assert_int_equal(symmetric.layer_count, depth + 1);
    assert_int_equal(plain.layer_count, depth + 1);
    for (size_t d = 0; d <= depth; d++) {
        assert_int_equal(symmetric.layers[d].states, counts[d]);
        assert_int_equal(plain.layers[d].states, counts[d]);
        assert_int_equal(plain.layers[d].canonical, counts[d]);
        assert_true(symmetric.layers[d].canonical >= (counts[d] + order - 1) / order);
    }
    assert_true(order == 1 || symmetric.canonical < plain.canonical);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(symmetric.hardest_listed, plain.hardest_listed);
        assert_memory_equal(symmetric.hardest, plain.hardest, plain.hardest_listed * words * sizeof(hr_state));
    }
    hr_enumeration_clear(&symmetric);
    hr_enumeration_clear(&plain);
}

HR_TEST(test_layers_equal_those_of_arrays_of_numbers) {
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        check(&SAMPLES[i], HR_METRIC_UNIT);
        check(&SAMPLES[i], HR_METRIC_SLIDE);
    }
}

/// The first solved layer of a run from elsewhere.
HR_TEST(test_a_start_away_from_the_goal) {
    static const char FROM[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 0 19 21 22 23 24 20"; // two moves of the blank
    for (int plain = 0; plain < 2; plain++) {
        hr_enumeration result;
        enumerate(made_puzzle(&(hr_puzzle_options){.spec = "tile:5x5", .from = FROM, .no_symmetry = plain == 1}), 6, &result);
        assert_int_equal(result.first_solved, 2);
        assert_int_equal(result.layers[2].solved, 1);
        hr_enumeration_clear(&result);
    }
}
