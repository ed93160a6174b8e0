// SPDX-License-Identifier: MIT
#ifndef HR_NODE_MEMORY_H
#define HR_NODE_MEMORY_H

// Memory that all ranks of a node see.

#include "comm.h"

typedef struct hr_node_memory hr_node_memory;

/// Collective over `node`, a group of ranks on one node (hr_comm_split_node). `bytes` of memory at *base, one copy for all of them,
/// on large pages where the system gives them. HR_INTERNAL: not enough memory, or MPI.
hr_status hr_node_memory_create(const hr_comm *node, size_t bytes, hr_node_memory **shared, void **base, hr_error *error);

/// Collective. Free it. NULL-safe; sets *shared to NULL.
void hr_node_memory_destroy(hr_node_memory **shared);

/// Collective. Wait for all ranks; afterwards each sees what the others have written before.
hr_status hr_node_memory_sync(const hr_node_memory *shared, hr_error *error);

#endif
