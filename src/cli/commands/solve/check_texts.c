// SPDX-License-Identifier: MIT
// Checks whether the texts of the input are positions, and says where those stand that are not.

#include <stdio.h>

#include "cli/commands/solve/solve.h"
#include "core/try.h"

/// Set *error to the place of a text and `why` it is no position.
static void describe(const hr_solve_input *input, const hr_solve_text *text, const char *why, hr_error *error) {
    if (input->from != NULL) {
        (void)hr_error_set(error, HR_USAGE, "%.200s, line %zu: %.400s", input->from, text->line, why);
    } else if (input->count > 1) {
        (void)hr_error_set(error, HR_USAGE, "position %zu: %.400s", text->number, why);
    } else {
        (void)hr_error_set(error, HR_USAGE, "%.400s", why);
    }
}

hr_status hr_solve_check_texts(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input,
                               hr_position_reader read, void *context, hr_error *error) {
    size_t good = 0;
    input->columns.listed = input->from != NULL;
    for (size_t i = 0; i < input->count; i++) {
        hr_solve_text text = input->texts[i];
        hr_error why;
        hr_error message = {.text = ""};
        text.number = input->before + good + input->left_out + 1;
        hr_position_line line = {.text = text.text};
        const hr_status status = hr_position_line_read(read, context, &input->columns, &line, &why);
        if (status == HR_OK && line.text == NULL) {
            continue;
        }
        if (status == HR_OK) {
            text.text = line.text;
            text.name = line.name != NULL ? line.name : text.name;
            input->texts[good++] = text;
            continue;
        }
        if (status != HR_USAGE) { // not a matter of the text: perhaps this rank alone lacks memory
            return hr_error_set(error, status, "%s", why.text);
        }
        describe(input, &text, why.text, &message);
        if (!settings->keep_going) {
            return hr_error_set(error, HR_USAGE, "%s", message.text);
        }
        input->left_out++;
        if (hr_program_speaks(program)) {
            (void)fprintf(stderr, "huarong %s: %s\n", program->command, message.text);
        }
    }
    input->count = good;
    if (good + input->before > 0 || input->more) {
        return HR_OK;
    }
    return input->left_out > 1    ? hr_error_set(error, HR_USAGE, "none of the %zu texts is a position", input->left_out)
           : input->left_out == 1 ? hr_error_set(error, HR_USAGE, "the only text is not a position")
                                  : hr_solve_no_position(input, error);
}

hr_status hr_solve_judge_texts(const hr_solve_input *input, hr_status status, hr_error *error) {
    return status == HR_OK && input->left_out > 0
               ? hr_error_set(error, HR_USAGE,
                              input->left_out == 1 ? "%zu of %zu texts is not a position and was skipped"
                                                   : "%zu of %zu texts are not positions and were skipped",
                              input->left_out, input->left_out + input->before + input->count)
               : status;
}
