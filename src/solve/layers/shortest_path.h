// SPDX-License-Identifier: MIT
#ifndef HR_SHORTEST_PATH_H
#define HR_SHORTEST_PATH_H

#include "huarong/puzzle.h"

/// Local. Breadth-first search from `start` to the nearest solved state: *path gets *count states, the first one `start`, for the
/// caller to free; NULL and 0 if no solved state can be reached. *visited: states seen. HR_INTERNAL: out of memory.
hr_status hr_shortest_path(const hr_puzzle *puzzle, hr_state start, hr_state **path, size_t *count, hr_count *visited,
                           hr_error *error);

#endif
