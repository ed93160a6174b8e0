// SPDX-License-Identifier: MIT
#include "cli/commands/random_states.h"

#include <stdlib.h>

#include "core/try.h"
#include "puzzle/kinds.h"
#include "puzzle/random_state.h"
#include "solve/position_kind.h"

/// Make the puzzle of a kind whose states come from no walks. HR_USAGE: there is no such board, or the options do not suit it.
/// HR_INTERNAL: out of memory.
static hr_status make_drawn(hr_random_states *states, const hr_position_kind *kind, const hr_puzzle_options *options,
                            hr_error *error) {
    if (options->from != NULL || options->metric != HR_METRIC_UNIT) {
        return hr_error_set(error, HR_USAGE, "random states of %s do not come from walks: leave out --from and --metric",
                            options->spec);
    }
    HR_TRY(kind->check(options, error));
    return hr_position_puzzle(kind, options, &states->puzzle, error);
}

hr_status hr_random_states_begin(hr_random_states *states, const hr_puzzle_options *options, uint64_t seed, hr_error *error) {
    *states = (hr_random_states){.moves = HR_RANDOM_WALK, .random = {.seed = seed}};
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(options->spec, &kind, error));
    states->only_drawn = kind->create == NULL && hr_position_kind_of(kind) != NULL;
    if (states->only_drawn) {
        return make_drawn(states, hr_position_kind_of(kind), options, error);
    }
    HR_TRY(hr_puzzle_create(options, &states->puzzle, error));
    const hr_puzzle_info *info = hr_puzzle_describe(states->puzzle);
    states->successors = malloc(info->max_successors * (size_t)info->state_words * sizeof *states->successors);
    return states->successors != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for successors");
}

bool hr_random_states_walk(const hr_random_states *states) { return states->walks || !hr_puzzle_has_random(states->puzzle); }

void hr_random_states_next(hr_random_states *states, char text[HR_STATE_TEXT_MAX]) {
    hr_state state[HR_STATE_WORDS_MAX];
    if (hr_random_states_walk(states)) {
        hr_puzzle_walk(states->puzzle, &states->random, states->moves, states->successors, state);
    } else {
        hr_puzzle_random(states->puzzle, &states->random, state);
    }
    hr_puzzle_format(states->puzzle, state, text);
}

void hr_random_states_end(hr_random_states *states) {
    hr_puzzle_destroy(&states->puzzle);
    free(states->successors);
    *states = (hr_random_states){.puzzle = NULL};
}
