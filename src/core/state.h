// SPDX-License-Identifier: MIT
#ifndef HR_CORE_STATE_H
#define HR_CORE_STATE_H

// The size of a state. The sources are compiled with states of 64 bits, and some of them once more with 128 bits (src/wide).

#include "huarong/types.h"

enum {
    HR_STATE_WORDS = sizeof(hr_state) / 8, ///< words of 64 bits
    HR_STATE_BITS = 64 * HR_STATE_WORDS,
};

/// What a message adds that refuses a word of the command line: the copy with 128 bits lacks some words that the program knows.
#if defined(HR_WIDE)
#define HR_STATE_REMARK " for states of more than 64 bits"
#else
#define HR_STATE_REMARK ""
#endif

/// All bits of a state: the key mask of puzzles without marks (hr_puzzle_expand_marked).
#define HR_STATE_ALL (~(hr_state)0)

#endif
