// SPDX-License-Identifier: MIT
#ifndef HR_BITS_SYMMETRIC_H
#define HR_BITS_SYMMETRIC_H

// The few states of a tile puzzle that some symmetry of the board maps to themselves. All other states have as many images as there
// are symmetries, so an engine that counts states in full knows their orbits from these few.

#include "huarong/puzzle.h"

/// Local. Set *states to the reachable states of `puzzle`, a tile puzzle, that a symmetry in use other than the identity maps to
/// themselves: `[*count]`, ascending, each once; the caller frees them. NULL if there are none. HR_INTERNAL: out of memory.
hr_status hr_planes_symmetric_states(const hr_puzzle *puzzle, hr_state **states, size_t *count, hr_error *error);

#endif
