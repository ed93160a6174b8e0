// SPDX-License-Identifier: MIT
#ifndef HR_RANDOM_STATE_H
#define HR_RANDOM_STATE_H

// Random states of a puzzle: drawn, or reached by a walk.

#include "core/random.h"
#include "huarong/puzzle.h"

enum { HR_RANDOM_WALK = 1000 }; ///< moves of a walk if nothing else is asked for

/// Local. Can hr_puzzle_random draw states of the puzzle?
bool hr_puzzle_has_random(const hr_puzzle *puzzle);

/// Local. Draw a state: each valid state is as likely as every other. Only for a puzzle for which hr_puzzle_has_random returns
/// true.
void hr_puzzle_random(const hr_puzzle *puzzle, hr_random *random, hr_state *state);

/// Local. Write the state at the end of a walk of random moves from the first source. `successors` has room for the successors of a
/// state.
void hr_puzzle_walk(const hr_puzzle *puzzle, hr_random *random, uint64_t moves, hr_state *successors, hr_state *state);

#endif
