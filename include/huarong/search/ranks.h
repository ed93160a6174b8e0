// SPDX-License-Identifier: MIT
#ifndef HUARONG_SEARCH_RANKS_H
#define HUARONG_SEARCH_RANKS_H

/// The ranks over which the searches of libhuarong-search run, made from an MPI communicator, or of all processes. This is the only
/// public header that includes <mpi.h>.
///
/// Example, for any number of ranks:
///
///     int provided = 0;
///     hr_error error;
///     hr_ranks *ranks = NULL;
///     MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
///     if (hr_ranks_create(MPI_COMM_WORLD, &ranks, &error) == HR_OK) {
///         hr_ranks_destroy(&ranks); // after the last search
///         printf("searched\n"); // prints: searched
///     }
///     MPI_Finalize();

#include <mpi.h>

#include "huarong/search/run.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Collective over `mpi`. Make the ranks of a communicator, which is duplicated: messages of the searches never meet the program's
/// own. HR_USAGE: MPI has not been started, or without MPI_THREAD_FUNNELED, or not by this thread. HR_INTERNAL: out of memory, or
/// MPI has failed. On error *ranks is NULL.
hr_status hr_ranks_create(MPI_Comm mpi, hr_ranks **ranks, hr_error *error);

/// Collective over all processes of the job. For programs that do not start MPI: make the ranks of all processes. Where MPI runs
/// already, they are those of MPI_COMM_WORLD. Else a process that a launcher such as mpirun has started starts MPI, and
/// hr_ranks_destroy ends it, so that there can be no other ranks later; a process without a launcher is one rank without MPI.
/// Errors of hr_ranks_create.
hr_status hr_ranks_start(hr_ranks **ranks, hr_error *error);

/// Local. Returns the number of this rank, 0 … size − 1, and writes the number of ranks into *size, which may be NULL.
int hr_ranks_rank(const hr_ranks *ranks, int *size);

/// Collective, before MPI_Finalize. Only after a function has returned HR_INTERNAL, Local: then a rank need not wait for the
/// others. *ranks may be NULL, and is set to NULL.
void hr_ranks_destroy(hr_ranks **ranks);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
