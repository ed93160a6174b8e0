// SPDX-License-Identifier: MIT
#include "core/near.h"
#include "unit_test.h"

static size_t edits(const char *text, const char *other) { return hr_near_edits(text, strlen(text), other); }

HR_TEST(test_edits_are_counted_in_characters) {
    assert_int_equal(edits("solve", "solve"), 0);
    assert_int_equal(edits("Solve", "sOLVE"), 0);
    assert_int_equal(edits("solv", "solve"), 1);
    assert_int_equal(edits("slove", "solve"), 2);
    assert_int_equal(edits("kitten", "sitting"), 3);
    assert_int_equal(edits("横刀立馬", "横刀立马"), 1);
    assert_int_equal(edits("横刀", "横刀立马"), 2);
    assert_int_equal(edits("", ""), 0);
    assert_int_equal(edits("AZ", "az"), 0);
    assert_int_equal(edits("ab@[", "ab`{"), 2); // the signs beside the capital letters are none
}

HR_TEST(test_what_differs_in_more_than_half_is_not_near) {
    assert_true(edits("横", "横刀立马") == SIZE_MAX);
    assert_true(edits("", "a") == SIZE_MAX);
    assert_true(edits("verify", "openings") == SIZE_MAX);
    assert_int_equal(edits("ab", "ax"), 1); // half is near
    assert_int_equal(edits("abcd", "abxy"), 2);
    assert_true(edits("abcde", "abxyz") == SIZE_MAX);
    assert_int_equal(hr_near_edits("solver", 5, "solve"), 0); // the first 5 bytes are the text
}

HR_TEST(test_the_first_of_the_nearest_words_is_kept) {
    hr_nearest nearest = {.edits = SIZE_MAX};
    hr_nearest_try(&nearest, "slove", 5, "openings");
    assert_null(nearest.word);
    static const char *const words[] = {"slide", "glove", "stove", "solve"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        hr_nearest_try(&nearest, "slove", 5, words[i]);
        assert_string_equal(nearest.word, i == 0 ? "slide" : "glove");
        assert_int_equal(nearest.edits, i == 0 ? 2 : 1);
    }
}

HR_TEST(test_long_and_broken_texts_are_safe) {
    char text[100];
    memset(text, 'a', sizeof text);
    assert_int_equal(hr_near_edits(text, 32, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), 0);
    assert_true(hr_near_edits(text, 33, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") == SIZE_MAX);
    assert_true(hr_near_edits("aaaa", 4, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") == SIZE_MAX);
    memset(text, 0xBF, sizeof text);
    assert_true(hr_near_edits(text, sizeof text, "a") != 0);
}
