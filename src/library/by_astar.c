// SPDX-License-Identifier: MIT
// Solves positions by A*, for every puzzle with packed states and moves that can be undone.

#include <stdio.h>
#include <stdlib.h>

#include "core/try.h"
#include "library/guide.h"
#include "library/limits.h"
#include "library/states.h"
#include "library/ways.h"
#include "solve/best_first.h"

/// What the searches of a puzzle's positions share.
typedef struct astar_solver {
    hr_library_states states;
    hr_comm *node; ///< the ranks of this rank's node, which share the heuristic's tables
    hr_best_first search;
} astar_solver;

static hr_status check(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error) {
    return kind->create == NULL ? hr_error_set(error, HR_USAGE, "A* does not search packed states of %s", kind->name)
                                : hr_best_first_check(kind, &options->puzzle, hr_library_heuristic(options), error);
}

static hr_status create(const hr_comm *comm, const hr_search_solver_options *options, void **made, hr_error *error) {
    astar_solver *s = hr_comm_allocate(comm, sizeof *s, "a solver", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    const double began = hr_comm_seconds();
    HR_TRY(hr_library_states_begin(comm, &options->puzzle, &s->states, error));
    HR_TRY(hr_best_first_begin(comm, &options->puzzle, hr_library_heuristic(options), &s->search, error));
    if (s->search.positions.kind != NULL) {
        const hr_library_guide_order order = {comm, options, s->search.positions.kind, s->search.board, true, began};
        HR_TRY(hr_library_guide(&order, &s->node, &s->search.heuristic, error));
    }
    hr_best_first_set_bounds(hr_library_heuristic(options), false, &s->search);
    return HR_OK;
}

static void describe(const void *made, char *text, size_t size) {
    const astar_solver *s = made;
    (void)snprintf(text, size, "A* by %s", s->search.name);
}

static hr_status solve(void *made, const hr_library_question *question, hr_library_answer *answer, hr_error *error) {
    const astar_solver *s = made;
    const hr_search_limits *limits = &question->limits;
    const hr_astar_options options = {.memory_limit = limits->memory,
                                      .max_nodes = limits->max_states,
                                      .max_seconds = limits->max_seconds,
                                      .stop_wanted = limits->stop_wanted};
    hr_path path = {.outcome = HR_PATH_UNSOLVABLE};
    hr_library_start start = {.state = {0}};
    HR_TRY(hr_library_states_start(&s->states, question->position, &start, error));
    hr_status status = HR_OK;
    if (hr_puzzle_validate(s->states.puzzle, start.state, NULL) == HR_OK) { // else there is no solution
        status = hr_best_first_run(&s->search, s->states.puzzle, start.state, &options, &path, error);
    }
    if (status == HR_OK) {
        status = hr_library_states_answer(&s->states, &start, &path, hr_library_end(path.stop), answer, error);
    }
    hr_path_clear(&path);
    return status;
}

static void destroy(void *made) {
    astar_solver *s = made;
    if (s != NULL) {
        hr_best_first_clear(&s->search);
        hr_comm_destroy(&s->node);
        hr_library_states_end(&s->states);
        free(s);
    }
}

const hr_library_way hr_library_by_astar = {
    .name = "astar",
    .check = check,
    .create = create,
    .describe = describe,
    .solve = solve,
    .destroy = destroy,
};
