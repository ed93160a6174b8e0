// SPDX-License-Identifier: MIT
// What a table's room refuses, and with which words: shapes that no table has, damage with its place, requests that make no sense.

#include "files/one_file.h"
#include "files/opened_table.h"
#include "files/table_image.h"
#include "table/format.h"
#include "unit_test.h"

static const table_image_plan INDEX = TABLE_IMAGE_3X3;
static const table_image_plan KEYS = TABLE_IMAGE_3X3_KEYS;
static const table_image_plan PLANES = TABLE_IMAGE_3X3_PLANES;
static const table_image_plan KLOTSKI = TABLE_IMAGE_KLOTSKI(HR_TABLE_INDEX);

/// `has` is what follows the path if it begins with a colon or a blank, else the whole text.
static void expect_text(const hr_error *error, const char *has) {
    char expected[400];
    (void)snprintf(expected, sizeof expected, has[0] == ':' || has[0] == ' ' ? "%s%s" : "%.0s%s", one_path, has);
    assert_string_equal(error->text, expected);
}

static void expect_layout(hr_table_shape shape, const char *text) {
    hr_table_head head;
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_layout(&shape, &head, &error), text[0] == '\0' ? HR_OK : HR_USAGE);
    assert_string_equal(error.text, text);
}

HR_TEST(test_shapes_that_no_table_has) {
    const hr_table_shape bytes = {.encoding = HR_TABLE_INDEX, .value_bits = 8, .entries = 1, .max_distance = 254};
    hr_table_shape s = bytes;
    expect_layout(s, "");
    s.max_distance = 255;
    expect_layout(s, "a table of 8 bits a value cannot hold the distance 255");
    s.value_bits = 16;
    s.max_distance = 65534;
    expect_layout(s, "");
    s.max_distance = 65535;
    expect_layout(s, "a table of 16 bits a value cannot hold the distance 65535");
    s = bytes;
    s.value_bits = 4;
    expect_layout(s, "a table cannot hold values of 4 bits: use 8 or 16");
    s = bytes;
    s.entries = 0;
    expect_layout(s, "a table cannot hold 0 values");
    s.entries = UINT64_MAX / 64;
    expect_layout(s, "");
    s.entries++;
    expect_layout(s, "a table cannot hold 288230376151711744 values");
    s = bytes;
    s.hardest_count = HR_HARDEST_MAX;
    s.text_length = HR_TABLE_TEXT_MAX;
    expect_layout(s, "");
    s.hardest_count++;
    expect_layout(s, "a table's head cannot list 65 hardest states and 1024 bytes of text");
    s.hardest_count = 0;
    s.text_length++;
    expect_layout(s, "a table's head cannot list 0 hardest states and 1025 bytes of text");
    s = bytes;
    s.encoding = (hr_table_encoding)7;
    expect_layout(s, "a table has no encoding 7");
}

HR_TEST(test_planes_that_no_table_has) {
    hr_table_shape s;
    const hr_table_shape planes = {.encoding = HR_TABLE_PLANES, .value_bits = 1, .entries = 181440, .width = 3, .height = 3};
    s = planes;
    expect_layout(s, "");
    s.value_bits = 8;
    expect_layout(s, "a plane table of 3x3 cells cannot hold 181440 values of 8 bits");
    s = planes;
    s.entries--;
    expect_layout(s, "a plane table of 3x3 cells cannot hold 181439 values of 1 bits");
    s = planes;
    s.width = 1;
    expect_layout(s, "a plane table of 1x3 cells cannot hold 181440 values of 1 bits");
}

/// A table has at most 2^20 chunks: one value more, and the chunks are twice as large.
HR_TEST(test_chunks_grow_when_they_are_too_many) {
    const uint64_t most = (uint64_t)HR_TABLE_CHUNKS_MAX * HR_TABLE_CHUNK_MIN;
    hr_table_shape shape = {.encoding = HR_TABLE_INDEX, .value_bits = 8, .entries = most - 1};
    hr_table_head head;
    assert_int_equal(hr_table_layout(&shape, &head, NULL), HR_OK);
    assert_int_equal(head.chunk_bytes, HR_TABLE_CHUNK_MIN);
    assert_int_equal(head.chunk_count, HR_TABLE_CHUNKS_MAX);
    assert_int_equal(hr_table_chunk_size(&head, 0), HR_TABLE_CHUNK_MIN);
    assert_int_equal(hr_table_chunk_size(&head, head.chunk_count - 1), HR_TABLE_CHUNK_MIN - 1);
    shape.entries = most;
    assert_int_equal(hr_table_layout(&shape, &head, NULL), HR_OK);
    assert_int_equal(head.chunk_bytes, 2 * HR_TABLE_CHUNK_MIN);
    assert_int_equal(head.chunk_count, HR_TABLE_CHUNKS_MAX / 2);
    shape = (hr_table_shape){
        .encoding = HR_TABLE_KEYS, .value_bits = 16, .entries = 8193, .max_distance = 300, .hardest_count = 3, .state_words = 1};
    assert_int_equal(hr_table_layout(&shape, &head, NULL), HR_OK);
    assert_int_equal(head.layers_offset, 256);
    assert_int_equal(head.hardest_offset, 256 + 301 * 8);
    assert_int_equal(head.checksums_offset, 256 + 301 * 8 + 3 * 8);
    assert_int_equal(head.payload_offset, 4096);
    assert_int_equal(head.values_offset, 4096 + 2 * 65536); // the values begin with a chunk
    assert_int_equal(head.payload_bytes, 2 * 65536 + 2 * 8193);
    assert_int_equal(head.chunk_count, 3);
    assert_int_equal(head.common.version, 1);
    shape.state_words = 2;
    assert_int_equal(hr_table_layout(&shape, &head, NULL), HR_OK);
    assert_int_equal(head.common.version, 2);
    assert_int_equal(head.checksums_offset, 256 + 301 * 8 + 3 * 16);
    assert_int_equal(head.values_offset, 4096 + 3 * 65536);
}

/// Save the image, sealed, with `more` bytes at its end, or cut off if `more` is negative. Expect that opening fails with `text`.
static void expect_refused(table_image *image, int more, const char *text) {
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    table_image_seal(image);
    table_image_save(image->bytes, image->size + (size_t)more, one_path);
    assert_int_equal(hr_table_open(one_path, &table, &error), HR_FILE);
    assert_null(table);
    expect_text(&error, text);
}

HR_TEST(test_files_that_are_no_tables) {
    char text[200];
    table_image image = table_image_make(&INDEX);
    (void)snprintf(text, sizeof text, ": cut off: the file has %zu bytes instead of %zu", image.size - 1, image.size);
    expect_refused(&image, -1, text);
    (void)snprintf(text, sizeof text, ": damaged: the file has %zu bytes instead of %zu", image.size + 1, image.size);
    expect_refused(&image, 1, text);
    expect_refused(&image, (int)(4095 - image.size), ": not a table, or cut off: only 4095 bytes");
    expect_refused(&image, (int)(1 - image.size), ": not a table, or cut off: only 1 byte");
    table_image_save(image.bytes, image.size, one_path);
    table_image_free(&image);
    image = table_image_make(&INDEX);
    table_image_put(&image, 24, 8192, 8); // the payload
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    table_image_save(image.bytes, image.size, one_path);
    assert_int_equal(hr_table_open(one_path, &table, &error), HR_FILE);
    expect_text(&error, ": a damaged table: wrong checksum of the head; make the table again");
    table_image_put(&image, 24, image.size + 4096, 8);
    table_image_save(image.bytes, image.size, one_path);
    assert_int_equal(hr_table_open(one_path, &table, &error), HR_FILE);
    expect_text(&error, ": damaged: cut off within the head, or the head's sizes are wrong; copy or make the table again");
    table_image_free(&image);
}

/// One number of the head changed each time.
HR_TEST(test_heads_that_do_not_agree) {
    static const struct {
        size_t offset, bytes;
        uint64_t number;
        const char *text;
    } cases[] = {
        {56, 4, 7, "the head describes no possible table"}, {64, 8, 181441, "the head's sizes are wrong"},
        {84, 4, 63, "the head's sizes are wrong"},          {88, 4, 264, "the head's sizes are wrong"},
        {72, 8, 181439, "the head's counts do not agree"},  {72, 8, 181441, "the head's counts do not agree"},
        {40, 8, 131072, "the head's sizes are wrong"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        table_image image = table_image_make(&INDEX);
        table_image_put(&image, cases[i].offset, cases[i].number, cases[i].bytes);
        (void)snprintf(text, sizeof text, ": damaged: %s; copy or make the table again", cases[i].text);
        expect_refused(&image, 0, text);
        table_image_free(&image);
    }
}

/// Hardest states that are none; a table of another board's size; tables of reached states only, with fewer of them than entries.
HR_TEST(test_counts_and_states_that_do_not_agree) {
    table_image image = table_image_make(&INDEX);
    hr_table_head head;
    memcpy(&head, image.bytes, sizeof head);
    table_image_put(&image, head.hardest_offset, 0, 8);
    expect_refused(&image, 0, ": damaged: the head's counts do not agree; copy or make the table again");
    table_image_free(&image);
    const table_image_plan turned = {.options = INDEX.options,
                                     .text = "puzzle tile:2x4\nmetric unit\n",
                                     .encoding = HR_TABLE_INDEX,
                                     .value_bits = 8,
                                     .chunk_bytes = 65536};
    image = table_image_make(&turned);
    expect_refused(&image, 0, ": damaged: the head's number of states is not the puzzle's; copy or make the table again");
    table_image_free(&image);
    const table_image_plan *const whole[] = {&KEYS, &PLANES};
    for (int p = 0; p < 2; p++) {
        image = table_image_make(whole[p]);
        memcpy(&head, image.bytes, sizeof head);
        uint64_t last = 0;
        memcpy(&last, image.bytes + head.hardest_offset - 8, 8);
        assert_true(last > 1);
        table_image_put(&image, head.hardest_offset - 8, last - 1, 8);
        table_image_put(&image, 72, 181439, 8);
        expect_refused(&image, 0, ": damaged: the head's counts do not agree; copy or make the table again");
        table_image_free(&image);
    }
}

static hr_table *open_image(const table_image_plan *plan, size_t flipped) {
    table_image image = table_image_make(plan);
    if (flipped > 0) {
        image.bytes[image.payload_offset + flipped] ^= 1;
    }
    table_image_save(image.bytes, image.size, one_path);
    hr_table *table = opened_table(one_path);
    table_image_free(&image);
    return table;
}

HR_TEST(test_a_damaged_chunk_is_told_with_its_bytes) {
    hr_table *table = open_image(&INDEX, 65536);
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_check(table, 0, 1, &error), HR_OK);
    assert_int_equal(hr_table_check(table, 2, 9, &error), HR_OK);
    assert_int_equal(hr_table_check(table, 0, 2, &error), HR_FILE);
    expect_text(&error, ": damaged: wrong checksum of chunk 1 (bytes 69632 to 135167); copy or make the table again");
    hr_table_close(&table);
    table = open_image(&INDEX, 181439);
    assert_int_equal(hr_table_check(table, 0, UINT64_MAX, &error), HR_FILE);
    expect_text(&error, ": damaged: wrong checksum of chunk 2 (bytes 135168 to 185535); copy or make the table again");
    hr_table_close(&table);
}

HR_TEST(test_requests_beyond_the_table) {
    const table_image_plan *const plans[] = {&INDEX, &KEYS, &PLANES};
    for (int p = 0; p < 3; p++) {
        hr_table *table = open_image(plans[p], 0);
        hr_error error = {.text = ""};
        hr_depth values[2];
        hr_state states[2];
        assert_int_equal(hr_table_values(table, 181438, 2, values, &error), HR_OK);
        assert_int_equal(hr_table_states(table, 181438, 2, states, &error), HR_OK);
        assert_int_equal(hr_table_values(table, 181440, 0, values, &error), HR_OK);
        assert_int_equal(hr_table_states(table, 181440, 0, states, &error), HR_OK);
        assert_int_equal(hr_table_values(table, 181439, 2, values, &error), HR_USAGE);
        expect_text(&error, ": has no entries 181439 to 181440");
        assert_int_equal(hr_table_states(table, 181440, 1, states, &error), HR_USAGE);
        expect_text(&error, ": has no entries 181440 to 181440");
        assert_int_equal(hr_table_values(table, 181441, 0, values, &error), HR_USAGE);
        expect_text(&error, ": has no entries 181441 to 181441");
        assert_int_equal(hr_table_values(table, UINT64_MAX, 1, values, &error), HR_USAGE);
        expect_text(&error, ": has no entries 18446744073709551615 to 18446744073709551615");
        hr_table_close(&table);
    }
}

static void expect_selection(const hr_table *table, const hr_table_selection *selection, const char *text) {
    hr_state states[4];
    hr_depth distances[4];
    size_t count = 9;
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_select(table, selection, states, distances, &count, &error), text[0] == '\0' ? HR_OK : HR_USAGE);
    assert_int_equal(count, 0);
    if (text[0] != '\0') {
        expect_text(&error, text);
    }
}

HR_TEST(test_selections_that_make_no_sense) {
    hr_table *table = open_image(&KEYS, 0);
    expect_selection(table, &(hr_table_selection){.nearest = 5, .farthest = 4, .limit = 4}, "the distances 5 to 4 are not a range");
    expect_selection(table, &(hr_table_selection){.nearest = 5, .farthest = HR_DEPTH_UNREACHED, .limit = 4},
                     "the distances 5 to 4294967295 are not a range");
    expect_selection(table, &(hr_table_selection){.farthest = 9, .limit = 4, .random = true, .hardest = true},
                     "the hardest states are not a random choice: ask for one or the other");
    expect_selection(table, &(hr_table_selection){.nearest = HR_DEPTH_UNREACHED, .farthest = HR_DEPTH_UNREACHED, .limit = 4},
                     " lists reached states only, so unreached ones cannot be found in it");
    expect_selection(table, &(hr_table_selection){.nearest = 32, .farthest = 99, .limit = 4}, "");
    expect_selection(table, &(hr_table_selection){.nearest = 0, .farthest = 31, .limit = 0}, "");
    hr_table_close(&table);
}

/// All neighbours of the state are as far as it, by bytes and by bits; and an unreached opening leads nowhere.
HR_TEST(test_paths_that_lead_nowhere) {
    const table_image_plan *const plans[] = {&INDEX, &PLANES};
    for (int p = 0; p < 2; p++) {
        table_image image = table_image_make(plans[p]);
        memset(image.bytes + image.payload_offset, p == 0 ? 9 : 0, image.size - image.payload_offset);
        table_image_reseal(&image);
        table_image_save(image.bytes, image.size, one_path);
        hr_error error = {.text = ""};
        hr_table *table = opened_table(one_path);
        hr_state path_states[40];
        size_t length = 0;
        hr_state last = 0;
        assert_int_equal(hr_table_states(table, 7, 1, &last, NULL), HR_OK);
        assert_int_equal(hr_table_path(table, &last, path_states, &length, &error), HR_FILE);
        expect_text(&error, ": the distances lead nowhere: make the table again, and `verify` it");
        hr_table_close(&table);
        table_image_free(&image);
    }
    table_image image = table_image_make(&KLOTSKI);
    hr_error error = {.text = ""};
    hr_index index = 0;
    hr_state one[2];
    size_t count = 9;
    while (image.distances[index] != HR_DEPTH_UNREACHED) {
        index++;
    }
    table_image_save(image.bytes, image.size, one_path);
    hr_table *table = opened_table(one_path);
    assert_int_equal(hr_table_states(table, index, 1, one, NULL), HR_OK);
    assert_int_equal(hr_table_next(table, one, one, &count, &error), HR_OK);
    assert_int_equal(count, 0);
    assert_int_equal(hr_table_path(table, one, one, &count, &error), HR_USAGE);
    assert_string_equal(error.text, "no sequence of moves leads from this state to a source of the table");
    hr_table_close(&table);
    table_image_free(&image);
}

HR_TEST(test_tables_of_other_puzzles) {
    static const struct {
        hr_puzzle_options options;
        const char *text;
    } cases[] = {
        {{.spec = "tile:3x4"}, ": a table of another puzzle: its board is tile:3x3, not tile:3x4"},
        {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, ": a table in another metric: unit, not slide"},
        {{.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8"},
         ": a table of another puzzle: its goal is the default, not 1 2 3 4 0 5 6 7 8"},
        {{.spec = "tile:3x3", .from = "1 2 3 4 0 5 6 7 8"},
         ": a table of another puzzle: its source is the default, not 1 2 3 4 0 5 6 7 8"},
    };
    hr_table *table = open_image(&INDEX, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_error error = {.text = ""};
        const hr_status status = hr_table_require(table, &cases[i].options, &error);
        if (status != HR_FILE) {
            fail_msg("case %zu: status %d, %s", i, (int)status, error.text);
        }
        expect_text(&error, cases[i].text);
    }
    hr_table_close(&table);
    hr_error error = {.text = ""};
    table = open_image(&KLOTSKI, 0);
    assert_int_equal(hr_table_require(table, &(hr_puzzle_options){.spec = "klotski:3x4"}, &error), HR_OK);
    assert_int_equal(hr_table_require(table, &(hr_puzzle_options){.spec = "klotski:3x4", .exit = "1,1"}, &error), HR_FILE);
    expect_text(&error, ": a table of another puzzle: its exit is the default, not 1,1");
    hr_table_close(&table);
}

HR_TESTS_BETWEEN(make_one_file, remove_one_file)
