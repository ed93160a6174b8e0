// SPDX-License-Identifier: MIT
#include "openings/foresight/foresight.h"

#include <stdlib.h>

#include "core/try.h"
#include "openings/foresight/traffic.h"
#include "openings/store.h"

struct hr_openings_foresight {
    hr_openings_options options;
    hr_openings result;
    hr_openings_run_state run;
};

hr_status hr_openings_foresight_create(const hr_puzzle *puzzle, hr_openings_kept kept, hr_openings_foresight **foresight,
                                       hr_error *error) {
    *foresight = NULL;
    hr_openings_foresight *f = calloc(1, sizeof *f);
    HR_TRY_MEMORY(f != NULL, error, "a plan of openings");
    f->options = (hr_openings_options){.filter = HR_OPENINGS_ALL, .components = true, .keep_distances = kept.distances};
    f->options.checkpoint.directory = kept.records ? "" : NULL;
    f->run = (hr_openings_run_state){.ranks = 1, .node_ranks = 1, .puzzle = puzzle, .options = &f->options, .result = &f->result};
    const hr_status status = hr_openings_prepare(&f->run, error);
    if (status == HR_OK) {
        *foresight = f;
    } else {
        hr_openings_foresight_destroy(&f);
    }
    return status;
}

void hr_openings_foresight_destroy(hr_openings_foresight **foresight) {
    if (*foresight != NULL) {
        hr_openings_plan_clear(&(*foresight)->run);
        hr_openings_clear(&(*foresight)->result);
    }
    free(*foresight);
    *foresight = NULL;
}

/// The ranks of a node need the same memory, so that its first rank tells.
hr_status hr_openings_foresee(hr_openings_foresight *foresight, const hr_openings_planned *planned, hr_openings_needs *needs,
                              hr_error *error) {
    hr_openings_run_state *run = &foresight->run;
    run->ranks = planned->ranks;
    run->node_ranks = planned->node_ranks;
    run->node_memory = hr_openings_node_room(planned->node_memory, planned->node_ranks);
    *needs = (hr_openings_needs){.bytes = 0};
    HR_TRY(hr_openings_deal(run, error));
    double most = 0;
    for (int rank = 0; rank < run->ranks; rank++) {
        const uint64_t bytes = rank % run->node_ranks == 0 ? hr_openings_memory(run, rank) : 0;
        const double own = hr_openings_load(run, rank);
        needs->bytes = bytes > needs->bytes ? bytes : needs->bytes;
        needs->work += own;
        most = own > most ? own : most;
    }
    needs->busiest = most / needs->work;
    needs->sent = hr_openings_sent(run);
    return HR_OK;
}
