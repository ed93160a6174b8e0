// SPDX-License-Identifier: MIT
// The solver `layers`: breadth-first search, for every kind of puzzle with packed states.

#include <stdio.h>
#include <string.h>

#include "cli/commands/solve/states.h"
#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/goals.h"
#include "puzzle/kinds.h"
#include "run/watch.h"
#include "solve/layers/both_ways.h"

static bool takes(const hr_puzzle_kind *kind) { return kind->create != NULL; }

static hr_status check(const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_error *error) {
    const char *unused = set->no_mirror                        ? "--no-mirror"
                         : strcmp(set->heuristic, "auto") != 0 ? "--heuristic"
                         : set->weight.numerator != 0          ? "--weight"
                                                               : hr_solve_states_no_use(set);
    if (unused == NULL) {
        return HR_OK;
    }
    return hr_error_set(error, HR_USAGE, "%s is solved breadth first: leave out %s", kind->name, unused);
}

/// Collective. Does the run go on from the checkpoint of a search from the start only?
static hr_status ask_former(const hr_comm *comm, const hr_checkpoint_options *checkpoint, bool *from_start, hr_error *error) {
    char former[HR_ENGINE_NAME_MAX];
    HR_TRY(hr_run_watch_former_engine(comm, checkpoint, former, error));
    *from_start = strcmp(former, hr_engine_frontier.name) == 0;
    return HR_OK;
}

/// A search from both sides counts no solutions. A search that began from the start goes on so.
static hr_status together(const hr_state_guide *guide, const hr_together_task *task, const hr_enumerate_options *run, hr_path *path,
                          hr_error *error) {
    (void)guide;
    bool from_start = false;
    HR_TRY(ask_former(task->comm, &run->checkpoint, &from_start, error));
    from_start = from_start || task->all || !hr_both_ways_suits(task->puzzle);
    return from_start ? hr_shortest_path_together(task, run, path, error) : hr_shortest_path_both_ways(task, run, path, error);
}

/// Local. Say it if hard positions are searched from both sides, or are not because the search began otherwise.
static hr_status say_sides(const hr_puzzle_options *options, bool keeps, bool from_start, hr_error *error) {
    hr_puzzle *puzzle = NULL;
    hr_state goals[HR_GOALS_MAX * HR_STATE_WORDS_MAX];
    HR_TRY(hr_puzzle_create(options, &puzzle, error));
    const size_t n = hr_puzzle_goals(puzzle, goals);
    if (n > 0 && from_start) {
        fprintf(stderr, "huarong solve: from the start only, as the search in the checkpoint\n");
    } else if (n > 0) {
        fprintf(stderr, "huarong solve: from the start and from the goal, of which there %s %zu%s\n", n == 1 ? "is" : "are", n,
                keeps ? "" : ", where one rank alone does not get there");
    }
    hr_puzzle_destroy(&puzzle);
    return HR_OK;
}

/// Collective. Nothing has to be made; with --verbose, say how hard positions are searched (`prepare` of hr_state_search).
static hr_status prepare(hr_program *program, const hr_puzzle_options *options, const hr_solve_settings *settings, size_t positions,
                         hr_state_guide *guide, hr_error *error) {
    (void)positions;
    (void)guide;
    const hr_checkpoint_options *checkpoint = &settings->long_run.checkpoint;
    bool from_start = false;
    if (!settings->verbose || settings->all) {
        return HR_OK;
    }
    HR_TRY(ask_former(program->world, checkpoint, &from_start, error));
    const bool speaks = hr_program_speaks(program);
    return hr_program_join(program, speaks ? say_sides(options, checkpoint->directory != NULL, from_start, error) : HR_OK, error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    static const hr_state_search HOW = {.name = "layers", .deals = true, .prepare = prepare, .together = together};
    return hr_solve_states(program, kind, settings, &HOW, error);
}

const hr_solver hr_solver_layers = {
    .name = "layers",
    .summary = "breadth-first search, states in memory: all but drops",
    .counts = "state",
    .takes = takes,
    .check = check,
    .run = run,
};
