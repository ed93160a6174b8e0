// SPDX-License-Identifier: MIT
#ifndef HR_RANDOM_STATES_H
#define HR_RANDOM_STATES_H

// Random states of a puzzle, the same for the same seed on every machine. All functions are Local.

#include "huarong/puzzle.h"

/// A sequence of random states.
typedef struct hr_random_states {
    const hr_puzzle *puzzle;
    bool walks;           ///< each state is the end of a walk of `moves` moves; else an index is drawn, if the puzzle has indices
    uint64_t moves;       ///< moves of a walk
    uint64_t seed;        ///< random numbers are the hashes of the seed and 0, 1, 2 …
    uint64_t next;        ///< number of random numbers drawn so far
    hr_state *successors; ///< scratch
} hr_random_states;

/// Local. Make *states a new sequence; `puzzle` is borrowed. HR_INTERNAL: out of memory. The caller ends it in any case.
hr_status hr_random_states_begin(hr_random_states *states, const hr_puzzle *puzzle, uint64_t seed, hr_error *error);

/// Local. Returns the next state.
hr_state hr_random_states_next(hr_random_states *states);

/// Local. Free the memory.
void hr_random_states_end(hr_random_states *states);

#endif
