// SPDX-License-Identifier: MIT
#include "huarong/status.h"
#include "unit_test.h"

HR_TEST(test_error_set_fills_and_returns_the_status) {
    hr_error error;
    assert_int_equal(hr_error_set(&error, HR_FILE, "%s: %d", "name", 7), HR_FILE);
    assert_int_equal(error.status, HR_FILE);
    assert_string_equal(error.text, "name: 7");
}

HR_TEST(test_error_set_takes_null) { assert_int_equal(hr_error_set(NULL, HR_USAGE, "nobody reads this"), HR_USAGE); }

HR_TEST(test_error_set_cuts_long_text) {
    hr_error error;
    (void)hr_error_set(&error, HR_USAGE, "%2000d", 1);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

/// A quotation or the whole text ends within a character.
HR_TEST(test_error_set_cuts_no_character) {
    hr_error error;
    (void)hr_error_set(&error, HR_FILE, "'%.8s' is no \xc3\xa9 '%.9s'", "横刀立马", "横刀立马");
    assert_string_equal(error.text, "'横刀' is no \xc3\xa9 '横刀立'");
    (void)hr_error_set(&error, HR_FILE, "'caf\xe9' '%.4s'", "横刀立马"); // a name in Latin-1
    assert_string_equal(error.text, "'caf\xe9' '横'");
    (void)hr_error_set(&error, HR_FILE, "%510d横", 1);
    assert_int_equal(strlen(error.text), 510);
}

HR_TEST(test_error_set_makes_one_plain_line) {
    hr_error error;
    (void)hr_error_set(&error, HR_FILE, "%s", "of 'tile\n\x1b[2J\x7f', 横刀立马");
    assert_string_equal(error.text, "of 'tile??[2J?', 横刀立马");
}
