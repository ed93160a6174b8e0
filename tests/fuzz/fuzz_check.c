// SPDX-License-Identifier: MIT
#include "fuzz_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/kinds.h"

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

static void check_text(const hr_puzzle *puzzle, hr_state state) {
    hr_error error;
    hr_state again = HR_STATE_NONE;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    hr_fuzz_require(strlen(text) > 0 && strchr(text, '\n') == NULL, "a state's text is one line");
    hr_fuzz_require(hr_puzzle_parse(puzzle, text, &again, &error) == HR_OK && again == state, "a state's text reads back");
    hr_puzzle_code(puzzle, state, text);
    if (text[0] != '\0') {
        hr_fuzz_require(hr_puzzle_parse(puzzle, text, &again, &error) == HR_OK && again == state, "a state's code reads back");
    }
    char drawing[HR_STATE_DRAWING_MAX];
    hr_puzzle_draw(puzzle, state, drawing);
    const size_t length = strlen(drawing);
    hr_fuzz_require(length > 0 && drawing[length - 1] == '\n', "a drawing ends with a line");
}

static void check_symmetry(const hr_puzzle *puzzle, hr_state state) {
    hr_state images[HR_IMAGES_MAX];
    const size_t n = hr_puzzle_images(puzzle, state, images);
    hr_fuzz_require(n >= 1 && n <= (size_t)hr_puzzle_describe(puzzle)->symmetry_order, "a state has 1 to symmetry_order images");
    uint8_t size = 0;
    hr_puzzle_orbit_size(puzzle, &state, 1, &size);
    hr_fuzz_require(size == n, "the orbit's size is the number of images");
    bool has_itself = false;
    for (size_t i = 0; i < n; i++) {
        has_itself = has_itself || images[i] == state;
        hr_fuzz_require(i == 0 || images[i - 1] < images[i], "images ascend");
        hr_fuzz_require(hr_puzzle_validate(puzzle, images[i], NULL) == HR_OK, "an image is valid");
        hr_state canonical = images[i];
        hr_puzzle_canonicalise(puzzle, &canonical, 1);
        hr_fuzz_require(canonical == images[0], "all images have the smallest one as their canonical state");
    }
    hr_fuzz_require(has_itself, "a state is one of its images");
}

static void check_index(const hr_puzzle *puzzle, hr_state state) {
    const hr_count count = hr_puzzle_describe(puzzle)->index_count;
    if (count > 0) {
        hr_index index = UINT64_MAX;
        hr_state again = HR_STATE_NONE;
        hr_puzzle_index(puzzle, &state, 1, &index);
        hr_fuzz_require(index < count, "an index is below index_count");
        hr_puzzle_unindex(puzzle, &index, 1, &again);
        hr_fuzz_require(again == state, "an index leads back to its state");
    }
}

static bool contains(const hr_state *states, size_t n, hr_state wanted) {
    for (size_t i = 0; i < n; i++) {
        if (states[i] == wanted) {
            return true;
        }
    }
    return false;
}

static void check_moves(const hr_puzzle *puzzle, hr_state state) {
    const size_t most = hr_puzzle_describe(puzzle)->max_successors;
    hr_state *successors = calloc(2 * most, sizeof *successors);
    hr_fuzz_require(successors != NULL, "there is memory");
    uint16_t count = 0;
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, &count);
    hr_fuzz_require(n <= most && n == count, "successors are counted and within the bound");
    for (size_t i = 0; i < n; i++) {
        hr_fuzz_require(successors[i] != state, "a move changes the state");
        hr_fuzz_require(hr_puzzle_validate(puzzle, successors[i], NULL) == HR_OK, "a successor is valid");
        const size_t back = hr_puzzle_expand(puzzle, &successors[i], 1, successors + most, NULL);
        hr_fuzz_require(contains(successors + most, back, state) != hr_puzzle_is_one_way(puzzle),
                        "a move can be taken back, in a one-way puzzle never");
    }
    free(successors);
}

void hr_fuzz_check_state(const hr_puzzle *puzzle, hr_state state) {
    hr_fuzz_require(state != HR_STATE_NONE, "HR_STATE_NONE is no state");
    check_text(puzzle, state);
    check_symmetry(puzzle, state);
    check_index(puzzle, state);
    check_moves(puzzle, state);
    uint8_t solved = 2;
    hr_puzzle_solved(puzzle, &state, 1, &solved);
    hr_fuzz_require(solved <= 1 || solved <= hr_puzzle_describe(puzzle)->symmetry_order, "solved images are counted");
}
