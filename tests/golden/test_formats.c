// SPDX-License-Identifier: MIT
// The bytes of every format on disk. formats/ has one small file of each kind of content, and the program must write the same
// bytes for the same input today. Someone who changes a format on purpose raises its version in its format.h, and runs this test
// with HR_WRITE_GOLDEN=1, which writes the files anew.
// Ranks: 1

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/planes/planes.h"
#include "enumerate/planes/table.h"
#include "openings/openings.h"
#include "puzzle/puzzle_ops.h"
#include "run/checkpoint/format.h"
#include "solve/patterns/store.h"
#include "solve/records.h"
#include "tabulate/sink/sink.h"

enum { FILE_MAX = 1 << 14 };

typedef struct file {
    size_t size;
    _Alignas(8) uint8_t bytes[FILE_MAX];
} file;

static void read_file(const char *path, file *read) {
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    read->size = fread(read->bytes, 1, FILE_MAX, stream);
    assert_true(read->size < FILE_MAX);
    assert_int_equal(fclose(stream), 0);
}

/// Compare what was written with the golden file.
static void expect_golden(const file *written, const char *name) {
    static file golden;
    char path[512];
    (void)snprintf(path, sizeof path, "%s/formats/%s", HR_GOLDEN_DIR, name);
    if (getenv("HR_WRITE_GOLDEN") != NULL) {
        FILE *stream = fopen(path, "wb");
        assert_non_null(stream);
        assert_int_equal(fwrite(written->bytes, 1, written->size, stream), written->size);
        assert_int_equal(fclose(stream), 0);
    }
    read_file(path, &golden);
    for (size_t i = 0; i < written->size && i < golden.size; i++) {
        if (written->bytes[i] != golden.bytes[i]) {
            fail_msg("%s: byte %zu is %u instead of %u", name, i, written->bytes[i], golden.bytes[i]);
        }
    }
    assert_int_equal(written->size, golden.size);
}

// What the clock decides in a checkpoint becomes 0, under right checksums.

enum { FACT_SECONDS = 1, FACT_HEAD = 3, LAYER_SECONDS = 4, LAYER_WORDS = 6 };

static void forget_times(file *f) {
    hr_checkpoint_head head;
    hr_error error = {.text = ""};
    assert_int_equal(hr_head_check(&hr_checkpoint_format, "written", f->bytes, sizeof head, &error), HR_OK);
    memcpy(&head, f->bytes, sizeof head);
    uint8_t *tail = f->bytes + head.tail_offset;
    assert_int_equal(head.tail_checksum, hr_hash_bytes(tail, f->size - head.tail_offset));
    const uint64_t zero = 0;
    for (size_t i = FACT_SECONDS; i < head.fact_count; i = i == FACT_SECONDS ? FACT_HEAD + LAYER_SECONDS : i + LAYER_WORDS) {
        memcpy(tail + hr_checkpoint_padded(head.identity_bytes) + i * sizeof zero, &zero, sizeof zero);
    }
    head.tail_checksum = hr_hash_bytes(tail, f->size - head.tail_offset);
    memcpy(f->bytes, &head, sizeof head);
    hr_head_seal(&hr_checkpoint_format, f->bytes, sizeof head);
}

// The files that are written.

static char directory[64];
static file written;

/// Keep the one file in the directory that is not the lock.
static void take_file(const char *path) {
    if (strstr(path, "/lock") == NULL) {
        assert_int_equal(written.size, 0);
        read_file(path, &written);
    }
}

static void make_directory(void) { hr_test_make_directory(directory); }

/// Compare the directory's one file, and remove the directory.
static void expect_golden_file(bool times, const char *name) {
    written.size = 0;
    hr_test_for_each_file(directory, take_file);
    if (times) {
        forget_times(&written);
    }
    expect_golden(&written, name);
    hr_test_remove_directory(directory);
}

static hr_puzzle *make_puzzle(const char *spec) {
    const hr_puzzle_options options = {.spec = spec};
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_puzzle_create(&options, &puzzle, NULL), HR_OK);
    return puzzle;
}

/// A run that writes one checkpoint, of its last layer.
static hr_enumerate_options options_to(hr_depth depth) {
    return (hr_enumerate_options){.max_depth = depth, .checkpoint = {.directory = directory, .every = 1e9}};
}

static void check_frontier(bool keys, const char *name) {
    make_directory();
    hr_puzzle *puzzle = make_puzzle("tile:2x3");
    if (keys) {
        puzzle->info.index_count = 0; // so the sink keeps states; puzzle_ops.h lets this test change the puzzle's info
    }
    hr_table_sink *sink = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_enumerate_options options = options_to(9);
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    options.sink = hr_table_sink_handlers(sink);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &result, NULL), HR_OK);
    expect_golden_file(true, name);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}

static void test_frontier_checkpoint_with_values(void **state) {
    (void)state;
    check_frontier(false, "frontier-values.checkpoint");
}

static void test_frontier_checkpoint_with_states(void **state) {
    (void)state;
    check_frontier(true, "frontier-states.checkpoint");
}

/// Search 2×4 with distances, up to `depth`. To the end: write the table. If not: a checkpoint.
static void search_planes(hr_depth depth, const char *table) {
    hr_puzzle *puzzle = make_puzzle("tile:2x4");
    const hr_planes_tuning tuning = {.distances = true};
    hr_planes_engine *engine = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_enumerate_options options = options_to(depth);
    options.checkpoint.directory = table == NULL ? directory : NULL;
    assert_int_equal(hr_planes_create(&(hr_run_task){hr_test_world(), puzzle, &options, &result}, &tuning, &engine, NULL), HR_OK);
    assert_int_equal(hr_planes_search(engine, NULL), HR_OK);
    if (table != NULL) {
        assert_int_equal(hr_planes_write_table(engine, &result, table, false, NULL, NULL), HR_OK);
    }
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

static void test_planes_checkpoint(void **state) {
    (void)state;
    make_directory();
    search_planes(9, NULL);
    expect_golden_file(true, "planes.checkpoint");
}

static void test_planes_table(void **state) {
    (void)state;
    char path[80];
    make_directory();
    (void)snprintf(path, sizeof path, "%s/table", directory);
    search_planes(HR_DEPTH_UNREACHED, path);
    expect_golden_file(false, "planes.table");
}

/// Records of one position of each kind: done, under way with the beginning of an iteration, not begun.
static void test_solve_checkpoint(void **state) {
    (void)state;
    enum { POSITIONS = 3 };
    make_directory();
    const hr_idastar_positions positions = {.count = POSITIONS};
    const hr_idastar_long_run long_run = {.checkpoint = {.directory = directory, .every = 1e9}, .identity = "three positions"};
    const hr_idastar_result done = {.outcome = HR_IDASTAR_SOLVED,
                                    .length = 9,
                                    .lower_bound = 9,
                                    .nodes = 77,
                                    .expanded = 33,
                                    .solutions = 1,
                                    .seconds = 0.5,
                                    .path = {0, 1, 2, 3, 0, 1, 2, 3, 0}};
    const hr_idastar_progress progress = {.bound = 31,
                                          .nodes = 1234,
                                          .expanded = 555,
                                          .seconds = 2,
                                          .begun = {.depth = 4,
                                                    .done = 5,
                                                    .nodes = 66,
                                                    .expanded = 22,
                                                    .solutions = 1,
                                                    .next_bound = 33,
                                                    .seconds = 0.25,
                                                    .length = 2,
                                                    .path = {3, 1}}};
    hr_idastar_records records;
    assert_int_equal(
        hr_idastar_records_open(hr_test_world(), &positions, &(hr_idastar_options){.long_run = &long_run}, &records, NULL), HR_OK);
    assert_int_equal(hr_idastar_records_add(&records, 1, &done, NULL), HR_OK);
    hr_idastar_records_note(&records, 2, &progress);
    assert_int_equal(hr_idastar_records_save(&records, NULL), HR_OK);
    hr_idastar_records_close(&records);
    expect_golden_file(false, "solve.checkpoint");
}

/// A checkpoint of `solve` whose records have no expanded nodes is refused, and stays.
static void test_solve_checkpoint_of_older_records(void **state) {
    (void)state;
    static file older;
    char path[512];
    make_directory();
    (void)snprintf(path, sizeof path, "%s/formats/records-1/solve.checkpoint", HR_GOLDEN_DIR);
    read_file(path, &older);
    (void)snprintf(path, sizeof path, "%s/checkpoint-000001", directory);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(older.bytes, 1, older.size, stream), older.size);
    assert_int_equal(fclose(stream), 0);
    const hr_idastar_positions positions = {.count = 3};
    const hr_idastar_long_run long_run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                          .identity = "three positions"};
    hr_idastar_records records;
    hr_error error = {.text = ""};
    assert_int_equal(
        hr_idastar_records_open(hr_test_world(), &positions, &(hr_idastar_options){.long_run = &long_run}, &records, &error),
        HR_FILE);
    assert_string_equal(error.text,
                        "a checkpoint with records of version 1, but this program reads version 2: begin the run again");
    hr_idastar_records_close(&records);
    written.size = 0;
    hr_test_for_each_file(directory, take_file);
    assert_int_equal(written.size, older.size);
    assert_memory_equal(written.bytes, older.bytes, older.size);
    hr_test_remove_directory(directory);
}

static void test_records_of_openings(void **state) {
    (void)state;
    make_directory();
    hr_puzzle *puzzle = make_puzzle("klotski:2x3");
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                         .components = true,
                                         .keep_distances = true,
                                         .checkpoint = {.directory = directory, .every = 1e9}};
    hr_openings openings;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
    expect_golden_file(false, "openings.records");
}

static void test_pattern_database(void **state) {
    (void)state;
    make_directory();
    const hr_pattern pattern = {.width = 2, .height = 3, .blank = 0, .tiles = 2, .home = {3, 5}};
    const hr_pattern_cache cache = {.directory = directory};
    hr_pattern_database database;
    assert_int_equal(hr_pattern_provide(hr_test_world(), &cache, &pattern, &database, NULL), HR_OK);
    hr_pattern_database_clear(&database);
    expect_golden_file(false, "pattern.hrp");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_frontier_checkpoint_with_values),
    cmocka_unit_test(test_frontier_checkpoint_with_states),
    cmocka_unit_test(test_planes_checkpoint),
    cmocka_unit_test(test_planes_table),
    cmocka_unit_test(test_solve_checkpoint),
    cmocka_unit_test(test_solve_checkpoint_of_older_records),
    cmocka_unit_test(test_records_of_openings),
    cmocka_unit_test(test_pattern_database),
};

HR_MPI_TEST_MAIN(tests)
