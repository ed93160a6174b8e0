// SPDX-License-Identifier: MIT
#ifndef HR_GOALS_H
#define HR_GOALS_H

// The solved states of a puzzle: whether there can be any, and which they are, where they are few and the puzzle can name them. A
// search can then begin at them, too.

#include "huarong/puzzle.h"

/// A puzzle with more solved states than this does not name them.
enum { HR_GOALS_MAX = 64 };

/// Local. Write all solved states into `goals`, which has room for HR_GOALS_MAX states, and return their number. Some of them may
/// not be reachable. 0: the puzzle cannot name them, or there are more.
size_t hr_puzzle_goals(const hr_puzzle *puzzle, hr_state *goals);

/// Local. HR_USAGE: the puzzle has moves that cannot be undone, which `what`, the subject of a sentence, needs.
hr_status hr_puzzle_check_undo(const hr_puzzle *puzzle, const char *what, hr_error *error);

/// Local. HR_USAGE: the puzzle has no goal, so it cannot be solved.
hr_status hr_puzzle_check_goal(const hr_puzzle *puzzle, hr_error *error);

#endif
