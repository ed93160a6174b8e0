// SPDX-License-Identifier: MIT
#ifndef HR_MEMORY_ROOM_H
#define HR_MEMORY_ROOM_H

// How much memory a run can still take on this node, and what says so.
//
// What counts for all ranks of a node together: the memory that the node has available, the limits of the control groups (versions
// 1 and 2) from the process's own group up to the root, and what Slurm has given to the job. What counts for each process: its
// limits on address space and data. The least one wins.

#include <stdbool.h>
#include <stdint.h>

/// Room for the name of what sets a limit, in bytes.
#define HR_MEMORY_SOURCE_MAX 80

/// How much can still be taken.
typedef struct hr_memory_bound {
    uint64_t bytes;                    ///< UINT64_MAX: nothing sets a limit
    char source[HR_MEMORY_SOURCE_MAX]; ///< for people: "control group /job_7", "available memory", "SLURM_MEM_PER_NODE"
} hr_memory_bound;

typedef struct hr_memory_room {
    hr_memory_bound node;    ///< for all ranks of the node together
    hr_memory_bound process; ///< for each process
    uint64_t resident;       ///< bytes that this process holds now
} hr_memory_room;

/// Local. Read the room from the files below `root`/proc and `root`/sys ("" as root: the system's) and from `environment`, an array
/// of "NAME=value" that ends with NULL. `node_ranks` ranks on this node are assumed to hold as much memory as this process does.
/// What is missing or unreadable sets no limit.
void hr_memory_room_read(const char *root, const char *const *environment, int node_ranks, hr_memory_room *room);

/// Local. The same of this process.
void hr_memory_room_here(int node_ranks, hr_memory_room *room);

/// Local. Lower the node's bound to `bytes` if it is higher.
void hr_memory_room_cap(hr_memory_room *room, uint64_t bytes, const char *source);

/// Local. What each of `node_ranks` ranks can take. With 1 as `node_ranks`: what can be taken once and be mapped by every rank.
hr_memory_bound hr_memory_room_share(const hr_memory_room *room, int node_ranks);

/// Local. What `node_ranks` ranks can take together, each of them as much as the others.
hr_memory_bound hr_memory_room_total(const hr_memory_room *room, int node_ranks);

/// Local. What one of `node_ranks` ranks may use in all: what it holds and its share of what can still be taken, of which a
/// twentieth is left for what nobody counts; and no more than its share of `node_limit` bytes (0: none), the --memory of a run.
hr_memory_bound hr_memory_room_rank_limit(const hr_memory_room *room, uint64_t node_limit, int node_ranks);

#endif
