// SPDX-License-Identifier: MIT
#ifndef HR_MEMORY_ROOM_H
#define HR_MEMORY_ROOM_H

// How much memory a run can still take on this node, and which limit decides.
//
// Three kinds of limits hold for all ranks of a node together: the node's available memory, the limits of the control groups
// (versions 1 and 2) from the process's own group up to the root, and Slurm's limit for the job. Two limits hold for each process:
// on its address space and on its data. The smallest limit decides.

#include <stdbool.h>
#include <stdint.h>

/// Room for the name of what sets a limit, in bytes.
#define HR_MEMORY_SOURCE_MAX 80

/// About this many bytes of a rank's memory hold MPI, the puzzle's tables, a checkpoint's block and the program's code.
enum { HR_MEMORY_ROOM_BASE = 32 << 20 };

/// How much memory the smallest limit still leaves, and which limit that is.
typedef struct hr_memory_bound {
    uint64_t bytes;                    ///< bytes that can still be taken; UINT64_MAX if there is no limit
    char source[HR_MEMORY_SOURCE_MAX]; ///< name of the limit for people: "control group /job_7", "available memory",
                                       ///< "SLURM_MEM_PER_NODE"
} hr_memory_bound;

typedef struct hr_memory_room {
    hr_memory_bound node;    ///< for all ranks of the node together
    hr_memory_bound process; ///< for each process
    uint64_t resident;       ///< bytes that this process holds now
} hr_memory_room;

/// Local. Read the room from the files below `root`/proc and `root`/sys ("" as root: the system's) and from `environment`, an array
/// of "NAME=value" that ends with NULL. Each of the `node_ranks` ranks on this node is assumed to hold as much memory as this
/// process does. A file or variable that is missing or unreadable sets no limit.
void hr_memory_room_read(const char *root, const char *const *environment, int node_ranks, hr_memory_room *room);

/// Local. hr_memory_room_read for this process, with the system's files and this process's environment.
void hr_memory_room_here(int node_ranks, hr_memory_room *room);

/// Local. Lower the node's bound to `bytes`, with `source` as its name, if the bound is higher.
void hr_memory_room_cap(hr_memory_room *room, uint64_t bytes, const char *source);

/// Local. Returns how much each of `node_ranks` ranks can still take. With 1 as `node_ranks` this is the greatest size of a memory
/// that is taken once and mapped by every rank.
hr_memory_bound hr_memory_room_share(const hr_memory_room *room, int node_ranks);

/// Local. Returns what a person can do about a run that this bound refuses, for the end of a message that has named the bound's
/// source.
const char *hr_memory_room_advice(const hr_memory_bound *bound);

/// Local. Returns how much `node_ranks` ranks can still take together if each takes the same.
hr_memory_bound hr_memory_room_total(const hr_memory_room *room, int node_ranks);

/// Local. Returns how much one of `node_ranks` ranks may hold in all: the memory that the rank holds now and 95 % of its share of
/// the memory that can still be taken. The rest is left for memory that nobody counts. The limit is never above the rank's share of
/// `node_limit` bytes, the --memory of a run (0: no such limit).
hr_memory_bound hr_memory_room_rank_limit(const hr_memory_room *room, uint64_t node_limit, int node_ranks);

#endif
