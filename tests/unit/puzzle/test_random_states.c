// SPDX-License-Identifier: MIT
// Random states, drawn and by walks: valid, the same for the same seed, others for another.

#include "made_puzzle.h"
#include "puzzle/words.h"

enum { STATES = 20 };

HR_TEST(test_random_states_are_valid_and_depend_on_the_seed) {
    static const struct {
        const char *spec;
        uint64_t moves;
    } cases[] = {{"tile:3x3", 0}, {"tile:3x3", 9}, {"tile:5x5", 0}, {"klotski:4x5", 0}, {"blocks:century", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = cases[i].spec});
        const size_t words = hr_puzzle_words(puzzle);
        hr_state states[3][STATES * HR_STATE_WORDS_MAX];
        for (int made = 0; made < 3; made++) {
            assert_int_equal(hr_puzzle_random_states(puzzle, made < 2 ? 1 : 2, cases[i].moves, STATES, states[made], NULL), HR_OK);
            assert_int_equal(hr_puzzle_first_invalid(puzzle, states[made], STATES), STATES);
        }
        assert_memory_equal(states[0], states[1], STATES * words * sizeof(hr_state));
        assert_memory_not_equal(states[0], states[2], STATES * words * sizeof(hr_state));
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_a_walk_of_one_move_ends_at_a_successor) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    hr_state end = 0;
    hr_state goal = 0;
    uint64_t cursor = 0;
    (void)hr_puzzle_sources(puzzle, &cursor, &goal, 1);
    assert_int_equal(hr_puzzle_random_states(puzzle, 5, 1, 1, &end, NULL), HR_OK);
    hr_step step;
    assert_int_equal(hr_puzzle_step(puzzle, &goal, &end, &step, NULL), HR_OK);
    hr_puzzle_destroy(&puzzle);
}
