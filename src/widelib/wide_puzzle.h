// SPDX-License-Identifier: MIT
#ifndef HR_WIDELIB_WIDE_PUZZLE_H
#define HR_WIDELIB_WIDE_PUZZLE_H

// A puzzle as huarong/wide.h offers it. For the files of this room only.

#include "huarong/wide.h"

struct hr_wide_puzzle {
    const hr_puzzle *puzzle;
    hr_puzzle *owned; ///< `puzzle` if this made it; NULL: the puzzle is a table's
    hr_wide_puzzle_info info;
};

/// Local. Fill *wide with a puzzle that outlives it.
void hr_widelib_describe(const hr_puzzle *puzzle, hr_wide_puzzle *wide);

#endif
