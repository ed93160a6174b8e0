// SPDX-License-Identifier: MIT
// IDA* as a solver: the kinds of puzzles that have a domain for it.

#include <string.h>

#include "cli/commands/solve/solve.h"
#include "core/try.h"
#include "puzzle/drops/drops.h"
#include "puzzle/size.h"
#include "puzzle/tile/tile.h"

static hr_status check(const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    if (kind != &hr_tile_kind && kind != &hr_drops_kind) {
        return hr_error_set(error, HR_USAGE, "idastar solves tile puzzles and drops, not %s: use --algorithm layers", kind->name);
    }
    if (kind == &hr_tile_kind && settings->puzzle.options.metric != HR_METRIC_UNIT) {
        return hr_error_set(error, HR_USAGE, "idastar solves tile puzzles in the metric unit: use --algorithm layers");
    }
    return HR_OK;
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    int width = 0;
    int height = 0;
    const char *colon = strchr(settings->spec, ':');
    HR_TRY(hr_puzzle_read_size(kind, colon == NULL ? NULL : colon + 1, &width, &height, error));
    return kind == &hr_tile_kind ? hr_solve_tiles(program, settings, width, height, error)
                                 : hr_solve_drops(program, settings, width, height, error);
}

const hr_solver hr_solver_idastar = {.name = "idastar", .check = check, .run = run};
