// SPDX-License-Identifier: MIT
#include "core/files/head.h"
#include "unit_test.h"

static const hr_file_format FORMAT = {
    .magic = "ABCDEFG\x1a", .version = 3, .name = "kind of file", .again = "make it again", .magic_1 = "abcdefg\x1a"};

enum { SIZE = 64 };

static void make(uint8_t bytes[SIZE]) {
    for (int i = 0; i < SIZE; i++) {
        bytes[i] = (uint8_t)(3 * i);
    }
    hr_head_seal(&FORMAT, bytes, SIZE);
}

static void expect(const uint8_t *bytes, size_t size, const char *text) {
    hr_error error = {.text = ""};
    assert_int_equal(hr_head_check(&FORMAT, "a/file", bytes, size, &error), HR_FILE);
    assert_string_equal(error.text, text);
}

HR_TEST(test_head_is_24_bytes_in_this_order) {
    static const uint8_t START[16] = {'A', 'B', 'C', 'D', 'E', 'F', 'G', 0x1a, 4, 3, 2, 1, 3, 0, 0, 0};
    uint8_t bytes[SIZE];
    make(bytes);
    assert_memory_equal(bytes, START, sizeof START);
    for (int i = 24; i < SIZE; i++) {
        assert_int_equal(bytes[i], 3 * i);
    }
    assert_int_equal(hr_head_check(&FORMAT, "a/file", bytes, SIZE, NULL), HR_OK);
}

HR_TEST(test_each_refusal_says_what_and_what_to_do) {
    uint8_t bytes[SIZE];
    make(bytes);
    expect(bytes, 23, "a/file: not a kind of file, or cut off: only 23 bytes; make it again");
    expect(bytes, 1, "a/file: not a kind of file, or cut off: only 1 byte; make it again");
    bytes[SIZE - 1] ^= 1;
    expect(bytes, SIZE, "a/file: a damaged kind of file: wrong checksum of the head; make it again");
    bytes[SIZE - 1] ^= 1;
    bytes[0] ^= 1;
    expect(bytes, SIZE, "a/file is not a huarong kind of file: it begins with other bytes; give a file that huarong wrote");
    make(bytes);
    memcpy(bytes + 8, "\1\2\3\4", 4);
    expect(bytes, SIZE, "a/file: a kind of file in the byte order of another kind of machine; make it again here");
    bytes[8] = 7;
    expect(bytes, SIZE, "a/file: a damaged kind of file: its byte order is invalid; make it again");
    make(bytes);
    bytes[12] = 4;
    expect(bytes, SIZE, "a/file: kind of file format version 4, but this program reads version 3: use a newer huarong");
    bytes[12] = 2;
    expect(bytes, SIZE, "a/file: kind of file format version 2, but this program reads version 3: make it again");
    memset(bytes, 0, SIZE);
    memcpy(bytes, FORMAT.magic_1, 8);
    expect(bytes, SIZE, "a/file: kind of file format version 1, but this program reads version 3: make it again");
}

/// A format of which another program of huarong reads version 5, as it reads tables with wider states.
HR_TEST(test_versions_that_another_program_reads_are_not_too_new) {
    hr_file_format format = FORMAT;
    uint8_t bytes[SIZE];
    format.newest = 5;
    for (uint8_t version = 2; version <= 6; version++) {
        char text[200] = "";
        hr_error error = {.text = ""};
        make(bytes);
        bytes[12] = version;
        if (version != FORMAT.version) {
            (void)snprintf(text, sizeof text, "a/file: kind of file format version %u, but this program reads versions up to 5: %s",
                           (unsigned)version, version > 5 ? "use a newer huarong" : "make it again");
        }
        assert_int_equal(hr_head_recognise(&format, "a/file", bytes, SIZE, &error), version == FORMAT.version ? HR_OK : HR_FILE);
        assert_string_equal(error.text, text);
    }
    format.newest = 2; // an older one says nothing
    make(bytes);
    bytes[12] = 4;
    hr_error error = {.text = ""};
    assert_int_equal(hr_head_recognise(&format, "a/file", bytes, SIZE, &error), HR_FILE);
    assert_string_equal(error.text, "a/file: kind of file format version 4, but this program reads version 3: use a newer huarong");
}

HR_TEST(test_no_bit_can_change_unnoticed) {
    uint8_t bytes[SIZE];
    for (int bit = 0; bit < 8 * SIZE; bit++) {
        make(bytes);
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_int_equal(hr_head_check(&FORMAT, "a/file", bytes, SIZE, NULL), HR_FILE);
        const hr_status recognised = hr_head_recognise(&FORMAT, "a/file", bytes, SIZE, NULL);
        assert_int_equal(recognised, bit / 8 < 16 ? HR_FILE : HR_OK); // the checksum is not asked
    }
}
