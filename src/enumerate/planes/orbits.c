// SPDX-License-Identifier: MIT
// How many orbits under the board's symmetries a layer holds. Nearly every state has as many images as there are symmetries
// (`order`). The few states that some symmetry maps to themselves are listed before the search. If a layer has n states, and the
// listed states among them have o1, o2, … images, then the layer holds (n + Σ(order/oi − 1)) / order orbits.

#include <stdlib.h>

#include "core/try.h"
#include "enumerate/bits/symmetric.h"
#include "enumerate/planes/engine.h"

/// Fill `symmetric` with those of `states[0..count)` that this rank owns.
static hr_status keep_own(hr_planes_engine *e, const hr_state *states, size_t count, hr_error *error) {
    const hr_puzzle *puzzle = e->task.puzzle;
    hr_planes_symmetric *own = malloc((count + 1) * sizeof *own);
    if (own == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu symmetric states", count);
    }
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        hr_planes_symmetric one = {.index = 0};
        uint8_t orbit = 1;
        hr_puzzle_index(puzzle, &states[i], 1, &one.index);
        hr_puzzle_orbit_size(puzzle, &states[i], 1, &orbit);
        one.extra = (uint8_t)(e->task.symmetry_order / orbit - 1);
        if (hr_planes_owns(&e->parts, one.index)) {
            own[n++] = one;
        }
    }
    e->symmetric.states = own;
    e->symmetric.count = n;
    return HR_OK;
}

hr_status hr_planes_list_symmetric(hr_planes_engine *e, hr_error *error) {
    e->task.symmetry_order = e->task.tuning.unturned ? 1 : hr_puzzle_describe(e->task.puzzle)->symmetry_order;
    if (e->task.symmetry_order == 1) {
        return HR_OK;
    }
    hr_state *states = NULL;
    size_t count = 0;
    HR_TRY(hr_planes_symmetric_states(e->task.puzzle, &states, &count, error));
    const hr_status status = keep_own(e, states, count, error);
    free(states);
    return status;
}

uint64_t hr_planes_count_symmetric(const hr_planes_parts *parts, hr_planes_symmetric_list *list) {
    uint64_t extra = 0;
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        const hr_planes_symmetric one = list->states[i];
        if (hr_planes_reached(parts, one.index)) {
            extra += one.extra;
        } else {
            list->states[left++] = one;
        }
    }
    list->count = left;
    return extra;
}
