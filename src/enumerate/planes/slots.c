// SPDX-License-Identifier: MIT
// Parts between disk and memory: which segments are read and written, and the passes over a rank's parts.

#include <assert.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/planes/scratch.h"

/// Does this rank keep the plane of `cell` of its part number `slot` in memory?
static bool is_resident(const hr_planes_parts *parts, uint64_t slot, int cell) {
    return slot < parts->shape.resident[parts->shape.kind[cell]];
}

/// A segment of a plane of one of this rank's parts.
typedef struct segment {
    uint64_t slot;
    int cell;
    uint64_t number; ///< the segment's number within the plane
    uint64_t block;  ///< its first block within the part
    uint64_t blocks;
} segment;

static segment segment_of(const hr_planes_engine *e, uint64_t slot, int cell, uint64_t number) {
    const uint64_t block = number * e->scratch->segment_blocks;
    const uint64_t left = e->parts.shape.part_blocks - block;
    return (segment){slot, cell, number, block, left < e->scratch->segment_blocks ? left : e->scratch->segment_blocks};
}

/// The segment's number among all segments of this rank.
static uint64_t place_of(const hr_planes_engine *e, const segment *s) {
    const uint64_t plane = s->slot * (uint64_t)e->parts.shape.planes + (uint64_t)s->cell;
    return plane * e->scratch->segments + s->number;
}

static uint8_t *touched_of(const hr_planes_engine *e, const segment *s) { return &e->scratch->touched[place_of(e, s)]; }

static uint8_t *held_in(const hr_planes_engine *e, const hr_planes_buffer *buffer, const segment *s) {
    return &buffer->held[(uint64_t)s->cell * e->scratch->segments + s->number];
}

/// The transfer of the segment between its file and `plane`, the words of the whole plane in memory. A plane's last segment takes
/// the unused words up to the next page with it.
static hr_transfer transfer_of(const hr_planes_engine *e, const segment *s, hr_transfer_kind kind, uint64_t *plane) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t first = s->block * parts->shape.block_words;
    const bool last = s->block + s->blocks == parts->shape.part_blocks;
    hr_spool_place place = hr_planes_scratch_place(e, hr_planes_own_part(&parts->deal, s->slot), s->cell);
    place.offset += first * sizeof(uint64_t);
    return (hr_transfer){.kind = kind,
                         .place = place,
                         .memory = plane + first,
                         .words = last ? parts->shape.stride - first : s->blocks * parts->shape.block_words};
}

static void submit(const hr_planes_engine *e, hr_transfer_group *group, const hr_transfer *transfer) {
    hr_transfers_submit(e->scratch->transfers, group, transfer);
}

/// Is every state of the segment reached?
static bool is_full(const hr_planes_engine *e, const segment *s) {
    const uint16_t *full = e->parts.full + s->slot * e->parts.shape.part_blocks + s->block;
    unsigned all = UINT16_MAX;
    for (uint64_t i = 0; i < s->blocks; i++) {
        all &= full[i];
    }
    return (all >> s->cell & 1U) != 0;
}

/// Did a block of the segment change in its colour's last update?
static bool is_changed(const hr_planes_engine *e, const segment *s) {
    const hr_planes_parts *parts = &e->parts;
    const int colour = e->task.board.colour[1] >> s->cell & 1;
    const uint16_t *marks = hr_planes_changed(parts, hr_planes_own_part(&parts->deal, s->slot), colour) + s->block;
    unsigned any = 0;
    for (uint64_t i = 0; i < s->blocks; i++) {
        any |= marks[i];
    }
    return (any >> s->cell & 1U) != 0;
}

static void fill(const hr_planes_engine *e, const segment *s, hr_planes_buffer *buffer, uint64_t *plane, uint64_t word) {
    hr_transfer transfer = transfer_of(e, s, HR_TRANSFER_FILL, plane);
    transfer.word = word;
    submit(e, &buffer->loading, &transfer);
}

/// Begin to bring the segment's words into `plane`, the buffer's words of the whole plane.
static void load_segment(const hr_planes_engine *e, const segment *s, hr_planes_buffer *buffer, uint64_t *plane) {
    *held_in(e, buffer, s) = 1;
    if (is_full(e, s)) {
        fill(e, s, buffer, plane, HR_PLANES_WORD_FULL);
    } else if (*touched_of(e, s) == 0) {
        fill(e, s, buffer, plane, 0);
    } else {
        const hr_transfer transfer = transfer_of(e, s, HR_TRANSFER_READ, plane);
        submit(e, &buffer->loading, &transfer);
    }
}

/// The cells of the source colour in whose planes a block of this rank's part number `slot` changed.
static unsigned changed_cells(const hr_planes_engine *e, uint64_t slot) {
    const hr_planes_parts *parts = &e->parts;
    const uint16_t *marks = hr_planes_changed(parts, hr_planes_own_part(&parts->deal, slot), 1 - e->layer.colour);
    unsigned any = 0;
    for (uint64_t i = 0; i < parts->shape.part_blocks; i++) {
        any |= marks[i];
    }
    return any;
}

/// The cells of the target colour whose planes may gain states. `changed` are the part's source cells that changed.
static unsigned wanted_cells(const hr_planes_engine *e, const hr_planes_staging *staging, unsigned changed) {
    const int width = e->task.board.width;
    unsigned wanted = 0;
    for (unsigned cells = e->task.board.colour[e->layer.colour]; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        unsigned sources = cell % width > 0 ? 1U << (cell - 1) : 0;
        sources |= cell % width + 1 < width ? 1U << (cell + 1) : 0;
        bool arrived = false;
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            const hr_planes_edge *edge = &e->task.edges[cell][d];
            const bool across = edge->reach == HR_PLANES_ACROSS;
            arrived = arrived || (across && staging->arrived[edge->staging]);
            sources |= edge->reach == HR_PLANES_NOWHERE || across ? 0 : 1U << edge->source;
        }
        wanted |= arrived || (changed & sources) != 0 ? 1U << cell : 0;
    }
    return wanted;
}

/// What of a part is brought into a buffer.
typedef enum extent {
    EXTENT_LAYER, ///< what the layer in the making needs, and the runs that cross into the part
    EXTENT_WHOLE, ///< everything
} extent;

/// Begin to bring the plane of `cell` of part number `slot` into the buffer.
static void load_plane(const hr_planes_engine *e, uint64_t slot, int cell, hr_planes_buffer *buffer, bool whole) {
    uint64_t *plane = buffer->planes[e->parts.shape.kind[cell]] + e->parts.shape.offset[cell];
    const bool target = (e->task.board.colour[e->layer.colour] >> cell & 1U) != 0;
    for (uint64_t number = 0; number < e->scratch->segments; number++) {
        const segment s = segment_of(e, slot, cell, number);
        if (whole || (target ? !is_full(e, &s) : is_changed(e, &s))) {
            load_segment(e, &s, buffer, plane);
        } else if (!target) {
            fill(e, &s, buffer, plane, 0); // a gather may read a block that did not change beside one that did
        }
    }
}

/// Begin to bring this rank's part number `slot` into the buffer.
static hr_status load(hr_planes_engine *e, uint64_t slot, hr_planes_buffer *buffer, extent wanted, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    HR_TRY(hr_transfers_wait(e->scratch->transfers, &buffer->storing, error));
    memset(buffer->held, 0, (uint64_t)parts->shape.planes * e->scratch->segments);
    unsigned targets = UINT16_MAX;
    if (wanted == EXTENT_LAYER) {
        if (!e->scratch->nodes.apart) { // else hr_planes_trade has brought the runs
            hr_planes_fetch(e, hr_planes_own_part(&parts->deal, slot), &buffer->staging, &buffer->loading);
        }
        targets = wanted_cells(e, &buffer->staging, changed_cells(e, slot));
    }
    const bool whole = wanted == EXTENT_WHOLE || e->course.begun.any; // the marks do not say what a begun layer has changed
    for (int cell = 0; cell < parts->shape.planes; cell++) {
        const bool target = ((unsigned)e->task.board.colour[e->layer.colour] >> cell & 1U) != 0;
        if (!is_resident(parts, slot, cell) && (whole || !target || (targets >> cell & 1U) != 0)) {
            load_plane(e, slot, cell, buffer, whole);
        }
    }
    return HR_OK;
}

/// Let the part's place be the buffer, as far as the part is not in memory. With NULL the part has no place there any more.
static void attach(hr_planes_engine *e, uint64_t slot, const hr_planes_buffer *buffer) {
    hr_planes_place *place = &e->parts.places[hr_planes_own_part(&e->parts.deal, slot)];
    for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
        if (slot >= e->parts.shape.resident[kind]) {
            place->planes[kind] = buffer != NULL ? buffer->planes[kind] : NULL;
        }
    }
}

/// Must the segment be written into its file? A segment that is not full must, and so must each one of a crossing plane or of a
/// checkpoint's files: the ranks read the crossing planes of other parts without knowing their marks, and a later run has no marks
/// at all.
static bool is_kept(const hr_planes_engine *e, const segment *s) {
    return e->scratch->number != 0 || e->parts.shape.kind[s->cell] == HR_PLANES_CROSSING || !is_full(e, s);
}

/// Begin to write what the layer in the making has added to the plane of `cell` of part number `slot`.
static void store_plane(hr_planes_engine *e, uint64_t slot, int cell, hr_planes_buffer *buffer) {
    const bool resident = is_resident(&e->parts, slot, cell);
    uint64_t *plane = hr_planes_words(&e->parts, hr_planes_own_part(&e->parts.deal, slot), cell);
    for (uint64_t number = 0; number < e->scratch->segments; number++) {
        const segment s = segment_of(e, slot, cell, number);
        if ((resident || *held_in(e, buffer, &s) != 0) && is_changed(e, &s) && is_kept(e, &s)) {
            hr_transfer transfer = transfer_of(e, &s, HR_TRANSFER_WRITE, plane);
            transfer.checksum = e->scratch->number != 0 ? &e->scratch->checksums[place_of(e, &s)] : NULL;
            *touched_of(e, &s) = 1;
            submit(e, resident ? &e->scratch->through : &buffer->storing, &transfer);
        }
    }
}

/// Begin to write what the layer in the making has added to part number `slot`, which is attached to the buffer. Planes in memory
/// are written, too, if the files are those of a checkpoint. There are no files once every state is reached, when nothing can be
/// added: after a stop the marks that the update has not come to still say that blocks changed.
static void store(hr_planes_engine *e, uint64_t slot, hr_planes_buffer *buffer) {
    unsigned cells = e->scratch->spool != NULL ? e->task.board.colour[e->layer.colour] : 0;
    for (; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        if (!is_resident(&e->parts, slot, cell) || e->scratch->number != 0) {
            store_plane(e, slot, cell, buffer);
        }
    }
}

static hr_planes_buffer *buffer_of(const hr_planes_engine *e, uint64_t slot) {
    return &e->scratch->buffers[slot % HR_PLANES_BUFFERS];
}

/// Wait until the part is in the buffer, and attach it.
static hr_status arrive(hr_planes_engine *e, uint64_t slot, hr_planes_buffer *buffer, hr_error *error) {
    HR_TRY(hr_transfers_wait(e->scratch->transfers, &buffer->loading, error));
    attach(e, slot, buffer);
    return HR_OK;
}

/// Wait until nothing is on its way any more, whether or not the transfers fail.
static hr_status settle(const hr_planes_engine *e, hr_error *error) {
    hr_planes_scratch *scratch = e->scratch;
    hr_status status = hr_transfers_wait(scratch->transfers, &scratch->through, error);
    for (int i = 0; i < HR_PLANES_BUFFERS; i++) {
        const hr_status loaded = hr_transfers_wait(scratch->transfers, &scratch->buffers[i].loading, error);
        const hr_status stored = hr_transfers_wait(scratch->transfers, &scratch->buffers[i].storing, error);
        status = status != HR_OK ? status : loaded != HR_OK ? loaded : stored;
    }
    return status;
}

/// A visit of whole parts.
typedef struct tour {
    hr_planes_visit visit;
    void *context;
    bool stores; ///< write what the visit adds to the planes
} tour;

/// Visit a whole part, which is on its way to its buffer.
static hr_status visit_loaded(hr_planes_engine *e, uint64_t slot, const tour *t, hr_error *error) {
    hr_planes_buffer *buffer = buffer_of(e, slot);
    HR_TRY(arrive(e, slot, buffer, error));
    t->visit(e, slot, t->context);
    if (t->stores) {
        store(e, slot, buffer);
    }
    attach(e, slot, NULL);
    return HR_OK;
}

/// Visit one part.
static hr_status visit_one(hr_planes_engine *e, uint64_t slot, const tour *t, hr_error *error) {
    if (e->scratch == NULL) {
        t->visit(e, slot, t->context);
        return HR_OK;
    }
    HR_TRY(load(e, slot, buffer_of(e, slot), EXTENT_WHOLE, error));
    return visit_loaded(e, slot, t, error);
}

hr_status hr_planes_visit_part(hr_planes_engine *e, uint64_t slot, hr_planes_visit visit, void *context, hr_error *error) {
    const tour t = {.visit = visit, .context = context};
    return visit_one(e, slot, &t, error);
}

hr_status hr_planes_seed_part(hr_planes_engine *e, uint64_t slot, hr_planes_visit visit, hr_error *error) {
    const tour t = {.visit = visit, .stores = true};
    HR_TRY(visit_one(e, slot, &t, error));
    return e->scratch != NULL ? settle(e, error) : HR_OK;
}

/// Visit all parts in turn, each while the next one is read.
static hr_status visit_parts(hr_planes_engine *e, const tour *t, hr_error *error) {
    HR_TRY(e->parts.deal.slots > 0 ? load(e, 0, buffer_of(e, 0), EXTENT_WHOLE, error) : HR_OK);
    for (uint64_t slot = 0; slot < e->parts.deal.slots; slot++) {
        if (slot + 1 < e->parts.deal.slots) {
            HR_TRY(load(e, slot + 1, buffer_of(e, slot + 1), EXTENT_WHOLE, error));
        }
        HR_TRY(visit_loaded(e, slot, t, error));
    }
    return HR_OK;
}

hr_status hr_planes_visit_parts(hr_planes_engine *e, hr_planes_visit visit, void *context, hr_error *error) {
    if (e->scratch != NULL) {
        const tour t = {.visit = visit, .context = context};
        const hr_status status = visit_parts(e, &t, error);
        const hr_status settled = settle(e, error);
        return status != HR_OK ? status : settled;
    }
    for (uint64_t slot = 0; slot < e->parts.deal.slots; slot++) {
        visit(e, slot, context);
    }
    return HR_OK;
}

hr_status hr_planes_read_resident(hr_planes_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        for (int cell = 0; cell < parts->shape.planes; cell++) {
            uint64_t *plane = hr_planes_words(parts, hr_planes_own_part(&parts->deal, slot), cell);
            for (uint64_t number = 0; is_resident(parts, slot, cell) && number < e->scratch->segments; number++) {
                const segment s = segment_of(e, slot, cell, number);
                const hr_transfer transfer = transfer_of(e, &s, HR_TRANSFER_READ, plane);
                submit(e, &e->scratch->through, &transfer);
            }
        }
    }
    return hr_transfers_wait(e->scratch->transfers, &e->scratch->through, error);
}

void hr_planes_scratch_survey(hr_planes_engine *e, uint64_t slot) {
    const hr_planes_parts *parts = &e->parts;
    for (int cell = 0; cell < parts->shape.planes; cell++) {
        uint64_t *plane = hr_planes_words(parts, hr_planes_own_part(&parts->deal, slot), cell);
        for (uint64_t number = 0; number < e->scratch->segments; number++) {
            const segment s = segment_of(e, slot, cell, number);
            const hr_transfer transfer = transfer_of(e, &s, HR_TRANSFER_READ, plane);
            e->scratch->checksums[place_of(e, &s)] = hr_transfer_checksum(transfer.memory, transfer.words);
        }
    }
}

/// Update a part that is on its way to its buffer, and begin to write what it has gained.
static hr_status update_loaded(hr_planes_engine *e, uint64_t slot, hr_planes_visit visit, hr_error *error) {
    hr_planes_buffer *buffer = buffer_of(e, slot);
    HR_TRY(arrive(e, slot, buffer, error));
    HR_TRY(hr_planes_update_part(e, slot, &buffer->staging, error));
    visit(e, slot, NULL);
    store(e, slot, buffer);
    attach(e, slot, NULL);
    return HR_OK;
}

/// Update the parts in turn, until the rank has a reason to stop.
static hr_status update_parts(hr_planes_engine *e, hr_planes_visit visit, hr_error *error) {
    const uint64_t slots = e->parts.deal.slots;
    HR_TRY(slots > 0 ? load(e, 0, buffer_of(e, 0), EXTENT_LAYER, error) : HR_OK);
    for (uint64_t slot = 0; slot < slots && !e->layer.left; slot++) {
        if (slot + 1 < slots) {
            HR_TRY(load(e, slot + 1, buffer_of(e, slot + 1), EXTENT_LAYER, error));
        }
        HR_TRY(update_loaded(e, slot, visit, error));
    }
    return HR_OK;
}

/// Trade the runs of a round, and begin to bring this rank's part of the round, if there is one, into its buffer.
static hr_status load_round(hr_planes_engine *e, uint64_t round, hr_error *error) {
    if (round >= e->parts.deal.slots_max) {
        return HR_OK;
    }
    hr_planes_buffer *buffer = buffer_of(e, round);
    HR_TRY(hr_planes_trade(e, round, buffer, error));
    return round < e->parts.deal.slots ? load(e, round, buffer, EXTENT_LAYER, error) : HR_OK;
}

/// Collective. Update the parts of all ranks in rounds, until some rank has a reason to stop.
static hr_status update_rounds(hr_planes_engine *e, hr_planes_visit visit, hr_error *error) {
    const hr_comm *comm = e->task.comm;
    HR_TRY(hr_comm_agree(comm, load_round(e, 0, error), error));
    for (uint64_t round = 0; round < e->parts.deal.slots_max && !e->layer.left; round++) {
        hr_status status = load_round(e, round + 1, error);
        if (status == HR_OK && round < e->parts.deal.slots) {
            status = update_loaded(e, round, visit, error);
        }
        uint64_t left = e->layer.left;
        HR_TRY(hr_comm_agree(comm, status, error));
        HR_TRY(hr_comm_max(comm, &left, 1, error));
        e->layer.left = left != 0;
    }
    return HR_OK;
}

hr_status hr_planes_pass(hr_planes_engine *e, hr_planes_visit visit, hr_error *error) {
    const hr_status status = e->scratch->nodes.apart ? update_rounds(e, visit, error) : update_parts(e, visit, error);
    const hr_status settled = settle(e, error);
    return hr_comm_agree(e->task.comm, status != HR_OK ? status : settled, error);
}
