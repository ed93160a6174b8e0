// SPDX-License-Identifier: MIT
#include "solve/path.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/try.h"

hr_status hr_path_replay(const hr_puzzle *puzzle, hr_state start, const hr_path *path, hr_error *error) {
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *successors);
    if (successors == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for successors");
    }
    size_t at = 1;
    for (bool there = path->states[0] == start; there && at < path->count; at += there) {
        const size_t n = hr_puzzle_expand(puzzle, &path->states[at - 1], 1, successors, NULL);
        there = false;
        for (size_t i = 0; i < n; i++) {
            there |= successors[i] == path->states[at];
        }
    }
    free(successors);
    uint8_t solved = 0;
    hr_puzzle_solved(puzzle, &path->states[path->count - 1], 1, &solved);
    return at == path->count && solved > 0
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL,
                              "a path of %zu moves cannot be right: %zu of them are moves, and its end is %s; please report this, "
                              "and do not use the result",
                              path->count - 1, at - 1, solved > 0 ? "solved" : "not solved");
}

hr_status hr_path_translate(const hr_puzzle *from, const hr_puzzle *to, hr_state *states, size_t n, hr_error *error) {
    for (size_t i = 0; i < n; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(from, states[i], text);
        HR_TRY(hr_puzzle_parse(to, text, &states[i], error));
    }
    return HR_OK;
}

hr_status hr_path_add_iteration(hr_path *path, hr_iteration iteration, hr_error *error) {
    if (!HR_ARRAY_RESERVE(path->iterations, path->iteration_capacity, path->iteration_count + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for iterations");
    }
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
