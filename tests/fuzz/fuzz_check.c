// SPDX-License-Identifier: MIT
#include "fuzz_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/kinds.h"
#include "puzzle/words.h"

void hr_fuzz_require(bool holds, const char *what) {
    if (!holds) {
        (void)fprintf(stderr, "fuzzing: this does not hold: %s\n", what);
        abort();
    }
}

void hr_fuzz_check_refusal(hr_status status, const hr_error *error) {
    hr_fuzz_require(status == HR_USAGE, "bad input is HR_USAGE");
    hr_fuzz_require(error->status == status, "the error has the status that was returned");
    hr_fuzz_require(memchr(error->text, '\0', sizeof error->text) != NULL, "an error text ends");
    hr_fuzz_require(error->text[0] != '\0' && strchr(error->text, '\n') == NULL, "an error text is one line");
}

static void check_text(const hr_puzzle *puzzle, const hr_state *state) {
    hr_error error;
    const size_t words = hr_puzzle_words(puzzle);
    hr_state again[HR_STATE_WORDS_MAX];
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    hr_fuzz_require(strlen(text) > 0 && strchr(text, '\n') == NULL, "a state's text is one line");
    hr_fuzz_require(hr_puzzle_parse(puzzle, text, again, &error) == HR_OK && hr_words_equal(again, state, words),
                    "a state's text reads back");
    hr_puzzle_code(puzzle, state, text);
    if (text[0] != '\0') {
        hr_fuzz_require(hr_puzzle_parse(puzzle, text, again, &error) == HR_OK && hr_words_equal(again, state, words),
                        "a state's code reads back");
    }
    char drawing[HR_STATE_DRAWING_MAX];
    hr_puzzle_draw(puzzle, state, drawing);
    const size_t length = strlen(drawing);
    hr_fuzz_require(length > 0 && drawing[length - 1] == '\n', "a drawing ends with a line");
}

static void check_symmetry(const hr_puzzle *puzzle, const hr_state *state) {
    const size_t words = hr_puzzle_words(puzzle);
    hr_state images[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
    const size_t n = hr_puzzle_images(puzzle, state, images);
    hr_fuzz_require(n >= 1 && n <= (size_t)hr_puzzle_describe(puzzle)->symmetry_order, "a state has 1 to symmetry_order images");
    uint8_t size = 0;
    hr_puzzle_orbit_size(puzzle, state, 1, &size);
    hr_fuzz_require(size == n, "the orbit's size is the number of images");
    bool has_itself = false;
    for (size_t i = 0; i < n; i++) {
        const hr_state *image = images + i * words;
        has_itself = has_itself || hr_words_equal(image, state, words);
        hr_fuzz_require(i == 0 || hr_state_compare(image - words, image, words) < 0, "images ascend");
        hr_fuzz_require(hr_puzzle_validate(puzzle, image, NULL) == HR_OK, "an image is valid");
        hr_state canonical[HR_STATE_WORDS_MAX];
        hr_words_copy(canonical, image, words);
        hr_puzzle_canonicalise(puzzle, canonical, 1);
        hr_fuzz_require(hr_words_equal(canonical, images, words), "all images have the smallest one as their canonical state");
    }
    hr_fuzz_require(has_itself, "a state is one of its images");
}

static void check_index(const hr_puzzle *puzzle, const hr_state *state) {
    const hr_count count = hr_puzzle_describe(puzzle)->index_count;
    if (count > 0) {
        hr_index index = UINT64_MAX;
        hr_state again[HR_STATE_WORDS_MAX];
        hr_puzzle_index(puzzle, state, 1, &index);
        hr_fuzz_require(index < count, "an index is below index_count");
        hr_puzzle_unindex(puzzle, &index, 1, again);
        hr_fuzz_require(hr_words_equal(again, state, hr_puzzle_words(puzzle)), "an index leads back to its state");
    }
}

static void check_moves(const hr_puzzle *puzzle, const hr_state *state) {
    const size_t words = hr_puzzle_words(puzzle);
    const size_t most = hr_puzzle_describe(puzzle)->max_successors;
    hr_state *successors = calloc(2 * most * words, sizeof *successors);
    hr_fuzz_require(successors != NULL, "there is memory");
    hr_state *const back = successors + most * words;
    uint16_t count = 0;
    const size_t n = hr_puzzle_expand(puzzle, state, 1, successors, &count);
    hr_fuzz_require(n <= most && n == count, "successors are counted and within the bound");
    for (size_t i = 0; i < n; i++) {
        const hr_state *next = successors + i * words;
        hr_fuzz_require(!hr_words_equal(next, state, words), "a move changes the state");
        hr_fuzz_require(hr_puzzle_validate(puzzle, next, NULL) == HR_OK, "a successor is valid");
        const size_t backs = hr_puzzle_expand(puzzle, next, 1, back, NULL);
        size_t at = 0;
        while (at < backs && !hr_words_equal(back + at * words, state, words)) {
            at++;
        }
        hr_fuzz_require(at < backs, "a move can be taken back");
    }
    free(successors);
}

void hr_fuzz_check_state(const hr_puzzle *puzzle, const hr_state *state) {
    hr_fuzz_require(!hr_words_none(state, hr_puzzle_words(puzzle)), "HR_STATE_NONE is no state");
    check_text(puzzle, state);
    check_symmetry(puzzle, state);
    check_index(puzzle, state);
    check_moves(puzzle, state);
    uint8_t solved = 2;
    hr_puzzle_solved(puzzle, state, 1, &solved);
    hr_fuzz_require(solved <= 1 || solved <= hr_puzzle_describe(puzzle)->symmetry_order, "solved images are counted");
}
