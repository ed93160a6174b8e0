// SPDX-License-Identifier: MIT
// The text of a puzzle's file, in any of the formats that blocks:FILE reads. The input: one byte that chooses metric and symmetry,
// then the text.

#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"
#include "puzzle/kinds.h"
#include "puzzle/lines.h"
#include "puzzle/words.h"

/// The lines of a table's head make the same puzzle again.
static void check_lines(const hr_puzzle *puzzle) {
    char text[8192];
    char again[8192];
    size_t length = 0;
    hr_error error = {.status = HR_OK};
    hr_puzzle_options options;
    hr_puzzle *copy = NULL;
    if (hr_puzzle_write_lines(puzzle, sizeof text, text, &length, &error) != HR_OK) {
        hr_fuzz_check_refusal(error.status, &error);
        return;
    }
    memcpy(again, text, sizeof text);
    hr_fuzz_require(hr_puzzle_read_lines(again, length, &options, &error) == HR_OK, "a puzzle's lines are read");
    hr_fuzz_require(hr_puzzle_create(&options, &copy, &error) == HR_OK, "a puzzle's lines make a puzzle");
    size_t second = 0;
    hr_fuzz_require(hr_puzzle_write_lines(copy, sizeof again, again, &second, &error) == HR_OK, "a copy's lines are written");
    hr_fuzz_require(length == second && memcmp(text, again, length) == 0, "a copy has the same lines");
    hr_puzzle_destroy(&copy);
}

/// Walk a few moves away from the start.
static void walk(const hr_puzzle *puzzle, hr_state *state) {
    const size_t words = hr_puzzle_words(puzzle);
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * words * sizeof *successors);
    hr_fuzz_require(successors != NULL, "there is memory");
    for (size_t i = 0; i < 4; i++) {
        hr_fuzz_check_state(puzzle, state);
        const size_t n = hr_puzzle_expand(puzzle, state, 1, successors, NULL);
        if (n == 0) {
            break;
        }
        hr_step step;
        hr_fuzz_require(hr_puzzle_step(puzzle, state, successors + i % n * words, &step, NULL) == HR_OK, "a move is described");
        hr_words_copy(state, successors + i % n * words, words);
    }
    free(successors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = size == 0 ? NULL : calloc(size, 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data + 1, size - 1);
    const hr_puzzle_options options = {
        .spec = "blocks:FILE", .text = text, .metric = (hr_metric)(data[0] % 3), .no_symmetry = (data[0] & 4U) != 0};
    hr_error error = {.status = HR_OK};
    hr_puzzle *puzzle = NULL;
    const hr_status status = hr_puzzle_create(&options, &puzzle, &error);
    if (status == HR_OK) {
        uint64_t cursor = 0;
        hr_state state[HR_STATE_WORDS_MAX];
        hr_fuzz_require(hr_puzzle_sources(puzzle, &cursor, state, 1) == 1, "a puzzle has a start");
        hr_fuzz_require(hr_puzzle_validate(puzzle, state, &error) == HR_OK, "the start is valid");
        walk(puzzle, state);
        check_lines(puzzle);
    } else {
        hr_fuzz_require(puzzle == NULL, "a refused puzzle is NULL");
        hr_fuzz_check_refusal(status, &error);
    }
    hr_puzzle_destroy(&puzzle);
    free(text);
    return 0;
}
