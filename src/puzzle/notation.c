// SPDX-License-Identifier: MIT
#include "puzzle/notation.h"

#include <stdio.h>
#include <string.h>

#include "puzzle/kinds.h"
#include "puzzle/puzzle_ops.h"

/// Break a state's text into rows: at its slashes, or else, if it has blanks, after each `width` words, or else after each `width`
/// letters.
static void break_rows(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    char line[HR_STATE_TEXT_MAX];
    const size_t width = (size_t)puzzle->info.width;
    size_t used = 0;
    size_t cells = 0;
    memcpy(line, text, HR_STATE_TEXT_MAX);
    const bool words = strchr(line, ' ') != NULL;
    const bool slashes = strchr(line, '/') != NULL;
    for (const char *at = line; *at != '\0' && used + 2 < HR_STATE_TEXT_MAX; at++) {
        const bool ends = words ? *at == ' ' : !slashes && at > line;
        cells += ends;
        if (slashes ? *at == '/' : ends && cells % width == 0) {
            text[used++] = '\n';
            if (slashes || words) {
                continue;
            }
        }
        text[used++] = *at;
    }
    text[used] = '\0';
}

bool hr_puzzle_notate(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, hr_notation notation,
                      char text[HR_STATE_TEXT_MAX]) {
    switch (notation) {
    case HR_NOTATION_LETTERS:
        hr_puzzle_format_with(puzzle, state, letters, text);
        return true;
    case HR_NOTATION_GRID:
        hr_puzzle_format_with(puzzle, state, letters, text);
        break_rows(puzzle, text);
        return true;
    default:
        return puzzle->ops->notate != NULL && puzzle->ops->notate(puzzle, state, notation, text);
    }
}

hr_status hr_puzzle_read_notation(const hr_puzzle *puzzle, const char *text, hr_notation notation, hr_state *state,
                                  hr_error *error) {
    if (notation == HR_NOTATION_LETTERS || notation == HR_NOTATION_GRID) {
        return hr_puzzle_parse(puzzle, text, state, error);
    }
    return puzzle->ops->read_notation == NULL
               ? hr_error_set(error, HR_USAGE, "states of %s have no names and codes", puzzle->info.spec)
               : puzzle->ops->read_notation(puzzle, text, notation, state, error);
}
