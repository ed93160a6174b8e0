// SPDX-License-Identifier: MIT
#include "huarong/status.h"
#include "unit_test.h"

static void test_error_set_fills_and_returns_the_status(void **state) {
    hr_error error;
    assert_int_equal(hr_error_set(&error, HR_FILE, "%s: %d", "name", 7), HR_FILE);
    assert_int_equal(error.status, HR_FILE);
    assert_string_equal(error.text, "name: 7");
}

static void test_error_set_takes_null(void **state) {
    assert_int_equal(hr_error_set(NULL, HR_USAGE, "nobody reads this"), HR_USAGE);
}

static void test_error_set_cuts_long_text(void **state) {
    hr_error error;
    (void)hr_error_set(&error, HR_USAGE, "%2000d", 1);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

/// A quotation or the whole text ends within a character.
static void test_error_set_cuts_no_character(void **state) {
    (void)state;
    hr_error error;
    (void)hr_error_set(&error, HR_FILE, "'%.8s' is no \xc3\xa9 '%.9s'", "横刀立马", "横刀立马");
    assert_string_equal(error.text, "'横刀' is no \xc3\xa9 '横刀立'");
    (void)hr_error_set(&error, HR_FILE, "'caf\xe9' '%.4s'", "横刀立马"); // a name in Latin-1
    assert_string_equal(error.text, "'caf\xe9' '横'");
    (void)hr_error_set(&error, HR_FILE, "%510d横", 1);
    assert_int_equal(strlen(error.text), 510);
}

static void test_error_set_makes_one_plain_line(void **state) {
    hr_error error;
    (void)hr_error_set(&error, HR_FILE, "%s", "of 'tile\n\x1b[2J\x7f', 横刀立马");
    assert_string_equal(error.text, "of 'tile??[2J?', 横刀立马");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_error_set_fills_and_returns_the_status),
        cmocka_unit_test(test_error_set_takes_null),
        cmocka_unit_test(test_error_set_cuts_long_text),
        cmocka_unit_test(test_error_set_cuts_no_character),
        cmocka_unit_test(test_error_set_makes_one_plain_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
