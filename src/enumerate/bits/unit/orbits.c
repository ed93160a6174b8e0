// SPDX-License-Identifier: MIT
// Which symmetric states have been reached (../symmetric.c), and whether the solved state has.

#include "core/try.h"
#include "enumerate/bits/unit/scratch.h"

/// The states that take_reached looks at.
typedef struct question {
    const hr_unit_engine *e;
    uint64_t slot; ///< only those of this part
    bool fresh;    ///< only those of blocks that the layer in the making has changed
} question;

static bool is_reached(const void *context, hr_index index) {
    const question *q = context;
    const hr_bits_parts *parts = &q->e->search.parts;
    return hr_bits_slot_of(parts, index) == q->slot && (!q->fresh || hr_unit_is_fresh(q->e, index)) &&
           hr_unit_reached(parts, index);
}

/// A visit: take the part's reached states off the list. *extra, a uint64_t, grows by the sum of their `extra`.
static void take_reached(hr_unit_engine *e, uint64_t slot, void *extra) {
    *(uint64_t *)extra += hr_bits_take_symmetric(&e->search, is_reached, &(question){e, slot, false});
}

hr_status hr_unit_count_symmetric(hr_unit_engine *e, uint64_t *extra, hr_error *error) {
    *extra = 0;
    return e->search.symmetric.count == 0 ? HR_OK : hr_unit_visit_parts(e, take_reached, extra, error);
}

void hr_unit_note_part(hr_unit_engine *e, uint64_t slot) {
    hr_bits_search *s = &e->search;
    const question q = {e, slot, true};
    s->layer.extra += hr_bits_take_symmetric(s, is_reached, &q);
    s->layer.solved = s->layer.solved || (s->has_target && hr_bits_owns(&s->parts, s->target) && is_reached(&q, s->target));
}
