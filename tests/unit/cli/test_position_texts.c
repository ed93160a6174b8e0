// SPDX-License-Identifier: MIT
// How the text of an input is split into positions: a line each, numbers in any layout, and tables.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/commands/solve/solve.h"

enum { CELLS = 4 };

/// Split a text, and expect "NAME|TEXT@LINE;" for each position, with '/' for the ends of lines, or else the error's text.
static void expect(const char *text, size_t cells, bool keep_going, const char *expected) {
    hr_solve_input input = {.bytes = strdup(text), .from = "f"};
    hr_error error = {.text = ""};
    char found[400] = "";
    assert_non_null(input.bytes);
    const hr_status status = hr_solve_split(&input, cells, keep_going, &error);
    assert_true(status == HR_OK || status == HR_USAGE);
    for (size_t i = 0; i < input.count && status == HR_OK; i++) {
        const hr_solve_text *t = &input.texts[i];
        const size_t used = strlen(found);
        (void)snprintf(found + used, sizeof found - used, "%s%s%s@%zu;", t->name != NULL ? t->name : "", t->name != NULL ? "|" : "",
                       t->text, t->line);
        assert_int_equal(t->number, i + 1);
    }
    for (char *at = found; (at = strchr(at, '\n')) != NULL;) {
        *at = '/';
    }
    assert_string_equal(status == HR_OK ? found : error.text, expected);
    hr_solve_input_clear(&input);
}

static void test_a_line_for_each_position(void **state) {
    (void)state;
    expect("1 2 3 0\n3 1 2 0\n", CELLS, false, "1 2 3 0@1;3 1 2 0@2;");
    expect("\n , \n1,2,3,0", CELLS, false, "1,2,3,0@3;");
    expect("1 2 3 0 # c\n# 1\n3 1 2 0", CELLS, false, "1 2 3 0    @1;3 1 2 0@3;");
    expect("a 1 2 3 0\n3 1 2 0\n", CELLS, false, "a 1 2 3 0@1;3 1 2 0@2;"); // names are found later
    expect("\xef\xbb\xbf"
           "1 2 3 0",
           CELLS, false, "   1 2 3 0@1;");
    expect("a\n\nb # c\n", 0, false, "a@1;b # c@3;");
    expect(" \n,\n", 0, false, "there is no position to solve: give a STATE or --file");
    expect("# none\n", CELLS, false, "there is no position to solve: give a STATE or --file");
}

static void test_numbers_in_any_layout(void **state) {
    (void)state;
    expect("1 2\n3 0\n\n3 1\n2 0\n", CELLS, false, "1 2/3 0@1;3 1/2 0@4;");
    expect("2\n1 2\n3 0\n3 1\n2 0", CELLS, false, "1 2/3 0@2;3 1/2 0@4;");
    expect("1 2 3 0 3 1 2 0", CELLS, false, "1 2 3 0@1;3 1 2 0@1;");
    expect("3\n1 2\n3 0\n", CELLS, false, "f, line 1: the number of boards is 3 by the first line, but 1 follow");
    expect("# c\n0\n1 2\n3 0\n", CELLS, false, "f, line 2: the number of boards is 0 by the first line, but 1 follow");
    expect("1 2\n3 0\n\n3 1", CELLS, false,
           "f, line 4: 6 numbers cannot be boards of 4 cells: write 4 numbers for a board, with blanks between them");
    expect("1 2\n3 0\n3\n1", CELLS, false,
           "f, line 3: 6 numbers cannot be boards of 4 cells: write 4 numbers for a board, with blanks between them");
    expect("abc\n1 2 3\n0", CELLS, false, // one word is no head of a table
           "f, line 3: 5 numbers cannot be boards of 4 cells: write 4 numbers for a board, with blanks between them");
    expect("7", CELLS, false,
           "f, line 1: 1 number cannot be boards of 4 cells: write 4 numbers for a board, with blanks between them");
}

/// If the first line is a position, and all numbers together are no boards or mistakes are left out, each line counts by itself.
static void test_mistakes_among_lines(void **state) {
    (void)state;
    expect("1 2 3 0\n1 2\n3 0", CELLS, false, "1 2 3 0@1;1 2/3 0@2;");
    expect("1 2 3 0\n1 2\n3 0", CELLS, true, "1 2 3 0@1;1 2@2;3 0@3;");
    expect("1 2 3 0\n1 2\n", CELLS, false, "1 2 3 0@1;1 2@2;");
    expect("\n1 2 3 0\n1 2 3 4 5 6\n", CELLS, false, "1 2 3 0@2;1 2 3 4 5 6@3;");
    expect("1 2\n3 0\n1 2 3 0", CELLS, true, "1 2/3 0@1;1 2 3 0@3;");
}

static void test_tables_with_a_column_for_each_cell(void **state) {
    (void)state;
    expect("id,a,b,c,d,best\nfirst,1,2,3,0,9\n\n1,2,3,0\n", CELLS, false, "first|1,2,3,0@2;1,2,3,0@4;");
    expect("# c\n\nid a b c d\n7 3 1 2 0\n", CELLS, false, "7|3 1 2 0@4;");
    expect("id,state\n1,1 2 3 0\n", CELLS, false, "id,state@1;1,1 2 3 0@2;"); // its columns are read later
}

static void test_comments_are_erased(void **state) {
    (void)state;
    char text[] = "a #b\nc# \" #d\" #e\n\"#\n#f\n1,#2";
    hr_solve_erase_comments(text);
    assert_string_equal(text, "a   \nc# \" #d\"   \n\"#\n  \n1,  ");
}

static void expect_layout(const char *text, size_t cells, bool known, bool by_line, bool table) {
    hr_solve_input input = {.table = true};
    bool found = !known;
    hr_solve_guess_layout(&input, text, cells, &found);
    assert_int_equal(found, known);
    assert_int_equal(input.by_line, by_line);
    assert_int_equal(input.table, table);
}

static void test_the_first_whole_line_tells_the_layout(void **state) {
    (void)state;
    expect_layout("1 2 3 0\n", CELLS, true, true, false);
    expect_layout("a 1 2 3 0\n", CELLS, true, true, false);
    expect_layout("1 2 3 0", CELLS, false, false, false);
    expect_layout("1 2 3\n", CELLS, true, false, false);
    expect_layout("a b c\n", CELLS, true, true, true); // the head of a table
    expect_layout("1 1 1 2 3 0\n", CELLS, true, false, false);
    expect_layout("abc\n", CELLS, true, false, false);
    expect_layout("# c\n \n1 2 3 0\n1\n", CELLS, true, true, false);
    expect_layout("# 1 2 3 0\n", CELLS, false, false, false);
    expect_layout("\xef\xbb\xbfid,a,b,c,d\n", CELLS, true, true, true);
    expect_layout("id,state\n", CELLS, true, true, false);
    expect_layout("", 0, true, true, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_for_each_position), cmocka_unit_test(test_numbers_in_any_layout),
        cmocka_unit_test(test_mistakes_among_lines),     cmocka_unit_test(test_tables_with_a_column_for_each_cell),
        cmocka_unit_test(test_comments_are_erased),      cmocka_unit_test(test_the_first_whole_line_tells_the_layout),
    };
    return cmocka_run_group_tests_name("texts of positions", tests, NULL, NULL);
}
