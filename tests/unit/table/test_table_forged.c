// SPDX-License-Identifier: MIT
// Tables whose checksums are right and whose content is not: what is read from them stays within bounds, and damage is told.

#include <unistd.h>

#include "files/opened_table.h"
#include "files/table_image.h"
#include "table/format.h"
#include "table/planes.h"
#include "unit_test.h"

static char directory[] = "/tmp/huarong-table-XXXXXX";
static char path[64];
static table_image image; ///< 3×3, one bit a state

static int set_up(void **state) {
    const table_image_plan plan = TABLE_IMAGE_3X3_PLANES;
    if (mkdtemp(directory) == NULL) {
        return -1;
    }
    (void)snprintf(path, sizeof path, "%s/table", directory);
    image = table_image_make(&plan);
    return 0;
}

static int tear_down(void **state) {
    table_image_free(&image);
    (void)unlink(path);
    return rmdir(directory);
}

static hr_table *open_image(void) {
    table_image_save(image.bytes, image.size, path);
    return opened_table(path);
}

HR_TEST(test_chunks_are_checked_however_many_are_asked_for) {
    uint8_t *last = &image.bytes[image.size - 1];
    *last ^= 1;
    hr_table *table = open_image();
    const uint64_t count = hr_table_describe(table)->chunk_count;
    static const uint64_t most = UINT64_MAX;
    assert_true(count > 2);
    assert_int_equal(hr_table_check(table, 0, count - 1, NULL), HR_OK);
    assert_int_equal(hr_table_check(table, 0, most, NULL), HR_FILE);
    assert_int_equal(hr_table_check(table, 1, most, NULL), HR_FILE);
    assert_int_equal(hr_table_check(table, 1, most - 1, NULL), HR_FILE);
    assert_int_equal(hr_table_check(table, count - 1, most, NULL), HR_FILE);
    assert_int_equal(hr_table_check(table, count - 1, 1, NULL), HR_FILE);
    assert_int_equal(hr_table_check(table, count - 1, 0, NULL), HR_OK);
    assert_int_equal(hr_table_check(table, count, most, NULL), HR_OK); // there are no such chunks
    assert_int_equal(hr_table_check(table, most, most, NULL), HR_OK);
    hr_table_close(&table);
    *last ^= 1;
}

/// The place of the bit of the state with this index in a plane table of 3×3.
static uint8_t *byte_of(hr_index index) { return &image.bytes[image.payload_offset + index / 60 * 8 + index % 60 / 8]; }
static uint8_t bit_of(hr_index index) { return (uint8_t)(1U << index % 60 % 8); }

HR_TEST(test_near_layers_have_as_many_states_as_the_head_says) {
    hr_index index = 0;
    while (image.distances[index] != 6) {
        index++;
    }
    *byte_of(index) ^= bit_of(index); // from 6 to 4
    table_image_reseal(&image);
    hr_table *table = open_image();
    hr_state states[100];
    hr_depth distances[100];
    size_t count = 0;
    hr_error error = {.text = ""};
    const hr_table_selection near = {.nearest = 5, .farthest = 5, .limit = 100};
    const hr_table_selection far = {.nearest = 6, .farthest = 6, .limit = 100};
    assert_int_equal(hr_table_select(table, &near, states, distances, &count, &error), HR_OK);
    assert_int_equal(count, hr_table_describe(table)->layers[5]);
    assert_int_equal(hr_table_select(table, &far, states, distances, &count, &error), HR_FILE);
    assert_non_null(strstr(error.text, " at distance 6, but the head says"));
    uint8_t *spread = malloc(image.states);
    assert_non_null(spread);
    error.text[0] = '\0';
    assert_int_equal(hr_table_spread(table, 5, spread, &error), HR_OK);
    assert_int_equal(hr_table_spread(table, 6, spread, &error), HR_FILE);
    assert_non_null(strstr(error.text, " at distance 6, but the head says"));
    free(spread);
    hr_table_close(&table);
    *byte_of(index) ^= bit_of(index);
    table_image_reseal(&image);
}

HR_TEST(test_layer_without_states_is_refused) {
    hr_table_head head;
    memcpy(&head, image.bytes, sizeof head);
    const size_t layer = (size_t)head.layers_offset + 10 * sizeof(hr_count);
    hr_count counts[2];
    memcpy(counts, image.bytes + layer, sizeof counts);
    table_image_put(&image, layer, 0, 8);
    table_image_put(&image, layer + 8, counts[0] + counts[1], 8); // the sum is right
    table_image_seal(&image);
    table_image_save(image.bytes, image.size, path);
    hr_table *table = NULL;
    assert_int_equal(hr_table_open(path, &table, NULL), HR_FILE);
    memcpy(image.bytes + layer, counts, sizeof counts);
    table_image_seal(&image);
}

/// The lines are those that the puzzle made from them has: a default goal has none.
HR_TEST(test_a_puzzle_that_writes_other_lines_is_refused) {
    table_image_plan plan = TABLE_IMAGE_3X3_PLANES;
    plan.text = "puzzle tile:3x3\nmetric unit\ngoal 1 2 3 4 5 6 7 8 0\n";
    table_image other = table_image_make(&plan);
    table_image_save(other.bytes, other.size, path);
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_open(path, &table, &error), HR_FILE);
    assert_non_null(strstr(error.text, ": a table of another puzzle: its goal is 1 2 3 4 5 6 7 8 0, not the default"));
    assert_null(table);
    table_image_free(&other);
}

HR_TESTS_BETWEEN(set_up, tear_down)
