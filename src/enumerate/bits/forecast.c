// SPDX-License-Identifier: MIT
#include <string.h>

#include "core/try.h"
#include "enumerate/bits/search.h"
#include "enumerate/scratch/measure.h"
#include "puzzle/kinds.h"

/// A search that measures a rule.
typedef struct calibration {
    const hr_bits_rule *rule;
    const hr_puzzle *puzzle;
    const hr_bits_tuning *tuning;
} calibration;

/// Collective. Search the calibration's puzzle (hr_rates_probe).
static hr_status search_once(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error) {
    const calibration *c = context;
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    const hr_status status = hr_bits_enumerate(c->rule, &(hr_run_task){comm, c->puzzle, &whole, &result}, c->tuning, error);
    run->work = (double)result.states * (double)result.layer_count;
    run->seconds = 0;
    for (size_t d = 0; d < result.layer_count; d++) {
        run->seconds += result.layers[d].seconds;
    }
    hr_enumeration_clear(&result);
    return status;
}

/// Collective. Set the forecast's `rate` by searches of a whole board that is as narrow as the puzzle's. The work is states ·
/// layers.
static hr_status measure_rate(const hr_comm *comm, const hr_bits_rule *rule, const hr_puzzle *puzzle, bool distances,
                              hr_forecast *forecast, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const int narrow = info->width < info->height ? info->width : info->height;
    forecast->rate_from = rule->rate_from[narrow - 2];
    const hr_puzzle_options options = {.spec = forecast->rate_from, .metric = info->metric};
    const hr_bits_tuning tuning = {.distances = distances && rule->encoding == HR_TABLE_PLANES,
                                   .unturned = strcmp(options.spec, "tile:4x3") == 0}; // four columns, as on 4x4
    hr_puzzle *measured = NULL;
    HR_TRY(hr_puzzle_create(&options, &measured, error));
    calibration c = {rule, measured, &tuning};
    const hr_status status = hr_rates_measure(comm, search_once, &c, &forecast->rate, error);
    hr_puzzle_destroy(&measured);
    return status;
}

hr_status hr_bits_plan(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                       hr_forecast *forecast, hr_error *error) {
    const hr_bits_rule *rule = engine->rule;
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (run->max_depth != HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "%s", rule->plans_whole);
    }
    hr_bits_needs needs;
    HR_TRY(hr_bits_foresee(rule, puzzle, run, &needs, error));
    *forecast = (hr_forecast){
        .states = info->reachable,
        .states_exact = true,
        .layers = info->layers,
        .layers_exact = info->layers_exact,
        .rank_memory = needs.rank_bytes,
        .rank_base = needs.base_bytes,
        .rank_apart = needs.apart_bytes,
        .memory_fixed = run->scratch.count > 0, // a rank works on parts of a size that follows from the board
        .traffic = run->scratch_shared ? 0 : (double)info->layers * needs.crossing_bytes,
        .work = (double)info->reachable * (double)info->layers,
        .busiest = needs.busiest,
        .scratch = needs.scratch_bytes,
        .scratch_moved = (double)info->layers * needs.moved_bytes,
        .overlapped = true,
    };
    const bool bytes = rule->encoding == HR_TABLE_INDEX; // distances of a byte, which go to the rank that writes them
    if (run->scratch.count > 0) {
        hr_spool_rates rates;
        HR_TRY(hr_spool_measure(comm, run->scratch.paths, run->scratch.count, &rates, error));
        forecast->scratch_rate = rates.moved;
    } else {
        forecast->checkpoint = hr_forecast_plane(puzzle) * (uint64_t)needs.layer_planes;
    }
    if (run->distances) {
        HR_TRY(hr_forecast_table(puzzle, rule->encoding, info->layers - 1, &forecast->table, error));
        forecast->checkpoint += bytes ? info->reachable : forecast->checkpoint;
        forecast->traffic += bytes ? (double)info->reachable : 0;
    }
    return measure_rate(comm, rule, puzzle, run->distances, forecast, error);
}
