// SPDX-License-Identifier: MIT
// Reads a generation. Everything in the file comes from outside. Magic, byte order and version stand under no checksum; they are
// compared with constants. All other bytes are used only after their checksum has been compared.

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/write.h"
#include "core/hash.h"
#include "core/try.h"
#include "run/checkpoint/file.h"

struct hr_checkpoint_reader {
    char path[HR_CHECKPOINT_PATH];
    int file;
    hr_checkpoint_head head;
    uint8_t *tail;                     ///< the bytes of the file's tail
    const uint64_t *facts;             ///< [head.fact_count], inside `tail`
    const hr_checkpoint_block *blocks; ///< [head.block_count], inside `tail`
    uint8_t *buffer;                   ///< [buffer_size + 1] room for one block
    size_t buffer_size;                ///< size of the largest block, in bytes
};

static hr_status damaged(const hr_checkpoint_reader *reader, const char *what, hr_error *error) {
    return hr_error_set(error, HR_FILE, "%.300s: a damaged checkpoint: %s", reader->path, what);
}

static hr_status read_bytes(const hr_checkpoint_reader *reader, uint64_t offset, void *bytes, size_t size, hr_error *error) {
    const int reason = hr_read_at(reader->file, bytes, size, offset);
    if (reason == HR_READ_ENDED) {
        return damaged(reader, "it ends too early", error);
    }
    return reason == 0 ? HR_OK : hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", reader->path, strerror(reason));
}

static hr_status read_head(hr_checkpoint_reader *reader, hr_error *error) {
    hr_checkpoint_head *head = &reader->head;
    struct stat found;
    if (fstat(reader->file, &found) != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", reader->path, strerror(errno));
    }
    HR_TRY(read_bytes(reader, 0, head, sizeof *head, error));
    HR_TRY(hr_head_check(&hr_checkpoint_format, reader->path, head, sizeof *head, error));
    if ((uint64_t)found.st_size != head->file_bytes) {
        return damaged(reader, (uint64_t)found.st_size < head->file_bytes ? "it ends too early" : "it is too long", error);
    }
    return HR_OK;
}

/// Check that the blocks fill the space between head and tail without gaps, so that every byte is under a checksum. HR_FILE if not.
static hr_status check_blocks(hr_checkpoint_reader *reader, hr_error *error) {
    uint64_t offset = sizeof(hr_checkpoint_head);
    for (uint64_t i = 0; i < reader->head.block_count; i++) {
        const hr_checkpoint_block *block = &reader->blocks[i];
        if (block->offset != offset || block->size == 0 || block->size > reader->head.tail_offset - offset ||
            block->first > block->last) {
            return damaged(reader, "its list of blocks makes no sense", error);
        }
        offset += block->size;
        reader->buffer_size = block->size > reader->buffer_size ? (size_t)block->size : reader->buffer_size;
    }
    return offset == reader->head.tail_offset ? HR_OK : damaged(reader, "its list of blocks is not complete", error);
}

static hr_status read_tail(hr_checkpoint_reader *reader, hr_error *error) {
    const hr_checkpoint_head *head = &reader->head;
    const uint64_t words = UINT64_C(1) << 40; // no file has that many facts or blocks; larger numbers could overflow the sum below
    const uint64_t padded = hr_checkpoint_padded(head->identity_bytes);
    if (head->tail_offset < sizeof *head || head->tail_offset > head->file_bytes ||
        head->identity_bytes >= HR_CHECKPOINT_IDENTITY_MAX || head->fact_count > words || head->block_count > words ||
        head->file_bytes - head->tail_offset !=
            padded + head->fact_count * sizeof(uint64_t) + head->block_count * sizeof(hr_checkpoint_block)) {
        return damaged(reader, "its head makes no sense", error);
    }
    const size_t size = (size_t)(head->file_bytes - head->tail_offset);
    reader->tail = malloc(size + 1);
    HR_TRY_MEMORY(reader->tail != NULL, error, "a checkpoint's list of blocks");
    HR_TRY(read_bytes(reader, head->tail_offset, reader->tail, size, error));
    if (hr_hash_bytes(reader->tail, size) != head->tail_checksum) {
        return damaged(reader, "the tail's checksum is wrong", error);
    }
    // malloc's memory is aligned for any type, and all parts of the tail are multiples of 8 bytes.
    reader->facts = (const uint64_t *)(const void *)(reader->tail + padded);
    reader->blocks = (const hr_checkpoint_block *)(const void *)(reader->tail + padded + head->fact_count * sizeof(uint64_t));
    return check_blocks(reader, error);
}

/// Of identities that differ late, as those of long states can, the message leaves out what both begin with.
static hr_status check_identity(const hr_checkpoint_reader *reader, const char *identity, hr_error *error) {
    enum { SHOWN = 150, BEFORE = 30 };
    const char *other = (const char *)reader->tail;
    const size_t lengths[] = {(size_t)reader->head.identity_bytes, strlen(identity)};
    size_t same = 0;
    while (same < lengths[0] && same < lengths[1] && other[same] == identity[same]) {
        same++;
    }
    if (same == lengths[0] && same == lengths[1]) {
        return HR_OK;
    }
    const size_t begin = same + BEFORE < SHOWN ? 0 : same - BEFORE;
    const char *dots = begin > 0 ? "..." : "";
    const size_t left[] = {lengths[0] - begin, lengths[1] - begin};
    return hr_error_set(error, HR_FILE, "%.120s: a checkpoint of another run: of '%s%.*s', this one is '%s%.*s'", reader->path,
                        dots, (int)(left[0] < SHOWN ? left[0] : SHOWN), other + begin, dots,
                        (int)(left[1] < SHOWN ? left[1] : SHOWN), identity + begin);
}

static hr_status open_reader(hr_checkpoint_reader *reader, const char *identity, hr_error *error) {
    reader->file = open(reader->path, O_RDONLY | O_CLOEXEC);
    if (reader->file < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be opened: %s; all ranks must see the directory", reader->path,
                            strerror(errno));
    }
    HR_TRY(read_head(reader, error));
    HR_TRY(read_tail(reader, error));
    HR_TRY(check_identity(reader, identity, error));
    reader->buffer = malloc(reader->buffer_size + 1);
    return reader->buffer == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a block of a checkpoint") : HR_OK;
}

/// Copy the identity in the file of generation `generation`, 0 (the newest) or an older one, into `identity`. False if the file
/// cannot be read or is damaged, or memory has run out; `identity` is unchanged then.
static bool identity_of(const hr_checkpoint_store *store, size_t generation, char identity[HR_CHECKPOINT_IDENTITY_MAX]) {
    hr_checkpoint_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return false;
    }
    hr_checkpoint_path(store, store->generations[generation], reader->path);
    reader->file = open(reader->path, O_RDONLY | O_CLOEXEC);
    const bool good = reader->file >= 0 && read_head(reader, NULL) == HR_OK && read_tail(reader, NULL) == HR_OK;
    if (good) {
        memcpy(identity, reader->tail, (size_t)reader->head.identity_bytes);
        identity[reader->head.identity_bytes] = '\0';
    }
    hr_checkpoint_reader_destroy(&reader);
    return good;
}

hr_status hr_checkpoint_peek(const hr_comm *comm, const char *directory, char *text, size_t size, hr_error *error) {
    char identity[HR_CHECKPOINT_IDENTITY_MAX] = "";
    hr_checkpoint_store *store = hr_comm_rank(comm) == 0 ? calloc(1, sizeof *store) : NULL;
    if (store != NULL) {
        (void)snprintf(store->directory, sizeof store->directory, "%.4000s", directory);
        bool found = hr_checkpoint_list(store, false, NULL) != HR_OK;
        for (size_t i = 0; i < store->count && !found; i++) {
            found = identity_of(store, i, identity);
        }
        free(store);
    }
    (void)snprintf(text, size, "%.*s", (int)size - 1, identity);
    return hr_comm_broadcast(comm, text, size, error);
}

hr_status hr_checkpoint_load(const hr_checkpoint_store *store, size_t generation, hr_checkpoint_reader **reader, hr_error *error) {
    *reader = NULL;
    hr_checkpoint_reader *loaded = hr_comm_allocate(store->comm, sizeof *loaded, "a checkpoint", error);
    if (loaded == NULL) {
        return HR_INTERNAL;
    }
    loaded->file = -1;
    hr_checkpoint_path(store, store->generations[generation], loaded->path);
    const hr_status status = hr_comm_agree(store->comm, open_reader(loaded, store->identity, error), error);
    if (status != HR_OK) {
        hr_checkpoint_reader_destroy(&loaded);
    }
    *reader = loaded;
    return status;
}

const uint64_t *hr_checkpoint_facts(const hr_checkpoint_reader *reader, size_t *count) {
    *count = (size_t)reader->head.fact_count;
    return reader->facts;
}

uint64_t hr_checkpoint_bytes(const hr_checkpoint_reader *reader) { return reader->head.file_bytes; }

/// Read a block, compare its checksum, and hand its bytes to `take`.
static hr_status take_block(hr_checkpoint_reader *reader, const hr_checkpoint_block *block, hr_checkpoint_take take, void *context,
                            hr_error *error) {
    HR_TRY(read_bytes(reader, block->offset, reader->buffer, (size_t)block->size, error));
    if (hr_hash_bytes(reader->buffer, (size_t)block->size) != block->checksum) {
        return damaged(reader, "the checksum of a block is wrong", error);
    }
    const hr_checkpoint_piece piece = {block->first, block->last, reader->buffer, (size_t)block->size};
    return take(context, &piece, error);
}

/// Which blocks are wanted.
typedef struct selection {
    uint64_t section;
    hr_checkpoint_wanted wanted;
    const void *context; ///< first argument of `wanted`
} selection;

/// Returns the number of the first block from `i` on that is wanted; head.block_count if there is none.
static uint64_t find_block(const hr_checkpoint_reader *reader, uint64_t i, const selection *s) {
    while (i < reader->head.block_count &&
           (reader->blocks[i].section != s->section || !s->wanted(s->context, reader->blocks[i].first, reader->blocks[i].last))) {
        i++;
    }
    return i;
}

/// Ask the kernel to read block `i` already, while the block before it is used. The kernel's own read-ahead does not know which
/// block is read next.
static void fetch_ahead(const hr_checkpoint_reader *reader, uint64_t i) {
    if (i < reader->head.block_count) {
        (void)posix_fadvise(reader->file, (off_t)reader->blocks[i].offset, (off_t)reader->blocks[i].size, POSIX_FADV_WILLNEED);
    }
}

/// Hand the wanted blocks to `take`.
static hr_status read_blocks(hr_checkpoint_reader *reader, const selection *wanted, hr_checkpoint_take take, void *context,
                             hr_error *error) {
    uint64_t i = find_block(reader, 0, wanted);
    fetch_ahead(reader, i);
    while (i < reader->head.block_count) {
        const uint64_t next = find_block(reader, i + 1, wanted);
        fetch_ahead(reader, next);
        HR_TRY(take_block(reader, &reader->blocks[i], take, context, error));
        i = next;
    }
    return HR_OK;
}

static bool meets(const void *context, uint64_t first, uint64_t last) {
    const hr_checkpoint_keys *keys = context;
    return last >= keys->first && first <= keys->last;
}

hr_status hr_checkpoint_damaged(const char *what, hr_error *error) {
    return hr_error_set(error, HR_FILE, "a damaged checkpoint: %s", what);
}

hr_status hr_checkpoint_read(hr_checkpoint_reader *reader, hr_checkpoint_keys keys, hr_checkpoint_take take, void *context,
                             hr_error *error) {
    const selection wanted = {.section = keys.section, .wanted = meets, .context = &keys};
    return read_blocks(reader, &wanted, take, context, error);
}

hr_status hr_checkpoint_read_wanted(hr_checkpoint_reader *reader, uint64_t section, hr_checkpoint_wanted wanted,
                                    hr_checkpoint_take take, void *context, hr_error *error) {
    const selection chosen = {.section = section, .wanted = wanted, .context = context};
    return read_blocks(reader, &chosen, take, context, error);
}

void hr_checkpoint_reader_destroy(hr_checkpoint_reader **reader) {
    if (*reader != NULL) {
        if ((*reader)->file >= 0) {
            (void)close((*reader)->file);
        }
        free((*reader)->tail);
        free((*reader)->buffer);
        free(*reader);
        *reader = NULL;
    }
}
