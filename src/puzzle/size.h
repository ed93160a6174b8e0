// SPDX-License-Identifier: MIT
#ifndef HR_SIZE_H
#define HR_SIZE_H

// A board's size in a puzzle's spec.

#include "puzzle/kinds.h"

/// Local. Read the board of a spec, "WxH" with one or two decimal digits each. HR_USAGE for anything else, NULL included; the text
/// shows the kind's form and example.
hr_status hr_puzzle_read_size(const hr_puzzle_kind *kind, const char *board, int *width, int *height, hr_error *error);

#endif
