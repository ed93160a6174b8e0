// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_H
#define HR_FRONTIER_H

#include "enumerate/engine.h"

extern const hr_engine hr_engine_frontier;

/// Collective. Breadth-first search with explicit states from the puzzle's source set, layer by layer. Each reachable state is
/// found exactly once. Fills *result, which the caller clears with hr_enumeration_clear whatever is returned. HR_STOPPED: a signal,
/// the time limit or lack of memory ended the run early; the layers in *result are complete and exact. HR_USAGE: the sink cannot be
/// saved, or the run may not go on from the checkpoints in its directory. HR_FILE: a checkpoint cannot be read or written.
/// HR_INTERNAL: memory, MPI or the check of the figures has failed. Errors of the options' sink and conclusion are returned, too.
hr_status hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                hr_enumeration *result, hr_error *error);

/// Local. Bytes that each of `ranks` ranks needs besides states: for messages to all other ranks, MPI, tables and code.
uint64_t hr_frontier_base_bytes(int ranks);

#endif
