// SPDX-License-Identifier: MIT
// Lines of lists of positions: names, comments, codes, and rows of tables.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/commands/solve/lines.h"

/// A position has the letters x and y, or is "x y" or "#x", perhaps with blanks around it; `!` is what there is no memory for
/// (hr_position_reader).
static hr_status read_letters(void *context, const char *text, hr_error *error) {
    (void)context;
    if (strcmp(text, "!") == 0) {
        return hr_error_set(error, HR_INTERNAL, "no memory");
    }
    const char *whole = text;
    text += strspn(text, " ");
    size_t length = strspn(text, "xy");
    length = strncmp(text, "x y", 3) == 0 ? 3 : strncmp(text, "#x", 2) == 0 ? 2 : length;
    const bool good = length > 0 && text[length + strspn(text + length, " \t")] == '\0';
    return good ? HR_OK : hr_error_set(error, HR_USAGE, "bad '%s'", whole);
}

/// Read a line, and expect "POSITION" or "POSITION|NAME", "-" for none, or the text of the error.
static void expect(hr_columns *columns, const char *text, hr_status status, const char *expected) {
    char bytes[100];
    char found[300] = "-";
    hr_error error = {.text = ""};
    (void)snprintf(bytes, sizeof bytes, "%s", text);
    hr_position_line line = {.text = bytes};
    assert_int_equal(hr_position_line_read(read_letters, NULL, columns, &line, &error), status);
    if (status != HR_OK) {
        assert_string_equal(error.text, expected);
        return;
    }
    if (line.text != NULL) {
        (void)snprintf(found, sizeof found, "%s%s%s", line.text, line.name != NULL ? "|" : "", line.name != NULL ? line.name : "");
    }
    assert_string_equal(found, expected);
}

static void test_a_position_perhaps_with_a_name_and_a_comment(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"  xx \t\r", "xx"},
        {" \t", "-"},
        {"# xx", "-"},
        {"#x", "#x"},
        {"xy # easy", "xy"},
        {"x y\t# # easy", "x y"},
        {"7 xx", "xx|7"},
        {"12 xx # easy", "xx|12"},
        {"a,xx", "xx|a"},
        {" a b ;\t xx", "xx|a b"},
        {"a b\txx # easy", "xx|a b"},
        {"\"a, \"\"b\"\"\", xx", "xx|a, \"b\""},
        {"a, \"xx\"", "xx|a"},
        {"\"a\"\",b\",xx", "xx|a\",b"},
        {"\"\",xx", "xx"},
        {"name #x", "#x|name"},
        {"name xyxyxyxyxy", "xyxyxyxyxy|name"}, // longer than a code
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect(&(hr_columns){.listed = true}, CASES[i][0], HR_OK, CASES[i][1]);
    }
}

/// The error is about the position, if the line clearly has a name before it; else about the line.
static void test_what_is_no_position_is_told(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"bad", "bad 'bad'"},
        {"xx# easy", "bad 'xx# easy'"},
        {"name xx", "bad 'name xx'"},
        {"name xyxyxyxyx", "bad 'name xyxyxyxyx'"},
        {"a,bad", "bad 'bad'"},
        {"9 bad", "bad 'bad'"},
        {"9 bad more", "bad '9 bad more'"},
        {",xx", "bad ',xx'"},
        {"xx,", "bad 'xx,'"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect(&(hr_columns){.listed = true}, CASES[i][0], HR_USAGE, CASES[i][1]);
    }
    expect(&(hr_columns){.listed = true}, "!", HR_INTERNAL, "no memory");
    expect(&(hr_columns){.listed = true}, "a,!", HR_INTERNAL, "no memory");
    expect(&(hr_columns){.listed = true}, "name !", HR_INTERNAL, "no memory");
    expect(&(hr_columns){.listed = true, .cells = 1}, "name xx", HR_OK, "xx|name"); // numbers are no codes
    expect(&(hr_columns){.listed = true, .cells = 2}, "a 1 2", HR_USAGE, "bad '1 2'");
    expect(&(hr_columns){.listed = true, .cells = 2}, "a 1", HR_USAGE, "bad 'a 1'");
}

static void test_the_command_line_has_no_comments_and_no_columns(void **state) {
    (void)state;
    expect(&(hr_columns){.cells = 0}, "#x", HR_OK, "#x");
    expect(&(hr_columns){.cells = 0}, "# x", HR_USAGE, "bad '# x'");
    expect(&(hr_columns){.cells = 0}, "", HR_USAGE, "bad ''");
    expect(&(hr_columns){.cells = 0}, "id,state", HR_USAGE, "bad 'state'");
}

static void test_a_line_that_is_a_position_as_a_whole(void **state) {
    (void)state;
    hr_columns columns = {.whole = true, .listed = true};
    expect(&columns, "xx", HR_OK, "xx");
    expect(&columns, "# xx", HR_OK, "-");
    expect(&columns, " xx ", HR_OK, " xx"); // messages count columns
    expect(&columns, " z", HR_USAGE, "bad ' z'");
    expect(&columns, "a,xx", HR_USAGE, "bad 'a,xx'");
}

static void test_rows_of_a_table(void **state) {
    (void)state;
    hr_columns columns = {.listed = true};
    expect(&columns, "# a table", HR_OK, "-");
    expect(&columns, "Moves;Id;State", HR_OK, "-");
    assert_true(columns.table);
    expect(&columns, "5;seven; xx ;more", HR_OK, "xx|seven");
    expect(&columns, "5;;\"x y\" # easy", HR_OK, "x y");
    expect(&columns, "\"5;5\";\"a\"\"b\";xx", HR_OK, "xx|a\"b");
    expect(&columns, "5;seven", HR_USAGE, "the row has no column 3, which has the position");
    expect(&columns, "5;seven;bad", HR_USAGE, "bad 'bad'");
    expect(&columns, "State;Id;Moves", HR_USAGE, "bad 'Moves'"); // only the first line names columns
    columns = (hr_columns){.listed = true};
    expect(&columns, "xx", HR_OK, "xx");
    expect(&columns, "id,state", HR_USAGE, "bad 'state'");
}

static void expect_columns(const char *line, char separator, size_t place, size_t name) {
    hr_columns columns = {.cells = 5};
    assert_true(hr_columns_read(line, NULL));
    assert_true(hr_columns_read(line, &columns));
    assert_true(columns.table);
    assert_int_equal(columns.cells, 5);
    assert_int_equal(columns.separator, separator);
    assert_int_equal(columns.state, place);
    assert_int_equal(columns.name, name);
}

static void test_the_best_columns_are_taken(void **state) {
    (void)state;
    expect_columns("Position;Name", ';', 0, 1);
    expect_columns("moves,board", ',', 1, 0); // the first column, whatever it is called
    expect_columns("board,moves", ',', 0, SIZE_MAX);
    expect_columns("board,code,opening,state,position", ',', 3, 0);
    expect_columns("opening,code", ',', 1, 0);
    expect_columns("index,no,number,id,name,state", ',', 5, 4);
    expect_columns("state,index,no,number", ',', 0, 3);
    expect_columns(" \"state\" \t\"no\"\nname\tid", '\t', 0, 1);
    char line[1100];
    (void)snprintf(line, sizeof line, "state,%0994d", 0);
    expect_columns(line, ',', 0, SIZE_MAX);
    (void)snprintf(line, sizeof line, "state,%0995d", 0);
    assert_false(hr_columns_read(line, NULL)); // longer than such a line is
    hr_columns columns = {.cells = 0};
    assert_false(hr_columns_read("id,moves", &columns));
    assert_false(columns.table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_position_perhaps_with_a_name_and_a_comment),
        cmocka_unit_test(test_what_is_no_position_is_told),
        cmocka_unit_test(test_the_command_line_has_no_comments_and_no_columns),
        cmocka_unit_test(test_a_line_that_is_a_position_as_a_whole),
        cmocka_unit_test(test_rows_of_a_table),
        cmocka_unit_test(test_the_best_columns_are_taken),
    };
    return cmocka_run_group_tests_name("lines of positions", tests, NULL, NULL);
}
