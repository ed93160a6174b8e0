// SPDX-License-Identifier: MIT
#include "cli/commands/random_states.h"

#include <stdlib.h>

#include "core/hash.h"

enum { WALK = 1000 }; ///< moves of a walk if nothing else is asked for

hr_status hr_random_states_begin(hr_random_states *states, const hr_puzzle *puzzle, uint64_t seed, hr_error *error) {
    *states = (hr_random_states){.puzzle = puzzle, .moves = WALK, .seed = seed};
    states->successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *states->successors);
    return states->successors != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for successors");
}

/// The next number from 0 … n − 1, each as likely as every other.
static uint64_t draw_below(hr_random_states *s, uint64_t n) {
    const uint64_t end = UINT64_MAX - UINT64_MAX % n; // numbers from here on would make the small ones likelier
    uint64_t number = end;
    while (number >= end) {
        const uint64_t words[] = {s->seed, s->next++};
        number = hr_hash_bytes(words, sizeof words);
    }
    return number % n;
}

/// The state at the end of a walk of random moves from the first source.
static hr_state walk(hr_random_states *s) {
    hr_state state = HR_STATE_NONE;
    uint64_t cursor = 0;
    (void)hr_puzzle_sources(s->puzzle, &cursor, &state, 1);
    for (uint64_t i = 0; i < s->moves; i++) {
        const size_t n = hr_puzzle_expand(s->puzzle, &state, 1, s->successors, NULL);
        if (n == 0) {
            break; // nothing can move
        }
        state = s->successors[draw_below(s, n)];
    }
    return state;
}

hr_state hr_random_states_next(hr_random_states *states) {
    const hr_count indices = hr_puzzle_describe(states->puzzle)->index_count;
    if (indices == 0 || states->walks) {
        return walk(states);
    }
    hr_state state = HR_STATE_NONE;
    const hr_index index = draw_below(states, indices);
    hr_puzzle_unindex(states->puzzle, &index, 1, &state);
    return state;
}

void hr_random_states_end(hr_random_states *states) {
    free(states->successors);
    states->successors = NULL;
}
