// SPDX-License-Identifier: MIT
#ifndef HR_SHARED_H
#define HR_SHARED_H

// Gives each rank large memory that the other ranks of its node can read in place.

#include "comm/comm.h"

typedef struct hr_shared hr_shared;

/// Collective. Create `size` bytes of zeroed memory for this rank; `size` may differ between ranks. With `share` the ranks of a
/// node see each other's memory. Memory is private without `share`, for a rank that is alone on its node, and where the node does
/// not have enough shared memory. HR_INTERNAL if the memory cannot be had. On error *out is NULL.
hr_status hr_shared_create(const hr_comm *comm, size_t size, bool share, hr_shared **out, hr_error *error);

/// Collective. NULL-safe; sets *shared to NULL.
void hr_shared_destroy(hr_shared **shared);

/// Local. The memory of rank `rank` of the group; NULL if this rank does not see that memory.
void *hr_shared_of(const hr_shared *shared, int rank);

/// Local. Make this rank's writes visible to the others, and theirs to this rank. Call before and after a collective that orders
/// writers and readers.
hr_status hr_shared_sync(const hr_shared *shared, hr_error *error);

#endif
