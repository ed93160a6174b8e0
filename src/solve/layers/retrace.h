// SPDX-License-Identifier: MIT
#ifndef HR_RETRACE_H
#define HR_RETRACE_H

// Finds a path again after a breadth-first search over all ranks, from its end to its start. The path goes from one kept layer to
// the one before it. The *ball* of such a step has all states that are at most as far from the path's present state as the kept
// layer is. Every rank makes the same ball, and looks which states of the ball are in the kept layer.

#include "comm/comm.h"
#include "solve/layers/kept_layers.h"
#include "solve/layers/shortest_path.h"

typedef struct hr_retrace_task {
    const hr_comm *comm;
    const hr_puzzle *puzzle;    ///< the puzzle that was searched; its one source is the path's start
    const hr_puzzle *plain;     ///< the same puzzle without symmetry
    const hr_kept_layers *kept; ///< what this rank has kept of the layers
    uint64_t memory_limit;      ///< bytes that a node may use; 0: what the node has
    int node_ranks;             ///< ranks that share the node's memory
    bool (*stop_wanted)(void);  ///< true on any rank ends the work; NULL: never
    double began;               ///< start of the search, on the clock of hr_comm_seconds
    double max_seconds;         ///< the work ends this long after `began`; 0: no limit
} hr_retrace_task;

/// Collective. Fill `path->states[0..path->bound]`, on every rank, with a shortest path from the source to a solved state, which is
/// `path->bound` moves away. The path does not depend on the number of ranks as long as every layer is kept. HR_STOPPED: *stop says
/// why on every rank; if it is HR_STOP_MEMORY, a ball does not fit into the memory, and the error says what sets the limit.
/// HR_INTERNAL: memory or MPI has failed, or the kept layers do not lead to the source.
hr_status hr_retrace(const hr_retrace_task *task, const hr_path *path, hr_stop *stop, hr_error *error);

/// Collective. states[length] is a canonical state of layer `length`, the same on every rank. Fill `states[0..length)`, on every
/// rank, with canonical states of the layers 0 … length − 1, each of which has an image that is one move from the state after it.
/// Otherwise as hr_retrace. The puzzle may have several sources, and `plain` may be `puzzle`.
hr_status hr_retrace_canonical(const hr_retrace_task *task, hr_state *states, hr_depth length, hr_stop *stop, hr_error *error);

#endif
