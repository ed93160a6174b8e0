// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_MOVES_H
#define HR_OPENINGS_MOVES_H

// Expansion of one frame's openings, by metric.

#include "openings/search.h"

/// Local. Room for the moves of `slide` and `move`. NULL when out of memory.
struct hr_trail *hr_trail_create(const hr_family *family);

/// Local. NULL-safe; sets *trail to NULL.
void hr_trail_destroy(struct hr_trail **trail);

/// Local. Add the successors of the frontier's openings in this frame to the next layer, and the frames that they are in to the
/// touched ones.
void hr_family_expand(hr_family_search *search, uint32_t frame);

/// Local. Note that a frame may have openings in the next layer.
static inline void hr_family_touch(hr_family_search *search, uint32_t frame) {
    if (search->marks[frame] == 0) {
        search->marks[frame] = 1;
        search->touched[search->touched_count++] = frame;
    }
}

#endif
