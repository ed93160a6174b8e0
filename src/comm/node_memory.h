// SPDX-License-Identifier: MIT
#ifndef HR_NODE_MEMORY_H
#define HR_NODE_MEMORY_H

// One memory that all ranks of a node read and write.

#include "comm/comm.h"

typedef struct hr_node_memory hr_node_memory;

/// Collective over `node`, a group of ranks on one node (hr_comm_split_node). Create at least `bytes` bytes of zeroed memory, which
/// all ranks of `node` share, on large pages where the system gives them. *base is the memory's address on this rank. HR_STOPPED:
/// the node does not have enough memory. HR_INTERNAL: out of memory, or MPI has failed. On error *shared is NULL.
hr_status hr_node_memory_create(const hr_comm *node, size_t bytes, hr_node_memory **shared, void **base, hr_error *error);

/// Collective. Free the memory. NULL-safe; sets *shared to NULL.
void hr_node_memory_destroy(hr_node_memory **shared);

/// Local. Make this rank's writes visible to the others, and theirs to this rank. Call before and after a collective that orders
/// writers and readers.
hr_status hr_node_memory_fence(const hr_node_memory *shared, hr_error *error);

/// Collective. Wait for all ranks. Afterwards each rank sees all writes that the others made before the call.
hr_status hr_node_memory_sync(const hr_node_memory *shared, hr_error *error);

/// Local. Put this rank's share of the memory on large pages, also where the system gives memory in common none by itself: of use
/// for tables that are read at random. Cheapest before anything is written, which is copied. Call on all ranks; other ranks may use
/// the memory meanwhile. A rest at the end of less than half a large page stays as it is.
void hr_node_memory_collapse(const hr_node_memory *shared);

#endif
