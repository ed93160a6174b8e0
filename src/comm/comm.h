// SPDX-License-Identifier: MIT
#ifndef HR_COMM_H
#define HR_COMM_H

// Groups of ranks, their reductions, and how ranks agree on a failure. This room is the only one that sees MPI; its headers show no
// MPI type. MPI errors are returned as HR_INTERNAL with MPI's own text.
//
// There are two kinds of failures. All ranks can agree on a failure and go on together (hr_comm_agree). HR_INTERNAL is fatal: the
// rank that returned it takes part in nothing collective any more (hr_comm_leave), and main ends the job.

#include <stdbool.h>

#include "huarong/status.h"
#include "huarong/types.h"

/// A group of ranks with a communicator of its own.
typedef struct hr_comm hr_comm;

/// Room for the name of the MPI library, in bytes.
#define HR_COMM_LIBRARY_MAX 128

/// Local, also before hr_comm_start. Write the MPI library's name and version, for instance "Open MPI v4.1.4".
void hr_comm_library(char text[HR_COMM_LIBRARY_MAX]);

/// Collective over all processes of the job. Start MPI and create the group of all ranks. HR_INTERNAL: out of memory, or MPI has
/// failed.
hr_status hr_comm_start(hr_comm **world, hr_error *error);

/// Collective. Destroy the group that hr_comm_start created and end MPI. NULL-safe; sets *world to NULL.
void hr_comm_finish(hr_comm **world);

/// Collective. Create a second group of the same ranks. Messages of one group never reach the other. On error *copy is NULL.
hr_status hr_comm_duplicate(const hr_comm *comm, hr_comm **copy, hr_error *error);

/// Collective. Create a group of the ranks of `comm` that are on this rank's node, in the same order. On error *node is NULL. For
/// tests the environment variable HUARONG_PRETEND_NODES makes several nodes of one machine (README.md).
hr_status hr_comm_split_node(const hr_comm *comm, hr_comm **node, hr_error *error);

/// Collective. Set *ranks to the number of ranks of `comm` on this rank's node. On error *ranks is unchanged.
hr_status hr_comm_count_node(const hr_comm *comm, int *ranks, hr_error *error);

/// Local. Create a group of this rank alone. A failure on it counts as one on `comm` (hr_comm_leave). On error *alone is NULL.
hr_status hr_comm_alone(const hr_comm *comm, hr_comm **alone, hr_error *error);

/// Collective. NULL-safe; sets *comm to NULL.
void hr_comm_destroy(hr_comm **comm);

/// Local. Returns the number of this rank in the group, 0 … size − 1.
int hr_comm_rank(const hr_comm *comm);

/// Local. Returns the number of ranks in the group.
int hr_comm_size(const hr_comm *comm);

/// Local. Returns the time in seconds, by a monotonic clock.
double hr_comm_seconds(void);

/// Local. Leave the other ranks if `status` is HR_INTERNAL, and return `status`. HR_INTERNAL means that memory or MPI has failed on
/// this rank, and that the others cannot be told. From then on this rank takes part in nothing collective. Every call of this room
/// that needs other ranks, on `comm` or any other group of the job, returns HR_INTERNAL with the first such error at once. Nothing
/// that is destroyed waits for other ranks. So the rank soon returns to main, which ends the job for all. Other statuses change
/// nothing, and neither does HR_INTERNAL in a job of one rank. `error` may be NULL.
hr_status hr_comm_leave(const hr_comm *comm, hr_status status, const hr_error *error);

/// Local. Has this rank left the others (hr_comm_leave)? If so, returns HR_INTERNAL with the error that made the rank leave; else
/// HR_OK. To be asked in loops that wait for other ranks.
hr_status hr_comm_check(const hr_comm *comm, hr_error *error);

/// Local. End the job: stop all ranks at once with `exit_code`. For main only.
void hr_comm_abort(const hr_comm *comm, int exit_code);

/// Collective. Replace each of `values[0..n)` by its sum (wrapping), its greatest or its smallest value over all ranks. `n` is the
/// same on every rank.
hr_status hr_comm_sum(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error);
hr_status hr_comm_max(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error);
hr_status hr_comm_min(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error);

/// Collective. Copy `bytes[0..size)` of rank 0 to every rank. `size` is the same on every rank.
hr_status hr_comm_broadcast(const hr_comm *comm, void *bytes, size_t size, hr_error *error);

/// Collective. Gather every rank's `values[0..n)` on rank 0, one after the other in order of rank; `n` may differ between ranks. On
/// rank 0 *all is a new array of *total values, which the caller frees. On other ranks and on error they are NULL and 0.
hr_status hr_comm_gather(const hr_comm *comm, const uint64_t *values, size_t n, uint64_t **all, size_t *total, hr_error *error);

/// Collective. Agree how a phase ended; `status` and `error` are how it ended on this rank. If any rank's status is not HR_OK,
/// every rank returns the status and gets the error of the lowest such rank. So all ranks leave the phase together. A rank whose
/// status is HR_INTERNAL does not wait for the others: it leaves them (hr_comm_leave).
hr_status hr_comm_agree(const hr_comm *comm, hr_status status, hr_error *error);

/// Collective. Allocate `bytes` zeroed bytes on every rank; the caller frees them. `what` names them in the error's text. NULL:
/// this rank is out of memory, has left the others, or MPI has failed; `error` is HR_INTERNAL then.
void *hr_comm_allocate(const hr_comm *comm, size_t bytes, const char *what, hr_error *error);

#endif
