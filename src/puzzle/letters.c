// SPDX-License-Identifier: MIT
// What pieces are called along a way: asks the kinds whose states do not tell it, and forwards the calls for all other kinds.

#include <string.h>

#include "puzzle/puzzle_ops.h"

void hr_puzzle_take_letters(const hr_puzzle *puzzle, const hr_state *state, const char *text, hr_letters *letters) {
    memset(letters, 0, sizeof *letters);
    if (puzzle->ops->letters != NULL) {
        puzzle->ops->letters->take(puzzle, state, text, letters);
    }
}

hr_status hr_puzzle_follow(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_letters *letters, hr_step *step,
                           hr_error *error) {
    return puzzle->ops->letters != NULL ? puzzle->ops->letters->follow(puzzle, from, to, letters, step, error)
                                        : puzzle->ops->step(puzzle, from, to, step, error);
}

void hr_puzzle_format_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters,
                           char text[HR_STATE_TEXT_MAX]) {
    if (puzzle->ops->letters != NULL) {
        puzzle->ops->letters->format(puzzle, state, letters, text);
    } else {
        puzzle->ops->format(puzzle, state, text);
    }
}

void hr_puzzle_picture_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, hr_picture *picture) {
    if (puzzle->ops->letters != NULL) {
        puzzle->ops->letters->picture(puzzle, state, letters, picture);
    } else {
        puzzle->ops->picture(puzzle, state, picture);
    }
}
