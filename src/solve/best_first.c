// SPDX-License-Identifier: MIT
#include "solve/best_first.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/goals.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"

const hr_position_kind *hr_best_first_positions(const hr_puzzle_kind *kind, const hr_puzzle_options *options) {
    const hr_position_kind *positions = hr_position_kind_of(kind);
    const bool serves = positions != NULL && positions->serves_astar && positions->check(options, NULL) == HR_OK;
    return serves ? positions : NULL;
}

hr_status hr_best_first_check(const hr_puzzle_kind *kind, const hr_puzzle_options *options, const char *heuristic,
                              hr_error *error) {
    const hr_bound *bound = NULL;
    return hr_best_first_positions(kind, options) != NULL ? HR_OK : hr_bound_find(heuristic, kind, options->metric, &bound, error);
}

/// Local. Make the puzzle. If solved states need not be sources, its symmetries need not keep the distance to them, and the puzzle
/// is made without.
static hr_status make_puzzle(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    HR_TRY(hr_puzzle_create(options, puzzle, error));
    HR_TRY(hr_puzzle_check_undo(*puzzle, "A*", error));
    if (hr_puzzle_describe(*puzzle)->state_words > HR_ASTAR_WORDS_MAX) {
        return hr_error_set(error, HR_USAGE, "A* takes states of at most %d words of 64 bits, and %s takes %d: use layers",
                            HR_ASTAR_WORDS_MAX, options->spec, hr_puzzle_describe(*puzzle)->state_words);
    }
    if (!hr_puzzle_describe(*puzzle)->has_target) {
        return HR_OK;
    }
    hr_puzzle_options plain = *options;
    plain.no_symmetry = true;
    hr_puzzle_destroy(puzzle);
    return hr_puzzle_create(&plain, puzzle, error);
}

/// Local. Make the puzzle and the board.
static hr_status make(const hr_puzzle_options *options, const char *heuristic, hr_best_first *search, hr_error *error) {
    HR_TRY(make_puzzle(options, &search->puzzle, error));
    HR_TRY(hr_puzzle_kind_of(options->spec, &search->kind, error));
    search->positions.kind = strcmp(heuristic, "none") == 0 ? NULL : hr_best_first_positions(search->kind, options);
    return search->positions.kind == NULL ? HR_OK
                                          : search->positions.kind->create(search->puzzle, options->goal, &search->board, error);
}

hr_status hr_best_first_begin(const hr_comm *comm, const hr_puzzle_options *options, const char *heuristic, hr_best_first *search,
                              hr_error *error) {
    search->comm = comm;
    return hr_comm_agree(comm, make(options, heuristic, search, error), error);
}

void hr_best_first_set_bounds(const char *heuristic, bool no_mirror, hr_best_first *search) {
    if (search->positions.kind != NULL) {
        search->positions.board = search->board;
        search->positions.domain = &search->heuristic.domain;
        search->positions.words = hr_puzzle_words(search->puzzle);
        search->bounds = hr_bounds_positions(&search->positions);
        memcpy(search->name, search->heuristic.name, sizeof search->name);
    } else {
        const hr_metric metric = hr_puzzle_describe(search->puzzle)->metric;
        const hr_bound *bound = NULL;
        (void)hr_bound_find(heuristic, search->kind, metric, &bound, NULL); // never fails: hr_best_first_check has found it
        search->bounds = bound->make(search->puzzle);
        (void)snprintf(search->name, sizeof search->name, "%s", bound->name);
    }
    (void)snprintf(search->bounds_name, sizeof search->bounds_name, "%s%s", search->name, no_mirror ? " without mirror" : "");
}

hr_status hr_best_first_run(const hr_best_first *search, const hr_puzzle *puzzle, const hr_state *start,
                            const hr_astar_options *options, hr_path *path, hr_error *error) {
    const hr_puzzle_search task = {.puzzle = search->puzzle, .bounds = search->bounds, .bounds_name = search->bounds_name};
    hr_state own_start[HR_STATE_WORDS_MAX];
    hr_words_copy(own_start, start, hr_puzzle_words(puzzle));
    HR_TRY(hr_comm_agree(search->comm, hr_path_translate(puzzle, search->puzzle, own_start, 1, error), error));
    HR_TRY(hr_puzzle_search_run(search->comm, &task, own_start, options, path, error));
    return hr_comm_agree(search->comm, hr_path_translate(search->puzzle, puzzle, path->states, path->count, error), error);
}

void hr_best_first_clear(hr_best_first *search) {
    hr_guide_clear(&search->heuristic);
    free(search->board);
    hr_puzzle_destroy(&search->puzzle);
    *search = (hr_best_first){.puzzle = NULL};
}
