// SPDX-License-Identifier: MIT
#ifndef HR_COMM_H
#define HR_COMM_H

// Ranks and what they do together. This room is the only one that sees MPI; its headers show no MPI type.
// MPI errors come back as HR_INTERNAL with MPI's own text.
//
// A failure is either one that all ranks agree on (hr_comm_agree), or it is fatal: after HR_INTERNAL on some rank nothing
// collective is entered there any more, and main ends the job.

#include <stdbool.h>

#include "huarong/status.h"
#include "huarong/types.h"

/// A group of ranks with a communicator of its own.
typedef struct hr_comm hr_comm;

/// Collective over all processes of the job. Start MPI and create the group of all ranks.
hr_status hr_comm_start(hr_comm **world, hr_error *error);

/// Collective. Destroy the group and end MPI. NULL-safe.
void hr_comm_finish(hr_comm **world);

/// Collective. A second group of the same ranks whose messages never meet the first one's.
hr_status hr_comm_duplicate(const hr_comm *comm, hr_comm **copy, hr_error *error);

/// Collective. The ranks of `comm` that share this rank's node, as a group of their own.
hr_status hr_comm_split_node(const hr_comm *comm, hr_comm **node, hr_error *error);

/// Collective. NULL-safe; sets *comm to NULL.
void hr_comm_destroy(hr_comm **comm);

/// Local. This rank, 0 … size−1.
int hr_comm_rank(const hr_comm *comm);

/// Local. Number of ranks.
int hr_comm_size(const hr_comm *comm);

/// Local. Seconds of a monotonic clock.
double hr_comm_seconds(void);

/// Local. Note how something has ended that only this rank knows of, and return `status`. HR_INTERNAL means that memory or MPI has
/// failed here: the others cannot be told, and may be anywhere. From then on this rank takes part in nothing collective. Every call
/// of this room that needs other ranks, on `comm` or any other group of this job, returns HR_INTERNAL with the first such error at
/// once, and what is destroyed does not wait for anyone. So the rank soon returns to main, which ends the job for all. Other
/// statuses change nothing, nor does a job of one rank. `error` may be NULL.
hr_status hr_comm_leave(const hr_comm *comm, hr_status status, const hr_error *error);

/// Local. HR_OK, or after hr_comm_leave HR_INTERNAL and the error that was noted. For loops that wait for other ranks.
hr_status hr_comm_check(const hr_comm *comm, hr_error *error);

/// Local, and the end of the job: stop all ranks at once with this exit code. For main only.
void hr_comm_abort(const hr_comm *comm, int exit_code);

/// Collective. Replace each of `values[0..n)` by its sum (wrapping), greatest or smallest value over all ranks.
hr_status hr_comm_sum(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error);
hr_status hr_comm_max(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error);
hr_status hr_comm_min(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error);

/// Collective. `bytes[0..size)` of rank 0 on every rank. `size` is the same everywhere.
hr_status hr_comm_broadcast(const hr_comm *comm, void *bytes, size_t size, hr_error *error);

/// Collective. Every rank's `values[0..n)` (`n` may differ) one after the other in order of rank, on rank 0 only: *all is a new
/// array there for the caller to free, of *total values, NULL and 0 elsewhere.
hr_status hr_comm_gather(const hr_comm *comm, const uint64_t *values, size_t n, uint64_t **all, size_t *total, hr_error *error);

/// Collective. How a phase ended for all: if any rank comes with a status other than HR_OK, every rank returns the status and gets
/// the error of the lowest such rank. So all leave the phase together. Only a rank that comes with HR_INTERNAL does not wait for
/// the others: it leaves (hr_comm_leave).
hr_status hr_comm_agree(const hr_comm *comm, hr_status status, hr_error *error);

#endif
