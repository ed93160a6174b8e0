// SPDX-License-Identifier: MIT
// Reads positions as states of a puzzle.

#include "cli/commands/solve/states.h"
#include "core/state.h"
#include "core/try.h"

/// Check that `text` is a state (hr_position_reader). `context` is the address of a pointer to the puzzle.
static hr_status read_text(void *context, const char *text, hr_error *error) {
    hr_state state[HR_STATE_WORDS_MAX];
    return hr_puzzle_parse(*(const hr_puzzle *const *)context, text, state, error);
}

/// Collective. Read the texts. A puzzle that has a start needs none.
static hr_status read_texts(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings,
                            const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error) {
    if (kind->has_start && settings->file == NULL && settings->arguments.count == 0) {
        return hr_program_join(program, hr_solve_take_start(puzzle, input, error), error);
    }
    if (input->list.cells == 0) {
        input->list = hr_position_list_of(puzzle);
    }
    return hr_solve_read_block(program, settings, input, error);
}

hr_status hr_solve_read_states(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings,
                               const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error) {
    HR_TRY(read_texts(program, kind, settings, puzzle, input, error));
    return hr_solve_check_texts(program, settings, input, read_text, &puzzle, error);
}
