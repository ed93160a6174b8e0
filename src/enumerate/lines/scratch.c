// SPDX-License-Identifier: MIT
// Setting up lines on disks: how much of them stays in memory, the buffers, and the files.

#include "enumerate/lines/scratch.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/bits/outside.h"

enum {
    SEGMENT_BLOCKS = 288,     ///< 756 KiB: long enough for a disk, short enough to skip what is full
    SEGMENT_BLOCKS_UNIT = 32, ///< this number of blocks of 336 words fills whole pages
};

/// Planes of a part in named files: two for each row and each column.
static int file_planes(const hr_planes_board *board) { return HR_LINES_BUFFERS * (board->height + board->width); }

/// Bytes of a buffer's planes of `kind`.
static uint64_t buffer_bytes(const hr_planes_parts *parts, hr_planes_kind kind) {
    return (parts->shape.kind_words[kind] + 2 * parts->shape.padding) * sizeof(uint64_t);
}

/// Bytes of a buffer's staging.
static uint64_t staging_bytes(const hr_planes_parts *parts) {
    return (HR_LINES_BUFFERS * (uint64_t)parts->shape.prefix * parts->shape.stride + parts->shape.padding) * sizeof(uint64_t);
}

bool hr_lines_scratch_divide(hr_planes_division *division, int ranks, uint64_t bytes, uint64_t *needed) {
    const hr_planes_board *board = division->board;
    const uint64_t parts = hr_planes_factorial(board->tiles) / hr_planes_factorial(board->tiles - division->prefix);
    const uint64_t slots = (parts + (uint64_t)ranks - 1) / (uint64_t)ranks;
    const uint64_t blocks = board->plane_words / parts / HR_PLANES_BLOCK_MAX + 1;
    const uint64_t segments = blocks / SEGMENT_BLOCKS + 1;
    const uint64_t planes = (uint64_t)division->planes + HR_LINES_BUFFERS * (uint64_t)division->prefix; // with the staging
    const hr_planes_working working = {
        .planes = HR_LINES_PART_BUFFERS * planes,
        .bytes = slots * (blocks * (uint64_t)board->height * sizeof(uint32_t) +
                          (uint64_t)file_planes(board) * (segments * (1 + sizeof(uint64_t)) + sizeof(uint64_t))) +
                 parts * sizeof(uint64_t),
    };
    return hr_planes_divide_outside(division, ranks, &working, bytes, needed);
}

/// Local. Get memory for marks and checksums, start the threads, and lay out the buffers in s->memory. HR_INTERNAL: out of memory.
static hr_status lay_out(hr_lines_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    hr_lines_scratch *s = e->scratch;
    const uint64_t planes = parts->deal.slots * (uint64_t)s->planes;
    s->touched = calloc(planes * s->segments + 1, 1);
    s->checksums = calloc(planes * s->segments + 1, sizeof *s->checksums);
    s->kept = calloc(planes + 1, sizeof *s->kept);
    e->transfers.summary = calloc(parts->shape.count, sizeof *e->transfers.summary);
    s->transfers = hr_transfers_create();
    uint64_t *words = hr_shared_of(s->memory, parts->deal.rank);
    for (int i = 0; i < HR_LINES_PART_BUFFERS; i++) {
        for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
            s->buffers[i].planes[kind] = words + parts->shape.padding;
            words += buffer_bytes(parts, (hr_planes_kind)kind) / sizeof *words;
        }
        s->buffers[i].staging = words;
        words += staging_bytes(parts) / sizeof *words;
    }
    const bool ok =
        s->touched != NULL && s->checksums != NULL && s->kept != NULL && e->transfers.summary != NULL && s->transfers != NULL;
    return ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for parts on disks");
}

hr_status hr_lines_scratch_prepare(hr_lines_engine *e, hr_error *error) {
    const hr_scratch_options *scratch = &e->options->scratch;
    e->scratch = hr_comm_allocate(e->comm, sizeof *e->scratch, "parts on disks", error);
    return e->scratch != NULL ? hr_nodes_find(e->comm, scratch->paths, scratch->count, &e->scratch->nodes, error) : HR_INTERNAL;
}

hr_status hr_lines_scratch_create(hr_lines_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    hr_lines_scratch *s = e->scratch;
    const uint64_t given = e->tuning.segment_units * SEGMENT_BLOCKS_UNIT;
    s->segment_blocks = given > 0 ? given : SEGMENT_BLOCKS;
    s->segments = (parts->shape.part_blocks + s->segment_blocks - 1) / s->segment_blocks;
    s->planes = file_planes(&e->shape.board);
    uint64_t bytes = staging_bytes(parts);
    for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
        bytes += buffer_bytes(parts, (hr_planes_kind)kind);
    }
    HR_TRY(hr_shared_create(e->comm, HR_LINES_PART_BUFFERS * bytes, false, &s->memory, error));
    HR_TRY(hr_comm_agree(e->comm, lay_out(e, error), error));
    return hr_nodes_number(&s->nodes, parts->deal.owner, parts->shape.count, error);
}

hr_status hr_lines_scratch_connect(hr_lines_engine *e, hr_error *error) {
    hr_lines_scratch *s = e->scratch;
    if (!s->nodes.apart || s->courier != NULL) {
        return HR_OK;
    }
    HR_TRY(hr_lines_find_partners(e, error));
    return hr_courier_create(e->comm, e->transfers.bulk, s->transfers, &s->courier, error);
}

int hr_lines_file_plane(const hr_lines_engine *e, int plane, int buffer) {
    const bool in_place = plane < e->shape.board.height && plane >= e->doubled;
    return e->scratch->number != 0 && in_place && buffer == 1 ? e->parts.shape.planes + plane - e->doubled : plane;
}

/// Planes of a part in the files.
static int planes_in_files(const hr_lines_engine *e) {
    return e->scratch->number != 0 ? e->scratch->planes : e->parts.shape.planes;
}

hr_spool_place hr_lines_scratch_place(const hr_lines_engine *e, uint64_t part, int file_plane) {
    const uint64_t files = e->options->scratch.count;
    const uint64_t number = hr_nodes_part(&e->scratch->nodes, part);
    const uint64_t plane = number / files * (uint64_t)planes_in_files(e) + (uint64_t)file_plane;
    return (hr_spool_place){.file = number % files, .offset = plane * e->parts.shape.stride * sizeof(uint64_t)};
}

hr_status hr_lines_scratch_word(const hr_lines_engine *e, uint64_t part, int plane, uint64_t word, uint64_t *value,
                                hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t *words = hr_planes_words(parts, part, plane);
    if (words != NULL) {
        *value = words[word];
        return HR_OK;
    }
    uint64_t *page = e->scratch->buffers[0].planes[0];
    hr_spool_place place = hr_lines_scratch_place(e, part, hr_lines_file_plane(e, plane, e->buffer));
    place.offset += word / HR_PLANES_PAGE * HR_SPOOL_PAGE;
    const int reason = hr_spool_read(e->scratch->spool, place, page, HR_SPOOL_PAGE);
    *value = page[word % HR_PLANES_PAGE];
    return reason == 0 ? HR_OK : hr_spool_failed(e->scratch->spool, place.file, reason, error);
}

/// Reserve the room of the planes that lie in the files.
static hr_status reserve(const void *context, hr_spool *spool, hr_error *error) {
    const hr_lines_engine *e = context;
    const hr_planes_parts *parts = &e->parts;
    for (uint64_t part = 0; part < parts->shape.count; part++) {
        const bool seen = hr_nodes_sees(&e->scratch->nodes, (int)parts->deal.owner[part]);
        for (int plane = 0; seen && plane < planes_in_files(e); plane++) {
            if (e->scratch->number != 0 || parts->deal.slot[part] >= parts->shape.resident[parts->shape.kind[plane]]) {
                HR_TRY(
                    hr_spool_reserve(spool, hr_lines_scratch_place(e, part, plane), parts->shape.stride * sizeof(uint64_t), error));
            }
        }
    }
    return HR_OK;
}

static hr_spool_order order_of(const hr_lines_engine *e) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t files = e->options->scratch.count;
    const uint64_t parts_each = (hr_nodes_parts(&e->scratch->nodes) + files - 1) / files;
    return (hr_spool_order){.directories = e->options->scratch.paths,
                            .count = files,
                            .file_bytes = parts_each * (uint64_t)planes_in_files(e) * parts->shape.stride * sizeof(uint64_t),
                            .number = hr_nodes_files(&e->scratch->nodes, e->scratch->number),
                            .hidden = e->scratch->number == 0,
                            .apart = e->scratch->nodes.apart,
                            .reserve = reserve,
                            .context = e};
}

/// Collective. Close the files, and remove them unless they are `needed`. The files of a checkpoint of the whole space have not
/// been opened, and are removed as well.
static void close_files(hr_lines_engine *e, bool needed) {
    const hr_spool_order order = order_of(e);
    if (!needed && e->scratch->spool == NULL && e->scratch->number != 0 && hr_nodes_is_keeper(&e->scratch->nodes)) {
        hr_spool_remove(&order);
    }
    hr_spool_destroy(&e->scratch->spool, !needed);
}

/// Collective. Create files that are named by `number`, with empty planes.
static hr_status create_files(hr_lines_engine *e, uint64_t number, hr_error *error) {
    hr_lines_scratch *s = e->scratch;
    s->number = number;
    const uint64_t segments = e->parts.deal.slots * (uint64_t)s->planes * s->segments;
    memset(s->touched, 0, segments);
    memset(s->checksums, 0, segments * sizeof *s->checksums);
    s->nodes.apart = s->nodes.unseen;
    HR_TRY(hr_lines_scratch_connect(e, error));
    const hr_spool_order order = order_of(e);
    HR_TRY(hr_nodes_agree(&s->nodes, hr_spool_create(hr_nodes_comm(&s->nodes), &order, &s->spool, error), error));
    hr_transfers_use(s->transfers, s->spool);
    return HR_OK;
}

hr_status hr_lines_scratch_begin(hr_lines_engine *e, hr_error *error) {
    if (e->scratch == NULL || e->scratch->spool != NULL || hr_lines_is_whole(e)) {
        return HR_OK;
    }
    const char *kept = e->options->checkpoint.directory;
    uint64_t number = kept != NULL ? hr_spool_number(kept) : 0;
    HR_TRY(hr_comm_broadcast(e->comm, &number, sizeof number, error));
    return create_files(e, number, error);
}

hr_status hr_lines_scratch_open(hr_lines_engine *e, hr_error *error) {
    hr_lines_scratch *s = e->scratch;
    hr_spool_destroy(&s->spool, false);
    const hr_spool_order order = order_of(e);
    HR_TRY(hr_nodes_agree(&s->nodes, hr_spool_open(hr_nodes_comm(&s->nodes), &order, &s->spool, error), error));
    hr_transfers_use(s->transfers, s->spool);
    memset(s->touched, 1, e->parts.deal.slots * (uint64_t)s->planes * s->segments);
    return HR_OK;
}

hr_status hr_lines_scratch_restart(hr_lines_engine *e, hr_error *error) {
    if (e->scratch == NULL) {
        return HR_OK;
    }
    const bool needed = e->scratch->number != 0 && !hr_lines_is_whole(e);
    close_files(e, needed);
    return create_files(e, 0, error);
}

/// Local. Does a checkpoint need the files, as far as this rank knows?
static bool is_needed(const hr_lines_engine *e) {
    const bool whole = hr_lines_is_whole(e) && e->watch.saved_layers == e->result->layer_count; // its checkpoint names no files
    return !whole && e->watch.store != NULL && (e->parts.deal.rank > 0 || hr_checkpoint_may_exist(e->watch.store));
}

void hr_lines_scratch_destroy(hr_lines_engine *e) {
    hr_lines_scratch *s = e->scratch;
    if (s == NULL) {
        return;
    }
    hr_transfers_destroy(&s->transfers);
    close_files(e, hr_nodes_must_leave(&s->nodes, is_needed(e)));
    hr_courier_destroy(&s->courier);
    hr_shared_destroy(&s->memory);
    free(s->touched);
    free(s->checksums);
    free(s->kept);
    hr_nodes_clear(&s->nodes);
    free(s);
    e->scratch = NULL;
}
