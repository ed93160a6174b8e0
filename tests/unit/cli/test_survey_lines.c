// SPDX-License-Identifier: MIT
// Lines of `huarong survey`: which puzzle a line is, and what is told of one that is none.

#include "cli/commands/survey_lines.h"
#include "unit_test.h"

#define BOARD "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"

/// Read a line. Expect "BOARD|SPEC", perhaps with "|TEXT" of a drawing, or the error.
static void expect(const char *text, const char *expected) {
    hr_survey_line line;
    hr_error error = {.text = ""};
    char found[600];
    const hr_status status = hr_survey_line_read(text, HR_METRIC_SLIDE, &line, &error);
    if (status == HR_OK) {
        assert_int_equal(line.options.metric, HR_METRIC_SLIDE);
        (void)snprintf(found, sizeof found, "%s|%s%s%s", line.board, line.options.spec, line.options.text != NULL ? "|" : "",
                       line.options.text != NULL ? line.options.text : "");
    } else {
        assert_int_equal(status, HR_USAGE);
    }
    assert_string_equal(status == HR_OK ? found : error.text, expected);
    hr_survey_line_clear(&line);
    assert_null(line.text);
}

HR_TEST(test_boards_between_numbers) {
    expect(BOARD, BOARD "|blocks:rush:" BOARD);
    expect("60 " BOARD " 2332", BOARD "|blocks:rush:" BOARD);
    expect("\t60 1\t" BOARD "\t2332 \r", BOARD "|blocks:rush:" BOARD);
    expect("\"" BOARD "\";\"60\",7", BOARD "|blocks:rush:" BOARD);
    expect("60;" BOARD ";2332", BOARD "|blocks:rush:" BOARD);
    expect(BOARD " 60 moves", "'moves' behind the board: only numbers may stand there, and a comment behind #");
    expect("60 2332", "character 1: a Rush Hour board is square, with 36 characters, 25 or 49, this one has 2");
    expect("60 abc 7", "character 1: a Rush Hour board is square, with 36 characters, 25 or 49, this one has 3");
    expect("6a 7", "character 1: a Rush Hour board is square, with 36 characters, 25 or 49, this one has 2");
}

HR_TEST(test_puzzles_with_a_name_or_drawn_in_a_line) {
    expect(" blocks:ma\t", "blocks:ma|blocks:ma");
    expect("blocks:start: a.; goal: .a", "blocks:start: a.; goal: .a|blocks:start: a.; goal: .a");
    expect("  start: a.; goal: .a\r", "start: a.; goal: .a|blocks:line|  start: a.; goal: .a");
    // A line that a survey has printed.
    expect("blocks:ma\t131\t81340", "blocks:ma|blocks:ma");
    expect("start: a.; goal: .a\tunsolvable\t2", "start: a.; goal: .a|blocks:line|start: a.; goal: .a");
    expect(BOARD "\t>=21\t>=102\r", BOARD "|blocks:rush:" BOARD);
    expect("start:;\t1..;\t2..;\t3..;\tgoal:;\t..3;\t2..;\t1..",
           "start:; 1..; 2..; 3..; goal:; ..3; 2..; 1..|blocks:line|start:; 1..; 2..; 3..; goal:; ..3; 2..; 1..");
    expect("start: a.; goal: .a; name: foo\t1\t2", "start: a.; goal: .a; name: foo|blocks:line|start: a.; goal: .a; name: foo");
    expect("blocks:rush:" BOARD "\t1\t2", "blocks:rush:" BOARD "|blocks:rush:" BOARD);
    expect("start: aa12./.....; exit: a right; horizontal:\t1\t2",
           "are the columns behind tabs letters of pieces, or results? write blanks, or leave them out");
    expect(BOARD "\t60 moves\t7", "'moves 7' behind the board: only numbers may stand there, and a comment behind #");
    expect("start:\ta.; goal: .a", "start: a.; goal: .a|blocks:line|start: a.; goal: .a");
}

HR_TEST(test_what_is_no_puzzle_is_told) {
    expect(" # start: a.; goal: .a", "a line that begins with # is a comment");
    expect("tile:3x3", "tile:3x3 has no start of its own: a line is a drawn puzzle, see 'huarong help blocks'");
    expect("blocks:mo", "'mo' is no puzzle that has a name, and a line names no file: draw it in one line");
    expect("start: a.; goal:", "the puzzle has no goal: say when it is solved, see 'huarong help blocks'");
}
