// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_H
#define HR_FRONTIER_H

#include "enumerate/engine.h"

extern const hr_engine hr_engine_frontier;

/// Collective. Hash-partitioned breadth-first search from the puzzle's source set with explicit states, layer by layer: every
/// reachable state is found exactly once. Fills *result, which the caller clears with hr_enumeration_clear whatever is returned.
/// HR_STOPPED: a limit ended the run early; the layers in *result are complete and exact. HR_INTERNAL: MPI or out of memory.
hr_status hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                hr_enumeration *result, hr_error *error);

/// Local. Bytes that one of so many ranks needs besides states: messages to all others, MPI, tables, code.
uint64_t hr_frontier_base_bytes(int ranks);

#endif
