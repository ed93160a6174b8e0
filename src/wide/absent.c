// SPDX-License-Identifier: MIT
// What the copy does not have: Klotski's openings and the plane engine, whose states have 64 bits. Its plans and proofs name these
// functions and never call them.

#include "openings/table/proof.h"
#include "plan/foresee_openings.h"
#include "verify/recount.h"

static hr_status refuse(hr_error *error) { return hr_error_set(error, HR_USAGE, "these states have 64 bits"); }

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

/// Called for each table: none of the copy's has openings.
hr_status hr_openings_provable(const hr_table *table, int ranks, bool *provable, uint64_t *bytes, hr_error *error) {
    (void)table;
    (void)ranks;
    (void)error;
    *provable = false;
    *bytes = 0;
    return HR_OK;
}

hr_status hr_openings_prove(hr_openings_proof *proof, hr_error *error) {
    proof->neighbours = 0;
    return refuse(error);
}

hr_status hr_table_recount(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, hr_verification *result,
                           hr_error *error) {
    (void)comm;
    (void)table;
    (void)options;
    result->states = 0;
    return refuse(error);
}
