// SPDX-License-Identifier: MIT
// Which symmetric states have been reached (../symmetric.c), and whether the solved state has.

#include "core/try.h"
#include "enumerate/bits/unit/scratch.h"

/// The states that take_reached looks at.
typedef struct question {
    const hr_unit_engine *e;
    uint64_t slot; ///< only those of this part; UINT64_MAX: of any part
    bool fresh;    ///< only those of blocks that the layer in the making has changed
} question;

static bool is_reached(const void *context, hr_index index) {
    const question *q = context;
    const hr_bits_parts *parts = &q->e->search.parts;
    const bool here = q->slot == UINT64_MAX || hr_bits_slot_of(parts, index) == q->slot;
    return here && (!q->fresh || hr_unit_is_fresh(q->e, index)) && hr_unit_reached(parts, index);
}

/// Take the states off the list that the question names and that are reached. Returns the sum of their `extra`.
static uint64_t take_reached(hr_unit_engine *e, uint64_t slot, bool fresh) {
    const question q = {e, slot, fresh};
    return hr_bits_take_symmetric(&e->search, is_reached, &q);
}

static void take_reached_of_part(hr_unit_engine *e, uint64_t slot, void *extra) {
    *(uint64_t *)extra += take_reached(e, slot, false);
}

hr_status hr_unit_count_symmetric(hr_unit_engine *e, uint64_t *extra, hr_error *error) {
    *extra = 0;
    if (e->search.disk == NULL) {
        *extra = take_reached(e, UINT64_MAX, false);
        return HR_OK;
    }
    return e->search.symmetric.count == 0 ? HR_OK : hr_unit_visit_parts(e, take_reached_of_part, extra, error);
}

void hr_unit_note_part(hr_unit_engine *e, uint64_t slot) {
    const hr_bits_search *s = &e->search;
    const question q = {e, slot, true};
    e->search.layer.extra += take_reached(e, slot, true);
    e->search.layer.solved = s->layer.solved || (s->has_target && hr_bits_owns(&s->parts, s->target) && is_reached(&q, s->target));
}
