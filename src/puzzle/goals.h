// SPDX-License-Identifier: MIT
#ifndef HR_GOALS_H
#define HR_GOALS_H

// The solved states of a puzzle, where they are few and the puzzle can name them. A search can then begin at them, too.

#include "huarong/puzzle.h"

/// A puzzle with more solved states than this does not name them.
enum { HR_GOALS_MAX = 64 };

/// Local. Write all solved states into `goals[0..HR_GOALS_MAX)`, and return their number. Some of them may not be reachable. 0: the
/// puzzle cannot name them, or there are more.
size_t hr_puzzle_goals(const hr_puzzle *puzzle, hr_state goals[HR_GOALS_MAX]);

#endif
