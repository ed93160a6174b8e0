// SPDX-License-Identifier: MIT
#ifndef HR_TOGETHER_H
#define HR_TOGETHER_H

// Breadth-first search from one state to the nearest solved one, in the memory of all ranks, by the frontier engine. The path is
// found again from the layers that the ranks keep, and so are all shortest ones where they are counted.

#include "run/enumeration.h"
#include "solve/layers/shortest_path.h"

/// What is searched.
typedef struct hr_together_task {
    const hr_comm *comm;
    const hr_puzzle *puzzle;          ///< the path's states are states of this puzzle
    const hr_puzzle_options *options; ///< what `puzzle` was made from
    const hr_state *start;            ///< the start, a valid state of `puzzle`
    bool all;                         ///< count all shortest solutions; only hr_shortest_path_together can
    size_t list;                      ///< with `all`: list up to this number of the solutions; 0: one, any of them
} hr_together_task;

/// Collective. Search for a shortest path from the start to a solved state. Of `run` these members count: max_states (the search
/// ends with the layer that reaches it), memory_limit, max_seconds, stop_wanted, checkpoint, progress and event. HR_OK for every
/// outcome; *path is the same on every rank, but for its time. A search that goes on from a checkpoint finds what it would have
/// found without a stop. HR_FILE: a checkpoint cannot be read or written, or is of another run. HR_USAGE: the directory has
/// checkpoints from which the run is not to go on. HR_INTERNAL: memory or MPI has failed, or the path failed its proof. The caller
/// clears *path in any case.
hr_status hr_shortest_path_together(const hr_together_task *task, const hr_enumerate_options *run, hr_path *path, hr_error *error);

/// Local. Note in *path that a limit or a signal has ended the search; `result->stop` and `result->stop_text` say which.
void hr_together_note_stop(const hr_enumeration *result, const hr_enumerate_options *run, hr_path *path);

/// Local. Note in *path that the length is known, but `stop` has ended `work`, for instance "to find the moves again". Frees
/// path->states.
void hr_together_note_lost_path(hr_stop stop, const char *work, hr_path *path);

#endif
