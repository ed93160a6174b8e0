// SPDX-License-Identifier: MIT
// Tables that the reader must refuse: damaged, cut off, foreign, or not to be read.

#include <sys/stat.h>

#include "image_files.h"
#include "unit_test.h"

/// Does anything notice that the table at `path` is damaged? Opening it or checking its chunks must.
static bool is_refused(void) {
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    hr_status status = hr_table_open(path, &table, &error);
    if (status == HR_OK) {
        status = hr_table_check(table, 0, UINT64_MAX / 2, &error);
    } else {
        assert_null(table);
    }
    hr_table_close(&table);
    assert_true(status == HR_OK || (status == HR_FILE && strstr(error.text, path) != NULL));
    return status != HR_OK;
}

HR_TEST(test_one_flipped_bit_anywhere_is_refused) {
    uint64_t seed = (uint64_t)time(NULL);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int p = 0; p < PLAN_COUNT; p++) {
        const table_image *image = &images[p];
        table_image_save(image->bytes, image->size, path);
        assert_false(is_refused());
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        for (int i = 0; i < 625; i++) { // the first 125 in the head, where every bit has a meaning
            const uint64_t bit = splitmix(&seed) % (8 * (i < 125 ? 1024 : image->size));
            const uint8_t right = image->bytes[bit / 8];
            const uint8_t wrong = right ^ (uint8_t)(1U << bit % 8);
            assert_int_equal(fseek(file, (long)(bit / 8), SEEK_SET), 0);
            assert_int_equal(fwrite(&wrong, 1, 1, file), 1);
            assert_int_equal(fflush(file), 0);
            if (!is_refused()) {
                fail_msg("bit %llu of table %d was flipped and nobody noticed", (unsigned long long)bit, p);
            }
            assert_int_equal(fseek(file, (long)(bit / 8), SEEK_SET), 0);
            assert_int_equal(fwrite(&right, 1, 1, file), 1);
        }
        assert_int_equal(fclose(file), 0);
        assert_false(is_refused());
    }
}

HR_TEST(test_damaged_chunk_is_refused_by_the_query_that_touches_it) {
    table_image_save(images[0].bytes, images[0].size, path);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)images[0].payload_offset + 70000, SEEK_SET), 0);
    assert_int_equal(fputc(images[0].bytes[images[0].payload_offset + 70000] ^ 1, file) == EOF, 0);
    assert_int_equal(fclose(file), 0);
    hr_table *table = opened_table(path);
    const hr_index indices[] = {5, 65536};
    hr_state states[2];
    hr_depth distance = 0;
    hr_error error;
    hr_depth values[2];
    hr_puzzle_unindex(hr_table_puzzle(table), indices, 2, states);
    assert_int_equal(hr_table_values(table, 65535, 1, values, &error), HR_OK);
    assert_int_equal(hr_table_values(table, 65535, 2, values, &error), HR_FILE); // the last one is the chunk's first
    assert_int_equal(hr_table_distance(table, &states[0], 1, &distance, &error), HR_OK);
    assert_int_equal(hr_table_distance(table, &states[1], 1, &distance, &error), HR_FILE);
    assert_non_null(strstr(error.text, "chunk 1"));
    hr_table_close(&table);
}

/// A state whose key is damaged would not be found, and told to have no distance.
HR_TEST(test_damaged_key_is_refused_by_the_query_that_looks_for_it) {
    table_image_save(images[1].bytes, images[1].size, path);
    hr_state key = 0;
    hr_depth distance = 0;
    hr_error error;
    hr_table *table = opened_table(path);
    assert_int_equal(hr_table_states(table, 0, 1, &key, NULL), HR_OK);
    assert_int_equal(hr_table_distance(table, &key, 1, &distance, NULL), HR_OK);
    hr_table_close(&table);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)images[1].payload_offset, SEEK_SET), 0);
    assert_int_equal(fputc(images[1].bytes[images[1].payload_offset] ^ 1, file) == EOF, 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(hr_table_open(path, &table, NULL), HR_OK);
    assert_int_equal(hr_table_distance(table, &key, 1, &distance, &error), HR_FILE);
    assert_non_null(strstr(error.text, "chunk 0"));
    hr_table_close(&table);
}

HR_TEST(test_truncated_file_is_refused) {
    uint64_t seed = (uint64_t)time(NULL);
    print_message("seed %llu\n", (unsigned long long)seed);
    const table_image *image = &images[0];
    const size_t sizes[] = {0, 1, 7, 8, 255, 256, 4095, 4096, image->payload_offset - 1, image->payload_offset, image->size - 1};
    for (size_t i = 0; i < 60; i++) {
        const size_t size = i < sizeof sizes / sizeof sizes[0] ? sizes[i] : splitmix(&seed) % image->size;
        table_image_save(image->bytes, size, path);
        assert_true(is_refused());
    }
    uint8_t *longer = table_image_room(image->size);
    memcpy(longer, image->bytes, image->size);
    table_image_save(longer, image->size + 1, path);
    assert_true(is_refused());
    free(longer);
}

/// Change one number of the head, make its checksum right, and open.
static void expect_refusal(size_t offset, size_t bytes, uint64_t number, const char *words) {
    table_image changed = images[0];
    changed.bytes = table_image_room(changed.size);
    memcpy(changed.bytes, images[0].bytes, changed.size);
    table_image_put(&changed, offset, number, bytes);
    table_image_seal(&changed);
    table_image_save(changed.bytes, changed.size, path);
    free(changed.bytes);
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_open(path, &table, &error), HR_FILE);
    assert_null(table);
    if (strstr(error.text, words) == NULL) {
        fail_msg("'%s' does not say '%s'", error.text, words);
    }
}

HR_TEST(test_impossible_heads_are_refused) {
    expect_refusal(0, 1, 'h', "not a huarong table");
    expect_refusal(8, 4, 0x04030201, "byte order");
    expect_refusal(12, 4, 2, "damaged: its states have another width than those of its puzzle");
    expect_refusal(12, 4, 9, "format version 9, but this program reads versions up to 8: use a newer huarong");
    expect_refusal(12, 4, 0, "format version 0");
    expect_refusal(24, 8, 8192, "damaged");
    expect_refusal(24, 8, UINT64_MAX - 4095, "damaged");
    expect_refusal(32, 8, UINT64_MAX, "cut off");
    expect_refusal(40, 8, 0, "damaged");
    expect_refusal(48, 8, UINT64_MAX, "damaged");
    expect_refusal(56, 4, 7, "damaged");
    expect_refusal(60, 4, 32, "damaged");
    expect_refusal(64, 8, 181439, "damaged");
    expect_refusal(64, 8, UINT64_MAX, "damaged");
    expect_refusal(72, 8, 181439, "damaged");
    expect_refusal(80, 4, UINT32_MAX, "damaged");
    expect_refusal(84, 4, 65, "damaged");
    expect_refusal(88, 4, 0, "damaged");
    expect_refusal(92, 4, UINT32_MAX, "damaged");
    expect_refusal(120, 8, 0, "damaged");
    expect_refusal(200, 1, 1, "damaged");
    expect_refusal(256, 1, 'P', "puzzle text");
    expect_refusal(256 + 7, 1, 'x', "puzzle cannot be made");
    expect_refusal(256 + 31, 1, 'x', "puzzle text");
}

HR_TEST(test_files_that_cannot_be_read_are_refused) {
    hr_table *table = NULL;
    hr_error error;
    assert_int_equal(hr_table_open("/proc/none/table", &table, &error), HR_FILE);
    assert_non_null(strstr(error.text, "No such file"));
    assert_int_equal(hr_table_open(directory, &table, &error), HR_FILE);
    assert_non_null(strstr(error.text, "not a regular file"));
    table_image_save(images[0].bytes, images[0].size, path);
    assert_int_equal(chmod(path, 0), 0);
    const uid_t user = geteuid();
    assert_int_equal(user == 0 ? seteuid(65534) : 0, 0); // root may read everything, nobody may not
    assert_int_equal(hr_table_open(path, &table, &error), HR_FILE);
    assert_int_equal(user == 0 ? seteuid(user) : 0, 0);
    assert_non_null(strstr(error.text, "Permission denied"));
    assert_int_equal(chmod(path, 0600), 0);
}

HR_TEST(test_foreign_puzzle_is_refused) {
    hr_table *table = open_image(&images[0]);
    hr_error error;
    const hr_puzzle_options same = {.spec = "tile:3x3"};
    const hr_puzzle_options larger = {.spec = "tile:4x4"};
    const hr_puzzle_options slide = {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE};
    const hr_puzzle_options goal = {.spec = "tile:3x3", .goal = "0 1 2 3 4 5 6 7 8"};
    assert_int_equal(hr_table_require(table, &same, &error), HR_OK);
    assert_int_equal(hr_table_require(table, &larger, &error), HR_FILE);
    assert_non_null(strstr(error.text, "its board is tile:3x3, not tile:4x4"));
    assert_int_equal(hr_table_require(table, &slide, &error), HR_FILE);
    assert_non_null(strstr(error.text, "a table in another metric: unit, not slide"));
    assert_int_equal(hr_table_require(table, &goal, &error), HR_FILE);
    assert_non_null(strstr(error.text, "its goal is the default, not 0 1 2"));
    hr_table_close(&table);
}

HR_TESTS_BETWEEN(set_up, tear_down)
