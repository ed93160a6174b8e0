// SPDX-License-Identifier: MIT
// Groups of ranks of the program that uses libhuarong-search: over a communicator of the program, or of all its processes.

#include "huarong/search/ranks.h"

#include <stdlib.h>

#include "comm/mpi_types.h"

/// Local. HR_USAGE unless MPI is running and this thread may call MPI. HR_INTERNAL: MPI has failed.
static hr_status check_thread(hr_error *error) {
    int started = 0;
    int ended = 0;
    int level = MPI_THREAD_SINGLE;
    int main_thread = 0;
    if (MPI_Initialized(&started) != MPI_SUCCESS || MPI_Finalized(&ended) != MPI_SUCCESS || !started || ended) {
        return hr_error_set(error, HR_USAGE, "MPI is not running: call MPI_Init_thread first, and MPI_Finalize last");
    }
    HR_TRY(hr_mpi_status(MPI_Query_thread(&level), "MPI_Query_thread", error));
    HR_TRY(hr_mpi_status(MPI_Is_thread_main(&main_thread), "MPI_Is_thread_main", error));
    return level >= MPI_THREAD_FUNNELED && main_thread
               ? HR_OK
               : hr_error_set(error, HR_USAGE,
                              "searches need MPI_Init_thread with MPI_THREAD_FUNNELED, and the thread that called it");
}

hr_status hr_ranks_create(MPI_Comm mpi, hr_ranks **ranks, hr_error *error) {
    *ranks = NULL;
    HR_TRY(check_thread(error));
    const hr_status status = hr_comm_found(mpi, ranks, error);
    if (status != HR_OK) {
        *ranks = NULL;
    }
    return status;
}

hr_status hr_ranks_start(hr_ranks **ranks, hr_error *error) {
    int runs = 0;
    *ranks = NULL;
    HR_TRY(hr_mpi_status(MPI_Initialized(&runs), "MPI_Initialized", error));
    return runs ? hr_ranks_create(MPI_COMM_WORLD, ranks, error) : hr_comm_start(ranks, error);
}

int hr_ranks_rank(const hr_ranks *ranks, int *size) {
    if (size != NULL) {
        *size = ranks->size;
    }
    return ranks->rank;
}

void hr_ranks_destroy(hr_ranks **ranks) {
    if (*ranks != NULL && (*ranks)->is_world) {
        hr_comm_finish(ranks);
    } else if (*ranks != NULL) {
        hr_comm_health *health = (*ranks)->health;
        hr_comm_destroy(ranks);
        free(health);
    }
}
