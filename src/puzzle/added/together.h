// SPDX-License-Identifier: MIT
#ifndef HR_TOGETHER_H
#define HR_TOGETHER_H

#include "huarong/puzzle.h"

/// Local. Give the first of `states[0..n)` to the puzzle's functions, all at once and each alone. n is at least 1. *function gets
/// the name of the first function whose answers differ, in quotes, and *at the state's number; NULL: there is none. HR_INTERNAL:
/// out of memory.
hr_status hr_kind_ask_together(const hr_puzzle *puzzle, const hr_state *states, size_t n, const char **function, size_t *at,
                               hr_error *error);

#endif
