// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_MOVES_H
#define HR_OPENINGS_MOVES_H

// Expansion of one frame's openings, by metric.

#include "openings/search.h"

/// Local. Allocate the buffers that moves over several cells need in the metrics `slide` and `move`. NULL: out of memory.
struct hr_trail *hr_trail_create(const hr_family *family);

/// Local. NULL-safe; sets *trail to NULL.
void hr_trail_destroy(struct hr_trail **trail);

/// Local. Add the successors of the frontier's openings in `frame` to `search->sets.next`, and mark the frames of these successors
/// (hr_family_touch). In a team other ranks may do the same for other frames at the same time.
void hr_family_expand(hr_family_search *search, uint32_t frame);

/// Local. Mark `frame`, which may have openings in the next layer. A mark that is there already is not written again, because other
/// ranks write the marks beside it.
static inline void hr_family_touch(hr_family_frames *frames, uint32_t frame) {
    if (frames->marks[frame] == 0) {
        frames->marks[frame] = 1;
    }
}

#endif
