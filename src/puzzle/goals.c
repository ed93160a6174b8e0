// SPDX-License-Identifier: MIT
#include "puzzle/goals.h"

#include "puzzle/puzzle_ops.h"

size_t hr_puzzle_goals(const hr_puzzle *puzzle, hr_state goals[HR_GOALS_MAX]) {
    return puzzle->ops->goals == NULL ? 0 : puzzle->ops->goals(puzzle, goals);
}
