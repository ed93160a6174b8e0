// SPDX-License-Identifier: MIT
#include "puzzle_ops.h"
hr_status hr_klotski_create(const hr_puzzle_options *options, int width, int height, hr_puzzle **puzzle, hr_error *error) {
    (void)options;
    (void)puzzle;
    return hr_error_set(error, HR_USAGE, "klotski:%dx%d", width, height);
}
