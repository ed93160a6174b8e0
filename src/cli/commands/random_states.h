// SPDX-License-Identifier: MIT
#ifndef HR_RANDOM_STATES_H
#define HR_RANDOM_STATES_H

// Random states of a puzzle, the same for the same seed on every machine.

#include "core/random.h"
#include "huarong/puzzle.h"

/// A sequence of random states.
typedef struct hr_random_states {
    hr_puzzle *puzzle;
    hr_state *successors; ///< [max_successors · state_words] room for the successors of a state
    bool only_drawn;      ///< states of this kind come from no walks
    bool walks;           ///< each state is the end of a walk; false: a state is drawn, if the puzzle can draw states
    uint64_t moves;       ///< moves of a walk
    hr_random random;
} hr_random_states;

/// Local. Make *states a new sequence. HR_USAGE: there is no such puzzle, or its states cannot be drawn with these options.
/// HR_INTERNAL: out of memory. The caller calls hr_random_states_end in any case.
hr_status hr_random_states_begin(hr_random_states *states, const hr_puzzle_options *options, uint64_t seed, hr_error *error);

/// Local. Is each state of a puzzle the end of a walk?
bool hr_random_states_walk(const hr_random_states *states);

/// Local. Write the text of the next state.
void hr_random_states_next(hr_random_states *states, char text[HR_STATE_TEXT_MAX]);

/// Local. Free the memory.
void hr_random_states_end(hr_random_states *states);

#endif
