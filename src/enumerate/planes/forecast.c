// SPDX-License-Identifier: MIT
// What a run of the plane engine would take. The rate comes from searches of a board with 12 cells.

#include "core/try.h"
#include "enumerate/planes/engine.h"

enum { CALIBRATIONS = 3 }; ///< searches that measure the engine; the first one also warms up memory

/// Collective. *rate is the engine's rate in one search of `puzzle`: states · layers in a second on one rank.
static hr_status measure(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planes_tuning *tuning, double *rate,
                         hr_error *error) {
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    hr_planes_engine *engine = NULL;
    hr_status status = hr_planes_create(&(hr_run_task){comm, puzzle, &run, &result}, tuning, &engine, error);
    if (status == HR_OK) {
        status = hr_planes_search(engine, error);
    }
    double seconds = 1e-9;
    for (size_t d = 0; d < result.layer_count; d++) {
        seconds += result.layers[d].seconds;
    }
    *rate = (double)result.states * (double)result.layer_count / seconds / hr_comm_size(comm);
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    return status;
}

/// Collective. Set the rate to the best of a few searches of the board that has 12 cells and `narrow` cells on one side.
static hr_status calibrate(const hr_comm *comm, int narrow, bool distances, hr_forecast *forecast, hr_error *error) {
    static const char *const SPECS[] = {"tile:2x6", "tile:3x4", "tile:4x3"};
    forecast->rate_from = SPECS[narrow - 2];
    hr_puzzle *puzzle = NULL;
    HR_TRY(hr_puzzle_create(&(hr_puzzle_options){.spec = forecast->rate_from}, &puzzle, error));
    const hr_planes_tuning tuning = {.distances = distances, .unturned = narrow == 4};
    hr_status status = HR_OK;
    for (int i = 0; i < CALIBRATIONS && status == HR_OK; i++) {
        double rate = 0;
        status = measure(comm, puzzle, &tuning, &rate, error);
        forecast->rate = rate > forecast->rate ? rate : forecast->rate;
    }
    hr_puzzle_destroy(&puzzle);
    return hr_comm_agree(comm, status, error);
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
    forecast->busiest = needs.busiest;
    // The words of an edge travel in every other layer, when the colour of its target cell is updated.
    forecast->traffic = (double)info->layers / 2 * needs.crossing_bytes;
    if (run->distances) {
        HR_TRY(hr_forecast_table(puzzle, HR_TABLE_PLANES, info->layers - 1, &forecast->table, error));
    }
    const int narrow = info->width < info->height ? info->width : info->height;
    return calibrate(comm, narrow, run->distances, forecast, error);
}
