// SPDX-License-Identifier: MIT
#include "puzzle/added/together.h"

#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "puzzle/added/added.h"

enum {
    TOGETHER = 64,        ///< most states that are given to a function at once
    SUCCESSORS = 1 << 16, ///< and the room for their successors, if no state has more
};

/// What a puzzle says of some states.
typedef struct answers {
    hr_state *successors; ///< of the first state, then of the second, …
    uint16_t counts[TOGETHER];
    uint8_t solved[TOGETHER];
    hr_index indices[TOGETHER];
    hr_state canonical[TOGETHER * HR_STATE_WORDS_MAX];
    uint8_t bounds[TOGETHER];
} answers;

/// Ask the puzzle about n states, 1 … TOGETHER.
static void ask(const hr_puzzle *puzzle, const hr_state *states, size_t n, answers *a) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_added *added = hr_added_of(puzzle);
    (void)hr_puzzle_expand(puzzle, states, n, a->successors, a->counts);
    hr_puzzle_solved(puzzle, states, n, a->solved);
    if (info->index_count > 0) {
        hr_puzzle_index(puzzle, states, n, a->indices);
    }
    memcpy(a->canonical, states, n * (size_t)info->state_words * sizeof *states);
    hr_puzzle_canonicalise(puzzle, a->canonical, n);
    if (added != NULL && added->kind->heuristic != NULL) {
        added->kind->heuristic(added->puzzle, states, n, a->bounds);
    }
}

/// Returns the function that says of state i something else together with others than alone; NULL: there is none. `successors` are
/// those of state i among those of all.
static const char *find_other(const answers *all, size_t i, const hr_state *successors, const answers *alone, size_t words) {
    if (all->counts[i] != alone->counts[0] ||
        memcmp(successors, alone->successors, alone->counts[0] * words * sizeof *successors) != 0) {
        return "'expand'";
    }
    return all->solved[i] != alone->solved[0]                                     ? "'solved'"
           : all->indices[i] != alone->indices[0]                                 ? "'index'"
           : !hr_words_equal(all->canonical + i * words, alone->canonical, words) ? "'image'"
           : all->bounds[i] != alone->bounds[0]                                   ? "'heuristic'"
                                                                                  : NULL;
}

hr_status hr_kind_ask_together(const hr_puzzle *puzzle, const hr_state *states, size_t n, const char **function, size_t *at,
                               hr_error *error) {
    const size_t words = (size_t)hr_puzzle_describe(puzzle)->state_words;
    const size_t room = hr_puzzle_describe(puzzle)->max_successors;
    const size_t most = room < SUCCESSORS / TOGETHER ? TOGETHER : 1 + SUCCESSORS / room;
    answers all = {.successors = malloc((SUCCESSORS + 2 * room) * words * sizeof *states)};
    answers alone = {.successors = all.successors};
    HR_TRY_MEMORY(all.successors != NULL, error, "successors");
    *function = NULL;
    n = n < most ? n : most;
    n = n < TOGETHER ? n : TOGETHER;
    ask(puzzle, states, n, &all);
    alone.successors += (SUCCESSORS + room) * words;
    const hr_state *successors = all.successors;
    for (*at = 0; *at < n; ++*at) {
        ask(puzzle, states + *at * words, 1, &alone);
        *function = find_other(&all, *at, successors, &alone, words);
        if (*function != NULL) {
            break;
        }
        successors += all.counts[*at] * words;
    }
    free(all.successors);
    return HR_OK;
}
