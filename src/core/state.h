// SPDX-License-Identifier: MIT
#ifndef HR_CORE_STATE_H
#define HR_CORE_STATE_H

// The size of a state. The sources are compiled with states of 64 bits, and some of them once more with 128 bits (src/wide).

#include "huarong/types.h"

enum {
    HR_STATE_WORDS = sizeof(hr_state) / 8, ///< words of 64 bits
    HR_STATE_BITS = 64 * HR_STATE_WORDS,
};

/// The remark in a message that refuses a word of the command line. The copy for states of 128 bits does not take every word that
/// the program knows.
#if defined(HR_WIDE)
#define HR_STATE_REMARK " for states of more than 64 bits"
#else
#define HR_STATE_REMARK ""
#endif

/// All bits of a state. This is the key mask of puzzles without marks (hr_puzzle_expand_marked).
#define HR_STATE_ALL (~(hr_state)0)

#endif
