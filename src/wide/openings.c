// SPDX-License-Identifier: MIT
// Klotski's openings have states of 64 bits, so the copy does not have them. Its plans name these functions and never call them.

#include "plan/foresee_openings.h"

static hr_status refuse(hr_error *error) { return hr_error_set(error, HR_USAGE, "openings have states of 64 bits"); }

hr_status hr_openings_foresight_create(const hr_puzzle *puzzle, hr_openings_kept kept, hr_openings_foresight **foresight,
                                       hr_error *error) {
    (void)puzzle;
    (void)kept;
    *foresight = NULL;
    return refuse(error);
}

void hr_openings_foresight_destroy(hr_openings_foresight **foresight) { *foresight = NULL; }

hr_status hr_plan_openings(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                           hr_openings_foresight *foresight, hr_forecast *forecast, hr_error *error) {
    (void)comm;
    (void)puzzle;
    (void)run;
    (void)foresight;
    *forecast = (hr_forecast){.rate_from = ""};
    return refuse(error);
}

hr_status hr_plan_openings_nodes(hr_openings_foresight *foresight, const hr_planned_run *run, const hr_memory_bound *limit,
                                 uint64_t node_memory, int *nodes, hr_error *error) {
    (void)foresight;
    (void)run;
    (void)limit;
    (void)node_memory;
    *nodes = -1;
    return refuse(error);
}
