// SPDX-License-Identifier: MIT
// The line engine's row in the table of engines.

#include "core/try.h"
#include "enumerate/lines/lines.h"

static hr_status run_lines(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, hr_table_order *order,
                           hr_enumeration *result, hr_error *error) {
    const hr_lines_tuning tuning = {.order = order->path != NULL ? order : NULL};
    return hr_lines_search(comm, puzzle, options, &tuning, result, error);
}

/// Collective. Search the puzzle `context` (hr_rates_probe). The work is states · layers.
static hr_status measure(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error) {
    const hr_puzzle *puzzle = context;
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    const hr_status status = hr_lines_search(comm, puzzle, &whole, &(hr_lines_tuning){.prefix_given = false}, &result, error);
    run->seconds = 0;
    for (size_t d = 0; d < result.layer_count; d++) {
        run->seconds += result.layers[d].seconds;
    }
    run->work = (double)result.states * (double)result.layer_count;
    hr_enumeration_clear(&result);
    return status;
}

static hr_status plan_lines(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                            hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (run->max_depth != HR_DEPTH_UNREACHED || run->ranks > run->node_ranks) {
        return hr_error_set(error, HR_USAGE, "the lines engine is planned for whole spaces on one node: use --engine frontier");
    }
    *forecast = (hr_forecast){
        .states = info->reachable,
        .states_exact = true,
        .layers = info->layers,
        .layers_exact = info->layers_exact,
        .work = (double)info->reachable * (double)info->layers,
        .busiest = 1.0 / run->ranks,
        .one_node = true,
        .rate_from = info->width == 2 || info->height == 2 ? "tile:2x6" : "tile:3x4",
    };
    // A plane for each row and each column, and a byte for each state if there is a table.
    forecast->checkpoint =
        hr_forecast_plane(puzzle) * (uint64_t)(info->width + info->height) + (run->distances ? info->reachable : 0);
    HR_TRY(hr_lines_foresee(puzzle, run->ranks, run->distances, &forecast->rank_memory, error));
    if (run->distances) {
        HR_TRY(hr_forecast_table(puzzle, HR_TABLE_INDEX, info->layers - 1, &forecast->table, error));
    }
    hr_puzzle *small = NULL;
    HR_TRY(hr_puzzle_create(&(hr_puzzle_options){.spec = forecast->rate_from, .metric = HR_METRIC_SLIDE}, &small, error));
    const hr_status status = hr_rates_measure(comm, measure, small, &forecast->rate, error);
    hr_puzzle_destroy(&small);
    return status;
}

const hr_engine hr_engine_lines = {
    .name = "lines",
    .summary = "tile puzzles in slide, one bit a line of states",
    .one_node = true,
    .whole_spaces = true,
    .check = hr_lines_check,
    .fits = hr_lines_fits,
    .plan = plan_lines,
    .run = run_lines,
};
