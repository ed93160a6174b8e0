// SPDX-License-Identifier: MIT
// The table file of the 2×3 puzzle, byte for byte. tile-2x3.table comes from make_table.py, which follows the table room's README
// and shares no code with the program.

#include "files/opened_table.h"
#include "mpi_test.h"

#include "enumerate/frontier/frontier.h"
#include "files/table_image.h"
#include "tabulate/sink/sink.h"

enum { FILE_BYTES = 4096 + 360 };

static void read_file(const char *path, uint8_t bytes[FILE_BYTES]) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, FILE_BYTES, file), FILE_BYTES);
    assert_int_equal(fgetc(file), EOF);
    assert_int_equal(fclose(file), 0);
}

HR_TEST(test_written_table_is_the_golden_one) {
    char directory[64];
    char path[80];
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/table", directory);
    const hr_puzzle_options options = {.spec = "tile:2x3"};
    hr_table_sink *sink = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_puzzle *puzzle = made_puzzle(&options);
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .sink = hr_table_sink_handlers(sink)};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    assert_int_equal(hr_table_sink_write(sink, path, false, &result, NULL, NULL), HR_OK);
    uint8_t written[FILE_BYTES];
    uint8_t golden[FILE_BYTES];
    read_file(path, written);
    read_file(HR_GOLDEN_DIR "/tile-2x3.table", golden);
    assert_memory_equal(written, golden, FILE_BYTES);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
}

HR_TEST(test_golden_table_is_read) {
    hr_table *table = opened_table(HR_GOLDEN_DIR "/tile-2x3.table");
    const hr_table_info *info = hr_table_describe(table);
    assert_int_equal(info->max_distance, 21);
    assert_int_equal(info->reached, 360);
    assert_int_equal(info->layers[21], 1);
    hr_depth distance = 0;
    assert_int_equal(hr_table_distance(table, info->hardest, 1, &distance, NULL), HR_OK);
    assert_int_equal(distance, 21);
    hr_table_close(&table);
}
