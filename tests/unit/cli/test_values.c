// SPDX-License-Identifier: MIT
#include "cli/options/values.h"
#include "unit_test.h"

static void expect_size(const char *text, uint64_t expected) {
    uint64_t bytes = 0;
    hr_error error;
    if (hr_value_size(&(hr_option){.name = "memory"}, text, &bytes, &error) != HR_OK) {
        fail_msg("'%s': %s", text, error.text);
    }
    assert_int_equal(bytes, expected);
}

HR_TEST(test_sizes_are_powers_of_1024) {
    expect_size("1", 1);
    expect_size("65536", 65536);
    expect_size("64K", 65536);
    expect_size("512M", 536870912);
    expect_size("8G", 8589934592);
    expect_size("8g", 8589934592);
    expect_size("8GiB", 8589934592);
    expect_size("8gib", 8589934592);
    expect_size("8GIB", 8589934592);
    expect_size("1.5G", 1610612736);
    expect_size("1.5MiB", 1572864);
    expect_size("2T", 2199023255552);
    expect_size("18446744073709551615", UINT64_MAX);
    expect_size("16777215T", 16777215ULL << 40);
}

HR_TEST(test_sizes_with_a_b_are_powers_of_1000) {
    expect_size("1KB", 1000);
    expect_size("8GB", 8000000000);
    expect_size("2.5gB", 2500000000);
    expect_size("512mb", 512000000);
    expect_size("1Kb", 1000);
}

HR_TEST(test_bad_sizes_are_refused) {
    static const char *const BAD[] = {"",
                                      "0",
                                      "0G",
                                      "0.0M",
                                      "-1",
                                      "+1",
                                      "G",
                                      "8 G",
                                      " 8",
                                      "8X",
                                      "8B",
                                      "8iB",
                                      "81iB",
                                      "8Gi",
                                      "8GBB",
                                      "8b",
                                      "8ib",
                                      "8gbb",
                                      "GB",
                                      "8GiB8",
                                      "1.5",
                                      "1.",
                                      ".5G",
                                      "1.0000000G",
                                      "0x10",
                                      "1e9",
                                      "18446744073709551616",
                                      "18446744073709551617",
                                      "16777216T"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        uint64_t bytes = 77;
        hr_error error = {.status = HR_OK};
        if (hr_value_size(&(hr_option){.name = "memory"}, BAD[i], &bytes, &error) != HR_USAGE) {
            fail_msg("'%s' was read as %llu bytes", BAD[i], (unsigned long long)bytes);
        }
        assert_int_equal(bytes, 77);
        assert_int_equal(error.status, HR_USAGE);
        assert_ptr_equal(strstr(error.text, "--memory"), error.text);
    }
}

static void expect_count(const char *text, hr_count expected) {
    hr_count count = 0;
    hr_error error;
    if (hr_value_count(&(hr_option){.name = "expect"}, text, &count, &error) != HR_OK) {
        fail_msg("'%s': %s", text, error.text);
    }
    assert_int_equal(count, expected);
}

HR_TEST(test_counts_are_powers_of_1000) {
    expect_count("1", 1);
    expect_count("181440", 181440);
    expect_count("64k", 64000);
    expect_count("10M", 10000000);
    expect_count("2.5G", 2500000000);
    expect_count("1.234567T", 1234567000000);
    expect_count("18446744.073709T", 18446744073709000000U); // the last one that fits
}

HR_TEST(test_bad_counts_are_refused) {
    static const char *const BAD[] = {"18446744.073710T",
                                      "",
                                      "0",
                                      "-5",
                                      "ten",
                                      "10 M",
                                      "10MiB",
                                      "1,000",
                                      "1e6",
                                      "1.5",
                                      "10.4613949T",
                                      "18446744073709551616",
                                      "18446744073709551617",
                                      "18446745T"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        hr_count count = 77;
        hr_error error;
        if (hr_value_count(&(hr_option){.name = "expect"}, BAD[i], &count, &error) != HR_USAGE) {
            fail_msg("'%s' was read as %llu", BAD[i], (unsigned long long)count);
        }
        assert_int_equal(count, 77);
    }
}

HR_TEST(test_an_interval_may_be_0) {
    static const char *const zeros[] = {"0", "0s", "0.0m"};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++) {
        double seconds = 1;
        assert_int_equal(hr_value_seconds(&(hr_option){.name = "every"}, zeros[i], &seconds, NULL), HR_OK);
        assert_true(seconds == 0);
        assert_int_equal(hr_value_seconds(&(hr_option){.name = "time", .least = 1}, zeros[i], &seconds, NULL), HR_USAGE);
    }
    double seconds = 1;
    assert_int_equal(hr_value_seconds(&(hr_option){.name = "every"}, "90s", &seconds, NULL), HR_OK);
    assert_true(seconds == 90);
    hr_error error = {.text = ""};
    assert_int_equal(hr_value_seconds(&(hr_option){.name = "every"}, "-1", &seconds, &error), HR_USAGE);
    assert_string_equal(error.text, "--every: '-1' is not a time: write it as 90s, 30m or 1h30m, or 0 for no wait");
}

static void expect_seconds(const char *text, double expected) {
    double seconds = 0;
    hr_error error;
    if (hr_value_seconds(&(hr_option){.name = "time", .least = 1}, text, &seconds, &error) != HR_OK) {
        fail_msg("'%s': %s", text, error.text);
    }
    assert_true(seconds > expected * 0.999999 && seconds < expected * 1.000001);
}

HR_TEST(test_times_have_units) {
    expect_seconds("90", 90);
    expect_seconds("90s", 90);
    expect_seconds("0.5s", 0.5);
    expect_seconds("10m", 600);
    expect_seconds("2h", 7200);
    expect_seconds("1.5h", 5400);
    expect_seconds("1d", 86400);
    expect_seconds("1h30m", 5400);
    expect_seconds("2d1h1.5s", 176401.5);
}

HR_TEST(test_bad_times_are_refused) {
    static const char *const BAD[] = {"", "0", "0s", "-1s", "10ms", "m", "soon", "1h30", "30m1h", "1h1h", "1:30", "2-12", "1 h"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        double seconds = 77;
        hr_error error;
        assert_int_equal(hr_value_seconds(&(hr_option){.name = "time", .least = 1}, BAD[i], &seconds, &error), HR_USAGE);
        assert_true(seconds == 77);
    }
}

HR_TEST(test_depths_begin_at_zero) {
    hr_depth depth = 7;
    hr_error error;
    assert_int_equal(hr_value_depth(&(hr_option){.name = "max-depth"}, "0", &depth, &error), HR_OK);
    assert_int_equal(depth, 0);
    assert_int_equal(hr_value_depth(&(hr_option){.name = "max-depth"}, "4294967294", &depth, &error), HR_OK);
    assert_int_equal(depth, 4294967294);
    static const char *const BAD[] = {"", "-1", "1.5", "4294967295", "99999999999999999999", "ten", "3 "};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        assert_int_equal(hr_value_depth(&(hr_option){.name = "max-depth"}, BAD[i], &depth, &error), HR_USAGE);
    }
    assert_int_equal(depth, 4294967294);
}

HR_TEST(test_numbers_stay_in_their_range) {
    uint64_t number = 7;
    hr_error error;
    assert_int_equal(hr_value_number(&(hr_option){.name = "hardest", .least = 0, .most = 64}, "0", &number, &error), HR_OK);
    assert_int_equal(number, 0);
    assert_int_equal(hr_value_number(&(hr_option){.name = "hardest", .least = 0, .most = 64}, "64", &number, &error), HR_OK);
    assert_int_equal(number, 64);
    assert_int_equal(hr_value_number(&(hr_option){.name = "hardest", .least = 0, .most = 64}, "65", &number, &error), HR_USAGE);
    assert_int_equal(hr_value_number(&(hr_option){.name = "hardest", .least = 1, .most = 64}, "0", &number, &error), HR_USAGE);
    assert_int_equal(hr_value_number(&(hr_option){.name = "hardest", .least = 0, .most = 64}, "6k", &number, &error), HR_USAGE);
    assert_int_equal(number, 64);
}

HR_TEST(test_depths_may_be_a_range) {
    hr_depths range = {.nearest = 1, .farthest = 2};
    hr_error error;
    assert_int_equal(hr_value_depths(&(hr_option){.name = "at"}, "7", &range, &error), HR_OK);
    assert_true(range.nearest == 7 && range.farthest == 7);
    assert_int_equal(hr_value_depths(&(hr_option){.name = "at"}, "10-20", &range, &error), HR_OK);
    assert_true(range.nearest == 10 && range.farthest == 20);
    static const char *const BAD[] = {"", "-", "-1", "3-", "3-2", "1-2-3", "x", "7 ", "4294967295", "1-4294967295"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        assert_int_equal(hr_value_depths(&(hr_option){.name = "at"}, BAD[i], &range, &error), HR_USAGE);
        assert_non_null(strstr(error.text, BAD[i])); // the whole text, not a part of it
    }
    assert_true(range.nearest == 10 && range.farthest == 20);
}

HR_TEST(test_pieces_are_three_numbers) {
    hr_piece_set pieces = {7, 7, 7};
    hr_error error;
    static const char *const BAD[] = {"", "1,2", "1,2,3,4", "1,2,", "1,2,x", "-1,2,3", "1,2,100", "1,2,99999999999999999999"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        assert_int_equal(hr_value_pieces(&(hr_option){.name = "pieces"}, BAD[i], &pieces, &error), HR_USAGE);
    }
    assert_true(pieces.horizontals == 7 && pieces.verticals == 7 && pieces.singles == 7);
    assert_int_equal(hr_value_pieces(&(hr_option){.name = "pieces"}, "1,0,12", &pieces, &error), HR_OK);
    assert_true(pieces.horizontals == 1 && pieces.verticals == 0 && pieces.singles == 12);
}

typedef enum colour { RED, GREEN, LIGHT_GREEN, BLUE } colour;

HR_TEST(test_words_are_read_as_their_index) {
    const hr_option option = {.name = "colour", .words = "red green light-green blue", .least = LIGHT_GREEN, .optional = true};
    colour read = BLUE;
    hr_error error;
    assert_int_equal(hr_value_word(&option, "red", &read, &error), HR_OK);
    assert_int_equal(read, RED);
    assert_int_equal(hr_value_word(&option, "green", &read, &error), HR_OK);
    assert_int_equal(read, GREEN);
    assert_int_equal(hr_value_word(&option, "", &read, &error), HR_OK);
    assert_int_equal(read, LIGHT_GREEN);
    assert_int_equal(hr_value_word(&option, "blue", &read, &error), HR_OK);
    assert_int_equal(read, BLUE);
    const char *const others[] = {"light", "gree", "greens", "red green", " ", "blue "};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(hr_value_word(&option, others[i], &read, &error), HR_USAGE);
    }
    assert_int_equal(hr_value_word(&option, "pink", &read, &error), HR_USAGE);
    assert_string_equal(error.text, "--colour: 'pink' is none of red, green, light-green and blue");
    assert_int_equal(hr_value_word(&(hr_option){.name = "colour", .words = "red"}, "", &read, &error), HR_USAGE);
    assert_int_equal(read, BLUE);
}

static hr_option_name colour_name(size_t i) {
    static const hr_option_name NAMES[] = {{"red", NULL, NULL}, {"green", NULL, NULL}, {NULL, NULL, NULL}};
    return NAMES[i];
}

HR_TEST(test_names_are_read_as_their_index) {
    static const hr_option_names NAMES = {"Colours", colour_name};
    const hr_option option = {.name = "colour", .names = &NAMES};
    colour read = BLUE;
    hr_error error;
    assert_int_equal(hr_value_name(&option, "green", &read, &error), HR_OK);
    assert_int_equal(read, GREEN);
    assert_int_equal(hr_value_name(&option, "pink", &read, &error), HR_USAGE);
    assert_string_equal(error.text, "--colour: 'pink' is none of red and green");
    assert_int_equal(read, GREEN);
}
