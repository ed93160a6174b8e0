// SPDX-License-Identifier: MIT
#ifndef HR_RANDOM_STATE_H
#define HR_RANDOM_STATE_H

// Random states of a puzzle whose states can be drawn without a walk.

#include "core/random.h"
#include "huarong/puzzle.h"

/// Local. Can hr_puzzle_random draw states of the puzzle?
bool hr_puzzle_has_random(const hr_puzzle *puzzle);

/// Local. Draw a state: each valid state is as likely as every other. Only for a puzzle for which hr_puzzle_has_random returns
/// true.
void hr_puzzle_random(const hr_puzzle *puzzle, hr_random *random, hr_state *state);

#endif
