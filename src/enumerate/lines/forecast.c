// SPDX-License-Identifier: MIT
// What a run of the line engine would take. The rate comes from a board of 12 cells.

#include "core/try.h"
#include "enumerate/bits/outside.h"
#include "enumerate/lines/scratch.h"
#include "enumerate/scratch/measure.h"

/// What a run with scratch moves, as a share of what it would move if in every layer all lines on disks were read and written, and
/// all lines that cross parts were read once more. The rest is skipped: it is empty, full, or did not change. The value is from
/// searches of 2x6, 3x4 and 2x7.
#define SCRATCH_SHARE 0.5

/// Set the forecast's bytes on disks and the bytes moved. With checkpoints the files hold all lines of two layers, and lines that
/// are in memory are written to them, too.
static void foresee_moved(const hr_planes_division *division, const hr_puzzle_info *info, const hr_planned_run *run,
                          hr_forecast *forecast) {
    const hr_planes_board *board = division->board;
    const double crossing = __builtin_popcount(division->crossing); // planes; each layer moves one of two
    const double inner = division->planes - crossing;
    const double crossing_lines = crossing / (double)HR_LINES_BUFFERS;
    const double inner_lines = board->height + board->width - crossing_lines;
    const double plane = (double)board->plane_words * sizeof(uint64_t);
    const double crossing_outside = hr_planes_share_outside(division, run->ranks, HR_PLANES_CROSSING);
    const double inner_outside = hr_planes_share_outside(division, run->ranks, HR_PLANES_INNER);
    const double lines = crossing_lines * crossing_outside + inner_lines * inner_outside;
    const double runs = 2.0 * division->prefix * crossing_outside; // each window k < p brings rows and columns
    const double all = board->height + board->width;
    forecast->scratch = (uint64_t)(plane * (run->checkpoints ? 2 * all : crossing * crossing_outside + inner * inner_outside));
    forecast->scratch_moved = SCRATCH_SHARE * (double)info->layers * plane * (lines + (run->checkpoints ? all : lines) + runs);
}

/// Foresee how the run divides its planes, and what it moves: set the forecast's `rank_memory`, `scratch`, `scratch_moved` and
/// `traffic`. If the memory is not enough, `rank_memory` is the least that would be.
static hr_status foresee_scratch(const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast, hr_error *error) {
    hr_planes_board board;
    HR_TRY(hr_planes_board_of(puzzle, false, &board, error));
    hr_planes_division division = hr_lines_divide_scratch(&board);
    const uint64_t courier = run->ranks > run->node_ranks ? HR_COURIER_BYTES : 0;
    hr_planes_foresee_outside(run, hr_lines_scratch_divide, courier, &division, forecast);
    foresee_moved(&division, hr_puzzle_describe(puzzle), run, forecast);
    forecast->traffic = run->scratch_shared ? 0 : (double)forecast->layers * hr_lines_crossing_bytes(&division);
    hr_planes_board_clear(&board);
    return HR_OK;
}

/// Collective. Foresee a run with scratch, and measure the disks.
static hr_status plan_scratch(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                              hr_error *error) {
    if (run->distances) {
        return hr_error_set(error, HR_USAGE, "--scratch keeps no distances: leave out --table");
    }
    HR_TRY(foresee_scratch(puzzle, run, forecast, error));
    hr_spool_rates rates;
    HR_TRY(hr_spool_measure(comm, run->scratch.paths, run->scratch.count, &rates, error));
    forecast->scratch_rate = rates.moved;
    return HR_OK;
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

hr_status hr_lines_plan(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                        hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (run->max_depth != HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "the lines engine is planned for whole spaces: use --engine frontier");
    }
    *forecast = (hr_forecast){
        .states = info->reachable,
        .states_exact = true,
        .layers = info->layers,
        .layers_exact = info->layers_exact,
        .work = (double)info->reachable * (double)info->layers,
        .overlapped = true,
        .rate_from = info->width == 2 || info->height == 2 ? "tile:2x6" : "tile:3x4",
    };
    hr_lines_needs needs;
    HR_TRY(hr_lines_foresee(puzzle, run, &needs, error));
    if (run->scratch.count > 0) {
        HR_TRY(plan_scratch(comm, puzzle, run, forecast, error));
        forecast->busiest = 1.0 / run->ranks;
    } else { // a plane for each row and each column, and a byte for each state if there is a table
        forecast->rank_memory = needs.rank_bytes;
        forecast->rank_base = needs.base_bytes;
        forecast->rank_apart = needs.apart_bytes;
        forecast->busiest = needs.busiest;
        forecast->traffic = (double)info->layers * needs.crossing_bytes + (run->distances ? (double)info->reachable : 0);
        forecast->checkpoint =
            hr_forecast_plane(puzzle) * (uint64_t)(info->width + info->height) + (run->distances ? info->reachable : 0);
    }
    if (run->distances) {
        HR_TRY(hr_forecast_table(puzzle, HR_TABLE_INDEX, info->layers - 1, &forecast->table, error));
    }
    hr_puzzle *small = NULL;
    HR_TRY(hr_puzzle_create(&(hr_puzzle_options){.spec = forecast->rate_from, .metric = HR_METRIC_SLIDE}, &small, error));
    const hr_status status = hr_rates_measure(comm, measure, small, &forecast->rate, error);
    hr_puzzle_destroy(&small);
    return status;
}
