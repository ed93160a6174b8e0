// SPDX-License-Identifier: MIT
#ifndef HR_BOTH_WAYS_H
#define HR_BOTH_WAYS_H

// Breadth-first search from one state and from the solved states at the same time, in the memory of all ranks, until the two
// searches meet. Where a layer has b times as many states as the one before, a search from one side finds b^n states for n moves,
// and both sides together find 2 · b^(n/2).

#include "solve/layers/together.h"

/// Local. Does the puzzle name its solved states (puzzle/goals.h), so that a search can begin there?
bool hr_both_ways_suits(const hr_puzzle *puzzle);

/// Collective. As hr_shortest_path_together, for a puzzle that hr_both_ways_suits accepts. The symmetries of `task->puzzle` are
/// used where they help. The path does not depend on the number of ranks as long as every layer is kept. path->visited is the
/// number of canonical states of both sides, and max_states limits it. A search that is stopped has proven that no solution is as
/// short as the depths of both sides together. Checkpoints are written between layers; a search from one side refuses them.
hr_status hr_shortest_path_both_ways(const hr_together_task *task, const hr_enumerate_options *run, hr_path *path, hr_error *error);

#endif
