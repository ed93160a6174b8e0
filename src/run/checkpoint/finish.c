// SPDX-License-Identifier: MIT
// Completes a generation while the run goes on. First a thread of each rank puts the last blocks and syncs. Then the lists of
// blocks go to rank 0. Last, a thread of rank 0 writes tail and head and gives the file its name. Only a rank's main thread may use
// MPI. It starts each step when it calls hr_checkpoint_advance, or waits for all steps in hr_checkpoint_settle.

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/system.h"
#include "core/try.h"
#include "run/checkpoint/file.h"

static bool is_root(const hr_checkpoint_writer *writer) { return hr_comm_rank(writer->store->comm) == 0; }

static hr_status put_rest(hr_checkpoint_writer *writer, hr_error *error) {
    if (writer->status != HR_OK) {
        *error = writer->error;
        return writer->status;
    }
    if (writer->part != NULL) {
        HR_TRY(writer->part(writer->part_context, writer, error));
    }
    if (writer->next != writer->end) {
        return hr_error_set(error, HR_INTERNAL, "a rank wrote less into a checkpoint than it said");
    }
    return hr_parallel_file_sync(writer->file, error);
}

/// The thread's job on each rank: put the last blocks and wait for the disk. A rank that writes nothing more closes the file: ranks
/// other than 0, and rank 0 if it has failed.
static hr_status put_part(void *context, hr_error *error) {
    hr_checkpoint_writer *writer = context;
    const hr_status status = put_rest(writer, error);
    if (status == HR_OK && is_root(writer)) {
        return HR_OK;
    }
    const hr_status closed = hr_parallel_file_close(writer->file, status == HR_OK ? error : NULL);
    return status == HR_OK ? closed : status;
}

/// On rank 0: returns the number of words in the lists of blocks of all ranks. Copies the lists to `to` unless `to` is NULL.
static size_t list_blocks(const hr_checkpoint_writer *writer, uint64_t *to) {
    size_t words = 0;
    for (int r = 0; r < hr_comm_size(writer->store->comm); r++) {
        size_t n = 0;
        const uint64_t *values = hr_collect_values(writer->collect, r, &n);
        if (to != NULL && n > 0) {
            memcpy(to + words, values, n * sizeof *to);
        }
        words += n;
    }
    return words;
}

/// On rank 0: write tail and head.
static hr_status write_frame(hr_checkpoint_writer *writer, hr_error *error) {
    const char *identity = writer->store->identity;
    const uint64_t padded = hr_checkpoint_padded(strlen(identity));
    const size_t fact_bytes = writer->fact_count * sizeof *writer->facts;
    const size_t block_words = list_blocks(writer, NULL);
    const size_t tail_bytes = (size_t)padded + fact_bytes + block_words * sizeof(uint64_t);
    uint8_t *tail = calloc(1, tail_bytes + 1);
    HR_TRY_MEMORY(tail != NULL, error, "a checkpoint's list of blocks");
    memcpy(tail, identity, strlen(identity));
    memcpy(tail + padded, writer->facts, fact_bytes);
    (void)list_blocks(writer, (uint64_t *)(void *)(tail + padded + fact_bytes)); // all sizes are multiples of 8
    hr_checkpoint_head head = {
        .generation = writer->generation,
        .file_bytes = writer->tail + tail_bytes,
        .tail_offset = writer->tail,
        .identity_bytes = strlen(identity),
        .fact_count = writer->fact_count,
        .block_count = block_words / HR_CHECKPOINT_BLOCK_WORDS,
        .tail_checksum = hr_hash_bytes(tail, tail_bytes),
    };
    hr_head_seal(&hr_checkpoint_format, &head, sizeof head);
    writer->written.bytes = head.file_bytes;
    hr_status status = hr_parallel_file_write(writer->file, writer->tail, tail, tail_bytes, error);
    if (status == HR_OK) {
        status = hr_parallel_file_write(writer->file, 0, &head, sizeof head, error);
    }
    free(tail);
    return status;
}

/// The thread's job on rank 0, once the blocks of all ranks are on the disk: complete the file and give it its name.
static hr_status complete(void *context, hr_error *error) {
    hr_checkpoint_writer *writer = context;
    HR_TRY(write_frame(writer, error));
    HR_TRY(hr_parallel_file_sync(writer->file, error));
    HR_TRY(hr_parallel_file_close(writer->file, error));
    HR_TRY(hr_parallel_file_name(writer->file, error));
    writer->written.seconds = hr_system_seconds() - writer->begin;
    return HR_OK;
}

void hr_checkpoint_finish(hr_checkpoint_writer *writer, hr_status status, const hr_checkpoint_rest *rest, const hr_error *error) {
    writer->busy = hr_system_seconds() - writer->begin;
    writer->status = status;
    writer->error = status != HR_OK && error != NULL ? *error : (hr_error){.status = status};
    writer->part = rest->part;
    writer->part_context = rest->context;
    writer->facts = calloc(rest->fact_count + 1, sizeof *writer->facts);
    writer->fact_count = rest->fact_count;
    if (writer->facts != NULL && rest->fact_count > 0) {
        memcpy(writer->facts, rest->facts, rest->fact_count * sizeof *rest->facts);
    } else if (writer->facts == NULL) {
        writer->status = hr_error_set(&writer->error, HR_INTERNAL, "out of memory for a checkpoint");
    }
    writer->stage = HR_CHECKPOINT_PUTTING;
    hr_background_start(&writer->thread, put_part, writer);
}

/// Wait for the thread's end, and take over its status and its time.
static void join(hr_checkpoint_writer *writer) {
    writer->status = hr_background_join(&writer->thread, &writer->error);
    writer->busy += writer->thread.seconds;
}

/// Stop writing because of `status`, which is HR_INTERNAL: memory or MPI has failed, and this rank has left the others
/// (hr_comm_leave).
static void give_up(hr_checkpoint_writer *writer, hr_status status) {
    writer->status = status;
    writer->stage = HR_CHECKPOINT_OVER;
}

/// Begin to send the list of blocks to rank 0. A rank that has failed sends a single word instead, which cannot be a list.
static void begin_collecting(hr_checkpoint_writer *writer) {
    const uint64_t trouble = 0;
    const bool good = writer->status == HR_OK;
    const uint64_t *list = good ? (const uint64_t *)(const void *)writer->blocks : &trouble;
    const size_t words = good ? writer->block_count * HR_CHECKPOINT_BLOCK_WORDS : 1;
    writer->stage = HR_CHECKPOINT_COLLECTING;
    if (hr_comm_leave(writer->store->comm, writer->status, &writer->error) == HR_INTERNAL) {
        give_up(writer, HR_INTERNAL);
        return;
    }
    const hr_status status = hr_collect_begin(writer->store->comm, list, words, &writer->collect, &writer->error);
    if (status != HR_OK) {
        give_up(writer, status);
    }
}

/// On rank 0: have all ranks sent a list of blocks?
static bool all_good(const hr_checkpoint_writer *writer) {
    bool good = true;
    for (int r = 0; r < hr_comm_size(writer->store->comm); r++) {
        size_t n = 0;
        (void)hr_collect_values(writer->collect, r, &n);
        good = good && n % HR_CHECKPOINT_BLOCK_WORDS == 0;
    }
    return good;
}

static void go_on_collecting(hr_checkpoint_writer *writer, bool wait) {
    bool done = false;
    const hr_status status = hr_collect_test(writer->collect, wait, &done, &writer->error);
    if (status != HR_OK) {
        give_up(writer, status);
    } else if (done && is_root(writer) && all_good(writer)) {
        writer->stage = HR_CHECKPOINT_FRAMING;
        hr_background_start(&writer->thread, complete, writer);
    } else if (done) {
        writer->stage = HR_CHECKPOINT_OVER;
    }
}

/// Do the steps that can be done now; with `wait`, wait until all steps are done.
static void advance(hr_checkpoint_writer *writer, bool wait) {
    if (writer->stage == HR_CHECKPOINT_PUTTING && (wait || hr_background_done(&writer->thread))) {
        join(writer);
        begin_collecting(writer);
    }
    if (writer->stage == HR_CHECKPOINT_COLLECTING) {
        go_on_collecting(writer, wait);
    }
    if (writer->stage == HR_CHECKPOINT_FRAMING && (wait || hr_background_done(&writer->thread))) {
        join(writer);
        writer->stage = HR_CHECKPOINT_OVER;
        writer->named = writer->status == HR_OK;
    }
}

void hr_checkpoint_advance(hr_checkpoint_writer *writer) { advance(writer, false); }

bool hr_checkpoint_is_complete(const hr_checkpoint_writer *writer, hr_checkpoint_written *written) {
    if (writer->named) { // before that the thread may be writing `written`
        *written = writer->written;
    }
    return writer->named;
}

static void destroy(hr_checkpoint_writer **destroyed) {
    hr_checkpoint_writer *writer = *destroyed;
    hr_parallel_file_drop(&writer->file);
    hr_collect_destroy(&writer->collect);
    free(writer->blocks);
    free(writer->facts);
    free(writer);
    *destroyed = NULL;
}

hr_status hr_checkpoint_settle(hr_checkpoint_writer **settled, hr_checkpoint_written *written, hr_error *error) {
    hr_checkpoint_writer *writer = *settled;
    hr_checkpoint_store *store = writer->store;
    advance(writer, true);
    hr_status status = writer->status;
    if (status != HR_OK && error != NULL) {
        *error = writer->error;
    }
    status = hr_comm_agree(store->comm, status, error);
    *written = writer->written;
    if (status == HR_OK) {
        store->write_seconds = writer->busy;
        store->write_bytes = writer->bytes;
    }
    destroy(settled);
    HR_TRY(status);
    HR_TRY(hr_checkpoint_refresh(store, error));
    return hr_comm_broadcast(store->comm, written, sizeof *written, error);
}

void hr_checkpoint_abandon(hr_checkpoint_writer **abandoned) {
    hr_checkpoint_writer *writer = *abandoned;
    if (writer == NULL) {
        return;
    }
    atomic_store(&writer->cancelled, true);
    if (writer->stage == HR_CHECKPOINT_PUTTING || writer->stage == HR_CHECKPOINT_FRAMING) {
        join(writer);
    }
    destroy(abandoned);
}
