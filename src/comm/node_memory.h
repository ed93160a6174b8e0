// SPDX-License-Identifier: MIT
#ifndef HR_NODE_MEMORY_H
#define HR_NODE_MEMORY_H

// Memory that all ranks of a node see.

#include "comm/comm.h"

typedef struct hr_node_memory hr_node_memory;

/// Collective over `node`, a group of ranks on one node (hr_comm_split_node). `bytes` of zeroed memory at *base, one copy for all
/// of them, on large pages where the system gives them. HR_STOPPED: the node
/// has not enough memory. HR_INTERNAL: MPI.
hr_status hr_node_memory_create(const hr_comm *node, size_t bytes, hr_node_memory **shared, void **base, hr_error *error);

/// Collective. Free it. NULL-safe; sets *shared to NULL.
void hr_node_memory_destroy(hr_node_memory **shared);

/// Local. What this rank wrote becomes visible, what others wrote is seen from here on: to be called before and after a collective
/// that orders writers and readers.
hr_status hr_node_memory_fence(const hr_node_memory *shared, hr_error *error);

/// Collective. Wait for all ranks; afterwards each sees what the others have written before.
hr_status hr_node_memory_sync(const hr_node_memory *shared, hr_error *error);

#endif
