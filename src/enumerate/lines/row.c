// SPDX-License-Identifier: MIT
// The line engine's row in the table of engines.

#include "enumerate/lines/lines.h"

static hr_status run_lines(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, hr_table_order *order,
                           hr_enumeration *result, hr_error *error) {
    const hr_lines_tuning tuning = {.order = order->path != NULL ? order : NULL};
    return hr_lines_search(comm, puzzle, options, &tuning, result, error);
}

const hr_engine hr_engine_lines = {
    .name = "lines",
    .summary = "tile puzzles in slide, one bit a line of states",
    .scratch = true,
    .whole_spaces = true,
    .check = hr_lines_check,
    .fits = hr_lines_fits,
    .plan = hr_lines_plan,
    .run = run_lines,
};
