// SPDX-License-Identifier: MIT
#include "solve/path.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/words.h"

/// Returns how many of the path's states `states[0..count)` follow each other by moves from *start on.
static size_t follow(const hr_puzzle *puzzle, const hr_state *start, const hr_state *states, size_t count, hr_state *successors) {
    const size_t words = hr_puzzle_words(puzzle);
    size_t at = 1;
    for (bool there = hr_words_equal(states, start, words); there && at < count; at += there) {
        const size_t n = hr_puzzle_expand(puzzle, states + (at - 1) * words, 1, successors, NULL);
        there = false;
        for (size_t i = 0; i < n; i++) {
            there |= hr_words_equal(successors + i * words, states + at * words, words);
        }
    }
    return at;
}

hr_status hr_path_replay(const hr_puzzle *puzzle, const hr_state *start, const hr_path *path, hr_error *error) {
    const size_t words = hr_puzzle_words(puzzle);
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * words * sizeof *successors);
    HR_TRY_MEMORY(successors != NULL, error, "successors");
    size_t at = path->count;
    uint8_t solved = 1;
    for (size_t i = 0; i <= path->more && at == path->count && solved > 0; i++) {
        const hr_state *states = path->states + i * path->count * words;
        at = follow(puzzle, start, states, path->count, successors);
        hr_puzzle_solved(puzzle, states + (path->count - 1) * words, 1, &solved);
    }
    free(successors);
    return at == path->count && solved > 0
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL,
                              "a path of %zu moves cannot be right: %zu of them are moves, and its end is %s; please report this, "
                              "and do not use the result",
                              path->count - 1, at - 1, solved > 0 ? "solved" : "not solved");
}

hr_status hr_path_translate(const hr_puzzle *from, const hr_puzzle *to, hr_state *states, size_t n, hr_error *error) {
    const size_t words = hr_puzzle_words(from);
    for (size_t i = 0; i < n; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(from, states + i * words, text);
        HR_TRY(hr_puzzle_parse(to, text, states + i * words, error));
    }
    return HR_OK;
}

bool hr_path_take_image(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *state) {
    const size_t words = hr_puzzle_words(puzzle);
    const uint64_t key_mask = hr_puzzle_describe(puzzle)->key_mask;
    hr_state smallest[HR_STATE_WORDS_MAX];
    hr_words_set_none(smallest, words);
    for (size_t i = 0; i < n; i++) {
        hr_state canonical[HR_STATE_WORDS_MAX];
        hr_words_copy(canonical, states + i * words, words);
        hr_puzzle_canonicalise(puzzle, canonical, 1);
        const bool same = ((canonical[0] ^ state[0]) & key_mask) == 0 && hr_words_equal(canonical + 1, state + 1, words - 1);
        if (same && hr_state_compare(states + i * words, smallest, words) < 0) {
            hr_words_copy(smallest, states + i * words, words);
        }
    }
    const bool found = !hr_words_none(smallest, words);
    if (found) {
        hr_words_copy(state, smallest, words);
    }
    return found;
}

hr_status hr_path_add_iteration(hr_path *path, hr_iteration iteration, hr_error *error) {
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(path->iterations, path->iteration_capacity, path->iteration_count + 1), error, "iterations");
    path->iterations[path->iteration_count++] = iteration;
    return HR_OK;
}

void hr_path_clear(hr_path *path) {
    free(path->states);
    free(path->iterations);
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
}

bool hr_path_keep_further(hr_path *path, hr_path *alone) {
    bool taken = false;
    if (path->outcome == HR_PATH_STOPPED || path->outcome == HR_PATH_LIMIT) {
        path->bound = alone->bound > path->bound ? alone->bound : path->bound;
        taken = alone->visited > path->visited;
        if (taken) {
            hr_iteration *own = path->iterations;
            path->visited = alone->visited;
            path->iterations = alone->iterations;
            path->iteration_count = alone->iteration_count;
            path->iteration_capacity = alone->iteration_capacity;
            alone->iterations = own;
        }
    }
    hr_path_clear(alone);
    return taken;
}
