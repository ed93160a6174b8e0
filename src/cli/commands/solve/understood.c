// SPDX-License-Identifier: MIT
// Says on stderr if a position of the command line was read as a CommonCode or ShortCode. A word with a typing error can be the
// code of some other board, so the user should see which board was taken.

#include "cli/commands/solve/states.h"
#include "puzzle/notation.h"
#include "puzzle/words.h"

/// Returns the name of the code that the text of *state is; NULL: it is no code.
static const char *code_of(const hr_puzzle *puzzle, const char *text, const hr_state *state) {
    hr_state coded[HR_STATE_WORDS_MAX];
    if (hr_puzzle_read_notation(puzzle, text, HR_NOTATION_COMMON, coded, NULL) == HR_OK) {
        return "CommonCode";
    }
    const bool is_code = hr_puzzle_read_notation(puzzle, text, HR_NOTATION_SHORT, coded, NULL) == HR_OK;
    return is_code && hr_words_equal(coded, state, hr_puzzle_words(puzzle)) ? "ShortCode"
                                                                            : NULL; // a name may be the code of another opening
}

void hr_solve_say_understood(const hr_puzzle *puzzle, const hr_solve_input *input, FILE *talk) {
    for (size_t i = 0; i < input->count && input->from == NULL; i++) {
        const char *text = input->texts[i].text;
        hr_state state[HR_STATE_WORDS_MAX];
        const char *code = hr_puzzle_parse(puzzle, text, state, NULL) == HR_OK ? code_of(puzzle, text, state) : NULL;
        if (code != NULL) {
            char letters[HR_STATE_TEXT_MAX];
            hr_puzzle_format(puzzle, state, letters);
            fprintf(talk, "huarong solve: %.40s is read as the %s of %s\n", text, code, letters);
        }
    }
}
