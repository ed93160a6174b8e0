// SPDX-License-Identifier: MIT
// The program with two words for the states of every drawn puzzle, however small; with HR_ONLY_WORDS=8 in the environment, with the
// functions for up to eight.

#include <stdlib.h>
#include <string.h>

#include "puzzle/blocks/blocks.h"

hr_status __wrap_hr_blocks_make_1(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle,
                                  bool *too_wide, hr_error *error);
hr_status __wrap_hr_blocks_make_2(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle,
                                  bool *too_wide, hr_error *error);
hr_status __real_hr_blocks_make_2(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle,
                                  bool *too_wide, hr_error *error);

hr_status __wrap_hr_blocks_make_1(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle,
                                  bool *too_wide, hr_error *error) {
    *too_wide = true;
    return hr_error_set(error, HR_USAGE, "all states are to have more words");
}

hr_status __wrap_hr_blocks_make_2(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle,
                                  bool *too_wide, hr_error *error) {
    const char *words = getenv("HR_ONLY_WORDS");
    return words != NULL && strcmp(words, "8") == 0 ? __wrap_hr_blocks_make_1(options, source, puzzle, too_wide, error)
                                                    : __real_hr_blocks_make_2(options, source, puzzle, too_wide, error);
}
