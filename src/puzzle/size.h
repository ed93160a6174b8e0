// SPDX-License-Identifier: MIT
#ifndef HR_SIZE_H
#define HR_SIZE_H

// Reads a board's size in a puzzle's spec.

#include "puzzle/kinds.h"

/// Local. Read the board of a spec: "WxH", where W and H are 1 … 99. HR_USAGE for anything else, NULL included; *width and *height
/// mean nothing then. The error's text shows the form and example of `kind`.
hr_status hr_puzzle_read_size(const hr_puzzle_kind *kind, const char *board, int *width, int *height, hr_error *error);

#endif
