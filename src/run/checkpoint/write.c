// SPDX-License-Identifier: MIT
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/hash.h"
#include "core/system.h"
#include "core/try.h"
#include "run/checkpoint/file.h"

const hr_file_format hr_checkpoint_format = {.magic = "HUARONG\x1b",
                                             .version = 2,
                                             .name = "checkpoint",
                                             .again = "begin the run again, in another directory",
                                             .magic_1 = "huarong\x1a"};

/// Collective. Find the place of this rank's blocks in the file: the blocks of all ranks follow one another, in order of rank.
static hr_status place_parts(hr_checkpoint_writer *writer, uint64_t bytes, hr_error *error) {
    const hr_comm *comm = writer->store->comm;
    const size_t ranks = (size_t)hr_comm_size(comm);
    const size_t rank = (size_t)hr_comm_rank(comm);
    uint64_t *sizes = hr_comm_allocate(comm, ranks * sizeof *sizes, "a checkpoint", error);
    if (sizes == NULL) {
        return HR_INTERNAL;
    }
    sizes[rank] = bytes;
    const hr_status status = hr_comm_sum(comm, sizes, ranks, error);
    writer->tail = sizeof(hr_checkpoint_head);
    for (size_t r = 0; r < ranks; r++) {
        writer->next = r == rank ? writer->tail : writer->next;
        writer->tail += sizes[r];
    }
    writer->bytes = bytes;
    writer->end = writer->next + bytes;
    free(sizes);
    return status;
}

/// Collective. Place this rank's blocks and create the file. The two newest generations stay until the new one is complete, so that
/// the disk holds three for a while.
static hr_status begin_file(hr_checkpoint_writer *writer, uint64_t bytes, hr_error *error) {
    char path[HR_CHECKPOINT_PATH];
    HR_TRY(place_parts(writer, bytes, error));
    HR_TRY(hr_checkpoint_refresh(writer->store, error));
    hr_checkpoint_path(writer->store, writer->generation, path);
    return hr_parallel_file_create(writer->store->comm, path, false, &writer->file, error);
}

hr_status hr_checkpoint_begin(hr_checkpoint_store *store, uint64_t bytes, hr_checkpoint_writer **writer, hr_error *error) {
    const double begin = hr_system_seconds();
    *writer = NULL;
    hr_checkpoint_writer *begun = hr_comm_allocate(store->comm, sizeof *begun, "a checkpoint", error);
    if (begun == NULL) {
        return HR_INTERNAL;
    }
    atomic_init(&begun->cancelled, false);
    begun->store = store;
    begun->begin = begin;
    begun->generation = store->last + 1;
    const hr_status status = begin_file(begun, bytes, error);
    if (status != HR_OK) {
        free(begun);
        return status;
    }
    *writer = begun;
    return HR_OK;
}

/// Add `block` to this rank's list of blocks.
static hr_status remember(hr_checkpoint_writer *writer, const hr_checkpoint_block *block, hr_error *error) {
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(writer->blocks, writer->block_capacity, writer->block_count + 1), error,
                  "a checkpoint's list of %zu blocks", writer->block_count + 1);
    writer->blocks[writer->block_count++] = *block;
    return HR_OK;
}

hr_status hr_checkpoint_put(hr_checkpoint_writer *writer, hr_checkpoint_keys keys, const void *bytes, size_t size,
                            hr_error *error) {
    assert(keys.first <= keys.last && size > 0);
    if (atomic_load(&writer->cancelled)) {
        return hr_error_set(error, HR_FILE, "a checkpoint that is not wanted any more");
    }
    if (size > writer->end - writer->next) {
        return hr_error_set(error, HR_INTERNAL, "a rank writes more into a checkpoint than it said");
    }
    const hr_checkpoint_block block = {.section = keys.section,
                                       .first = keys.first,
                                       .last = keys.last,
                                       .offset = writer->next,
                                       .size = size,
                                       .checksum = hr_hash_bytes(bytes, size)};
    HR_TRY(hr_parallel_file_write(writer->file, block.offset, bytes, size, error));
    writer->next += size;
    return remember(writer, &block, error);
}
