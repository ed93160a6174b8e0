// SPDX-License-Identifier: MIT
// The solver `astar`: A*, for every kind of puzzle that has 64-bit states, and for those kinds of positions that have an A* of
// their own.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/search.h"
#include "cli/commands/solve/states.h"
#include "cli/output/log/astar.h"
#include "core/try.h"
#include "puzzle/size.h"
#include "solve/astar/puzzle_search.h"

/// What A* makes once for all positions of a command line.
typedef struct guide {
    hr_puzzle *puzzle;            ///< the puzzle, with those symmetries only that keep the distance to solved states
    void *board;                  ///< the board of the heuristic's positions; NULL: the bound needs none
    hr_comm *node;                ///< the ranks of this node; NULL: the bound needs no tables
    hr_guide heuristic;           ///< a heuristic of positions
    hr_position_bounds positions; ///< the heuristic as a bound for the puzzle's packed states
    hr_bounds bounds;
    char bounds_name[HR_HEURISTIC_NAME + 16]; ///< identifies the bounds in checkpoints
    hr_idastar_weight weight;
} guide;

/// Are positions of this kind read, searched and printed as for IDA*? They are if they have no packed states.
static bool as_positions(const hr_puzzle_kind *kind) {
    const hr_position_kind *positions = hr_position_kind_of(kind);
    return kind->create == NULL && positions != NULL && positions->best_first != NULL;
}

static bool takes(const hr_puzzle_kind *kind) { return kind->create != NULL || as_positions(kind); }

/// Returns the kind of positions whose heuristics serve the packed states of these puzzles; NULL: there is none.
static const hr_position_kind *guiding(const hr_puzzle_kind *kind, const hr_puzzle_options *options) {
    const hr_position_kind *positions = hr_position_kind_of(kind);
    const bool serves = positions != NULL && positions->unpack != NULL && positions->check(options, NULL) == HR_OK;
    return serves ? positions : NULL;
}

/// Write the names that --heuristic takes besides "auto" where there is no heuristic of positions: ", lines or none".
static void list_bounds(const hr_puzzle_kind *kind, hr_metric metric, char *text, size_t size) {
    size_t used = 0;
    for (const hr_bound *const *row = hr_astar_bounds; *row != NULL && used < size; row++) {
        if (hr_bound_suits(*row, kind, metric)) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", row[1] == NULL ? " or " : ", ", (*row)->name);
        }
    }
}

static hr_status check(const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_error *error) {
    const hr_metric metric = set->puzzle.options.metric;
    const bool guided = guiding(kind, &set->puzzle.options) != NULL;
    const char *unused = set->no_mirror && !guided ? "--no-mirror" : set->all ? "--all" : hr_solve_states_no_use(set);
    if (unused != NULL) {
        return hr_error_set(error, HR_USAGE, "astar has no use for %s with these positions: leave it out", unused);
    }
    if (as_positions(kind)) {
        return hr_solver_idastar.check(kind, set, error);
    }
    if (guided || hr_bound_find(set->heuristic, kind, metric) != NULL) {
        return HR_OK;
    }
    char names[200] = "";
    list_bounds(kind, metric, names, sizeof names);
    return hr_error_set(error, HR_USAGE, "unknown heuristic '%.40s' for %s in the metric %s: use auto%s", set->heuristic,
                        kind->name, hr_metric_name(metric), names);
}

/// With a lower bound that the user has named, or a weight, nobody has measured which algorithm is better. With checkpoints A*
/// takes one position only, and the next run may find other memory.
static uint64_t preferred(const hr_puzzle_kind *kind, const hr_solve_settings *set) {
    const hr_position_kind *positions = guiding(kind, &set->puzzle.options);
    const char *colon = strchr(set->spec, ':');
    int width = 0;
    int height = 0;
    const bool plain = strcmp(set->heuristic, "auto") == 0 && set->weight.numerator == 0 &&
                       set->long_run.checkpoint.directory == NULL && check(kind, set, NULL) == HR_OK;
    const bool sized = plain && positions != NULL && positions->best_first_memory != NULL &&
                       hr_puzzle_read_size(kind, colon == NULL ? NULL : colon + 1, &width, &height, NULL) == HR_OK;
    return sized ? positions->best_first_memory(width, height) : 0;
}

/// Collective. Make a heuristic of the positions of the kind `g->positions.kind`.
static hr_status make_heuristic(hr_program *program, const hr_puzzle_options *options, const hr_solve_settings *set,
                                size_t positions, guide *g, hr_error *error) {
    const hr_position_kind *kind = g->positions.kind;
    const hr_puzzle_info *info = hr_puzzle_describe(g->puzzle);
    HR_TRY(hr_program_join(program, kind->create(info->width, info->height, options->goal, &g->board, error), error));
    const hr_heuristic_order order = {
        .kind = kind,
        .board = g->board,
        .name = set->heuristic,
        .no_mirror = set->no_mirror,
        .positions = positions,
        .memory_limit = set->memory_limit,
        .memory_for_search = true,
    };
    HR_TRY(hr_heuristic_check(&order, error));
    const hr_solve_report report = {.settings = set};
    HR_TRY(hr_comm_split_node(program->world, &g->node, error));
    HR_TRY(hr_solve_guide(program, &report, g->node, order, &g->heuristic, error));
    g->positions.board = g->board;
    g->positions.domain = &g->heuristic.domain;
    g->bounds = hr_bounds_positions(&g->positions);
    return HR_OK;
}

/// Local. Make the puzzle. If solved states need not be sources, its symmetries need not keep the distance to them, and the puzzle
/// is made without.
static hr_status make_puzzle(const hr_puzzle_options *options, guide *g, hr_error *error) {
    HR_TRY(hr_puzzle_create(options, &g->puzzle, error));
    if (!hr_puzzle_describe(g->puzzle)->has_target) {
        return HR_OK;
    }
    hr_puzzle_options plain = *options;
    plain.no_symmetry = true;
    hr_puzzle_destroy(&g->puzzle);
    return hr_puzzle_create(&plain, &g->puzzle, error);
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
    HR_TRY(hr_program_join(program, make_puzzle(options, g, error), error));
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(options->spec, &kind, error));
    g->positions.kind = guiding(kind, options);
    if (g->positions.kind != NULL && strcmp(set->heuristic, "none") != 0) {
        HR_TRY(make_heuristic(program, options, set, positions, g, error));
        memcpy(made->name, g->heuristic.name, sizeof made->name);
    } else {
        const hr_bound *bound = hr_bound_find(set->heuristic, kind, options->metric); // never NULL: `check` has found it
        g->bounds = bound->make(g->puzzle);
        (void)snprintf(made->name, sizeof made->name, "%s", bound->name);
    }
    (void)snprintf(g->bounds_name, sizeof g->bounds_name, "%s%s", made->name, set->no_mirror ? " without mirror" : "");
    return HR_OK;
}

/// Collective. Free what `prepare` has made (`forget` of hr_state_search).
static void forget(hr_state_guide *made) {
    guide *g = made->made;
    if (g != NULL) {
        hr_guide_clear(&g->heuristic);
        hr_comm_destroy(&g->node);
        free(g->board);
        hr_puzzle_destroy(&g->puzzle);
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
    const hr_puzzle_search search = {.puzzle = g->puzzle, .bounds = g->bounds, .bounds_name = g->bounds_name};
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
    hr_state start = task->start;
    HR_TRY(hr_comm_agree(task->comm, hr_path_translate(task->puzzle, g->puzzle, &start, 1, error), error));
    HR_TRY(hr_puzzle_search_run(task->comm, &search, start, &options, path, error));
    return hr_comm_agree(task->comm, hr_path_translate(g->puzzle, task->puzzle, path->states, path->count, error), error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    if (as_positions(kind)) {
        return hr_solver_idastar.run(program, kind, settings, error);
    }
    static const hr_state_search HOW = {.name = "astar", .prepare = prepare, .together = together, .forget = forget};
    return hr_solve_states(program, kind, settings, &HOW, error);
}

const hr_solver hr_solver_astar = {
    .name = "astar",
    .summary = "best first over all ranks, states in memory: every puzzle",
    .asked_for = true,
    .best_first = true,
    .takes = takes,
    .check = check,
    .preferred = preferred,
    .run = run,
};
