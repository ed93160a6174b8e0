// SPDX-License-Identifier: MIT
#include "cli/options/puzzle_input.h"

#include <stdlib.h>

#include "cli/input.h"
#include "core/try.h"

hr_status hr_puzzle_input_read_metric(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_metric_parse(text, place, error);
}

hr_status hr_puzzle_input_create(hr_program *program, hr_puzzle_input *input, hr_puzzle **puzzle, hr_error *error) {
    HR_TRY(hr_input_text(program, input->options.from, &input->from, error));
    HR_TRY(hr_input_text(program, input->options.goal, &input->goal, error));
    input->options.from = input->from;
    input->options.goal = input->goal;
    return hr_program_join(program, hr_puzzle_create(&input->options, puzzle, error), error);
}

void hr_puzzle_input_clear(hr_puzzle_input *input) {
    free(input->from);
    free(input->goal);
    *input = (hr_puzzle_input){.options = {.spec = NULL}};
}
