// SPDX-License-Identifier: MIT
// A table that is written piece by piece: what is asked before each piece, what a stop at any of them leaves, and what the head
// has.

#include "files/opened_table.h"
#include "mpi_test.h"

#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "files/table_image.h"
#include "puzzle/puzzle_ops.h"
#include "table/format.h"
#include "tabulate/sink/sink.h"
#include "tabulate/write.h"

enum { PIECE = 1 << 20, LOOKS_MAX = 64 };

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

/// What has been asked, and when the answer is to stop.
typedef struct asked {
    uint64_t written[LOOKS_MAX];
    size_t count;
    size_t stop_at; ///< this rank is to stop at this question; SIZE_MAX: never
} asked;

static hr_status look(void *context, uint64_t written, hr_error *error) {
    asked *a = context;
    assert_true(a->count < LOOKS_MAX);
    a->written[a->count] = written;
    return a->count++ >= a->stop_at ? hr_error_set(error, HR_STOPPED, "planned") : HR_OK;
}

/// The table has one reached state, three hardest ones that ascend, and right checksums.
static void expect_head(const char *path) {
    hr_table *table = opened_table(path);
    const hr_table_info *info = hr_table_describe(table);
    assert_int_equal(info->reached, 1);
    assert_int_equal(info->hardest_count, 3);
    for (int i = 1; i < 3; i++) {
        assert_true(info->hardest[i - 1] < info->hardest[i]);
    }
    assert_int_equal(hr_table_check(table, 0, UINT64_MAX, NULL), HR_OK);
    hr_table_close(&table);
}

static void expect_whole_chunks(hr_table_writer *writer, const uint8_t *values, size_t size) {
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_writer_put(writer, 1, values, size - 1, &error), HR_INTERNAL);
    assert_string_equal(error.text, "a table is written in whole chunks, not 3628799 bytes at 1");
    assert_int_equal(hr_table_writer_put(writer, 0, values, 65535, NULL), HR_INTERNAL);
    assert_int_equal(hr_table_writer_put(writer, 0, values, size + 1, NULL), HR_INTERNAL);
}

/// Rank 0 writes 3.5 MiB in one call: a table of 16 bits a value, in which only the first state is reached. Its hardest states come
/// in any order.
HR_TEST_IN_DIRECTORY(test_long_writes_are_cut_into_pieces) {
    char path[96];
    asked a = {.stop_at = SIZE_MAX};
    const hr_stop_look asks = {.look = look, .context = &a};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:2x5"});
    hr_state states[3];
    hr_puzzle_unindex(puzzle, (const hr_index[]){7, 77, 777}, 3, states);
    const hr_state turned[3] = {states[2], states[0], states[1]};
    const hr_count layers[1] = {1};
    const hr_table_content content = {.puzzle = puzzle,
                                      .encoding = HR_TABLE_INDEX,
                                      .value_bits = 16,
                                      .entries = hr_puzzle_describe(puzzle)->index_count,
                                      .layers = layers,
                                      .layer_count = 1,
                                      .hardest = turned,
                                      .hardest_count = 3,
                                      .look = &asks};
    const size_t size = 2 * (size_t)content.entries;
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    hr_table_writer *writer = NULL;
    assert_int_equal(hr_table_writer_create(hr_test_world(), path, false, &content, &writer, NULL), HR_OK);
    uint8_t *values = table_image_room(size);
    memset(values, 0xff, size);
    memset(values, 0, 2);
    expect_whole_chunks(writer, values, size);
    const size_t half = rank() == 0 ? 2 * (size_t)PIECE : 0; // in two calls: each knows what the one before has written
    assert_int_equal(hr_table_writer_put(writer, 0, values, half, NULL), HR_OK);
    assert_int_equal(hr_table_writer_put(writer, 2 * (uint64_t)PIECE, values + half, rank() == 0 ? size - half : 0, NULL), HR_OK);
    assert_int_equal(hr_table_writer_finish(&writer, HR_OK, NULL), HR_OK);
    assert_int_equal(a.count, rank() == 0 ? 4 : 0);
    for (size_t i = 0; i < a.count; i++) {
        assert_int_equal(a.written[i], i * PIECE);
    }
    expect_head(path);
    free(values);
    hr_puzzle_destroy(&puzzle);
}

/// Each rank alone leaves out the last chunk, or writes the second one once more in its place. No table is left.
HR_TEST_IN_DIRECTORY(test_each_chunk_is_written_once) {
    enum { CHUNK = 65536, CHUNKS = 3 };
    char path[96];
    hr_comm *alone = NULL;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    const hr_count layers[1] = {1};
    const hr_table_content content = {.puzzle = puzzle,
                                      .encoding = HR_TABLE_INDEX,
                                      .value_bits = 8,
                                      .entries = hr_puzzle_describe(puzzle)->index_count,
                                      .layers = layers,
                                      .layer_count = 1};
    uint8_t *values = table_image_room(CHUNK);
    (void)snprintf(path, sizeof path, "%s/table-%d", hr_test_directory, rank());
    assert_int_equal(hr_comm_alone(hr_test_world(), &alone, NULL), HR_OK);
    for (int again = 0; again < 2; again++) {
        hr_table_writer *writer = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_table_writer_create(alone, path, false, &content, &writer, &error), HR_OK);
        for (int i = 0; i < CHUNKS - 1 + again; i++) {
            const uint64_t chunk = i < CHUNKS - 1 ? (uint64_t)i : 1;
            memset(values, 0xff, CHUNK);
            values[0] = chunk == 0 ? 0 : 0xff;
            assert_int_equal(hr_table_writer_put(writer, chunk * CHUNK, values, CHUNK, &error), HR_OK);
        }
        hr_test_begin_leaving();
        assert_int_equal(hr_table_writer_finish(&writer, HR_OK, &error), HR_INTERNAL);
        hr_test_end_leaving();
        assert_string_equal(error.text,
                            again == 0 ? "2 of a table's 3 chunks were written" : "3 of a table's 3 chunks were written");
        assert_int_equal(access(path, F_OK), -1);
    }
    free(values);
    hr_puzzle_destroy(&puzzle);
    hr_comm_destroy(&alone);
}

/// Collective. A sink with the states of 3×3, as keys or by index.
static hr_table_sink *fill(bool keys, hr_puzzle **puzzle, hr_enumeration *result) {
    hr_table_sink *sink = NULL;
    *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    if (keys) {
        (*puzzle)->info.index_count = 0; // puzzle_ops.h lets this test change the puzzle's info
        (*puzzle)->info.reachable = 0;
    }
    assert_int_equal(hr_table_sink_create(hr_test_world(), *puzzle, 0, &sink, NULL), HR_OK);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .sink = hr_table_sink_handlers(sink)};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), *puzzle, &run, result, NULL), HR_OK);
    return sink;
}

/// The last rank's disk is full: there is no file, and the sink still has all states.
static void check_full_disk(hr_table_sink *sink, const char *path, const hr_enumeration *result) {
    hr_error error = {.text = ""};
    const bool full = rank() == ranks() - 1;
    const uint64_t usual = full ? hr_test_limit_files(1) : 0;
    const hr_status status = hr_table_sink_write(sink, path, false, result, NULL, &error);
    if (full) {
        (void)hr_test_limit_files(usual);
    }
    assert_int_equal(status, HR_FILE);
    assert_non_null(strstr(error.text, "File too large"));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK);
}

/// The last rank stops at its first question, at its second, …, later at fewer of them: there is no file then, and the sink still
/// has all states.
static void check_stops(bool keys, const table_image_plan *plan, size_t fewest) {
    char directory[64];
    char path[96];
    hr_puzzle *puzzle = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_table_sink *sink = fill(keys, &puzzle, &result);
    size_t stops = 0;
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/table", directory);
    check_full_disk(sink, path, &result);
    for (hr_status status = HR_STOPPED; status == HR_STOPPED; stops += 1 + stops / 4) {
        asked a = {.stop_at = rank() == ranks() - 1 ? stops : SIZE_MAX};
        const hr_stop_look asks = {.look = look, .context = &a};
        hr_error error = {.text = ""};
        status = hr_table_sink_write(sink, path, false, &result, &asks, &error);
        if (status != HR_OK && status != HR_STOPPED) {
            fail_msg("stop %zu: %s", stops, error.text);
        }
        assert_string_equal(error.text, status == HR_OK ? "" : "planned");
        assert_int_equal(access(path, F_OK), status == HR_OK ? 0 : -1);
        assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK);
    }
    assert_true(stops > fewest);
    size_t size = 0;
    uint8_t *bytes = hr_test_read_file(path, &size);
    table_image image = table_image_make(plan);
    assert_int_equal(size, image.size);
    assert_memory_equal(bytes, image.bytes, size);
    table_image_free(&image);
    free(bytes);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
}

HR_TEST(test_a_stop_while_keys_are_sorted_and_written_loses_nothing) {
    const table_image_plan plan = TABLE_IMAGE_3X3_KEYS;
    check_stops(true, &plan, 4); // sorted twice, sent, and two columns
}

HR_TEST(test_a_stop_while_distances_are_written_loses_nothing) {
    const table_image_plan plan = TABLE_IMAGE_3X3;
    check_stops(false, &plan, 1);
}

HR_TEST_IN_DIRECTORY(test_no_table_of_part_of_a_space) {
    char path[96];
    hr_puzzle *puzzle = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_table_sink *sink = fill(false, &puzzle, &result);
    hr_error error = {.text = ""};
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    for (int how = 0; how < 2; how++) {
        hr_enumeration part = result;
        part.stop = how == 0 ? HR_STOP_DEPTH : HR_STOP_NONE;
        part.layer_count = how == 0 ? result.layer_count : 0;
        assert_int_equal(hr_table_sink_write(sink, path, false, &part, NULL, &error), HR_USAGE);
        assert_string_equal(error.text, "no table is written of part of the space: leave out the limits, or --table");
        assert_int_equal(access(path, F_OK), -1);
    }
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}
