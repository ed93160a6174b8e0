// SPDX-License-Identifier: MIT
#include "comm/launch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// The variables that hold a process's rank, by launcher: Open MPI's mpirun; PMIx (srun, prterun); PMI-1 and PMI-2 (MPICH, Intel
// MPI, MVAPICH); srun without a PMI.
static const char *const RANK_VARIABLES[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
enum { RANK_VARIABLE_COUNT = sizeof RANK_VARIABLES / sizeof RANK_VARIABLES[0] };

int hr_launch_rank(void) {
    for (int i = 0; i < RANK_VARIABLE_COUNT; i++) {
        const char *text = getenv(RANK_VARIABLES[i]);
        if (text == NULL || *text < '0' || *text > '9') {
            continue;
        }
        char *end = NULL;
        const long rank = strtol(text, &end, 10);
        if (*end == '\0' && rank <= INT_MAX) {
            return (int)rank;
        }
    }
    return -1;
}

bool hr_launch_parallel(void) {
    bool found = getenv("PMIX_NAMESPACE") != NULL || getenv("PMI_FD") != NULL;
    for (int i = 0; i < RANK_VARIABLE_COUNT; i++) {
        found = found || getenv(RANK_VARIABLES[i]) != NULL;
    }
    return found;
}

bool hr_launch_one_node(void) {
    const char *ranks = getenv("OMPI_COMM_WORLD_SIZE");
    const char *here = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    if (!hr_launch_parallel()) {
        return true;
    }
    if (ranks != NULL) { // started by mpirun; the Slurm step, if there is one, is that of mpirun's daemons
        return here != NULL && strcmp(ranks, here) == 0;
    }
    const char *nodes = getenv("SLURM_STEP_NUM_NODES");
    return nodes != NULL && strcmp(nodes, "1") == 0 && getenv("SLURM_HET_SIZE") == NULL;
}

bool hr_launch_whole_lines(void) { return getenv("PRTE_LAUNCHED") != NULL; }
