// SPDX-License-Identifier: MIT
// Takes the positions out of the input, and says where those texts stand that are no positions.

#include <stdio.h>

#include "cli/commands/solve/states.h"
#include "cli/interrupt.h"
#include "core/array.h"
#include "core/state.h"
#include "core/try.h"

/// Set *error to the place of a text, and `why` it is no position. `last`: nothing follows it.
static void describe(const hr_solve_input *input, const hr_solve_text *text, bool last, const char *why, hr_error *error) {
    if (input->from != NULL) {
        (void)hr_error_set(error, HR_USAGE, "%.200s, line %zu: %.400s", input->from, text->line, why);
    } else if (text->number > 1 || !last) {
        (void)hr_error_set(error, HR_USAGE, "position %zu: %.400s", text->number, why);
    } else {
        (void)hr_error_set(error, HR_USAGE, "%.400s", why);
    }
}

static hr_status add_text(hr_solve_input *input, const hr_solve_text *text, hr_error *error) {
    if (!HR_ARRAY_RESERVE(input->texts, input->capacity, input->count + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", input->count + 1);
    }
    input->texts[input->count++] = *text;
    return HR_OK;
}

/// Tell a text that is no position, and leave it out with --keep-going.
static hr_status leave_out(const hr_program *program, bool keep_going, hr_solve_input *input, const hr_error *message,
                           hr_error *error) {
    if (!keep_going) {
        return hr_error_set(error, HR_USAGE, "%s", message->text);
    }
    input->left_out++;
    if (hr_program_speaks(program)) {
        (void)fprintf(stderr, "huarong %s: %s\n", program->command, message->text);
    }
    return HR_OK;
}

/// HR_USAGE if the whole input has no position.
static hr_status check_count(const hr_solve_input *input, hr_error *error) {
    if (input->count + input->before > 0 || input->more) {
        return HR_OK;
    }
    if (input->left_out > 0) {
        return input->left_out > 1 ? hr_error_set(error, HR_USAGE, "none of the %zu texts is a position", input->left_out)
                                   : hr_error_set(error, HR_USAGE, "the only text is not a position");
    }
    if (input->if_empty != NULL || input->from == NULL) {
        return hr_error_set(error, HR_USAGE, "%s",
                            input->if_empty != NULL ? input->if_empty : "the arguments hold no position: # begins a comment");
    }
    return input->from_file ? hr_error_set(error, HR_USAGE, "%.200s holds no position", input->from)
                            : hr_error_set(error, HR_USAGE, "there is no position to solve: give a STATE or --file");
}

/// Local. Take the positions out of the block (hr_solve_check_texts).
static hr_status take_texts(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input, hr_position_reader read,
                            void *context, hr_error *error) {
    while (input->from == NULL || !hr_interrupt_wanted()) { // of arguments the search tells that it was stopped
        hr_error why = {.text = ""};
        hr_error message = {.text = ""};
        hr_position position;
        input->list.more = input->more;
        const hr_status status = hr_position_take(read, context, &input->list, &input->rest, &position, &why);
        if (status == HR_OK && position.text == NULL) {
            return check_count(input, error);
        }
        const hr_solve_text text = {.text = position.text,
                                    .name = position.name,
                                    .line = position.line,
                                    .number = input->before + input->count + input->left_out + 1};
        if (status == HR_OK) {
            HR_TRY(add_text(input, &text, error));
        } else if (status == HR_USAGE) {
            describe(input, &text, *input->rest == '\0', why.text, &message);
            HR_TRY(leave_out(program, settings->keep_going, input, &message, error));
        } else { // not a matter of the text: perhaps this rank alone lacks memory
            return hr_error_set(error, status, "%s", why.text);
        }
    }
    return hr_error_set(error, HR_STOPPED, "stopped by a signal while positions were read");
}

hr_status hr_solve_check_texts(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input,
                               hr_position_reader read, void *context, hr_error *error) {
    const hr_status status = hr_program_join(program, take_texts(program, settings, input, read, context, error), error);
    input->stop = status == HR_STOPPED ? HR_STOP_SIGNAL : input->stop;
    return status;
}

hr_status hr_solve_judge_texts(const hr_solve_input *input, hr_status status, hr_error *error) {
    return status == HR_OK && input->left_out > 0
               ? hr_error_set(error, HR_USAGE,
                              input->left_out == 1 ? "%zu of %zu texts is not a position and was skipped"
                                                   : "%zu of %zu texts are not positions and were skipped",
                              input->left_out, input->left_out + input->before + input->count)
               : status;
}

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
