// SPDX-License-Identifier: MIT
// Setting up parts on disks: the buffers, and the files.

#include "enumerate/bits/disk.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/try.h"
#include "enumerate/bits/search.h"

enum { SEGMENT_BLOCKS_UNIT = 32 }; ///< this number of blocks of 336 words fills whole pages

/// Bytes of a buffer's planes of `kind`.
static uint64_t buffer_bytes(const hr_bits_parts *parts, hr_bits_kind kind) {
    return (parts->shape.kind_words[kind] + 2 * parts->shape.padding) * sizeof(uint64_t);
}

/// Segments of all planes of this rank's parts.
static uint64_t all_segments(const hr_bits_disk *disk) {
    return disk->search->parts.deal.slots * (uint64_t)disk->planes * disk->segments;
}

/// Local. Lay out a buffer at `words`.
static void lay_out_buffer(hr_bits_disk *disk, hr_bits_buffer *buffer, uint64_t *words) {
    const hr_bits_parts *parts = &disk->search->parts;
    for (int kind = 0; kind < HR_BITS_KINDS; kind++) {
        buffer->planes[kind] = words + parts->shape.padding;
        words += buffer_bytes(parts, (hr_bits_kind)kind) / sizeof *words;
    }
    buffer->staging.words = words;
}

/// Local. Get memory for marks and checksums, start the threads, and lay out the buffers of `bytes` bytes in disk->memory.
/// HR_INTERNAL: out of memory.
static hr_status lay_out(hr_bits_disk *disk, uint64_t bytes, hr_error *error) {
    const hr_bits_deal *deal = &disk->search->parts.deal;
    disk->touched = calloc(all_segments(disk) + 1, 1);
    disk->checksums = calloc(all_segments(disk) + 1, sizeof *disk->checksums);
    disk->kept = calloc(deal->slots * (uint64_t)disk->planes + 1, sizeof *disk->kept);
    disk->transfers = hr_transfers_create();
    const bool ok = disk->touched != NULL && disk->checksums != NULL && disk->kept != NULL && disk->transfers != NULL;
    uint64_t *words = hr_shared_of(disk->memory, deal->rank);
    for (uint64_t i = 0; i < HR_BITS_BUFFERS; i++) {
        lay_out_buffer(disk, &disk->search->buffers[i], words + i * bytes / sizeof *words);
    }
    return ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for parts on disks");
}

hr_status hr_bits_disk_prepare(hr_bits_search *search, hr_error *error) {
    const hr_scratch_options *scratch = &search->options->scratch;
    hr_bits_disk *disk = hr_comm_allocate(search->comm, sizeof *disk, "parts on disks", error);
    if (disk == NULL) {
        return HR_INTERNAL;
    }
    disk->search = search;
    search->disk = disk;
    return hr_nodes_find(search->comm, scratch->paths, scratch->count, &disk->nodes, error);
}

hr_status hr_bits_disk_create(hr_bits_disk *disk, uint64_t staging_words, hr_error *error) {
    const hr_bits_search *s = disk->search;
    const hr_bits_parts *parts = &s->parts;
    const uint64_t units = s->tuning.segment_units;
    disk->planes = s->rule->buffers * s->rule->layer_planes(&s->board);
    disk->segment_blocks = units > 0 ? units * SEGMENT_BLOCKS_UNIT : HR_BITS_SEGMENT_BLOCKS;
    disk->segments = (parts->shape.part_blocks + disk->segment_blocks - 1) / disk->segment_blocks;
    uint64_t bytes = (staging_words + HR_BITS_PAGE - 1) / HR_BITS_PAGE * HR_BITS_PAGE * sizeof(uint64_t);
    for (int kind = 0; kind < HR_BITS_KINDS; kind++) {
        bytes += buffer_bytes(parts, (hr_bits_kind)kind);
    }
    HR_TRY(hr_shared_create(s->comm, HR_BITS_BUFFERS * bytes, false, &disk->memory, error));
    HR_TRY(hr_comm_agree(s->comm, lay_out(disk, bytes, error), error));
    return hr_nodes_number(&disk->nodes, parts->deal.owner, parts->shape.count, error);
}

hr_status hr_bits_disk_connect(hr_bits_disk *disk, hr_error *error) {
    if (!disk->nodes.apart || disk->courier != NULL) {
        return HR_OK;
    }
    HR_TRY(hr_bits_connect(disk->search, error));
    return hr_courier_create(disk->search->comm, disk->search->bulk, disk->transfers, &disk->courier, error);
}

/// Planes of a part in the files.
static int planes_in_files(const hr_bits_disk *disk) { return disk->number != 0 ? disk->planes : disk->search->parts.shape.planes; }

hr_spool_place hr_bits_disk_place(const hr_bits_disk *disk, uint64_t part, int plane) {
    const uint64_t files = disk->search->options->scratch.count;
    const uint64_t number = hr_nodes_part(&disk->nodes, part);
    const uint64_t at = number / files * (uint64_t)planes_in_files(disk) + (uint64_t)plane;
    return (hr_spool_place){.file = number % files, .offset = at * disk->search->parts.shape.stride * sizeof(uint64_t)};
}

uint64_t hr_bits_disk_checksum(const hr_bits_disk *disk, uint64_t slot, int plane) {
    const uint64_t at = slot * (uint64_t)disk->planes + (uint64_t)plane;
    return hr_hash_bytes(&disk->checksums[at * disk->segments], (size_t)disk->segments * sizeof *disk->checksums);
}

/// Reserve the room of the planes that lie in the files.
static hr_status reserve_planes(const void *context, hr_spool *spool, hr_error *error) {
    const hr_bits_disk *disk = context;
    const hr_bits_parts *parts = &disk->search->parts;
    const uint64_t bytes = parts->shape.stride * sizeof(uint64_t);
    for (uint64_t part = 0; part < parts->shape.count; part++) {
        const bool seen = hr_nodes_sees(&disk->nodes, (int)parts->deal.owner[part]);
        for (int plane = 0; seen && plane < planes_in_files(disk); plane++) {
            if (disk->number != 0 || parts->deal.slot[part] >= parts->shape.resident[parts->shape.kind[plane]]) {
                HR_TRY(hr_spool_reserve(spool, hr_bits_disk_place(disk, part, plane), bytes, error));
            }
        }
    }
    return HR_OK;
}

static hr_spool_order order_of(const hr_bits_disk *disk) {
    const hr_scratch_options *scratch = &disk->search->options->scratch;
    const uint64_t files = scratch->count;
    const uint64_t parts_each = (hr_nodes_parts(&disk->nodes) + files - 1) / files;
    const uint64_t plane_bytes = disk->search->parts.shape.stride * sizeof(uint64_t);
    return (hr_spool_order){.directories = scratch->paths,
                            .count = files,
                            .file_bytes = parts_each * (uint64_t)planes_in_files(disk) * plane_bytes,
                            .number = hr_nodes_files(&disk->nodes, disk->number),
                            .hidden = disk->number == 0,
                            .apart = disk->nodes.apart,
                            .reserve = reserve_planes,
                            .context = disk};
}

/// Collective. Close the files, and remove them unless they are `needed`. The files of a checkpoint of the whole space have not
/// been opened, and are removed as well.
static void close_files(hr_bits_disk *disk, bool needed) {
    const hr_spool_order order = order_of(disk);
    if (!needed && disk->spool == NULL && disk->number != 0 && hr_nodes_is_keeper(&disk->nodes)) {
        hr_spool_remove(&order);
    }
    hr_spool_destroy(&disk->spool, !needed);
}

/// Collective. Create files that are named by `number`, with empty planes.
static hr_status create_files(hr_bits_disk *disk, uint64_t number, hr_error *error) {
    hr_nodes *nodes = &disk->nodes;
    disk->number = number;
    memset(disk->touched, 0, all_segments(disk));
    memset(disk->checksums, 0, all_segments(disk) * sizeof *disk->checksums);
    nodes->apart = nodes->unseen;
    HR_TRY(hr_bits_disk_connect(disk, error));
    const hr_spool_order order = order_of(disk);
    HR_TRY(hr_nodes_agree(nodes, hr_spool_create(hr_nodes_comm(nodes), &order, &disk->spool, error), error));
    hr_transfers_use(disk->transfers, disk->spool);
    return HR_OK;
}

hr_status hr_bits_disk_begin(hr_bits_disk *disk, hr_error *error) {
    if (disk == NULL || disk->spool != NULL || hr_bits_is_whole(disk->search)) {
        return HR_OK;
    }
    const char *kept = disk->search->options->checkpoint.directory;
    uint64_t number = kept != NULL ? hr_spool_number(kept) : 0;
    HR_TRY(hr_comm_broadcast(disk->search->comm, &number, sizeof number, error));
    return create_files(disk, number, error);
}

hr_status hr_bits_disk_open(hr_bits_disk *disk, hr_error *error) {
    const hr_nodes *nodes = &disk->nodes;
    hr_spool_destroy(&disk->spool, false);
    const hr_spool_order order = order_of(disk);
    HR_TRY(hr_nodes_agree(nodes, hr_spool_open(hr_nodes_comm(nodes), &order, &disk->spool, error), error));
    hr_transfers_use(disk->transfers, disk->spool);
    memset(disk->touched, 1, all_segments(disk));
    return HR_OK;
}

hr_status hr_bits_disk_restart(hr_bits_disk *disk, hr_error *error) {
    if (disk == NULL) {
        return HR_OK;
    }
    close_files(disk, disk->number != 0 && !hr_bits_is_whole(disk->search));
    return create_files(disk, 0, error);
}

/// Local. Does a checkpoint need the files, as far as this rank knows?
static bool is_needed(const hr_bits_disk *disk) {
    const hr_bits_search *search = disk->search;
    // The checkpoint of the whole space names no files.
    const bool whole = hr_bits_is_whole(disk->search) && search->watch.keeper.saved == search->result->layer_count;
    return !whole && search->watch.keeper.store != NULL &&
           (search->parts.deal.rank > 0 || hr_checkpoint_may_exist(search->watch.keeper.store));
}

void hr_bits_disk_destroy(hr_bits_disk **disk) {
    hr_bits_disk *d = *disk;
    if (d == NULL) {
        return;
    }
    hr_transfers_destroy(&d->transfers);
    close_files(d, hr_nodes_must_leave(&d->nodes, is_needed(d)));
    hr_courier_destroy(&d->courier);
    hr_shared_destroy(&d->memory);
    free(d->touched);
    free(d->checksums);
    free(d->kept);
    hr_nodes_clear(&d->nodes);
    free(d);
    *disk = NULL;
}

hr_status hr_bits_disk_settle(hr_bits_disk *disk, hr_error *error) {
    if (disk == NULL) {
        return HR_OK;
    }
    hr_status status = hr_transfers_wait(disk->transfers, &disk->through, error);
    for (int i = 0; i < HR_BITS_BUFFERS; i++) {
        hr_bits_buffer *buffer = &disk->search->buffers[i];
        const hr_status loaded = hr_transfers_wait(disk->transfers, &buffer->loading, error);
        const hr_status stored = hr_transfers_wait(disk->transfers, &buffer->storing, error);
        status = status != HR_OK ? status : loaded != HR_OK ? loaded : stored;
    }
    return status;
}

void hr_bits_attach(const hr_bits_parts *parts, uint64_t slot, const hr_bits_buffer *buffer) {
    hr_bits_place *place = &parts->places[hr_bits_own_part(&parts->deal, slot)];
    for (int kind = 0; kind < HR_BITS_KINDS; kind++) {
        if (slot >= parts->shape.resident[kind]) {
            place->planes[kind] = buffer != NULL ? buffer->planes[kind] : NULL;
        }
    }
}
