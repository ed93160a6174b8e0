// SPDX-License-Identifier: MIT
// huarong solve drops:WxH

#include "solve.h"

hr_status hr_solve_drops(hr_program *program, const hr_solve_settings *settings, int width, int height, hr_error *error) {
    (void)program;
    (void)settings;
    return hr_error_set(error, HR_USAGE, "drops:%dx%d cannot be solved yet", width, height);
}
