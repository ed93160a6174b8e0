// SPDX-License-Identifier: MIT
// Setting up planes on disks: how much of them stays in memory, the buffers, and the files.

#include "enumerate/planes/scratch.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/try.h"
#include "enumerate/bits/outside.h"

enum {
    SEGMENT_BLOCKS = 288,     ///< 756 KiB: long enough for a disk, short enough to skip what is full or unchanged
    SEGMENT_BLOCKS_UNIT = 32, ///< this number of blocks of 336 words fills whole pages
};

int hr_planes_scratch_prefix(const hr_planes_board *board) { return hr_planes_outside_prefix(board, board->cells); }

/// Bytes of a buffer's planes of `kind`.
static uint64_t buffer_bytes(const hr_planes_parts *parts, hr_planes_kind kind) {
    return (parts->shape.kind_words[kind] + 2 * parts->shape.padding) * sizeof(uint64_t);
}

bool hr_planes_scratch_divide(hr_planes_division *division, int ranks, uint64_t bytes, uint64_t *needed) {
    const uint64_t planes = (uint64_t)division->planes + (uint64_t)division->prefix; // with those of the staging
    const hr_planes_working working = {.planes = HR_PLANES_BUFFERS * planes};
    return hr_planes_divide_outside(division, ranks, &working, bytes, needed);
}

/// Local. Get memory for marks, checksums and staging, start the threads, and lay out the buffers in s->memory. HR_INTERNAL: out of
/// memory.
static hr_status lay_out(hr_planes_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    hr_planes_scratch *s = e->scratch;
    const uint64_t marks = (uint64_t)parts->shape.planes * s->segments;
    s->touched = calloc(parts->deal.slots * marks + 1, 1);
    s->held = calloc(HR_PLANES_BUFFERS * marks + 1, 1);
    s->checksums = calloc(parts->deal.slots * marks + 1, sizeof *s->checksums);
    s->kept = calloc(parts->deal.slots * (uint64_t)parts->shape.planes + 1, sizeof *s->kept);
    s->transfers = hr_transfers_create();
    bool ok = s->touched != NULL && s->held != NULL && s->checksums != NULL && s->kept != NULL && s->transfers != NULL;
    uint64_t *words = hr_shared_of(s->memory, parts->deal.rank);
    for (int i = 0; i < HR_PLANES_BUFFERS; i++) {
        hr_planes_buffer *buffer = &s->buffers[i];
        for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
            buffer->planes[kind] = words + parts->shape.padding;
            words += buffer_bytes(parts, (hr_planes_kind)kind) / sizeof *words;
        }
        buffer->held = s->held + (uint64_t)i * marks;
        const size_t crossing = (size_t)(e->task.crossing[0] > e->task.crossing[1] ? e->task.crossing[0] : e->task.crossing[1]);
        buffer->staging.words = malloc((crossing * parts->shape.part_words + 1) * sizeof(uint64_t));
        buffer->staging.arrived = calloc(crossing + 1, sizeof(bool));
        ok = ok && buffer->staging.words != NULL && buffer->staging.arrived != NULL;
    }
    return ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for parts on disks");
}

hr_status hr_planes_scratch_prepare(hr_planes_engine *e, hr_error *error) {
    e->scratch = hr_comm_allocate(e->task.comm, sizeof *e->scratch, "parts on disks", error);
    const hr_scratch_options *scratch = &e->task.options->scratch;
    return e->scratch != NULL ? hr_nodes_find(e->task.comm, scratch->paths, scratch->count, &e->scratch->nodes, error)
                              : HR_INTERNAL;
}

hr_status hr_planes_scratch_create(hr_planes_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    hr_planes_scratch *s = e->scratch;
    const uint64_t given = e->task.tuning.segment_units * SEGMENT_BLOCKS_UNIT;
    s->segment_blocks = given > 0 ? given : SEGMENT_BLOCKS;
    s->segments = (parts->shape.part_blocks + s->segment_blocks - 1) / s->segment_blocks;
    uint64_t bytes = 0;
    for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
        bytes += HR_PLANES_BUFFERS * buffer_bytes(parts, (hr_planes_kind)kind);
    }
    HR_TRY(hr_shared_create(e->task.comm, bytes, false, &s->memory, error));
    HR_TRY(hr_comm_agree(e->task.comm, lay_out(e, error), error));
    return hr_nodes_number(&s->nodes, parts->deal.owner, parts->shape.count, error);
}

hr_status hr_planes_scratch_connect(hr_planes_engine *e, hr_error *error) {
    hr_planes_scratch *s = e->scratch;
    if (!s->nodes.apart || s->courier != NULL) {
        return HR_OK;
    }
    HR_TRY(hr_planes_connect(e, error));
    return hr_courier_create(e->task.comm, e->transfers.bulk, s->transfers, &s->courier, error);
}

hr_spool_place hr_planes_scratch_place(const hr_planes_engine *e, uint64_t part, int cell) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t files = e->task.options->scratch.count;
    const uint64_t number = hr_nodes_part(&e->scratch->nodes, part);
    const uint64_t plane = number / files * (uint64_t)parts->shape.planes + (uint64_t)cell;
    return (hr_spool_place){.file = number % files, .offset = plane * parts->shape.stride * sizeof(uint64_t)};
}

uint64_t hr_planes_scratch_checksum(const hr_planes_engine *e, uint64_t slot, int cell) {
    const hr_planes_scratch *s = e->scratch;
    const uint64_t plane = slot * (uint64_t)e->parts.shape.planes + (uint64_t)cell;
    return hr_hash_bytes(&s->checksums[plane * s->segments], (size_t)s->segments * sizeof *s->checksums);
}

/// Reserve the room of the planes that lie in the files.
static hr_status reserve(const void *context, hr_spool *spool, hr_error *error) {
    const hr_planes_engine *e = context;
    const hr_planes_parts *parts = &e->parts;
    for (uint64_t part = 0; part < parts->shape.count; part++) {
        const bool seen = hr_nodes_sees(&e->scratch->nodes, (int)parts->deal.owner[part]);
        for (int cell = 0; seen && cell < parts->shape.planes; cell++) {
            if (e->scratch->number != 0 || parts->deal.slot[part] >= parts->shape.resident[parts->shape.kind[cell]]) {
                HR_TRY(
                    hr_spool_reserve(spool, hr_planes_scratch_place(e, part, cell), parts->shape.stride * sizeof(uint64_t), error));
            }
        }
    }
    return HR_OK;
}

static hr_spool_order order_of(const hr_planes_engine *e) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t files = e->task.options->scratch.count;
    const uint64_t parts_each = (hr_nodes_parts(&e->scratch->nodes) + files - 1) / files;
    return (hr_spool_order){.directories = e->task.options->scratch.paths,
                            .count = files,
                            .file_bytes = parts_each * (uint64_t)parts->shape.planes * parts->shape.stride * sizeof(uint64_t),
                            .number = hr_nodes_files(&e->scratch->nodes, e->scratch->number),
                            .hidden = e->scratch->number == 0,
                            .apart = e->scratch->nodes.apart,
                            .reserve = reserve,
                            .context = e};
}

/// Collective. Close the files, and remove them unless they are `needed`. The files of a checkpoint of the whole space have not
/// been opened, and are removed as well.
static void close_files(hr_planes_engine *e, bool needed) {
    const hr_spool_order order = order_of(e);
    if (!needed && e->scratch->spool == NULL && e->scratch->number != 0 && hr_nodes_is_keeper(&e->scratch->nodes)) {
        hr_spool_remove(&order);
    }
    hr_spool_destroy(&e->scratch->spool, !needed);
}

/// Collective. Create files that are named by `number`, with empty planes.
static hr_status create_files(hr_planes_engine *e, uint64_t number, hr_error *error) {
    e->scratch->number = number;
    const uint64_t segments = e->parts.deal.slots * (uint64_t)e->parts.shape.planes * e->scratch->segments;
    memset(e->scratch->touched, 0, segments);
    memset(e->scratch->checksums, 0, segments * sizeof *e->scratch->checksums);
    hr_nodes *nodes = &e->scratch->nodes;
    nodes->apart = nodes->unseen;
    HR_TRY(hr_planes_scratch_connect(e, error));
    const hr_spool_order order = order_of(e);
    HR_TRY(hr_nodes_agree(nodes, hr_spool_create(hr_nodes_comm(nodes), &order, &e->scratch->spool, error), error));
    hr_transfers_use(e->scratch->transfers, e->scratch->spool);
    return HR_OK;
}

hr_status hr_planes_scratch_begin(hr_planes_engine *e, hr_error *error) {
    if (e->scratch == NULL || e->scratch->spool != NULL || hr_planes_is_whole(e)) {
        return HR_OK;
    }
    const char *kept = e->task.options->checkpoint.directory;
    uint64_t number = kept != NULL ? hr_spool_number(kept) : 0;
    HR_TRY(hr_comm_broadcast(e->task.comm, &number, sizeof number, error));
    return create_files(e, number, error);
}

hr_status hr_planes_scratch_open(hr_planes_engine *e, uint64_t number, hr_error *error) {
    e->scratch->number = number;
    hr_spool_destroy(&e->scratch->spool, false);
    const hr_spool_order order = order_of(e);
    const hr_nodes *nodes = &e->scratch->nodes;
    HR_TRY(hr_nodes_agree(nodes, hr_spool_open(hr_nodes_comm(nodes), &order, &e->scratch->spool, error), error));
    hr_transfers_use(e->scratch->transfers, e->scratch->spool);
    memset(e->scratch->touched, 1, e->parts.deal.slots * (uint64_t)e->parts.shape.planes * e->scratch->segments);
    return HR_OK;
}

hr_status hr_planes_scratch_restart(hr_planes_engine *e, hr_error *error) {
    if (e->scratch == NULL) {
        return HR_OK;
    }
    const bool needed = e->scratch->number != 0 && !hr_planes_is_whole(e);
    close_files(e, needed);
    return create_files(e, 0, error);
}

/// Local. Does a checkpoint need the files, as far as this rank knows?
static bool is_needed(const hr_planes_engine *e) {
    const bool whole = hr_planes_is_whole(e) && e->watch.saved_layers == e->result->layer_count; // its checkpoint names no files
    return !whole && e->watch.store != NULL && (e->parts.deal.rank > 0 || hr_checkpoint_may_exist(e->watch.store));
}

void hr_planes_scratch_destroy(hr_planes_engine *e) {
    hr_planes_scratch *s = e->scratch;
    if (s == NULL) {
        return;
    }
    hr_transfers_destroy(&s->transfers);
    close_files(e, hr_nodes_must_leave(&s->nodes, is_needed(e)));
    hr_courier_destroy(&s->courier);
    hr_shared_destroy(&s->memory);
    for (int i = 0; i < HR_PLANES_BUFFERS; i++) {
        free(s->buffers[i].staging.words);
        free(s->buffers[i].staging.arrived);
    }
    free(s->touched);
    free(s->held);
    free(s->checksums);
    free(s->kept);
    hr_nodes_clear(&s->nodes);
    free(s);
    e->scratch = NULL;
}
