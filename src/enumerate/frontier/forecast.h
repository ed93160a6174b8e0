// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_FORECAST_H
#define HR_FRONTIER_FORECAST_H

// What a run of the frontier engine would take, from the puzzle's first layers.

#include "enumerate/frontier/frontier.h"

/// The size of a whole run, as its first layers show it.
typedef struct hr_frontier_size {
    hr_count states;          ///< full count of states; 0 if unknown
    bool exact;               ///< `states` is no estimate
    double canonical;         ///< canonical states; 0 if unknown
    hr_frontier_step largest; ///< canonical states of the three successive layers that have the most, without `arriving`
    double kept;              ///< most canonical states in a checkpoint, which has the last two layers, or with marks the last
} hr_frontier_size;

/// Local. The size of a run up to `max_depth` (HR_DEPTH_UNREACHED: of the whole space). `seen` has the first layers, at least one;
/// seen->stop is HR_STOP_STATES if there are more.
hr_frontier_size hr_frontier_extrapolate(const hr_puzzle_info *info, hr_depth max_depth, const hr_enumeration *seen);

/// Collective. The function `plan` of the frontier engine (hr_engine).
hr_status hr_frontier_plan(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                           hr_forecast *forecast, hr_error *error);

#endif
