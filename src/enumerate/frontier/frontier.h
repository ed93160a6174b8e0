// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_H
#define HR_FRONTIER_H

#include "core/memory_room.h"
#include "enumerate/engine.h"

extern const hr_engine hr_engine_frontier;

/// Collective. Breadth-first search with explicit states from the puzzle's source set, layer by layer. Each reachable state is
/// found exactly once. Fills *result, which the caller clears with hr_enumeration_clear whatever is returned. HR_STOPPED: a signal,
/// the time limit or lack of memory ended the run early; the layers in *result are complete and exact. HR_USAGE: the sink cannot be
/// saved, or the run may not go on from the checkpoints in its directory. HR_FILE: a checkpoint cannot be read or written.
/// HR_INTERNAL: memory, MPI or the check of the figures has failed. Errors of the options' sink and conclusion are returned, too.
hr_status hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                hr_enumeration *result, hr_error *error);

/// Local. Bytes that each of `ranks` ranks needs besides states: for messages to all other ranks, and what the process holds
/// before the search, as `room` says. NULL: as a process with small tables holds.
uint64_t hr_frontier_base_bytes(const hr_memory_room *room, int ranks);

/// How many states one rank has while it makes a layer.
typedef struct hr_frontier_step {
    double before;   ///< of the layer before the current one, if it is kept
    double current;  ///< of the layer that is expanded
    double next;     ///< of the layer that is made
    double arriving; ///< successors that arrive, duplicates included
    size_t bins;     ///< into which the states are dealt now; 0: into none yet
} hr_frontier_step;

/// Local. Returns the bytes of memory that the states of a rank take at most while it makes a layer, if they may take `limit`
/// bytes. If they do not fit, that is the least with which the layer would be made.
uint64_t hr_frontier_step_bytes(const hr_puzzle_info *info, const hr_frontier_step *step, uint64_t limit);

#endif
