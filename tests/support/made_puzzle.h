// SPDX-License-Identifier: MIT
#ifndef MADE_PUZZLE_H
#define MADE_PUZZLE_H

// Puzzles and states that must be there.

#include "puzzle/kinds.h"
#include "unit_test.h"

/// The test fails if there is no such puzzle.
static inline hr_puzzle *made_puzzle(const hr_puzzle_options *options) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_puzzle_create(options, &puzzle, &error), error);
    return puzzle;
}

/// The state of one word that a text describes. The test fails if it is none.
static inline hr_state made_state(const hr_puzzle *puzzle, const char *text) {
    hr_state state = 0;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_puzzle_parse(puzzle, text, &state, &error), error);
    return state;
}

/// The first source of a puzzle with states of one word. The test fails if it has none.
static inline hr_state made_source(const hr_puzzle *puzzle) {
    hr_state source = HR_STATE_NONE;
    uint64_t cursor = 0;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, &source, 1), 1);
    return source;
}

#endif
