// SPDX-License-Identifier: MIT
// Which segments of parts are read and written, and what the passes over a rank's parts do.

#include "core/try.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/unit/scratch.h"

/// The cells of the source colour in whose planes a block of this rank's part number `slot` changed.
static unsigned changed_cells(const hr_unit_engine *e, uint64_t slot) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint16_t *marks = hr_bits_changed(parts, hr_bits_own_part(&parts->deal, slot), 1 - e->colour);
    return hr_bits_any(marks, parts->shape.part_blocks);
}

/// The cells of the target colour whose planes may gain states. `changed` are the part's source cells that changed.
static unsigned wanted_cells(const hr_unit_engine *e, const hr_bits_staging *staging, unsigned changed) {
    const int width = e->search.board.width;
    unsigned wanted = 0;
    for (unsigned cells = e->search.board.colour[e->colour]; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        unsigned sources = cell % width > 0 ? 1U << (cell - 1) : 0;
        sources |= cell % width + 1 < width ? 1U << (cell + 1) : 0;
        bool arrived = false;
        for (int d = 0; d < HR_UNIT_EDGES; d++) {
            const hr_unit_edge *edge = &e->edges[cell][d];
            const bool across = edge->reach == HR_UNIT_ACROSS;
            arrived = arrived || (across && (staging->arrived >> edge->way & 1U) != 0);
            sources |= edge->reach == HR_UNIT_NOWHERE || across ? 0 : 1U << edge->source;
        }
        wanted |= arrived || (changed & sources) != 0 ? 1U << cell : 0;
    }
    return wanted;
}

/// Begin to bring the plane of `cell` of part number `slot` into the buffer. Of the source colour only segments that changed are
/// read.
static void load_plane(const hr_unit_engine *e, uint64_t slot, int cell, hr_bits_buffer *buffer, bool whole) {
    const hr_bits_search *s = &e->search;
    const bool target = (s->board.colour[e->colour] >> cell & 1U) != 0;
    for (uint64_t number = 0; number < s->disk->segments; number++) {
        const hr_bits_segment segment = hr_bits_segment_of(s, slot, cell, cell, number);
        const bool full = hr_bits_segment_is_full(s, &segment, cell);
        if (whole || (target ? !full : hr_bits_segment_changed(s, &segment, 1 - e->colour, cell))) {
            hr_bits_segment_load(s, &segment, full, buffer);
        } else if (!target) {
            hr_bits_segment_fill(s, &segment, buffer, 0); // a gather may read a block that did not change beside one that did
        }
    }
}

/// Begin to bring this rank's part number `slot` into the buffer: what the layer in the making needs, or everything.
static void load_part(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer) {
    const hr_unit_engine *e = (const hr_unit_engine *)pass->search;
    const hr_bits_parts *parts = &e->search.parts;
    const bool whole = pass->what == 0 || e->begun.any; // the marks do not say what a begun layer has changed
    const unsigned targets = whole ? UINT16_MAX : wanted_cells(e, &buffer->staging, changed_cells(e, slot));
    for (int cell = 0; cell < parts->shape.planes; cell++) {
        const bool target = ((unsigned)e->search.board.colour[e->colour] >> cell & 1U) != 0;
        if (!hr_bits_is_resident(parts, slot, cell) && (!target || (targets >> cell & 1U) != 0)) {
            load_plane(e, slot, cell, buffer, whole);
        }
    }
}

/// Must the segment be written into its file? A full segment need not be: this rank knows from its marks that all bits are set.
/// Other ranks, which read crossing planes, and later runs, which read a checkpoint's files, do not have these marks. So for them
/// full segments are written, too.
static bool is_kept(const hr_bits_search *s, const hr_bits_segment *segment) {
    return s->disk->number != 0 || s->parts.shape.kind[segment->plane] == HR_BITS_CROSSING ||
           !hr_bits_segment_is_full(s, segment, segment->plane);
}

/// Begin to write what the layer in the making has added to part number `slot`, which is attached to the buffer. Once every state
/// is reached, nothing can be added, and the files are gone.
static void store(hr_unit_engine *e, uint64_t slot, hr_bits_buffer *buffer) {
    const hr_bits_search *s = &e->search;
    unsigned cells = s->disk != NULL && s->disk->spool != NULL ? s->board.colour[e->colour] : 0;
    for (; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        const bool stored = !hr_bits_is_resident(&s->parts, slot, cell) || s->disk->number != 0;
        for (uint64_t number = 0; stored && number < s->disk->segments; number++) {
            const hr_bits_segment segment = hr_bits_segment_of(s, slot, cell, cell, number);
            if (hr_bits_segment_changed(s, &segment, e->colour, cell) && is_kept(s, &segment)) {
                hr_bits_segment_store(s, &segment, buffer);
            }
        }
    }
}

/// What is done with parts.
typedef struct tour {
    hr_unit_visit visit;
    void *context;
    bool stores; ///< write what has been added to the planes
} tour;

static hr_status visit_loaded(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer, hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)pass->search;
    const tour *t = pass->context;
    HR_TRY(pass->what != 0 ? hr_unit_update_part(e, slot, &buffer->staging, error) : HR_OK);
    t->visit(e, slot, t->context);
    if (t->stores && !e->search.layer.left) { // a part that was left has marks of earlier layers
        store(e, slot, buffer);
    }
    return HR_OK;
}

/// `what` as for hr_bits_pass.
static hr_bits_pass pass_of(hr_unit_engine *e, tour *t, unsigned what) {
    return (hr_bits_pass){.search = &e->search, .what = what, .context = t, .load = load_part, .work = visit_loaded};
}

hr_status hr_unit_visit_part(hr_unit_engine *e, uint64_t slot, hr_unit_visit visit, void *context, hr_error *error) {
    tour t = {.visit = visit, .context = context};
    const hr_bits_pass pass = pass_of(e, &t, 0);
    return hr_bits_pass_part(&pass, slot, error);
}

hr_status hr_unit_seed_part(hr_unit_engine *e, uint64_t slot, hr_unit_visit visit, hr_error *error) {
    tour t = {.visit = visit, .stores = true};
    const hr_bits_pass pass = pass_of(e, &t, 0);
    HR_TRY(hr_bits_pass_part(&pass, slot, error));
    return hr_bits_disk_settle(e->search.disk, error);
}

hr_status hr_unit_visit_parts(hr_unit_engine *e, hr_unit_visit visit, void *context, hr_error *error) {
    tour t = {.visit = visit, .context = context};
    const hr_bits_pass pass = pass_of(e, &t, 0);
    return hr_bits_pass_parts(&pass, error);
}

hr_status hr_unit_pass(hr_unit_engine *e, hr_unit_visit visit, hr_error *error) {
    tour t = {.visit = visit, .stores = true};
    const hr_bits_pass pass = pass_of(e, &t, 1);
    return hr_bits_pass_together(&pass, error);
}
