// SPDX-License-Identifier: MIT
// The solver `astar`: A*, for every kind of puzzle that has packed states.

#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/search.h"
#include "cli/commands/solve/states.h"
#include "cli/output/log/astar.h"
#include "core/try.h"
#include "solve/best_first.h"

/// What A* makes once for all positions of a command line.
typedef struct guide {
    hr_best_first search;
    hr_comm *node; ///< the ranks of this node; NULL: the bound needs no tables
    hr_idastar_weight weight;
} guide;

static bool takes(const hr_puzzle_kind *kind) { return kind->create != NULL; }

static hr_status check(const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_error *error) {
    hr_puzzle_options options = set->puzzle.options;
    options.spec = set->spec;
    const bool guided = strcmp(set->heuristic, "none") != 0 && hr_best_first_positions(kind, &options) != NULL;
    const char *unused = set->no_mirror && !guided ? "--no-mirror"
                         : set->list > 0           ? "--list"
                         : set->all                ? "--all"
                                                   : hr_solve_states_no_use(set);
    if (unused != NULL) {
        return hr_error_set(error, HR_USAGE, "astar has no use for %s with these positions: leave it out", unused);
    }
    return hr_best_first_check(kind, &options, set->heuristic, error);
}

/// Collective. Make a heuristic of positions.
static hr_status make_heuristic(hr_program *program, const hr_solve_settings *set, size_t positions, guide *g, hr_error *error) {
    const hr_heuristic_order order = {
        .kind = g->search.positions.kind,
        .board = g->search.board,
        .name = set->heuristic,
        .no_mirror = set->no_mirror,
        .positions = positions,
        .memory_limit = set->memory_limit,
        .memory_for_search = true,
    };
    HR_TRY(hr_heuristic_check(&order, error));
    const hr_solve_task guided = {.settings = set};
    HR_TRY(hr_comm_split_node(program->world, &g->node, error));
    return hr_solve_guide(program, &guided, g->node, order, &g->search.heuristic, error);
}

/// Collective. Make the puzzle and its lower bound (`prepare` of hr_state_search).
static hr_status prepare(hr_program *program, const hr_puzzle_options *options, const hr_solve_settings *set, size_t positions,
                         hr_state_guide *made, hr_error *error) {
    guide *g = hr_comm_allocate(program->world, sizeof *g, "a heuristic", error);
    made->made = g;
    if (g == NULL) {
        return HR_INTERNAL;
    }
    g->weight = set->weight;
    HR_TRY(hr_best_first_begin(program->world, options, set->heuristic, &g->search, error));
    HR_TRY(g->search.positions.kind != NULL ? make_heuristic(program, set, positions, g, error) : HR_OK);
    hr_best_first_set_bounds(set->heuristic, set->no_mirror, &g->search);
    memcpy(made->name, g->search.name, sizeof made->name);
    return HR_OK;
}

/// Collective. Free what `prepare` has made (`forget` of hr_state_search).
static void forget(hr_state_guide *made) {
    guide *g = made->made;
    if (g != NULL) {
        hr_best_first_clear(&g->search);
        hr_comm_destroy(&g->node);
        free(g);
    }
}

/// The context of `show`: the options that say how progress is shown.
typedef struct shown {
    const hr_enumerate_options *run;
} shown;

static void show(const hr_astar_progress *progress, void *context) {
    const hr_enumerate_options *run = ((const shown *)context)->run;
    const hr_enumeration so_far = {.states = progress->generated};
    const hr_progress told = {.enumeration = &so_far, .depth = progress->bound, .memory = progress->memory};
    run->progress(&told, run->progress_context);
}

/// Collective. Search one position by A* on all ranks (`together` of hr_state_search).
static hr_status together(const hr_state_guide *made, const hr_together_task *task, const hr_enumerate_options *run, hr_path *path,
                          hr_error *error) {
    const guide *g = made->made;
    shown context = {.run = run};
    const hr_astar_options options = {
        .numerator = g->weight.numerator,
        .denominator = g->weight.denominator,
        .memory_limit = run->memory_limit,
        .max_nodes = run->max_states,
        .max_seconds = run->max_seconds,
        .stop_wanted = run->stop_wanted,
        .progress = run->progress != NULL ? show : NULL,
        .progress_context = &context,
        .run = {.checkpoint = run->checkpoint,
                .event = run->event != NULL ? hr_astar_log_event : NULL,
                .event_context = run->event_context},
    };
    return hr_best_first_run(&g->search, task->puzzle, task->start, &options, path, error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    static const hr_state_search HOW = {.name = "astar", .prepare = prepare, .together = together, .forget = forget};
    return hr_solve_states(program, kind, settings, &HOW, error);
}

const hr_solver hr_solver_astar = {
    .name = "astar",
    .summary = "A*, states in memory: all but drops",
    .counts = "state",
    .asked_for = true,
    .takes = takes,
    .check = check,
    .run = run,
};
