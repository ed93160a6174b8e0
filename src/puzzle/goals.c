// SPDX-License-Identifier: MIT
#include "puzzle/goals.h"

#include "puzzle/puzzle_ops.h"

size_t hr_puzzle_goals(const hr_puzzle *puzzle, hr_state *goals) {
    return puzzle->ops->goals == NULL ? 0 : puzzle->ops->goals(puzzle, goals);
}

hr_status hr_puzzle_check_undo(const hr_puzzle *puzzle, const char *what, hr_error *error) {
    return puzzle->info.one_way
               ? hr_error_set(error, HR_USAGE, "%s needs moves that can be undone, and some of %s cannot", what, puzzle->info.kind)
               : HR_OK;
}

hr_status hr_puzzle_check_goal(const hr_puzzle *puzzle, hr_error *error) {
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(puzzle, goal);
    return goal[0] != '\0'
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "the puzzle has no goal: say when it is solved, see 'huarong help blocks'");
}
