// SPDX-License-Identifier: MIT
// How many orbits under the board's symmetries a layer holds. Nearly every state has as many images as there are symmetries
// (`order`). The few states that some symmetry maps to themselves are listed before the search. If a layer has n states, and the
// listed states among them have o1, o2, … images, then the layer holds (n + Σ(order/oi − 1)) / order orbits.

#include <stdlib.h>

#include "core/try.h"
#include "enumerate/bits/symmetric.h"
#include "enumerate/planes/scratch.h"

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

/// Take the states off the list that lie in part number `slot`, or in any part with UINT64_MAX, and are reached. Returns the sum of
/// their `extra`. With `fresh`, only states of blocks that the layer in the making has changed are looked at.
static uint64_t take_reached(hr_planes_engine *e, uint64_t slot, bool fresh) {
    hr_planes_symmetric_list *list = &e->symmetric;
    uint64_t extra = 0;
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        const hr_planes_symmetric one = list->states[i];
        const bool here = slot == UINT64_MAX || hr_planes_slot_of(&e->parts, one.index) == slot;
        if (here && (!fresh || hr_planes_is_fresh(e, one.index)) && hr_planes_reached(&e->parts, one.index)) {
            extra += one.extra;
        } else {
            list->states[left++] = one;
        }
    }
    list->count = left;
    return extra;
}

static void take_reached_of_part(hr_planes_engine *e, uint64_t slot, void *extra) {
    *(uint64_t *)extra += take_reached(e, slot, false);
}

hr_status hr_planes_count_symmetric(hr_planes_engine *e, uint64_t *extra, hr_error *error) {
    *extra = 0;
    if (e->scratch == NULL) {
        *extra = take_reached(e, UINT64_MAX, false);
        return HR_OK;
    }
    return e->symmetric.count == 0 ? HR_OK : hr_planes_visit_parts(e, take_reached_of_part, extra, error);
}

void hr_planes_note_part(hr_planes_engine *e, uint64_t slot) {
    const hr_planes_task *task = &e->task;
    e->layer.extra += take_reached(e, slot, true);
    if (task->has_target && hr_planes_owns(&e->parts, task->target) && hr_planes_slot_of(&e->parts, task->target) == slot &&
        hr_planes_is_fresh(e, task->target) && hr_planes_reached(&e->parts, task->target)) {
        e->layer.solved = true;
    }
}
