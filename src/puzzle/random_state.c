// SPDX-License-Identifier: MIT
#include "puzzle/random_state.h"

#include "puzzle/puzzle_ops.h"

bool hr_puzzle_has_random(const hr_puzzle *puzzle) { return puzzle->ops->random != NULL || puzzle->info.index_count > 0; }

void hr_puzzle_random(const hr_puzzle *puzzle, hr_random *random, hr_state *state) {
    if (puzzle->ops->random != NULL) {
        puzzle->ops->random(puzzle, random, state);
        return;
    }
    const hr_index index = hr_random_below(random, puzzle->info.index_count);
    hr_puzzle_unindex(puzzle, &index, 1, state);
}
