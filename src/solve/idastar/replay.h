// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_REPLAY_H
#define HR_IDASTAR_REPLAY_H

#include "solve/idastar/idastar.h"

/// Local. Does `path[0..length)` lead from `root` to a goal, each move being one that its state has? HR_INTERNAL, with the place,
/// if not. Takes as long as the path.
hr_status hr_idastar_replay(const hr_idastar_domain *domain, const void *root, const uint8_t *path, uint32_t length,
                            hr_error *error);

#endif
