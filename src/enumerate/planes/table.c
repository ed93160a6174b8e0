// SPDX-License-Identifier: MIT
#include "enumerate/planes/table.h"

#include "core/try.h"
#include "enumerate/planes/engine.h"
#include "table/planes.h"
#include "tabulate/write.h"

/// The table that the words of a visit are written to.
typedef struct table_target {
    hr_table_writer *writer;
    uint64_t plane_bytes; ///< bytes of one cell's plane in the file
} table_target;

static hr_status put_words(void *context, int cell, uint64_t first, const uint64_t *words, size_t n, hr_error *error) {
    const table_target *target = context;
    const uint64_t offset = (uint64_t)cell * target->plane_bytes + first * sizeof *words;
    return hr_table_writer_put(target->writer, offset, words, n * sizeof *words, error);
}

hr_status hr_planes_write_table(const hr_planes_engine *engine, const hr_enumeration *result, const char *path, bool force,
                                const hr_stop_look *look, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(engine->task.puzzle);
    if (result->states != info->index_count) {
        return hr_error_set(error, HR_USAGE, "a table needs the distances of all states: search without limits");
    }
    const hr_table_content content = {
        .puzzle = engine->task.puzzle,
        .encoding = HR_TABLE_PLANES,
        .value_bits = 1,
        .entries = info->index_count,
        .result = result,
        .look = look,
    };
    table_target target = {.plane_bytes = info->index_count / (hr_count)(info->width * info->height) / HR_PLANES_WORD_STATES * 8};
    HR_TRY(hr_table_writer_create(engine->task.comm, path, force, &content, &target.writer, error));
    return hr_table_writer_finish(&target.writer, hr_planes_visit_distances(engine, put_words, &target, error), error);
}

static const uint64_t *table_words(const void *context, int cell) { return hr_table_plane(context, cell); }

hr_status hr_planes_verify_table(const hr_comm *comm, const hr_table *table, const hr_puzzle *puzzle, uint64_t memory_limit,
                                 hr_enumeration *found, hr_error *error) {
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = memory_limit};
    const hr_planes_tuning tuning = {
        .expected = table_words,
        .expected_context = table,
        .expected_name = hr_table_describe(table)->path,
    };
    hr_planes_engine *engine = NULL;
    hr_status status = hr_planes_create(&(hr_run_task){comm, puzzle, &run, found}, &tuning, &engine, error);
    if (status == HR_OK) {
        status = hr_planes_search(engine, error);
    }
    hr_planes_destroy(&engine);
    return status;
}
