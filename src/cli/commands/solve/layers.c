// SPDX-License-Identifier: MIT
// The solver `layers`: breadth-first search, for every kind of puzzle with packed states.

#include <string.h>

#include "cli/commands/solve/states.h"

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

static hr_status together(const hr_state_guide *guide, const hr_together_task *task, const hr_enumerate_options *run, hr_path *path,
                          hr_error *error) {
    (void)guide;
    return hr_shortest_path_together(task, run, path, error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    static const hr_state_search HOW = {.name = "layers", .deals = true, .together = together};
    return hr_solve_states(program, kind, settings, &HOW, error);
}

const hr_solver hr_solver_layers = {
    .name = "layers",
    .summary = "breadth first over all ranks, states in memory: all but drops",
    .takes = takes,
    .check = check,
    .run = run,
};
