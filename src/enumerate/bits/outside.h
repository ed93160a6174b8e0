// SPDX-License-Identifier: MIT
#ifndef HR_BITS_OUTSIDE_H
#define HR_BITS_OUTSIDE_H

// Parts that do not all fit into memory: how large they are, and how many of them stay there.

#include "enumerate/bits/parts.h"

/// Local. How many leading tiles number a part if parts lie outside memory and a part has `planes` planes. It depends on the board
/// alone, because the files of a checkpoint must fit later runs.
int hr_planes_outside_prefix(const hr_planes_board *board, int planes);

/// The memory that a rank needs besides that of the parts that stay there.
typedef struct hr_planes_working {
    uint64_t planes; ///< planes of a part that its buffers take
    uint64_t bytes;  ///< bytes of other things
} hr_planes_working;

/// Local. Divide the planes for a rank that may hold `bytes` bytes of memory: set division->resident. *needed is what a rank needs
/// at least. False if `bytes` is less.
bool hr_planes_divide_outside(hr_planes_division *division, int ranks, const hr_planes_working *working, uint64_t bytes,
                              uint64_t *needed);

#endif
