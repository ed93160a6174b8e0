// SPDX-License-Identifier: MIT
#ifndef HR_COLLECT_H
#define HR_COLLECT_H

// Gathers every rank's values on rank 0, while the ranks do something else. HR_INTERNAL from any function: memory or MPI has
// failed.

#include "comm/comm.h"

typedef struct hr_collect hr_collect;

/// Local, but every rank of `comm` must call it. Begin to gather `values[0..n)`, which are copied; `n` may differ between ranks. A
/// group can have one collection at a time. On error *begun is NULL.
hr_status hr_collect_begin(const hr_comm *comm, const uint64_t *values, size_t n, hr_collect **begun, hr_error *error);

/// Local. Go on with the collection, without waiting unless `wait` is set. *done says whether this rank is finished: rank 0 has the
/// values of all ranks, another rank has sent its own.
hr_status hr_collect_test(hr_collect *collect, bool wait, bool *done, hr_error *error);

/// Local, on rank 0 once hr_collect_test has set *done. Returns the `*n` values of `rank`, borrowed until hr_collect_destroy.
const uint64_t *hr_collect_values(const hr_collect *collect, int rank, size_t *n);

/// Local. NULL-safe; sets *destroyed to NULL. Destroying an unfinished collection may lose a message that rank 0 waits for, so only
/// a broken run does so.
void hr_collect_destroy(hr_collect **destroyed);

#endif
