// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_KERNELS_H
#define HR_OPENINGS_KERNELS_H

// Moves of 64 openings at a time, on one frame's bits (see openings_family.h).

#include "openings/family.h"

/// In-word masks: the fillings of a word in which free cell 0 … 5 holds a single.
static const uint64_t HR_FILLED[6] = {UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC), UINT64_C(0xF0F0F0F0F0F0F0F0),
                                      UINT64_C(0xFF00FF00FF00FF00), UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};

/// Local. The fillings with exactly so many singles, of one word: the word's own bits have `above` singles already.
uint64_t hr_fillings_with(int singles, int above);

/// Local. `to[0..words)` |= all openings that one single's move of this pair makes from `from[0..words)`.
void hr_apply_pair(const uint64_t *from, uint64_t *to, size_t words, const hr_frame_pair *pair);

/// Local. `to[0..words)`, bits of the move's target frame, |= all openings that the move makes from `from[0..words)`. Returns the
/// union of all bits that were moved (of their words): 0 if nothing was.
uint64_t hr_apply_move(const uint64_t *from, uint64_t *to, size_t words, const hr_frame_move *move);

#endif
