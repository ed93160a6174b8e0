// SPDX-License-Identifier: MIT
#ifndef HR_WRITTEN_TABLE_H
#define HR_WRITTEN_TABLE_H

// Tables that a test writes into a directory of its own.

#include "mpi_test.h"

#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "files/table_image.h"
#include "puzzle/puzzle_ops.h"
#include "tabulate/sink/sink.h"

static char directory[64];
static char path[96];

/// Collective.
static inline void make_directory(void) {
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/table", directory);
}

/// Collective. The directory must hold nothing but the table, or nothing at all.
static inline void remove_directory(bool with_table) {
    uint64_t wait = 0;
    assert_int_equal(hr_comm_sum(hr_test_world(), &wait, 1, NULL), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        if (with_table) {
            assert_int_equal(unlink(path), 0);
        }
        assert_int_equal(rmdir(directory), 0); // fails if something half-written is left
    }
    assert_int_equal(hr_comm_sum(hr_test_world(), &wait, 1, NULL), HR_OK);
}

static inline void expect_file(const table_image *image) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = table_image_room(image->size + 1);
    assert_int_equal(fread(bytes, 1, image->size + 1, file), image->size);
    for (size_t i = 0; i < image->size; i++) {
        if (bytes[i] != image->bytes[i]) {
            fail_msg("byte %zu is %u, not %u", i, bytes[i], image->bytes[i]);
        }
    }
    free(bytes);
    assert_int_equal(fclose(file), 0);
}

/// Collective. Enumerate with a sink and write. What theory knows of the puzzle is changed first, to choose how distances are kept.
static inline hr_status enumerate_to(const table_image_plan *plan, bool has_index, bool reach_is_known, bool no_symmetry,
                                     bool force, hr_error *error) {
    hr_puzzle_options options = plan->options;
    options.no_symmetry = no_symmetry;
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_puzzle_info *info = &puzzle->info; // puzzle_ops.h lets this test change the puzzle's info
    info->index_count = has_index ? info->index_count : 0;
    info->reachable = reach_is_known ? info->reachable : 0;
    hr_table_sink *sink = NULL;
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .sink = hr_table_sink_handlers(sink)};
    hr_enumeration result = {.layers = NULL};
    hr_error engine_error = {.text = ""};
    HR_TEST_OK(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, &engine_error), engine_error);
    const hr_status status = hr_table_sink_write(sink, path, force, &result, NULL, error);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
    return status;
}

#endif
