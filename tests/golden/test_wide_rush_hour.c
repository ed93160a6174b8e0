// SPDX-License-Identifier: MIT
// Rush Hour with states of 128 bits against published numbers: see golden/blocks/README.md.
// Ranks: 1 2 3

#include "mpi_test.h"

#include <stdio.h>

#include "enumerate/frontier/frontier.h"

enum { STEP = 15, POSITIONS = 942 }; ///< the first position and each 15th after it is enumerated

/// Enumerate the space of one position.
static void check(const char *board, unsigned moves, unsigned long long states) {
    char spec[64];
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = NULL;
    hr_enumeration result;
    (void)snprintf(spec, sizeof spec, "blocks:rush:%s", board);
    const hr_puzzle_options options = {.spec = spec, .metric = HR_METRIC_SLIDE};
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    if (hr_puzzle_create(&options, &puzzle, &error) != HR_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, &error), HR_OK);
    assert_true(result.whole);
    assert_int_equal(result.first_solved, moves);
    assert_int_equal(result.states, states);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_rush_hour_moves_and_states) {
    FILE *file = fopen(HR_GOLDEN_DIR "/blocks/rush_hour.txt", "r");
    assert_non_null(file);
    char line[200];
    size_t count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char board[40];
        unsigned moves = 0;
        unsigned long long states = 0;
        if (line[0] != '#' && count++ % STEP == 0) {
            assert_int_equal(sscanf(line, "%u %36s %llu", &moves, board, &states), 3);
            check(board, moves, states);
        }
    }
    (void)fclose(file);
    assert_int_equal(count, POSITIONS);
}
