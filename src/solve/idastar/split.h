// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_SPLIT_H
#define HR_IDASTAR_SPLIT_H

// A span of an IDA* iteration over all ranks. Every rank cuts the same tree below the root into the same packets (subtrees at one
// depth, in depth-first order). Of P ranks, rank r takes the packets r, r + P, r + 2P, … A rank without work asks a random other
// rank, which gives away half of its packets or, if it has none, shallow open nodes of its stack (AIDA*: Reinefeld and Schnecke
// 1994).
//
// The end of the span is found by waves. A wave is a sum over all ranks of two counts: work messages sent, and work messages
// received. A rank joins a wave only when it has no work. The span is over when a wave has counted as many messages sent as the
// wave before had counted received (Mattern 1987, four counters).

#include "solve/idastar/span.h"

typedef struct hr_idastar_split hr_idastar_split;

/// Collective over `comm`. Make what split iterations need: a communicator and a mailbox. One split serves any number of searches,
/// one after the other. HR_INTERNAL: MPI failed or memory ran out; *split is NULL.
hr_status hr_idastar_split_create(const hr_comm *comm, hr_idastar_split **split, hr_error *error);

/// Collective. NULL-safe; sets *split to NULL. HR_INTERNAL: MPI failed.
hr_status hr_idastar_split_destroy(hr_idastar_split **split, hr_error *error);

/// Local. Returns the number of ranks.
int hr_idastar_split_size(const hr_idastar_split *split);

/// Collective. Search a span of the iteration that hr_idastar_worker_begin has begun. Afterwards every rank's worker has the
/// leftmost solution, if there is one. Node counts are modulo 2⁶⁴: the span with the solution subtracts the nodes to the right of
/// the solution, also those that earlier spans have counted, so only the sum over the spans is the iteration's count. HR_INTERNAL:
/// MPI failed or memory ran out.
hr_status hr_idastar_split_run(hr_idastar_split *split, hr_idastar_worker *worker, const hr_idastar_job *job,
                               hr_idastar_counts *counts, hr_error *error);

#endif
