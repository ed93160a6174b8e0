// SPDX-License-Identifier: MIT
// The program with states of 128 bits for every puzzle, for comparisons with the program itself.

#include "cli/frame.h"
#include "cli/program.h"

int main(int argc, char **argv) {
    const hr_program begun = {.words = {.texts = (const char *const *)argv + 1, .count = (size_t)argc - 1}};
    return hr_wide.go_on(&begun);
}
