// SPDX-License-Identifier: MIT
#include <math.h>

#include "core/quantity.h"
#include "unit_test.h"

HR_TEST(test_counts_have_separators) {
    char text[HR_QUANTITY_MAX];
    assert_string_equal(hr_quantity_count(0, text), "0");
    assert_string_equal(hr_quantity_count(999, text), "999");
    assert_string_equal(hr_quantity_count(1000, text), "1,000");
    assert_string_equal(hr_quantity_count(181440, text), "181,440");
    assert_string_equal(hr_quantity_count(10461394944000, text), "10,461,394,944,000");
    assert_string_equal(hr_quantity_count(UINT64_MAX, text), "18,446,744,073,709,551,615");
}

HR_TEST(test_rough_numbers_have_three_digits) {
    char text[HR_QUANTITY_MAX];
    assert_string_equal(hr_quantity_rough(0, text), "0");
    assert_string_equal(hr_quantity_rough(-3, text), "0");
    assert_string_equal(hr_quantity_rough(830.4, text), "830");
    assert_string_equal(hr_quantity_rough(999.4, text), "999");
    assert_string_equal(hr_quantity_rough(999.6, text), "1.00 thousand");
    assert_string_equal(hr_quantity_rough(9996, text), "10.0 thousand");
    assert_string_equal(hr_quantity_rough(99970, text), "100 thousand");
    assert_string_equal(hr_quantity_rough(12345, text), "12.3 thousand");
    assert_string_equal(hr_quantity_rough(15.2e6, text), "15.2 million");
    assert_string_equal(hr_quantity_rough(999.7e6, text), "1.00 billion");
    assert_string_equal(hr_quantity_rough(10461394944000, text), "10.5 trillion");
    assert_string_equal(hr_quantity_rough(5e15, text), "5000 trillion");
}

HR_TEST(test_only_one_is_singular) {
    assert_string_equal(hr_quantity_plural(0), "s");
    assert_string_equal(hr_quantity_plural(1), "");
    assert_string_equal(hr_quantity_plural(2), "s");
    assert_string_equal(hr_quantity_plural(UINT64_MAX), "s");
}

HR_TEST(test_bytes_are_powers_of_1024) {
    char text[HR_QUANTITY_MAX];
    assert_string_equal(hr_quantity_bytes(0, text), "0 bytes");
    assert_string_equal(hr_quantity_bytes(1, text), "1 byte");
    assert_string_equal(hr_quantity_bytes(1023, text), "1023 bytes");
    assert_string_equal(hr_quantity_bytes(1024, text), "1.00 KiB");
    assert_string_equal(hr_quantity_bytes(1048575, text), "1.00 MiB");
    assert_string_equal(hr_quantity_bytes(1610612736, text), "1.50 GiB");
    assert_string_equal(hr_quantity_bytes(UINT64_MAX, text), "16.0 EiB");
}

HR_TEST(test_times_fit_their_length) {
    char text[HR_QUANTITY_MAX];
    assert_string_equal(hr_quantity_seconds(-1, text), "0.0000 s");
    assert_string_equal(hr_quantity_seconds(0.00314, text), "0.0031 s");
    assert_string_equal(hr_quantity_seconds(0.25, text), "0.250 s");
    assert_string_equal(hr_quantity_seconds(3.14159, text), "3.14 s");
    assert_string_equal(hr_quantity_seconds(59.94, text), "59.9 s");
    assert_string_equal(hr_quantity_seconds(59.96, text), "1 min 00 s");
    assert_string_equal(hr_quantity_seconds(245, text), "4 min 05 s");
    assert_string_equal(hr_quantity_seconds(3599.6, text), "1 h 00 min");
    assert_string_equal(hr_quantity_seconds(7380, text), "2 h 03 min");
    assert_string_equal(hr_quantity_seconds(360000, text), "100 h 00 min");
    assert_string_equal(hr_quantity_seconds(1e300, text), "277777777777 h 47 min");
    assert_string_equal(hr_quantity_seconds(NAN, text), "0.0000 s");
}

/// Just below and just above the numbers where the form changes.
HR_TEST(test_forms_change_where_a_digit_comes) {
    static const struct {
        double number;
        const char *text;
    } seconds[] = {{0.0994, "0.0994 s"},   {0.0996, "0.100 s"},  {0.994, "0.994 s"},      {0.996, "1.00 s"},
                   {9.994, "9.99 s"},      {9.996, "10.0 s"},    {59.949, "59.9 s"},      {59.951, "1 min 00 s"},
                   {60.4, "1 min 00 s"},   {60.6, "1 min 01 s"}, {3599.4, "59 min 59 s"}, {3600, "1 h 00 min"},
                   {3629.4, "1 h 00 min"}, {3630, "1 h 01 min"}, {7170, "2 h 00 min"}},
      rough[] = {{999.49, "999"},
                 {999.51, "1.00 thousand"},
                 {9994, "9.99 thousand"},
                 {99940, "99.9 thousand"},
                 {999400, "999 thousand"},
                 {999600, "1.00 million"},
                 {1e12, "1.00 trillion"},
                 {1e30, "1000000000 trillion"},
                 {0.4, "0"},
                 {0.6, "1"}},
      bytes[] = {{10229, "9.99 KiB"},   {10236, "10.0 KiB"},   {102300, "99.9 KiB"},        {102399, "100 KiB"},
                 {1048063, "1023 KiB"}, {1048065, "1.00 MiB"}, {1099511627776, "1.00 TiB"}, {1125899906842624, "1.00 PiB"}};
    char text[HR_QUANTITY_MAX];
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        assert_string_equal(hr_quantity_seconds(seconds[i].number, text), seconds[i].text);
    }
    for (size_t i = 0; i < sizeof rough / sizeof rough[0]; i++) {
        assert_string_equal(hr_quantity_rough(rough[i].number, text), rough[i].text);
    }
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        assert_string_equal(hr_quantity_bytes((uint64_t)bytes[i].number, text), bytes[i].text);
    }
}
