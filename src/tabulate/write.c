// SPDX-License-Identifier: MIT
#include "tabulate/write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "comm/files/parallel.h"
#include "core/array.h"
#include "core/hash.h"
#include "core/sorting.h"
#include "core/state.h"
#include "core/try.h"
#include "puzzle/lines.h"
#include "table/format.h"
#include "tabulate/write_check.h"

/// Bytes that are written between two questions whether to stop. A larger chunk is written at once.
enum { STEP_BYTES = 1 << 20 };

/// Number and checksum of one chunk.
typedef struct chunk_sum {
    uint64_t chunk;
    uint64_t checksum;
} chunk_sum;

struct hr_table_writer {
    const hr_comm *comm;
    hr_parallel_file *file;
    const hr_stop_look *look;
    uint64_t written; ///< bytes of the payload that this rank has written
    hr_table_head head;
    char text[HR_TABLE_TEXT_MAX];
    hr_count *layers;                                      ///< [head.max_distance + 1] number of states at each distance
    hr_state hardest[HR_HARDEST_MAX * HR_STATE_WORDS_MAX]; ///< rank 0: [head.hardest_count] the hardest states, ascending
    chunk_sum *sums;                                       ///< [sum_count] checksums of the chunks that this rank has written
    size_t sum_count;
    size_t sum_capacity;
    hr_value_sums values; ///< sums of the values that this rank has written
};

hr_status hr_table_writer_probe(const hr_comm *comm, const char *path, bool force, hr_error *error) {
    return hr_parallel_file_probe(comm, path, force, error);
}

/// Collective. Fill in the head but for the checksums. Every rank gets the number of hardest states, but only rank 0 the states.
static hr_status describe(hr_table_writer *writer, const hr_table_content *content, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(content->puzzle);
    const hr_enumeration *result = content->result;
    const size_t layer_count = result != NULL ? result->layer_count : content->layer_count;
    const hr_state *hardest = result != NULL ? result->hardest : content->hardest;
    uint64_t hardest_count = result != NULL ? result->hardest_listed : content->hardest_count;
    hardest_count = hardest_count < HR_HARDEST_MAX ? hardest_count : HR_HARDEST_MAX;
    HR_TRY(hr_comm_broadcast(writer->comm, &hardest_count, sizeof hardest_count, error));
    size_t text_length = 0;
    HR_TRY(hr_puzzle_write_lines(content->puzzle, sizeof writer->text, writer->text, &text_length, error));
    if (layer_count == 0) {
        return hr_error_set(error, HR_USAGE, "a table needs at least the source set");
    }
    const hr_table_shape shape = {
        .encoding = content->encoding,
        .value_bits = content->value_bits,
        .entries = content->entries,
        .max_distance = (hr_depth)(layer_count - 1),
        .hardest_count = (size_t)hardest_count,
        .state_words = (size_t)info->state_words,
        .text_length = text_length,
        .width = info->width,
        .height = info->height,
    };
    HR_TRY(hr_table_layout(&shape, &writer->head, error));
    writer->layers = malloc(layer_count * sizeof *writer->layers);
    HR_TRY_MEMORY(writer->layers != NULL, error, "a table's head");
    for (size_t d = 0; d < layer_count; d++) {
        writer->layers[d] = result != NULL ? result->layers[d].states : content->layers[d];
        writer->head.reached += writer->layers[d];
    }
    if (hr_comm_rank(writer->comm) == 0 && hardest_count > 0) { // `hardest` may be NULL if there are none, which memcpy refuses
        const size_t words = shape.state_words;
        memcpy(writer->hardest, hardest, hardest_count * words * sizeof(hr_state));
        (void)hr_sort_distinct(writer->hardest, hardest_count, words);
    }
    return HR_OK;
}

hr_status hr_table_writer_create(const hr_comm *comm, const char *path, bool force, const hr_table_content *content,
                                 hr_table_writer **created, hr_error *error) {
    *created = NULL;
    hr_table_writer *writer = hr_comm_allocate(comm, sizeof *writer, "a table", error);
    if (writer == NULL) {
        return HR_INTERNAL;
    }
    writer->comm = comm;
    writer->look = content->look;
    hr_status status = hr_comm_agree(comm, describe(writer, content, error), error);
    if (status == HR_OK) {
        status = hr_parallel_file_create(comm, path, force, &writer->file, error);
    }
    if (status != HR_OK) {
        status = hr_table_writer_finish(&writer, status, error);
    }
    *created = writer;
    return status;
}

uint64_t hr_table_writer_chunk_bytes(const hr_table_writer *writer) { return writer->head.chunk_bytes; }

/// Remember the checksum of `bytes[0..size)`, which are the chunk with the number `chunk`.
static hr_status add_sum(hr_table_writer *writer, uint64_t chunk, const void *bytes, size_t size, hr_error *error) {
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(writer->sums, writer->sum_capacity, writer->sum_count + 1), error, "the checksums of %zu chunks",
                  writer->sum_count + 1);
    writer->sums[writer->sum_count++] = (chunk_sum){.chunk = chunk, .checksum = hr_hash_bytes(bytes, size)};
    return HR_OK;
}

/// Write whole chunks, and remember their checksums.
static hr_status put_chunks(hr_table_writer *writer, uint64_t offset, const uint8_t *bytes, size_t size, hr_error *error) {
    const hr_table_head *head = &writer->head;
    hr_value_sums_add(&writer->values, head, offset, bytes, size);
    for (uint64_t at = 0; at < size; at += head->chunk_bytes) {
        const uint64_t chunk = (offset + at) / head->chunk_bytes;
        HR_TRY(add_sum(writer, chunk, bytes + at, (size_t)hr_table_chunk_size(head, chunk), error));
    }
    return hr_parallel_file_write(writer->file, head->payload_offset + offset, bytes, size, error);
}

hr_status hr_table_writer_put(hr_table_writer *writer, uint64_t offset, const void *bytes, size_t size, hr_error *error) {
    const hr_table_head *head = &writer->head;
    const uint64_t end = offset + size;
    if (offset % head->chunk_bytes != 0 || end > head->payload_bytes ||
        (end % head->chunk_bytes != 0 && end != head->payload_bytes)) {
        return hr_error_set(error, HR_INTERNAL, "a table is written in whole chunks, not %zu bytes at %llu", size,
                            (unsigned long long)offset);
    }
    const uint8_t *from = bytes;
    const uint64_t step = head->chunk_bytes >= STEP_BYTES ? head->chunk_bytes : STEP_BYTES / head->chunk_bytes * head->chunk_bytes;
    for (uint64_t at = offset; at < end; at += step) {
        const uint64_t length = end - at < step ? end - at : step;
        HR_TRY(hr_stop_look_now(writer->look, writer->written, error));
        HR_TRY(put_chunks(writer, at, from + (at - offset), (size_t)length, error));
        writer->written += length;
    }
    return HR_OK;
}

/// On rank 0: put the checksums into the head `bytes`. `pairs[0..n)` are chunk numbers, each with its checksum behind it. Each
/// chunk must be there once.
static hr_status place_sums(const hr_table_head *head, const uint64_t *pairs, size_t n, uint8_t *bytes, hr_error *error) {
    uint8_t *seen = calloc(1, (size_t)head->chunk_count + 1);
    HR_TRY_MEMORY(seen != NULL, error, "the checksums of a table");
    bool sound = n == 2 * head->chunk_count;
    for (size_t i = 0; sound && i < n; i += 2) {
        sound = pairs[i] < head->chunk_count && !seen[pairs[i]];
        if (sound) {
            seen[pairs[i]] = 1;
            memcpy(bytes + head->checksums_offset + pairs[i] * sizeof(uint64_t), &pairs[i + 1], sizeof(uint64_t));
        }
    }
    free(seen);
    return sound ? HR_OK
                 : hr_error_set(error, HR_INTERNAL, "%zu of a table's %llu chunks were written", n / 2,
                                (unsigned long long)head->chunk_count);
}

/// On rank 0: write all bytes before the payload. `pairs[0..n)` is as for place_sums.
static hr_status write_head(hr_table_writer *writer, const uint64_t *pairs, size_t n, hr_error *error) {
    const hr_table_head *head = &writer->head;
    assert(writer->layers != NULL); // the head has been described
    uint8_t *bytes = calloc(1, (size_t)head->payload_offset + 1);
    HR_TRY_MEMORY(bytes != NULL, error, "a table's head");
    memcpy(bytes, head, sizeof *head);
    memcpy(bytes + head->text_offset, writer->text, head->text_bytes);
    memcpy(bytes + head->layers_offset, writer->layers, (head->max_distance + (size_t)1) * sizeof *writer->layers);
    memcpy(bytes + head->hardest_offset, writer->hardest,
           (size_t)head->hardest_count * head->common.version * sizeof *writer->hardest);
    hr_status status = place_sums(head, pairs, n, bytes, error);
    if (status == HR_OK) {
        hr_file_format format = hr_table_format;
        format.version = head->common.version;
        hr_head_seal(&format, bytes, (size_t)head->payload_offset);
        status = hr_parallel_file_write(writer->file, 0, bytes, (size_t)head->payload_offset, error);
    }
    free(bytes);
    return status;
}

/// Collective. Check the values, collect the checksums on rank 0 and write the head.
static hr_status complete(hr_table_writer *writer, hr_error *error) {
    uint64_t *pairs = NULL;
    size_t n = 0;
    HR_TRY(hr_value_sums_check(&writer->values, writer->comm, &writer->head, writer->layers, error));
    HR_TRY(hr_comm_gather(writer->comm, (const uint64_t *)(const void *)writer->sums, 2 * writer->sum_count, &pairs, &n, error));
    const hr_status status = hr_comm_rank(writer->comm) == 0 ? write_head(writer, pairs, n, error) : HR_OK;
    free(pairs);
    return hr_comm_agree(writer->comm, status, error);
}

hr_status hr_table_writer_finish(hr_table_writer **ended, hr_status status, hr_error *error) {
    hr_table_writer *writer = *ended;
    if (writer == NULL) {
        return status;
    }
    status = hr_comm_agree(writer->comm, status, error);
    if (status == HR_OK) {
        status = complete(writer, error);
    }
    status = hr_parallel_file_finish(&writer->file, status, error);
    free(writer->sums);
    free(writer->layers);
    free(writer);
    *ended = NULL;
    return status;
}
