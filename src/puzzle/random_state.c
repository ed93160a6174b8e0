// SPDX-License-Identifier: MIT
#include "puzzle/random_state.h"

#include <stdlib.h>

#include "core/try.h"
#include "puzzle/puzzle_ops.h"
#include "puzzle/words.h"

bool hr_puzzle_has_random(const hr_puzzle *puzzle) { return puzzle->ops->random != NULL || puzzle->info.index_count > 0; }

void hr_puzzle_random(const hr_puzzle *puzzle, hr_random *random, hr_state *state) {
    if (puzzle->ops->random != NULL) {
        puzzle->ops->random(puzzle, random, state);
        return;
    }
    const hr_index index = hr_random_below(random, puzzle->info.index_count);
    hr_puzzle_unindex(puzzle, &index, 1, state);
}

void hr_puzzle_walk(const hr_puzzle *puzzle, hr_random *random, uint64_t moves, hr_state *successors, hr_state *state) {
    const size_t words = hr_puzzle_words(puzzle);
    uint64_t cursor = 0;
    (void)hr_puzzle_sources(puzzle, &cursor, state, 1);
    for (uint64_t i = 0; i < moves; i++) {
        const size_t n = hr_puzzle_expand(puzzle, state, 1, successors, NULL);
        if (n == 0) {
            break; // nothing can move
        }
        hr_words_copy(state, successors + hr_random_below(random, n) * words, words);
    }
}

hr_status hr_puzzle_random_states(const hr_puzzle *puzzle, uint64_t seed, uint64_t moves, size_t n, hr_state *states,
                                  hr_error *error) {
    const size_t words = hr_puzzle_words(puzzle);
    const bool drawn = moves == 0 && hr_puzzle_has_random(puzzle);
    hr_random random = {.seed = seed};
    hr_state *successors = malloc(puzzle->info.max_successors * words * sizeof *successors);
    HR_TRY_MEMORY(successors != NULL, error, "successors");
    for (size_t i = 0; i < n; i++) {
        if (drawn) {
            hr_puzzle_random(puzzle, &random, states + i * words);
        } else {
            hr_puzzle_walk(puzzle, &random, moves > 0 ? moves : HR_RANDOM_WALK, successors, states + i * words);
        }
    }
    free(successors);
    return HR_OK;
}
