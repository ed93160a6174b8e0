// SPDX-License-Identifier: MIT
// Positions in a text: names, comments, codes, rows of tables, boards over several lines.

#include "cli/options/positions.h"

#include "cli/commands/solve/solve.h"
#include "cli/interrupt.h"
#include "made_puzzle.h"
#include "puzzle/notation.h"
#include "unit_test.h"

static const char DRAWING[] = "start: #a.#/#..#; goal: #..#/#.a#\n";

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

/// Take a line, and expect "POSITION" or "POSITION|NAME", "-" for none, or the text of the error.
static void expect(hr_position_list *list, const char *text, hr_status status, const char *expected) {
    char bytes[100];
    char found[300] = "-";
    hr_error error = {.text = ""};
    char *at = bytes;
    hr_position line;
    (void)snprintf(bytes, sizeof bytes, "%s\n", text);
    assert_int_equal(hr_position_take(read_letters, NULL, list, &at, &line, &error), status);
    if (status != HR_OK) {
        assert_string_equal(error.text, expected);
        return;
    }
    if (line.text != NULL) {
        (void)snprintf(found, sizeof found, "%s%s%s", line.text, line.name != NULL ? "|" : "", line.name != NULL ? line.name : "");
    }
    assert_string_equal(found, expected);
}

HR_TEST(test_a_position_perhaps_with_a_name_and_a_comment) {
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
        expect(&(hr_position_list){.cells = 0}, CASES[i][0], HR_OK, CASES[i][1]);
    }
}

/// The error is about the position, if the line clearly has a name before it; else about the line.
HR_TEST(test_what_is_no_position_is_told) {
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
        expect(&(hr_position_list){.cells = 0}, CASES[i][0], HR_USAGE, CASES[i][1]);
    }
    expect(&(hr_position_list){.cells = 0}, "!", HR_INTERNAL, "no memory");
    expect(&(hr_position_list){.cells = 0}, "key: z; xx", HR_USAGE, "bad 'key: z; xx'");
    expect(&(hr_position_list){.cells = 0}, "start: z; xx", HR_USAGE, "bad 'start: z; xx'"); // a drawing is no name
    expect(&(hr_position_list){.cells = 0}, "one: xyxyxyxyxy", HR_OK, "xyxyxyxyxy|one:");
    expect(&(hr_position_list){.cells = 4}, "1: xyxyxyxyxy", HR_OK, "xyxyxyxyxy|1:");
    expect(&(hr_position_list){.cells = 0}, "a,!", HR_INTERNAL, "no memory");
    expect(&(hr_position_list){.cells = 0}, "name !", HR_INTERNAL, "no memory");
    expect(&(hr_position_list){.numbers = true, .cells = 1}, "1a xx", HR_OK, "xx|1a"); // numbers are no codes
    expect(&(hr_position_list){.numbers = true, .cells = 2}, "a 1 2", HR_USAGE, "bad '1 2'");
    expect(&(hr_position_list){.numbers = true, .cells = 2}, "a 1", HR_USAGE, "bad 'a 1'");
}

HR_TEST(test_rows_of_a_table) {
    hr_position_list columns = {.cells = 0};
    expect(&columns, "# a table", HR_OK, "-");
    expect(&columns, "Moves;Id;State", HR_OK, "-");
    assert_true(columns.table);
    expect(&columns, "5;seven; xx ;more", HR_OK, "xx|seven");
    expect(&columns, "5;;\"x y\" # easy", HR_OK, "x y");
    expect(&columns, "\"5;5\";\"a\"\"b\";xx", HR_OK, "xx|a\"b");
    expect(&columns, "5;seven", HR_USAGE, "the row has no column 3, which has the position");
    expect(&columns, "5;seven;bad", HR_USAGE, "bad 'bad'");
    expect(&columns, "State;Id;Moves", HR_USAGE, "bad 'Moves'"); // only the first line names columns
    columns = (hr_position_list){.cells = 0};
    expect(&columns, "xx", HR_OK, "xx");
    expect(&columns, "id,state", HR_USAGE, "bad 'state'");
}

static bool read_head(hr_position_list *list, const char *line) {
    char bytes[1200];
    char *at = bytes;
    hr_position position;
    (void)snprintf(bytes, sizeof bytes, "%s", line);
    (void)hr_position_take(read_letters, NULL, list, &at, &position, NULL);
    return list->table;
}

static void expect_columns(const char *line, char separator, size_t place, size_t name) {
    hr_position_list columns = {.cells = 5};
    assert_true(read_head(&columns, line));
    assert_int_equal(columns.cells, 5);
    assert_int_equal(columns.separator, separator);
    assert_int_equal(columns.state, place);
    assert_int_equal(columns.name, name);
}

HR_TEST(test_the_first_columns_of_their_kind_are_taken) {
    expect_columns("Position;Name", ';', 0, 1);
    expect_columns("moves,board", ',', 1, SIZE_MAX);
    expect_columns("moves,code,opening,state", ',', 1, SIZE_MAX);
    expect_columns("index,no,number,id,name,position", ',', 5, 0);
    expect_columns("OPENING,moves,No", ',', 0, 2);
    expect_columns(" \"state\" \t\"no\"\nname\tid", '\t', 0, 1);
    char line[1100];
    (void)snprintf(line, sizeof line, "state,%0994d", 0);
    expect_columns(line, ',', 0, SIZE_MAX);
    (void)snprintf(line, sizeof line, "state,%0995d", 0);
    assert_false(read_head(&(hr_position_list){.cells = 0}, line)); // longer than such a line is
    assert_false(read_head(&(hr_position_list){.cells = 0}, "id,moves"));
}

/// Counts its calls (hr_position_reader).
static hr_status count_reads(void *context, const char *text, hr_error *error) {
    (void)text;
    ++*(int *)context;
    return hr_error_set(error, HR_USAGE, "none");
}

HR_TEST(test_a_long_comment_is_not_tried_at_each_of_its_signs) {
    static char text[20001];
    char *at = text;
    int reads = 0;
    hr_position position;
    for (size_t i = 0; i < sizeof text - 1; i += 2) {
        memcpy(text + i, "# ", 2);
    }
    assert_int_equal(hr_position_take(count_reads, &reads, &(hr_position_list){.cells = 9}, &at, &position, NULL), HR_OK);
    assert_null(position.text);
    assert_true(reads <= 1000);
}

static hr_status read_state(void *context, const char *text, hr_error *error) {
    hr_state state[HR_STATE_WORDS_MAX];
    return hr_puzzle_parse(context, text, state, error);
}

/// Take all positions out of a text, and expect "NAME|TEXT@LINE;" for each, with '/' for the ends of lines, "!ERROR@LINE;" for what
/// is none, and "..." where lines are left because more may follow.
static void expect_all(const char *spec, const char *text, bool ended, const char *expected) {
    char bytes[300];
    char found[600] = "";
    size_t used = 0;
    char *at = bytes;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .text = strcmp(spec, "blocks:x") == 0 ? DRAWING : NULL});
    hr_position_list list = hr_position_list_of(puzzle);
    (void)snprintf(bytes, sizeof bytes, "%s", text);
    list.more = !ended;
    for (;;) {
        hr_error error = {.text = ""};
        hr_position position;
        const hr_status status = hr_position_take(read_state, puzzle, &list, &at, &position, &error);
        if (status == HR_OK && position.text == NULL) {
            break;
        }
        const char *name = position.name != NULL ? position.name : "";
        used += (size_t)snprintf(found + used, sizeof found - used, "%s%s%s@%zu;", status == HR_OK ? name : "!",
                                 name[0] != '\0' ? "|" : "", status == HR_OK ? position.text : error.text, position.line);
    }
    (void)snprintf(found + used, sizeof found - used, "%s", *at != '\0' ? "..." : "");
    for (char *end = found; (end = strchr(end, '\n')) != NULL;) {
        *end = '/';
    }
    assert_string_equal(found, expected);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_boards_of_numbers) {
    static const char *const CASES[][2] = {
        {"1 2 3 0\n3 1 2 0\n", "1 2 3 0@1;3 1 2 0@2;"},
        {"\n , \n1,2,3,0", "1,2,3,0@3;"},
        {"1 2 3 0 # c\n# 1\n7 3 1 2 0 # d", "1 2 3 0@1;7|3 1 2 0@3;"},
        {"1 2\n3 0\n\n3 1 # c\n2 0\n", "1 2/3 0@1;3 1 # c/2 0@4;"},
        {"1\n2\n3\n0\n3\n1\n2\n0", "1/2/3/0@1;3/1/2/0@5;"},
        {"[[1,2],\n[3,0]],\n[\n[3,1],[2,0]\n]", "[[1,2],/[3,0]],@1;[3,1],[2,0]@4;"},
        {"1230\n3120\nx 1203", "1230@1;3120@2;x|1203@3;"},
        {"12\n30\n31\n20", "12/30@1;31/20@3;"},
        {"on\n31\n20 \r", "!bad state: no number at character 1; write 4 numbers, 0 for the blank@1;31/20@2;"},
        // The number of boards, or the board's size.
        {"2\n1 2\n3 0\n3 1\n2 0", "2/1 2/3 0@1;3 1/2 0@4;"},
        {"2 2\n1 2\n3 0\n", "2 2/1 2/3 0@1;"},
        {"3\n1 2 3 0\n3 1 2 0\n1 3\n2 0\n", "1 2 3 0@2;3 1 2 0@3;1 3/2 0@4;"},
        {"2\n\n3 1 2 0", "3 1 2 0@3;"},
        {"3\n1230\n3120", "1230@2;3120@3;"},
        {"12\n1230\n3120", "1230@2;3120@3;"},
        {"3\n12\n30\n31\n20", "12/30@2;31/20@4;"},
        {"12\n33", "!bad state: 3 appears twice; use each of 0 to 3 once@1;"},
        // Mistakes.
        {"1 2 3 0\n1 2\n3 0", "1 2 3 0@1;1 2/3 0@2;"},
        {"1 2\n\n1 2 3 0", "!bad state: 2 numbers for a board of 4 cells; use each of 0 to 3 once@1;1 2 3 0@3;"},
        {"1 2 3\n1 2 3 0", "!bad state: 3 numbers for a board of 4 cells; use each of 0 to 3 once@1;1 2 3 0@2;"},
        {"1 2\n3 3\n1 2 3 0", "!bad state: 3 appears twice; use each of 0 to 3 once@1;1 2 3 0@3;"},
        // Tables.
        {"id,a,b,c,d\nfirst,1,2,3,0\n\n1,2,3,0\n", "first|1,2,3,0@2;1,2,3,0@4;"},
        {"id,state\n1,\"1 2 3 0\"\n", "1|1 2 3 0@2;"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_all("tile:2x2", CASES[i][0], true, CASES[i][1]);
    }
}

HR_TEST(test_boards_of_letters) {
    static const char *const CASES[][3] = {
        {"klotski:3x3", "XX.\nXX.\no..\n\nx XX.XX.o..\nXX.\nXX.\n.o.", "XX. XX. o..@1;x|XX.XX.o..@5;XX. XX. .o.@6;"},
        {"klotski:3x3", "XX.\nXX.\nT..", "!the letters form no pieces: the T at 0,2 has no B below it@1;"},
        {"klotski", "1A9B\nABC\n", "1A9B@1;ABC@2;"}, // codes
        {"klotski", "2113\n2113\n4665\n4775\n7007\n", "2113 2113 4665 4775 7007@1;"},
        {"klotski", "2200\n2200\n0000\n0000\n0000\n",
         "!these are 5 positions, and also the rows of one: write a / behind each row@1;"},
        {"blocks:x", "# two\n#a.#\n#..#\n#.a# #..#\n#..#\n||a|\n",
         "#a.# #..#@2;#.a# #..#@4;!'|' at 1,1 does not fit the puzzle, which has '.' there@5;"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_all(CASES[i][0], CASES[i][1], true, CASES[i][2]);
    }
}

HR_TEST(test_lines_that_may_go_on_are_left) {
    expect_all("tile:2x2", "1 2 3 0\n3 1\n", false, "1 2 3 0@1;...");
    static const char *const NUMBERS[] = {"2\n", "2\n\n", "2\n# c\n", "100\n"}; // perhaps of boards
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        expect_all("tile:2x2", NUMBERS[i], false, "...");
    }
    expect_all("tile:2x2", "1 2 3 3\n", false, "!bad state: 3 appears twice; use each of 0 to 3 once@1;"); // told at once
    expect_all("tile:2x2", "easy\n# c\n", false, "!bad state: tile e is not on a board of 4 cells; use 0 to 3@1;");
    expect_all("klotski:3x3", "XX.XX.o..\nXX.\nXX.\n", false, "XX.XX.o..@1;...");
}

/// More than 127 characters: a state's text leaves out the cells that no piece reaches.
static const char LARGE[] = "start:\n##############\n#ab..........#\n#.############\n#............#\n##############\n"
                            "##############\n##############\n##############\n##############\n"
                            "goal:\n##############\n#............#\n#.############\n#..........ab#\n##############\n"
                            "##############\n##############\n##############\n##############\n";

/// States of several words.
static const char WIDE[] = "start:\nabcdefghijklmnop\nqrstuvwxyzABCDEF\nGHIJKLMNOPQRSTUV\nWXYZ............\n................\n"
                           "................\n................\n................\n................\n................\n"
                           "................\n................\n................\n................\n................\n"
                           "................\ngoal:\n................\n................\n................\n................\n"
                           "................\n................\n................\n................\n................\n"
                           "................\n................\n................\n................\n................\n"
                           "................\n.............abc\n";

/// Expect that the text of two states, as `draw` and `query` print them, is read back.
static void expect_back(hr_puzzle *puzzle, const hr_state *const states[2], hr_notation notation) {
    static const char *const FORMS[] = {"%s\n\n%s\n", "# two\n%s\n%s", "17\t%s\n-\t%s\n"};
    char text[2][HR_STATE_TEXT_MAX];
    char list_text[3 * HR_STATE_TEXT_MAX];
    for (size_t i = 0; i < 2; i++) {
        hr_letters letters;
        hr_puzzle_take_letters(puzzle, states[i], NULL, &letters);
        if (!hr_puzzle_notate(puzzle, states[i], &letters, notation, text[i]) || strcmp(text[i], "-") == 0) {
            return;
        }
    }
    for (size_t form = 0; form < (notation == HR_NOTATION_GRID ? 2 : 3); form++) {
        hr_position_list list = hr_position_list_of(puzzle);
        (void)snprintf(list_text, sizeof list_text, FORMS[form], text[0], text[1]);
        char *at = list_text;
        for (size_t i = 0; i < 2; i++) {
            hr_error error = {.text = ""};
            hr_position position;
            hr_state state[HR_STATE_WORDS_MAX] = {0};
            if (hr_position_take(read_state, puzzle, &list, &at, &position, &error) != HR_OK || position.text == NULL) {
                fail_msg("%s in %s: %s", text[i], FORMS[form], error.text);
            }
            assert_int_equal(hr_puzzle_parse(puzzle, position.text, state, &error), HR_OK);
            assert_memory_equal(state, states[i], (size_t)hr_puzzle_describe(puzzle)->state_words * sizeof *state);
        }
        assert_int_equal(strspn(at, "\n"), strlen(at));
    }
}

HR_TEST(test_what_is_printed_is_read_back) {
    static const char *const CASES[][3] = {
        {"tile:3x3", "8 6 7 2 5 4 3 0 1", NULL},
        {"tile:4x4", "123456789ABCDEF0", NULL},
        {"klotski", "横刀立马", NULL},
        {"klotski:3x3", "XXTXXBo..", NULL},
        {"blocks:x", "#a.#/#..#", DRAWING},
        {"blocks:rush:AA...O.....OXX...O...QQQ....CC..RRR.", NULL, NULL},
        {"blocks:century", NULL, NULL},
        {"blocks:large", NULL, LARGE},
        {"tile:5x5", "24 0 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1", NULL},
        {"blocks:wide", NULL, WIDE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = NULL;
        uint64_t cursor = 0;
        hr_state states[2][HR_STATE_WORDS_MAX] = {{0}};
        hr_state next[200 * HR_STATE_WORDS_MAX];
        assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = CASES[i][0], .text = CASES[i][2]}, &puzzle, NULL), HR_OK);
        if (CASES[i][1] == NULL) {
            assert_int_equal(hr_puzzle_sources(puzzle, &cursor, states[0], 1), 1);
        } else {
            assert_int_equal(hr_puzzle_parse(puzzle, CASES[i][1], states[0], NULL), HR_OK);
        }
        const size_t words = (size_t)hr_puzzle_describe(puzzle)->state_words;
        const size_t count = hr_puzzle_expand(puzzle, states[0], 1, next, NULL);
        assert_true(count > 0);
        memcpy(states[1], next + (count - 1) * words, words * sizeof *next);
        for (hr_notation notation = HR_NOTATION_LETTERS; notation <= HR_NOTATION_SHORT; notation++) {
            expect_back(puzzle, (const hr_state *const[]){states[0], states[1]}, notation);
            expect_back(puzzle, (const hr_state *const[]){states[0], states[0]}, notation);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

/// A signal ends the reading of a file.
HR_TEST(test_a_signal_ends_the_reading) {
    char text[] = "xx\nxy\n";
    hr_program program = {.alone = true};
    hr_solve_input input = {.rest = text, .from = "file"};
    hr_error error = {.text = ""};
    hr_interrupt_ask(); // for all tests that follow
    assert_int_equal(hr_solve_check_texts(&program, &(hr_solve_settings){.file = NULL}, &input, read_letters, NULL, &error),
                     HR_STOPPED);
    assert_string_equal(error.text, "stopped by a signal while positions were read");
    assert_int_equal(input.stop, HR_STOP_SIGNAL);
    hr_solve_input_clear(&input);
}
