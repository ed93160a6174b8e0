// SPDX-License-Identifier: MIT
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoint_file.h"
#include "hash.h"
#include "parallel_file.h"
#include "try.h"

struct hr_checkpoint_writer {
    hr_checkpoint_store *store;
    hr_parallel_file *file;
    uint64_t generation;
    uint64_t next; ///< where this rank's next block goes
    uint64_t end;  ///< where its part ends
    uint64_t tail; ///< where everybody's blocks end
    hr_checkpoint_block *blocks;
    size_t block_count;
    size_t block_capacity;
};

/// Collective. Deal the file out: the ranks' parts follow one another.
static hr_status place_parts(hr_checkpoint_writer *writer, uint64_t bytes, uint64_t *sizes, hr_error *error) {
    const hr_comm *comm = writer->store->comm;
    const size_t ranks = (size_t)hr_comm_size(comm);
    const size_t rank = (size_t)hr_comm_rank(comm);
    sizes[rank] = bytes;
    HR_TRY(hr_comm_sum(comm, sizes, ranks, error));
    writer->tail = sizeof(hr_checkpoint_head);
    for (size_t r = 0; r < ranks; r++) {
        writer->next = r == rank ? writer->tail : writer->next;
        writer->tail += sizes[r];
    }
    writer->end = writer->next + bytes;
    return HR_OK;
}

/// Collective. Make room and begin the file.
static hr_status begin_file(hr_checkpoint_writer *writer, uint64_t bytes, uint64_t *sizes, hr_error *error) {
    char path[HR_CHECKPOINT_PATH];
    HR_TRY(place_parts(writer, bytes, sizes, error));
    HR_TRY(hr_checkpoint_refresh(writer->store, 1, error)); // the newest stays until this one is complete
    hr_checkpoint_path(writer->store, writer->generation, path);
    return hr_parallel_file_create(writer->store->comm, path, false, &writer->file, error);
}

hr_status hr_checkpoint_begin(hr_checkpoint_store *store, uint64_t bytes, hr_checkpoint_writer **writer, hr_error *error) {
    *writer = NULL;
    hr_checkpoint_writer *begun = calloc(1, sizeof *begun);
    uint64_t *sizes = calloc((size_t)hr_comm_size(store->comm), sizeof *sizes);
    hr_status status = begun == NULL || sizes == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint") : HR_OK;
    status = hr_comm_agree(store->comm, status, error);
    if (status == HR_OK && begun != NULL && sizes != NULL) {
        begun->store = store;
        begun->generation = store->last + 1;
        status = begin_file(begun, bytes, sizes, error);
    }
    free(sizes);
    if (status != HR_OK) {
        free(begun);
        return status;
    }
    *writer = begun;
    return HR_OK;
}

static hr_status remember(hr_checkpoint_writer *writer, const hr_checkpoint_block *block, hr_error *error) {
    if (writer->block_count == writer->block_capacity) {
        const size_t capacity = writer->block_capacity == 0 ? 64 : 2 * writer->block_capacity;
        hr_checkpoint_block *blocks = realloc(writer->blocks, capacity * sizeof *blocks);
        if (blocks == NULL) {
            return hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint's list of %zu blocks", capacity);
        }
        writer->blocks = blocks;
        writer->block_capacity = capacity;
    }
    writer->blocks[writer->block_count++] = *block;
    return HR_OK;
}

hr_status hr_checkpoint_put(hr_checkpoint_writer *writer, uint64_t section, uint64_t first, uint64_t last, const void *bytes,
                            size_t size, hr_error *error) {
    assert(first <= last && size > 0);
    if (size > writer->end - writer->next) {
        return hr_error_set(error, HR_INTERNAL, "a rank writes more into a checkpoint than it said");
    }
    const hr_checkpoint_block block = {.section = section,
                                       .first = first,
                                       .last = last,
                                       .offset = writer->next,
                                       .size = size,
                                       .checksum = hr_hash_bytes(bytes, size)};
    HR_TRY(hr_parallel_file_write(writer->file, block.offset, bytes, size, error));
    writer->next += size;
    return remember(writer, &block, error);
}

/// On rank 0: tail and head. `blocks` are those of all ranks.
static hr_status write_frame(hr_checkpoint_writer *writer, const uint64_t *blocks, size_t block_words, const uint64_t *facts,
                             size_t fact_count, uint64_t *file_bytes, hr_error *error) {
    const char *identity = writer->store->identity;
    const uint64_t padded = hr_checkpoint_padded(strlen(identity));
    const size_t tail_bytes = (size_t)padded + (fact_count + block_words) * sizeof(uint64_t);
    uint8_t *tail = calloc(1, tail_bytes + 1);
    if (tail == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint's list of blocks");
    }
    memcpy(tail, identity, strlen(identity));
    memcpy(tail + padded, facts, fact_count * sizeof *facts);
    memcpy(tail + padded + fact_count * sizeof *facts, blocks, block_words * sizeof *blocks);
    hr_checkpoint_head head = {
        .magic = HR_CHECKPOINT_MAGIC,
        .version = HR_CHECKPOINT_VERSION,
        .order = HR_CHECKPOINT_ORDER,
        .generation = writer->generation,
        .file_bytes = writer->tail + tail_bytes,
        .tail_offset = writer->tail,
        .identity_bytes = strlen(identity),
        .fact_count = fact_count,
        .block_count = block_words / HR_CHECKPOINT_BLOCK_WORDS,
        .tail_checksum = hr_hash_bytes(tail, tail_bytes),
    };
    head.checksum = hr_hash_bytes(&head, offsetof(hr_checkpoint_head, checksum));
    *file_bytes = head.file_bytes;
    hr_status status = hr_parallel_file_write(writer->file, writer->tail, tail, tail_bytes, error);
    if (status == HR_OK) {
        status = hr_parallel_file_write(writer->file, 0, &head, sizeof head, error);
    }
    free(tail);
    return status;
}

/// Collective. All blocks are in the file: complete it.
static hr_status complete(hr_checkpoint_writer *writer, const uint64_t *facts, size_t fact_count, uint64_t *file_bytes,
                          hr_error *error) {
    const hr_comm *comm = writer->store->comm;
    const size_t words = writer->block_count * HR_CHECKPOINT_BLOCK_WORDS;
    uint64_t *mine = malloc((words + 1) * sizeof *mine);
    hr_status status = HR_OK;
    if (mine == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint's list of blocks");
    } else if (writer->next != writer->end) {
        status = hr_error_set(error, HR_INTERNAL, "a rank wrote less into a checkpoint than it said");
    } else if (words > 0) {
        memcpy(mine, writer->blocks, words * sizeof *mine);
    }
    status = hr_comm_agree(comm, status, error);
    uint64_t *all = NULL;
    size_t total = 0;
    if (status == HR_OK) {
        status = hr_comm_gather(comm, mine, words, &all, &total, error);
    }
    if (status == HR_OK && hr_comm_rank(comm) == 0) {
        status = write_frame(writer, all, total, facts, fact_count, file_bytes, error);
    }
    free(mine);
    free(all);
    return status;
}

hr_status hr_checkpoint_commit(hr_checkpoint_writer **writer, hr_status status, const uint64_t *facts, size_t fact_count,
                               uint64_t *bytes, hr_error *error) {
    hr_checkpoint_writer *ended = *writer;
    hr_checkpoint_store *store = ended->store;
    uint64_t file_bytes = 0;
    status = hr_comm_agree(store->comm, status, error);
    if (status == HR_OK) {
        status = complete(ended, facts, fact_count, &file_bytes, error);
    }
    status = hr_parallel_file_finish(&ended->file, status, error);
    free(ended->blocks);
    free(ended);
    *writer = NULL;
    if (status == HR_OK) {
        HR_TRY(hr_checkpoint_refresh(store, HR_CHECKPOINT_KEPT, error));
        HR_TRY(hr_comm_broadcast(store->comm, &file_bytes, sizeof file_bytes, error));
    }
    if (bytes != NULL) {
        *bytes = file_bytes;
    }
    return status;
}
