// SPDX-License-Identifier: MIT
#ifndef HR_SHARED_H
#define HR_SHARED_H

// Large memory of each rank that the other ranks of its node read in place.

#include "comm/comm.h"

typedef struct hr_shared hr_shared;

/// Collective. `size` bytes for this rank (sizes may differ), zeroed. With `share` the ranks of a node see each other's, if the
/// node has shared memory for it; else, and for a rank alone on its node, the memory is private. HR_INTERNAL when it can't be had:
/// on all ranks, and *out is NULL.
hr_status hr_shared_create(const hr_comm *comm, size_t size, bool share, hr_shared **out, hr_error *error);

/// Collective. NULL-safe; sets *shared to NULL.
void hr_shared_destroy(hr_shared **shared);

/// Local. The memory of `rank` of the group; NULL if this rank does not see it.
void *hr_shared_of(const hr_shared *shared, int rank);

/// Local. What this rank wrote becomes visible, what others wrote is seen from here on: to be called before and after a collective
/// that orders writers and readers.
hr_status hr_shared_sync(const hr_shared *shared, hr_error *error);

#endif
