// SPDX-License-Identifier: MIT
// The stored values and keys without a copy, of every encoding, and of a damaged file.

#include <sys/mman.h>
#include <unistd.h>

#include "files/open_files.h"
#include "files/opened_table.h"
#include "files/table_image.h"
#include "unit_test.h"

/// Write the image to a file, open it, and remove the file's name.
static hr_table *open_image(const table_image *image) {
    char path[] = "/tmp/huarong-mapped-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    table_image_save(image->bytes, image->size, path);
    hr_table *table = opened_table(path);
    assert_int_equal(unlink(path), 0);
    return table;
}

static hr_depth number_at(const void *values, unsigned bits, size_t i) {
    if (bits == 8) {
        return ((const uint8_t *)values)[i];
    }
    return ((const uint16_t *)values)[i];
}

static void check_plan(const table_image_plan *plan) {
    table_image image = table_image_make(plan);
    hr_table *table = open_image(&image);
    const void *values = NULL;
    const hr_state *keys = NULL;
    assert_int_equal(hr_table_mapped(table, &values, &keys, NULL), HR_OK);
    assert_int_equal(keys != NULL, plan->encoding == HR_TABLE_KEYS);
    for (hr_index i = 0; i < image.states; i++) {
        hr_index index = i;
        if (keys != NULL) {
            hr_puzzle_index(hr_table_puzzle(table), &keys[i], 1, &index);
            assert_true(i == 0 || keys[i - 1] < keys[i]);
        }
        assert_int_equal(number_at(values, plan->value_bits, i), image.distances[index]);
    }
    hr_table_close(&table);
    table_image_free(&image);
}

HR_TEST(test_mapped_values_are_the_distances) {
    const table_image_plan plans[] = {TABLE_IMAGE_3X3, TABLE_IMAGE_3X3_KEYS, TABLE_IMAGE_3X3_WORDS};
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        check_plan(&plans[i]);
    }
}

HR_TEST(test_a_plane_table_has_nothing_to_map) {
    const table_image_plan plan = TABLE_IMAGE_3X3_PLANES;
    table_image image = table_image_make(&plan);
    hr_table *table = open_image(&image);
    const void *values = NULL;
    const hr_state *keys = NULL;
    hr_error error;
    assert_int_equal(hr_table_mapped(table, &values, &keys, &error), HR_USAGE);
    assert_non_null(strstr(error.text, "one bit per state"));
    assert_null(values);
    hr_table_close(&table);
    table_image_free(&image);
}

/// Keys that lie in several chunks are read only if each of the chunks is sound.
HR_TEST(test_a_range_of_keys_is_checked_to_its_end) {
    const table_image_plan plan = TABLE_IMAGE_3X3_KEYS;
    enum { FIRST = 100, IN_CHUNK = 65536 / sizeof(hr_state), DAMAGED = 2 * IN_CHUNK };
    table_image image = table_image_make(&plan);
    assert_int_equal(plan.chunk_bytes, IN_CHUNK * sizeof(hr_state));
    image.bytes[image.payload_offset + DAMAGED * sizeof(hr_state)] ^= 1;
    hr_table *table = open_image(&image);
    static hr_state keys[DAMAGED];
    hr_error error;
    assert_int_equal(hr_table_states(table, FIRST, DAMAGED - FIRST, keys, &error), HR_OK);
    assert_int_equal(hr_table_states(table, FIRST, DAMAGED - FIRST + 1, keys, &error), HR_FILE);
    hr_table_close(&table);
    table_image_free(&image);
}

static void expect_damage_found(const table_image_plan *plan, bool at_the_end) {
    table_image image = table_image_make(plan);
    image.bytes[at_the_end ? image.size - 1 : image.payload_offset] ^= 1;
    hr_table *table = open_image(&image);
    const void *values = NULL;
    const hr_state *keys = NULL;
    assert_int_equal(hr_table_mapped(table, &values, &keys, NULL), HR_FILE);
    hr_table_close(&table);
    table_image_free(&image);
}

HR_TEST(test_damage_anywhere_is_found_first) {
    const table_image_plan distances = TABLE_IMAGE_3X3;
    const table_image_plan keys = TABLE_IMAGE_3X3_KEYS;
    expect_damage_found(&distances, true);
    expect_damage_found(&keys, false);
}

/// Whether it can be opened or not, and why: not a file, too short, damaged.
HR_TEST(test_a_table_that_is_closed_leaves_no_file_and_no_memory) {
    const table_image_plan plan = TABLE_IMAGE_3X3;
    table_image image = table_image_make(&plan);
    const int before = count_open_files();
    hr_table *table = open_image(&image);
    const void *values = NULL;
    const hr_state *keys = NULL;
    assert_int_equal(hr_table_mapped(table, &values, &keys, NULL), HR_OK);
    char *page = NULL;
    memcpy(&page, &values, sizeof page); // without its const
    page -= (uintptr_t)page % (uintptr_t)sysconf(_SC_PAGESIZE);
    assert_int_equal(msync(page, 1, MS_ASYNC), 0);
    hr_table_close(&table);
    assert_int_equal(msync(page, 1, MS_ASYNC), -1); // nothing is mapped there any more
    char path[] = "/tmp/huarong-mapped-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    assert_int_equal(hr_table_open("/tmp", &table, NULL), HR_FILE);
    assert_int_equal(hr_table_open(path, &table, NULL), HR_FILE);
    image.bytes[0] ^= 1;
    table_image_save(image.bytes, image.size, path);
    assert_int_equal(hr_table_open(path, &table, NULL), HR_FILE);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(count_open_files(), before);
    table_image_free(&image);
}
