// SPDX-License-Identifier: MIT
#include "openings/table/write.h"

#include "core/system.h"
#include "core/try.h"
#include "openings/watch.h"
#include "run/stop_reason.h"
#include "tabulate/write.h"

typedef struct target {
    hr_table_writer *writer;
    size_t value_bytes;
    const hr_openings_options *limits;
    double begin;    ///< start of the run, in hr_comm_seconds
    uint64_t unkept; ///< finished families of the run that no checkpoint has
    hr_stop stop;
} target;

static hr_status stopped(const target *t, hr_error *error) {
    const char *rest = t->limits->checkpoint.directory == NULL ? "there is no checkpoint"
                       : t->unkept > 0 ? "not all families could be kept; --resume searches the others again"
                                       : "all families are kept: go on with --resume";
    return hr_error_set(error, HR_STOPPED, "stopped %s while the table was being written; %s", hr_stop_text(t->stop), rest);
}

static hr_status look(void *context, uint64_t written, hr_error *error) {
    (void)written;
    target *t = context;
    t->stop = hr_openings_stop_reason(t->limits, t->begin, 0);
    return t->stop == HR_STOP_NONE ? HR_OK : stopped(t, error);
}

/// A sink of hr_openings_stream: write a chunk.
static hr_status write_chunk(void *context, hr_index first, const void *values, size_t n, hr_error *error) {
    target *t = context;
    HR_TRY(look(t, 0, error));
    return hr_table_writer_put(t->writer, first * t->value_bytes, values, n * t->value_bytes, error);
}

/// Collective. Update the times, the reason to stop and the peak memory in *openings.
static hr_status note_end(const hr_comm *comm, const target *t, hr_openings *openings, double begin, hr_error *error) {
    uint64_t reason = t->stop;
    openings->seconds.table = hr_comm_seconds() - begin;
    openings->seconds.total += openings->seconds.table;
    openings->peak_memory = hr_system_peak_memory();
    HR_TRY(hr_comm_max(comm, &reason, 1, error));
    openings->stop = (hr_stop)reason;
    return hr_comm_sum(comm, &openings->peak_memory, 1, error);
}

hr_status hr_openings_write_table(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *limits,
                                  hr_openings *openings, const hr_openings_file *file, hr_error *error) {
    const hr_openings_set *total = &openings->total;
    const double begin = hr_comm_seconds();
    target t = {.value_bytes = hr_openings_value_bytes(openings),
                .limits = limits,
                .unkept = openings->unkept,
                .begin = begin - openings->seconds.total};
    const hr_stop_look asked = {.look = look, .context = &t};
    const hr_table_content content = {.puzzle = puzzle,
                                      .encoding = HR_TABLE_INDEX,
                                      .value_bits = (unsigned)(8 * t.value_bytes),
                                      .entries = hr_puzzle_describe(puzzle)->index_count,
                                      .layers = total->histogram,
                                      .layer_count = openings->depth_count,
                                      .hardest = total->hardest,
                                      .hardest_count = total->hardest_listed,
                                      .look = &asked};
    HR_TRY(hr_table_writer_create(comm, file->path, file->force, &content, &t.writer, error));
    const hr_openings_receiver receiver = {
        .take = write_chunk, .context = &t, .granule = (size_t)(hr_table_writer_chunk_bytes(t.writer) / t.value_bytes)};
    hr_status status = hr_openings_stream(comm, puzzle, openings, &receiver, error);
    status = status == HR_OK ? look(&t, 0, error) : status; // a rank without chunks has not looked yet
    status = hr_table_writer_finish(&t.writer, status, error);
    hr_error trouble = {.status = HR_OK, .text = ""};
    const hr_status noted = note_end(comm, &t, openings, begin, &trouble);
    return status == HR_OK && noted != HR_OK ? hr_error_set(error, noted, "%s", trouble.text) : status;
}
