// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_KERNELS_H
#define HR_OPENINGS_KERNELS_H

// Moves of 64 openings at a time, on one frame's bits (see openings/family.h).

#include "openings/family.h"

/// HR_FILLED[i]: the bits of a word whose fillings have a single in free cell i.
static const uint64_t HR_FILLED[6] = {UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC), UINT64_C(0xF0F0F0F0F0F0F0F0),
                                      UINT64_C(0xFF00FF00FF00FF00), UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};

/// Local. The bits of one word whose fillings have exactly `singles` singles. `above` of these are in the free cells that choose
/// the word: free cell 6 and up.
uint64_t hr_fillings_with(int singles, int above);

/// Local. Add to `to[0..words)` the openings that a single's move between the two cells of `pair` makes from the openings
/// `from[0..words)` of the same frame.
void hr_apply_pair(const uint64_t *from, uint64_t *to, size_t words, const hr_frame_pair *pair);

/// Local. Add to `to[0..words)`, the words of the frame `move->target`, the openings that the move makes from `from[0..words)`.
/// Returns 0 if the move is possible in none of these openings, else another number.
uint64_t hr_apply_move(const uint64_t *from, uint64_t *to, size_t words, const hr_frame_move *move);

#endif
