// SPDX-License-Identifier: MIT
// The bytes of every format on disk but the engines' checkpoints, which test_checkpoint_formats.c has. formats/ has one small file
// of each kind of content, and the program must write the same bytes for the same input today. Someone who changes a format on
// purpose raises the version beside its hr_…_format, and runs this test with HR_WRITE_GOLDEN=1, which writes the files anew.
// Ranks: 1

#include "files/golden_files.h"

#include "made_puzzle.h"
#include "openings/openings.h"
#include "same_bits.h"
#include "solve/patterns/store.h"
#include "solve/records.h"

static char directory[64];
static golden_file written;

/// Keep the one file in the directory that is not the lock.
static void take_file(const char *path) {
    if (strstr(path, "/lock") == NULL) {
        assert_int_equal(written.size, 0);
        golden_read(path, &written);
    }
}

static void make_directory(void) { hr_test_make_directory(directory); }

/// Compare the directory's one file, and remove the directory.
static void expect_golden_file(const char *name) {
    written.size = 0;
    hr_test_for_each_file(directory, take_file);
    golden_expect(&written, name);
    hr_test_remove_directory(directory);
}

static hr_puzzle *make_puzzle(const char *spec) { return made_puzzle(&(hr_puzzle_options){.spec = spec}); }

HR_TEST(test_planes_table) {
    char path[80];
    make_directory();
    (void)snprintf(path, sizeof path, "%s/table", directory);
    hr_puzzle *puzzle = make_puzzle("tile:2x4");
    hr_table_order order = {.path = path};
    hr_enumeration result = {.layers = NULL};
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    search_bits(puzzle, &options, &(hr_bits_tuning){.order = &order}, &result);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    expect_golden_file("planes.table");
}

/// Records of one position of each kind: done, under way with the beginning of an iteration, not begun.
HR_TEST(test_solve_checkpoint) {
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
    assert_int_equal(hr_idastar_records_save(&records, true, NULL), HR_OK);
    hr_idastar_records_close(&records);
    expect_golden_file("solve.checkpoint");
}

/// A checkpoint of `solve` whose records have no expanded nodes is refused, and stays.
HR_TEST(test_solve_checkpoint_of_older_records) {
    static golden_file older;
    char path[512];
    make_directory();
    golden_get("records-1/solve.checkpoint", &older);
    (void)snprintf(path, sizeof path, "%s/checkpoint-000001", directory);
    golden_write(path, &older);
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

HR_TEST(test_records_of_openings) {
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
    expect_golden_file("openings.records");
}

HR_TEST(test_pattern_database) {
    make_directory();
    const hr_pattern pattern = {.width = 2, .height = 3, .blank = 0, .tiles = 2, .home = {3, 5}};
    const hr_pattern_cache cache = {.directory = directory};
    hr_pattern_database database;
    assert_int_equal(hr_pattern_provide(hr_test_world(), &cache, &pattern, &database, NULL), HR_OK);
    hr_pattern_database_clear(&database);
    expect_golden_file("pattern.hrp");
}
