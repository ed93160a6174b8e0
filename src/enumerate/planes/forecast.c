// SPDX-License-Identifier: MIT
// What a run of the plane engine would take. The rate comes from searches of a board with 12 cells.

#include "core/try.h"
#include "enumerate/bits/outside.h"
#include "enumerate/planes/scratch.h"
#include "enumerate/scratch/measure.h"

/// A search that measures the engine.
typedef struct calibration {
    const hr_puzzle *puzzle;
    const hr_planes_tuning *tuning;
} calibration;

/// Collective. Search the calibration's board (hr_rates_probe). The work is states · layers.
static hr_status measure(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error) {
    const calibration *c = context;
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    hr_planes_engine *engine = NULL;
    hr_status status = hr_planes_create(&(hr_run_task){comm, c->puzzle, &whole, &result}, c->tuning, &engine, error);
    if (status == HR_OK) {
        status = hr_planes_search(engine, error);
    }
    run->work = (double)result.states * (double)result.layer_count;
    run->seconds = 0;
    for (size_t d = 0; d < result.layer_count; d++) {
        run->seconds += result.layers[d].seconds;
    }
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    return status;
}

/// Collective. Measure the rate in searches of the board that has 12 cells and `narrow` cells on one side.
static hr_status calibrate(const hr_comm *comm, int narrow, bool distances, hr_forecast *forecast, hr_error *error) {
    static const char *const SPECS[] = {"tile:2x6", "tile:3x4", "tile:4x3"};
    forecast->rate_from = SPECS[narrow - 2];
    hr_puzzle *puzzle = NULL;
    HR_TRY(hr_puzzle_create(&(hr_puzzle_options){.spec = forecast->rate_from}, &puzzle, error));
    const hr_planes_tuning tuning = {.distances = distances, .unturned = narrow == 4};
    calibration c = {puzzle, &tuning};
    const hr_status status = hr_rates_measure(comm, measure, &c, &forecast->rate, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

/// What a run with scratch moves, as a share of what it would move if in every layer all planes on disks were read and those of one
/// colour were written. The rest is skipped: it is empty, full, or did not change. The value is from searches of 2x6, 3x4 and 2x7.
#define SCRATCH_SHARE 0.53

/// Set the forecast's bytes on disks and the bytes moved. With checkpoints planes that are in memory are written to the files, too.
static void foresee_moved(const hr_planes_division *division, const hr_puzzle_info *info, const hr_planned_run *run,
                          hr_forecast *forecast) {
    const hr_planes_board *board = division->board;
    const double crossing = __builtin_popcount(division->crossing);
    const double plane = (double)board->plane_words * sizeof(uint64_t);
    const double crossing_outside = hr_planes_share_outside(division, run->ranks, HR_PLANES_CROSSING);
    const double inner_outside = hr_planes_share_outside(division, run->ranks, HR_PLANES_INNER);
    const double on_disk = plane * (crossing * crossing_outside + (board->cells - crossing) * inner_outside);
    const double runs = plane * division->prefix * crossing_outside; // each window k < p brings a plane in each layer
    const double held = run->checkpoints ? plane * board->cells : on_disk;
    forecast->scratch = (uint64_t)held;
    forecast->scratch_moved = SCRATCH_SHARE * (double)info->layers * (on_disk + 0.5 * held + runs);
}

/// Foresee how the run divides its planes, and what it moves: set the forecast's `rank_memory`, `scratch`, `scratch_moved` and
/// `traffic`. If the memory is not enough, `rank_memory` is the least that would be. Nodes that share the disks send nothing.
static hr_status foresee_scratch(const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast, hr_error *error) {
    hr_planes_board board;
    HR_TRY(hr_planes_board_of(puzzle, false, &board, error));
    const int prefix = hr_planes_scratch_prefix(&board);
    hr_planes_division division = hr_planes_divide_cells(&board, prefix, false, true);
    const uint64_t courier = run->ranks > run->node_ranks ? HR_COURIER_BYTES : 0;
    hr_planes_foresee_outside(run, hr_planes_scratch_divide, courier, &division, forecast);
    foresee_moved(&division, hr_puzzle_describe(puzzle), run, forecast);
    forecast->traffic = run->scratch_shared ? 0 : forecast->traffic;
    hr_planes_board_clear(&board);
    return HR_OK;
}

hr_status hr_planes_plan(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                         hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (run->max_depth != HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "planes are planned for whole spaces: leave out --max-depth");
    }
    *forecast = (hr_forecast){
        .states = info->reachable,
        .states_exact = true,
        .layers = info->layers,
        .layers_exact = info->layers_exact,
        .work = (double)info->reachable * (double)info->layers,
        .overlapped = true,
    };
    hr_planes_needs needs;
    HR_TRY(hr_planes_foresee(puzzle, run->ranks, run->node_ranks, run->distances, &needs, error));
    forecast->rank_memory = needs.rank_bytes;
    forecast->rank_base = needs.base_bytes;
    forecast->busiest = needs.busiest;
    // The words of an edge travel in every other layer, when the colour of its target cell is updated.
    forecast->traffic = (double)info->layers / 2 * needs.crossing_bytes;
    if (run->scratch.count > 0) {
        if (run->distances) {
            return hr_error_set(error, HR_USAGE, "--scratch keeps no distances: leave out --table");
        }
        HR_TRY(foresee_scratch(puzzle, run, forecast, error));
        hr_spool_rates rates;
        HR_TRY(hr_spool_measure(comm, run->scratch.paths, run->scratch.count, &rates, error));
        forecast->scratch_rate = rates.moved;
    } else { // all planes, twice with distances
        forecast->checkpoint = hr_forecast_plane(puzzle) * (uint64_t)(info->width * info->height) * (run->distances ? 2 : 1);
    }
    if (run->distances) {
        HR_TRY(hr_forecast_table(puzzle, HR_TABLE_PLANES, info->layers - 1, &forecast->table, error));
    }
    const int narrow = info->width < info->height ? info->width : info->height;
    return calibrate(comm, narrow, run->distances, forecast, error);
}
