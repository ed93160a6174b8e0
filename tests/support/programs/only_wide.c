// SPDX-License-Identifier: MIT
// The program with two words for the states of every drawn puzzle, however small.

#include "puzzle/blocks/blocks.h"

hr_status __wrap_hr_blocks_make_1(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle,
                                  bool *too_wide, hr_error *error);

hr_status __wrap_hr_blocks_make_1(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle,
                                  bool *too_wide, hr_error *error) {
    (void)options;
    (void)source;
    (void)puzzle;
    *too_wide = true;
    return hr_error_set(error, HR_USAGE, "all states are to have two words");
}
