// SPDX-License-Identifier: MIT
#ifndef HR_FUZZ_PATHS_H
#define HR_FUZZ_PATHS_H

// Small searches for a path, by A* and breadth first, with checkpoints: fuzz_checkpoint goes on with them from any file, make_seeds
// writes good files.

#include "fuzz_runs.h"
#include "solve/path.h"

/// Does the run search for a path from one position?
bool hr_fuzz_finds_path(hr_fuzz_run run);

/// Search with checkpoints in `directory`. With `most` > 0 the search stops after this number of states. *path is to be cleared in
/// any case.
hr_status hr_fuzz_find_path(hr_fuzz_run run, const char *directory, hr_count most, hr_path *path, hr_error *error);

/// Require that the states of a solved path follow each other from the run's position to a solved state.
void hr_fuzz_check_path(hr_fuzz_run run, const hr_path *path);

#endif
