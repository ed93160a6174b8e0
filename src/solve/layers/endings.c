// SPDX-License-Identifier: MIT
#include "solve/layers/list.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/sorting.h"
#include "core/try.h"
#include "puzzle/goals.h"
#include "puzzle/words.h"

static hr_status out_of_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for solutions"); }

/// Add the ending that begins at *state, and goes on as the ending `next`.
static hr_status add(hr_endings *e, const hr_state *state, size_t next, hr_error *error) {
    if (!HR_ARRAY_RESERVE(e->states, e->state_capacity, (e->count + 1) * e->words) ||
        !HR_ARRAY_RESERVE(e->next, e->next_capacity, e->count + 1)) {
        return out_of_memory(error);
    }
    hr_words_copy(e->states + e->count * e->words, state, e->words);
    e->next[e->count++] = next;
    return HR_OK;
}

hr_status hr_endings_begin(hr_endings *endings, const hr_puzzle *puzzle, size_t most, const hr_state *solved, size_t n,
                           hr_error *error) {
    *endings = (hr_endings){.puzzle = puzzle, .words = hr_puzzle_words(puzzle), .most = most};
    HR_TRY(hr_puzzle_check_undo(puzzle, "a list of solutions", error));
    endings->successors = malloc(hr_puzzle_describe(puzzle)->max_successors * endings->words * sizeof *endings->successors);
    if (endings->successors == NULL) {
        return out_of_memory(error);
    }
    for (size_t i = 0; i < n && i < most; i++) {
        HR_TRY(add(endings, solved + i * endings->words, SIZE_MAX, error));
    }
    return HR_OK;
}

hr_status hr_endings_step(hr_endings *endings, bool (*leads)(void *context, const hr_state *state), void *context,
                          hr_error *error) {
    hr_endings *e = endings;
    const size_t end = e->count;
    for (size_t at = e->first; at < end && e->count - end < e->most; at++) {
        const size_t all = hr_puzzle_expand(e->puzzle, e->states + at * e->words, 1, e->successors, NULL);
        const size_t n = hr_sort_distinct(e->successors, all, e->words);
        for (size_t i = 0; i < n && e->count - end < e->most; i++) {
            const hr_state *before = e->successors + i * e->words;
            HR_TRY(leads(context, before) ? add(e, before, at, error) : HR_OK);
        }
    }
    e->first = end;
    return HR_OK;
}

hr_status hr_endings_take(const hr_endings *endings, hr_path *path, hr_error *error) {
    const hr_endings *e = endings;
    const size_t n = e->count - e->first;
    size_t length = 1;
    for (size_t at = e->first; e->next[at] != SIZE_MAX; at = e->next[at]) {
        length++;
    }
    hr_state *states = malloc(n * length * e->words * sizeof *states);
    if (states == NULL) {
        return out_of_memory(error);
    }
    hr_state *to = states;
    for (size_t i = e->first; i < e->count; i++) {
        for (size_t at = i; at != SIZE_MAX; at = e->next[at]) {
            hr_words_copy(to, e->states + at * e->words, e->words);
            to += e->words;
        }
    }
    free(path->states);
    path->states = states;
    path->count = length;
    path->more = n - 1;
    return HR_OK;
}

void hr_endings_end(hr_endings *endings) {
    free(endings->states);
    free(endings->next);
    free(endings->successors);
    *endings = (hr_endings){0};
}
