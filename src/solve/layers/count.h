// SPDX-License-Identifier: MIT
#ifndef HR_COUNT_H
#define HR_COUNT_H

// Counts the shortest solutions after a breadth-first search over all ranks, backwards from the solved states of the last layer:
//
//     layer 0 <── … <── kept layer <── (k moves) <── kept layer <── … <── last layer
//        1 state         ways to a solved state                           solved states: 1 way each
//
// Every state that a step reaches gets the sum of the ways of the states that it was reached from. All ways of k moves from a state
// of a kept layer to the next one are shortest ways. So the layers between need not be kept: it is enough to drop, after k steps,
// what is not in the kept layer.
//
// A solution is a sequence of positions: two moves from one position to the same other one count once.
//
// Symmetry. The steps go from canonical states to all their successors, each of which adds to its canonical state, and at the
// beginning a state has as many ways as it has solved images. A state's number is then the sum over its images. The source is the
// only image of itself, so its number is that of all solutions.

#include "solve/layers/retrace.h"

/// Collective. Set *solutions to the number of ways of `length` moves from the one source of the puzzle to a solved state, at most
/// HR_WAYS_MAX, the same on every rank. `length` is the depth of the first layer with a solved state, and the kept layers list the
/// solved states. Each rank keeps the states that it owns in the frontier engine. HR_STOPPED: *stop says why on every rank; if it
/// is HR_STOP_MEMORY, the states of a step do not fit into the memory. HR_INTERNAL: memory or MPI has failed.
hr_status hr_count_solutions(const hr_retrace_task *task, hr_depth length, hr_count *solutions, hr_stop *stop, hr_error *error);

#endif
