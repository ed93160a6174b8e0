// SPDX-License-Identifier: MIT
#ifndef HR_PUZZLE_WORDS_H
#define HR_PUZZLE_WORDS_H

#include "core/state.h"
#include "huarong/puzzle.h"

/// Local. Returns the numbers of the type hr_state that make a state of the puzzle.
static inline size_t hr_puzzle_words(const hr_puzzle *puzzle) { return (size_t)hr_puzzle_describe(puzzle)->state_words; }

#endif
