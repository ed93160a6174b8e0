// SPDX-License-Identifier: MIT
#include "openings_table.h"

#include "system.h"
#include "table_write.h"
#include "try.h"

typedef struct target {
    hr_table_writer *writer;
    size_t value_bytes;
    uint64_t chunk_bytes;
    uint64_t rank;
    uint64_t ranks;
} target;

/// Each rank writes a part of the chunks of every piece.
static hr_status write_part(void *context, hr_index first, const void *values, size_t n, hr_error *error) {
    const target *t = context;
    const uint64_t bytes = n * t->value_bytes;
    const uint64_t chunks = (bytes + t->chunk_bytes - 1) / t->chunk_bytes;
    const uint64_t begin = chunks * t->rank / t->ranks * t->chunk_bytes;
    const uint64_t next = chunks * (t->rank + 1) / t->ranks * t->chunk_bytes;
    const uint64_t end = next < bytes ? next : bytes;
    if (begin >= end) {
        return HR_OK;
    }
    return hr_table_writer_put(t->writer, first * t->value_bytes + begin, (const uint8_t *)values + begin, end - begin, error);
}

hr_status hr_openings_write_table(const hr_comm *comm, const hr_puzzle *puzzle, const hr_puzzle_options *options,
                                  hr_openings *openings, const char *path, bool force, hr_error *error) {
    const hr_openings_set *total = &openings->total;
    const double begin = hr_comm_seconds();
    target t = {.value_bytes = hr_openings_value_bytes(openings),
                .rank = (uint64_t)hr_comm_rank(comm),
                .ranks = (uint64_t)hr_comm_size(comm)};
    const hr_table_content content = {.options = options,
                                      .puzzle = puzzle,
                                      .encoding = HR_TABLE_INDEX,
                                      .value_bits = (unsigned)(8 * t.value_bytes),
                                      .entries = hr_puzzle_describe(puzzle)->index_count,
                                      .layers = total->histogram,
                                      .layer_count = openings->depth_count,
                                      .hardest = total->hardest,
                                      .hardest_count = total->hardest_listed};
    HR_TRY(hr_table_writer_create(comm, path, force, &content, &t.writer, error));
    t.chunk_bytes = hr_table_writer_chunk_bytes(t.writer);
    const hr_status status =
        hr_openings_stream(comm, puzzle, openings, (size_t)(t.chunk_bytes / t.value_bytes), write_part, &t, error);
    HR_TRY(hr_table_writer_finish(&t.writer, status, error));
    openings->seconds.table = hr_comm_seconds() - begin;
    openings->seconds.total += openings->seconds.table;
    openings->peak_memory = hr_system_peak_memory();
    return hr_comm_sum(comm, &openings->peak_memory, 1, error);
}
