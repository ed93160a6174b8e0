// SPDX-License-Identifier: MIT
// Texts of states and puzzles from the command line and from files.

#include "cli/input.h"
#include "files/one_file.h"
#include "unit_test.h"

static void write_file(const char *bytes, size_t size) {
    FILE *file = fopen(one_path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/// Read the file as a state or as a puzzle, and expect its text, or this message behind the path.
static void expect(bool puzzle, const char *bytes, size_t size, hr_status status, const char *expected) {
    hr_program program = {.alone = true};
    hr_error error = {.text = ""};
    char *text = NULL;
    char argument[sizeof one_path + 1];
    write_file(bytes, size);
    (void)snprintf(argument, sizeof argument, "@%s", one_path);
    assert_int_equal(puzzle ? hr_input_puzzle(&program, one_path, &text, &error) : hr_input_text(&program, argument, &text, &error),
                     status);
    if (status == HR_OK) {
        assert_string_equal(text, expected);
    } else {
        const char *found = strstr(error.text, one_path);
        assert_non_null(found);
        assert_string_equal(found + strlen(one_path), expected);
        assert_null(text);
    }
    free(text);
}

HR_TEST(test_a_state_is_the_text_of_a_file_without_white_space_at_its_end) {
    expect(false, " a\n b \t\r\n\n", 10, HR_OK, " a\n b");
    expect(false,
           "\xef\xbb\xbf"
           "a",
           4, HR_OK, "a");
    expect(false, "\xef\xbb", 2, HR_OK, "\xef\xbb");
    expect(false, "", 0, HR_OK, "");
    expect(false, "a\0b", 3, HR_USAGE, "' is not text: line 1 has a NUL byte, at byte 2; save it as text in UTF-8");
}

HR_TEST(test_a_puzzle_is_the_whole_text_of_a_file) {
    expect(true, "\xef\xbb\xbf a\nb\n", 8, HR_OK, " a\nb\n");
    expect(true, "a\nbc\0d", 6, HR_USAGE, "' is not text: line 2 has a NUL byte, at byte 5; save it as text in UTF-8");
}

HR_TEST(test_a_file_may_be_as_long_as_its_room) {
    char *bytes = malloc(HR_INPUT_MAX + 2);
    assert_non_null(bytes);
    memset(bytes, 'a', HR_INPUT_MAX + 1);
    bytes[HR_INPUT_MAX + 1] = '\0';
    for (int puzzle = 0; puzzle < 2; puzzle++) {
        expect(puzzle > 0, bytes, HR_INPUT_MAX + 1, HR_USAGE,
               puzzle > 0 ? "' is longer than 65536 bytes: the file of a puzzle holds one"
                          : "' is longer than 65536 bytes: a file given by '@' here holds one state or list of moves");
        bytes[HR_INPUT_MAX] = '\0';
        expect(puzzle > 0, bytes, HR_INPUT_MAX, HR_OK, bytes);
        bytes[HR_INPUT_MAX] = 'a';
    }
    free(bytes);
}

HR_TEST(test_no_text_and_no_file) {
    hr_program program = {.alone = true};
    hr_error error = {.text = ""};
    char *text = one_path;
    assert_int_equal(hr_input_text(&program, NULL, &text, NULL), HR_OK);
    assert_null(text);
    assert_int_equal(hr_input_text(&program, "a @b ", &text, NULL), HR_OK);
    assert_string_equal(text, "a @b ");
    free(text);
    assert_int_equal(hr_input_text(&program, "@/dev/null/x", &text, &error), HR_FILE);
    assert_string_equal(error.text, "'/dev/null/x' cannot be opened: Not a directory");
    assert_int_equal(hr_input_text(&program, "@/", &text, &error), HR_FILE);
    assert_string_equal(error.text, "'/' cannot be read: Is a directory");
}

/// Each argument is a line, or the lines of a file.
HR_TEST(test_arguments_are_lines) {
    hr_program program = {.alone = true};
    char argument[sizeof one_path + 1];
    char *text = NULL;
    write_file("\xef\xbb\xbf 2\n3\n\n", 8);
    (void)snprintf(argument, sizeof argument, "@%s", one_path);
    const char *const texts[] = {"1", argument, "", "a\nb"};
    assert_int_equal(hr_input_arguments(&program, &(hr_arguments){.texts = texts, .count = 4}, &text, NULL), HR_OK);
    assert_string_equal(text, "1\n 2\n3\n\na\nb\n");
    free(text);
    const char *const missing[] = {"1", "@/dev/null/x"};
    assert_int_equal(hr_input_arguments(&program, &(hr_arguments){.texts = missing, .count = 2}, &text, NULL), HR_FILE);
    assert_null(text);
}

HR_TESTS_BETWEEN(make_one_file, remove_one_file)
