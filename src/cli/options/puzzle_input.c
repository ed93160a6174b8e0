// SPDX-License-Identifier: MIT
#include "cli/options/puzzle_input.h"

#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/options/positions.h"
#include "core/near.h"
#include "core/try.h"
#include "puzzle/kinds.h"

hr_status hr_puzzle_input_read_metric(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_metric_parse(text, place, error);
}

/// Returns the name of a puzzle of this kind that may be meant by `board`: a name that contains `board`, or one that `board`
/// becomes by edits of at most a third of its characters. NULL: there is none.
static const char *near_name(const hr_puzzle_kind *kind, const char *board) {
    enum { PART_MIN = 4 }; ///< a shorter text is part of too many names
    const size_t length = strlen(board);
    hr_nearest nearest = HR_NEAREST_NONE;
    for (size_t i = 0; kind->position_name != NULL && kind->position_name(i) != NULL; i++) {
        const char *name = kind->position_name(i);
        if (length >= PART_MIN && strstr(name, board) != NULL) {
            return name;
        }
        hr_nearest_try(&nearest, board, length, name);
    }
    return nearest.word != NULL && 3 * nearest.edits <= length ? nearest.word : NULL;
}

/// Add to the error about the file `board` which puzzle of the kind may be meant. Returns HR_FILE.
static hr_status suggest_name(const hr_puzzle_kind *kind, const char *board, hr_error *error) {
    const char *name = near_name(kind, board);
    if (name == NULL || error == NULL) {
        return HR_FILE;
    }
    const hr_error why = *error;
    return hr_error_set(error, HR_FILE, "%.400s: did you mean %s:%s?", why.text, kind->name, name);
}

const char *hr_puzzle_input_file(const char *spec) {
    const hr_puzzle_kind *kind = NULL;
    const char *board = strchr(spec, ':');
    board = board != NULL && board[1] != '\0' ? board + 1 : NULL;
    const bool known = board != NULL && hr_puzzle_kind_of(spec, &kind, NULL) == HR_OK;
    return known && kind->names_file != NULL && kind->names_file(board) ? board : NULL;
}

/// Collective; Local if program->alone is set. If the spec names a file, read it.
static hr_status read_puzzle(hr_program *program, hr_puzzle_input *input, hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    const char *board = hr_puzzle_input_file(input->options.spec);
    HR_TRY(hr_puzzle_kind_of(input->options.spec, &kind, error));
    if (board == NULL) {
        return HR_OK;
    }
    hr_status status = HR_OK;
    if (program->puzzle_text != NULL) {
        input->text = program->puzzle_text;
        program->puzzle_text = NULL;
    } else {
        status = hr_input_puzzle(program, board, &input->text, error);
    }
    input->options.text = input->text;
    return status == HR_FILE ? suggest_name(kind, board, error) : status;
}

/// An option whose state is in a file: --from or --goal.
typedef struct state_option {
    hr_puzzle_options options; ///< the puzzle with the texts that are known
    const char **place;        ///< the member of `options` that the state is for
} state_option;

/// Make the puzzle with this text for the option (hr_position_reader).
static hr_status read_state(void *context, const char *text, hr_error *error) {
    const state_option *option = context;
    hr_puzzle *puzzle = NULL;
    *option->place = text;
    const hr_status status = hr_puzzle_create(&option->options, &puzzle, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

/// Keep of the text of the file `shown` only the state that it holds. HR_USAGE: it holds none, or several.
static hr_status find_state(state_option *option, hr_position_list list, const char *shown, char *text, hr_error *error) {
    hr_position position = {.text = NULL};
    hr_position next = {.text = NULL};
    hr_error why = {.text = ""};
    char *rest = text;
    hr_status status = hr_position_take(read_state, option, &list, &rest, &position, &why);
    if (status == HR_OK && position.text == NULL) {
        return hr_error_set(error, HR_USAGE, "%.200s holds no state", shown);
    }
    if (status == HR_OK) {
        status = hr_position_take(read_state, option, &list, &rest, &next, &why);
    }
    if (status == HR_OK && next.text != NULL) {
        return hr_error_set(error, HR_USAGE, "%.200s holds more than one state, the second one in line %zu", shown, next.line);
    }
    if (status != HR_OK) {
        return hr_error_set(error, status, "%.200s, line %zu: %s", shown, next.line > 0 ? next.line : position.line, why.text);
    }
    memmove(text, position.text, strlen(position.text) + 1);
    return HR_OK;
}

/// Local. Find the state in the file that `argument`, the value of the option, may name. The file's text is left as it is if the
/// puzzle takes it as a whole, or if something else is wrong with the puzzle, which is told when it is made.
static hr_status read_state_file(state_option *option, const char *argument, char *text, hr_error *error) {
    if (argument == NULL || argument[0] != '@') {
        return HR_OK;
    }
    hr_status status = read_state(option, text, NULL);
    if (status == HR_USAGE) {
        hr_puzzle *puzzle = NULL;
        *option->place = NULL;
        status = hr_puzzle_create(&option->options, &puzzle, NULL);
        const char *shown = strcmp(argument, "@-") == 0 ? "standard input" : argument + 1;
        status = status == HR_OK ? find_state(option, hr_position_list_of(puzzle), shown, text, error) : HR_OK;
        hr_puzzle_destroy(&puzzle);
    }
    *option->place = text;
    return status == HR_INTERNAL ? hr_error_set(error, status, "out of memory for a puzzle") : status;
}

/// Local. Find the states in the files that --goal and --from name.
static hr_status read_state_files(hr_puzzle_input *input, hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    state_option option = {.options = input->options};
    option.options.from = NULL;
    option.options.goal = input->goal;
    option.place = &option.options.goal;
    HR_TRY(hr_puzzle_kind_of(input->options.spec, &kind, error));
    if (kind->numbers) { // other kinds take no goal, and say so
        HR_TRY(read_state_file(&option, input->options.goal, input->goal, error));
    }
    option.options.from = input->from;
    option.place = &option.options.from;
    return read_state_file(&option, input->options.from, input->from, error);
}

hr_status hr_puzzle_input_read(hr_program *program, hr_puzzle_input *input, hr_error *error) {
    HR_TRY(hr_input_text(program, input->options.from, &input->from, error));
    HR_TRY(hr_input_text(program, input->options.goal, &input->goal, error));
    HR_TRY(read_puzzle(program, input, error));
    HR_TRY(hr_program_join(program, read_state_files(input, error), error));
    input->options.from = input->from;
    input->options.goal = input->goal;
    return HR_OK;
}

hr_status hr_puzzle_input_create(hr_program *program, hr_puzzle_input *input, hr_puzzle **puzzle, hr_error *error) {
    HR_TRY(hr_puzzle_input_read(program, input, error));
    return hr_program_join(program, hr_puzzle_create(&input->options, puzzle, error), error);
}

void hr_puzzle_input_clear(hr_puzzle_input *input) {
    free(input->from);
    free(input->goal);
    free(input->text);
    *input = (hr_puzzle_input){.options = {.spec = NULL}};
}
