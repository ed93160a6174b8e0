// SPDX-License-Identifier: MIT
#ifndef HR_FORESEE_OPENINGS_H
#define HR_FORESEE_OPENINGS_H

// The forecast of a run over all openings of a Klotski board.

#include "core/memory_room.h"
#include "enumerate/forecast.h"
#include "openings/foresight/foresight.h"

/// Collective. Fill *forecast. `foresight` is of the run. All ranks measure the rate by searches of 4×5. The work is openings, as
/// if each took as long as the mean opening of 4×5. Errors as for hr_openings_foresee and hr_openings_run.
hr_status hr_plan_openings(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                           hr_openings_foresight *foresight, hr_forecast *forecast, hr_error *error);

/// Local. Set *nodes to about how many nodes, each with run->node_ranks ranks and the memory `limit`, have the memory for the run;
/// 0 if the planned ones have it, each of which takes `node_memory`, −1 if no number has it. Errors as for hr_openings_foresee.
hr_status hr_plan_openings_nodes(hr_openings_foresight *foresight, const hr_planned_run *run, const hr_memory_bound *limit,
                                 uint64_t node_memory, int *nodes, hr_error *error);

#endif
