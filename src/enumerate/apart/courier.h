// SPDX-License-Identifier: MIT
#ifndef HR_COURIER_H
#define HR_COURIER_H

// Runs of words that a rank reads, from its files or its memory, and sends to ranks of other nodes, which see neither.
//
// All ranks trade the runs of one round at the same time. A rank first posts all that it receives, so that whoever sends to it need
// not wait for what it sends itself. Then it gives the runs that others need, and ends the round. Both sides post the runs between
// two ranks in the same order. A long run travels in pieces, and the pieces that a rank reads before it sends them have a bounded
// size.

#include "comm/bulk.h"
#include "enumerate/scratch/transfers.h"

typedef struct hr_courier hr_courier;

#define HR_COURIER_BYTES (UINT64_C(1) << 22) ///< most bytes that are read before they are sent

/// Collective. `bulk` and `transfers` are borrowed until hr_courier_destroy. HR_INTERNAL: out of memory. On error *created is NULL.
hr_status hr_courier_create(const hr_comm *comm, hr_bulk *bulk, hr_transfers *transfers, hr_courier **created, hr_error *error);
/// Local. NULL-safe; sets *courier to NULL.
void hr_courier_destroy(hr_courier **courier);

/// Local. Begin to receive a run of `n` words from rank `from`. HR_INTERNAL: memory or MPI has failed.
hr_status hr_courier_receive(hr_courier *courier, int from, uint64_t *words, uint64_t n, hr_error *error);
/// Local, but may wait for other ranks. Begin to read the run that `run` brings, whose `memory` is not used, and send it to rank
/// `to`. HR_INTERNAL: memory or MPI has failed.
hr_status hr_courier_give(hr_courier *courier, int to, const hr_transfer *run, hr_error *error);
/// Local, but waits for other ranks. Send what has not been sent, and wait until all runs of the round have arrived. HR_FILE: a
/// disk has failed while runs were read; then this rank has sent something else than the runs, but all messages of the round.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_courier_end(hr_courier *courier, hr_error *error);

#endif
