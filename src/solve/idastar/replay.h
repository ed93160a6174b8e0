// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_REPLAY_H
#define HR_IDASTAR_REPLAY_H

#include "solve/idastar/idastar.h"

/// Local. Check that `path[0..length)` leads from `root` to a goal and that each of its moves is possible. No move is possible at a
/// goal. HR_INTERNAL: a move is not possible, which the error names by its number, or the path does not end at a goal.
hr_status hr_idastar_replay(const hr_idastar_domain *domain, const void *root, const uint8_t *path, uint32_t length,
                            hr_error *error);

/// Local. Returns the number of siblings to the right of the first `levels` moves of the solution `path`. The engine counts all
/// successors of a node at once; the sequential search ends at the solution and does not count these. It has expanded none of them.
hr_count hr_idastar_right_of(const hr_idastar_domain *domain, const void *root, const uint8_t *path, size_t levels);

#endif
