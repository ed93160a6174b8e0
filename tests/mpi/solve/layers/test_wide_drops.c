// SPDX-License-Identifier: MIT
// Water drops with states of 128 bits: text and successors against the slow simulation, and the board of the game.
// Wide: only, states of 128 bits
// Long tier: unit.drops_puzzle has the states of 64 bits.

#include "mpi_test.h"

#include "slow/slow_drops.h"
#include "solving/counted_ways.h"

static void test_successors_are_those_of_the_slow_simulation(void **state) {
    (void)state;
    static const char *const SPECS[] = {"drops:5x5", "drops:7x4", "drops:6x6", "drops:7x7", "drops:8x6"};
    uint64_t random = 2020;
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = SPECS[i]});
        const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
        for (int k = 0; k < 300; k++) {
            const slow_board board = random_board(info->width, info->height, &random);
            hr_state successors[SLOW_CELLS_MAX];
            const hr_state from = slow_state(puzzle, &board);
            const size_t n = hr_puzzle_expand(puzzle, &from, 1, successors, NULL);
            size_t at = 0;
            for (int c = 0; c < info->width * info->height; c++) {
                slow_board after = board;
                if (board.cell[c] > 0) {
                    slow_drop(&after, c);
                    assert_true(at < n && slow_state(puzzle, &after) == successors[at]);
                    at++;
                }
            }
            assert_int_equal(at, n);
        }
        assert_int_equal(hr_puzzle_validate(puzzle, HR_STATE_NONE, NULL), HR_USAGE);
        hr_puzzle_destroy(&puzzle);
    }
}

static void test_the_board_of_the_game_takes_five_drops(void **state) {
    (void)state;
    const hr_puzzle_options options = {.spec = "drops:6x6"};
    hr_puzzle *puzzle = hr_test_make_puzzle(&options);
    hr_state start = 0;
    assert_int_equal(
        hr_puzzle_parse(puzzle, "0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4", &start, NULL),
        HR_OK);
    const counted_ways alone = count_alone(puzzle, start);
    const counted_ways together = count_together(puzzle, &options, start);
    assert_int_equal(alone.length, 5);
    assert_int_equal(together.length, 5);
    assert_int_equal(together.solutions, alone.solutions);
    hr_puzzle_destroy(&puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_successors_are_those_of_the_slow_simulation),
    cmocka_unit_test(test_the_board_of_the_game_takes_five_drops),
};

HR_MPI_TEST_MAIN(tests)
