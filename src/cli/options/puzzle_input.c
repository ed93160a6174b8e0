// SPDX-License-Identifier: MIT
#include "cli/options/puzzle_input.h"

#include <stdlib.h>

#include "cli/input.h"
#include "core/try.h"

bool hr_puzzle_input_set(hr_puzzle_input *input, int option, const char *value, hr_status *status, hr_error *error) {
    *status = HR_OK;
    switch (option) {
    case HR_OPTION_METRIC:
        *status = hr_metric_parse(value, &input->options.metric, error);
        return true;
    case HR_OPTION_FROM:
        input->options.from = value;
        return true;
    case HR_OPTION_GOAL:
        input->options.goal = value;
        return true;
    case HR_OPTION_EXIT:
        input->options.exit = value;
        return true;
    case HR_OPTION_NO_SYMMETRY:
        input->options.no_symmetry = true;
        return true;
    default:
        return false;
    }
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
