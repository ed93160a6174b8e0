// SPDX-License-Identifier: MIT
// The least that a program does with libhuarong: read a state, print it and the states one move away.
#include <stdio.h>
#include <stdlib.h>

#include <huarong/puzzle.h>

int main(void) {
    hr_error error;
    hr_puzzle *puzzle = NULL;
    hr_state state = 0;
    const hr_puzzle_options options = {.spec = "tile:3x3"};
    if (hr_puzzle_create(&options, &puzzle, &error) != HR_OK ||
        hr_puzzle_parse(puzzle, "1 2 3 4 0 5 6 7 8", &state, &error) != HR_OK) {
        (void)fprintf(stderr, "consumer: %s\n", error.text);
        hr_puzzle_destroy(&puzzle);
        return EXIT_FAILURE;
    }
    hr_state successors[16];
    if (hr_puzzle_describe(puzzle)->max_successors > sizeof successors / sizeof successors[0]) {
        return EXIT_FAILURE;
    }
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, &state, text);
    (void)printf("%s has %zu neighbours\n", text, n);
    for (size_t i = 0; i < n; i++) {
        hr_puzzle_format(puzzle, &successors[i], text);
        (void)printf("%s\n", text);
    }
    hr_puzzle_destroy(&puzzle);
    return EXIT_SUCCESS;
}
