// SPDX-License-Identifier: MIT
// Blocks puzzles as texts: the file formats, what is refused and where, goals, symmetries, and states that are read back.

#include "../refused_texts.h"
#include "made_puzzle.h"
#include "puzzle/kinds.h"
#include "puzzle/lines.h"
#include "unit_test.h"

static hr_puzzle *make(const char *text) { return made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = text}); }

static void start_of(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    hr_state state = made_source(puzzle);
    hr_puzzle_format(puzzle, &state, text);
}

/// Is the state with this text solved?
static bool is_solved(const hr_puzzle *puzzle, const char *text) {
    hr_state state = 0;
    hr_error error = {.text = ""};
    if (hr_puzzle_parse(puzzle, text, &state, &error) != HR_OK) {
        fail_msg("%s: %s", text, error.text);
    }
    uint8_t solved = 0;
    hr_puzzle_solved(puzzle, &state, 1, &solved);
    return solved > 0;
}

HR_TEST(test_bad_texts_are_refused_at_their_place) {
    static const refusal cases[] = {
        {"", "FILE:1:1: the text is empty"},
        {"\n  \n", "FILE:1:1: the text is empty"},
        {"start:\nab.\n.\tc\n", "FILE:3:2: a tab"},
        {"start:\rab.\r\n", "FILE:1:7: the byte 0x0d"},
        {"start:\na\x01.\n", "FILE:2:2: the byte 0x01"},
        {"start:\na\xe4.\ngoal: .a\n", "FILE:2:2: the byte 0xe4"},
        {"start:\na:.\n", "FILE:2:1: unknown key 'a'"},
        {"start:\na..\n.b.\n..a\n\ngoal: ..b/.../...\n", "FILE:4:3: the letter 'a' is also at line 2, column 1"},
        {"start:\na..\n\ngoal:\n..b\n", "FILE:5:3: the start has no piece 'b'"},
        {"start:\naa.\n\ngoal:\n..a\n", "FILE:5:3: the piece 'a' cannot fill these cells"},
        {"start:\na#.\n\ngoal:\n..a\n", "FILE:5:3: the piece 'a' cannot fill these cells"},
        {"start:\na..\n\ngoal:\n....a\n", "FILE:5:5: the goal is larger than the start"},
        {"start:\na.#\n\nexit: a right\n", NULL}, // no state is solved
        {"start:\na..\n\nexit: a\n", "FILE:4:8: the exit has no side"},
        {"start:\na..\n\nexit: b right\n", "FILE:4:7: the start has no piece 'b'"},
        {"start:\na..\nstart:\n", "FILE:3:1: the start is drawn twice"},
        {"start:\na.b\n\nexit: a right\nhorizontal: a\nvertical: a\n", "FILE:6:11: the piece 'a' is locked to both axes"},
        {"start:\na.b\n\nfixed: a\ngoal: ..a\n", "FILE:4:8: the piece 'a' does not move"},
        {"start:\n...\n\ngoal: ...\n", "FILE:2:1: the start has no piece that can move"},
        {"colour: red\nstart:\na.\n", "FILE:1:1: unknown key 'colour'"},
        {"hello\nstart:\na.\n", "FILE:1:1: this is neither 'key: value' nor a row"},
        {"start:\nab..\n\ngoal: ..a.\ncover: b\n", "FILE:5:8: the goal does not draw 'b'"},
        {"6,3\n######\n#a**b#\n######\n", NULL}, // a GNOME level without a goal
        {"start:\nab..\n\ngoal: aaa.\ncover: a\n", "FILE:4:7: pieces like 'a' cannot cover all these cells"},
        {"start:\na*..\n\ngoal: ..aa\ninside: a\ngate: . a\n", "FILE:6:7: the gate has no sign"},
        {"start:\n.................................\n", "FILE:2:33: the row is too long"},
        {"#####\n#a.b#\n#####\n", "FILE:1:1: this is neither a drawing"},
        {"xsize: 3\nysize: 1\npiece: 1 (0,0)\nput: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (2,0)\n", "FILE:5:6: the piece overlaps 'A'"},
        {"xsize: 3\nysize: 1\npiece: 1 (0,0)\nput: 1 (3,0)\nwin: 1 (2,0)\n", "FILE:4:6: the piece leaves the board"},
        {"xsize: 3\nysize: 1\nput: 1 (1,0)\n", "FILE:3:6: type 1 has no 'piece:' line"},
        {"xsize: 3\nysize: 1\npiece: 1 (0,0)\nput: 1 1,0\n", "FILE:4:8: '(' is missing"},
        {"xsize: 3\nysize: 1\nxstep: 1 2\n", "FILE:3:1: 'xstep:' is not supported"},
        {"xsize: 99\nysize: 1\n", "FILE:1:1: the board is 99 by 1 cells"},
    };
    CHECK_BEGINNINGS(cases);
}

HR_TEST(test_bad_rush_hour_boards_are_refused_at_their_place) {
    static const refusal cases[] = {
        {"AA.\n...\n...\n\n.BB\nAA.\n...\n", "FILE:5:1: a file holds one Rush Hour board"},
        {"IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\nIBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n",
         "FILE:1:1: a file holds one Rush Hour board"},
        {"oBBo/AA.C/...C.OO..", "FILE:1:1: a Rush Hour board is square"},
        {"# only\n# remarks\n", "FILE:1:1: this is neither a drawing"},
        {"AA..,....,....,....", "FILE:1:6: '....,....,....' behind the board"},
        {"AA.............. # end", "FILE:1:18: '# end' behind the board: only numbers may stand there"},
        {"AAo./..../RR.o/....", NULL}, // the middle row has no car
        {"AAo./RR../...o/....", "FILE:1:7: the car that leaves may be A, or R in the row of the exit: call it A, and no other car"},
        {"AAoOPo/ooQOPo/ooQRRo/oooooo/oooooo/oooooo", "FILE:1:19: the car that leaves may be A, or R in the row"},
        {"# two\n#\noBBoAAQC...COO..", "FILE:3:7: the car 'Q' is not two or more cells in a line"},
        {"oBBo/AA/C/...C/OO..", "FILE:1:8: '/' is not a cell of a Rush Hour board"},
        {"IBBxooIooLDDJAALooJoKEEMFFKooMGGHHH?", "FILE:1:36: '?' is not a cell of a Rush Hour board"},
        {"IBBxooIooLDDJooLooJoKEEMFFKooMGGHHHM", "FILE:1:1: the board has no car A"},
        {"IBBxQoIooLDDJAALooJoKEEMFFKooMGGHHHM", "FILE:1:5: the car 'Q' is not two or more cells in a line"},
    };
    CHECK_BEGINNINGS(cases);
}

/// Drawings of 32 rows and columns are the largest.
HR_TEST(test_the_longest_text_of_a_state_is_read_back) {
    char drawing[2048] = "start:\n";
    for (int y = 0; y < 32; y++) {
        strcat(drawing, y == 0 ? "a..............................b\n" : "................................\n");
    }
    strcat(drawing, "\nexit: a right\n");
    hr_puzzle *puzzle = make(drawing);
    hr_state states[2] = {0, 1};
    uint64_t cursor = 0;
    assert_int_equal(1, hr_puzzle_sources(puzzle, &cursor, states, 1));
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, states, text);
    assert_int_equal(HR_STATE_TEXT_MAX - 1, strlen(text));
    assert_int_equal(HR_OK, hr_puzzle_parse(puzzle, text, &states[1], NULL));
    assert_int_equal(states[0], states[1]);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_bad_options_are_refused) {
    static const hr_puzzle_options bad[] = {
        {.spec = "blocks"},
        {.spec = "blocks:"},
        {.spec = "blocks:FILE"},
        {.spec = "blocks:rush:ooo"},
        {.spec = "blocks:start: a.; goal: .a", .goal = ".a"},
        {.spec = "blocks:start: a.; goal: .a", .exit = "0,0"},
        {.spec = "blocks:start: a.; goal: .a", .from = "aa"},
        {.spec = "blocks:start: a.; goal: .a", .from = ".."},
        {.spec = "blocks:start: a.; goal: .a", .from = "a.."},
        {.spec = "tile:3x3", .text = "start: a.; goal: .a"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        hr_puzzle *puzzle = NULL;
        assert_int_equal(hr_puzzle_create(&bad[i], &puzzle, NULL), HR_USAGE);
        assert_null(puzzle);
    }
}

HR_TEST(test_formats_of_one_puzzle_agree) {
    // The same puzzle, in our format with remarks, in one line, and as a configuration of js2.
    static const char JS2[] = "xsize: 4\nysize: 3\npiece: 1 (0,0) (1,0) (0,1) (1,1) ! the donkey\npiece: 2 (0,0) (0,1);\n"
                              "piece: 3 (0,0)\nput: 2 (0,0) 'a'\nput: 1 (1,0) '*'\nput: 2 (3,0) 'b'\nput: 3 (0,2) 'c'\n"
                              "put: 3 (3,2) 'd'\nwin: 1 (1,1)\nnumthreads: 3\n";
    const char *const texts[] = {
        "start:\r\na**b\r\na**b\r\nc..d\r\n\r\ngoal:\r\n....\r\n.**.\r\n.**.\r\n",
        "# a comment; with a semicolon\nname: little; donkey\nstart:\na**b\na**b\nc..d\n\ngoal:\n....\n.**.\n.**.\n",
        "start: a**b/a**b/c..d; goal: ..../.**./.**.",
        JS2,
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        hr_puzzle *puzzle = make(texts[i]);
        char text[HR_STATE_TEXT_MAX];
        start_of(puzzle, text);
        assert_string_equal(text, "a**b/a**b/c..d");
        assert_false(is_solved(puzzle, text));
        assert_true(is_solved(puzzle, "a..b/a**b/c**d"));
        assert_int_equal(hr_puzzle_describe(puzzle)->symmetry_order, 2);
        assert_string_equal(hr_puzzle_describe(puzzle)->spec, "blocks:4x3");
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_rows_of_a_rush_hour_board_may_be_parted) {
    static const char *const texts[] = {"oBBoXX-C...COO..",
                                        "oBBo/XX-C/...C/OO..",
                                        "7 oBBo/XX-C/...C/OO.. 99",
                                        "60,oBBoXX-C...COO..,2332",
                                        "oBBo\nXX-C\n...C\nOO..\n",
                                        "# from * a list\n#\noBBo\nXX-C\n# more\n...C\nOO..\n",
                                        "# from a list\n7 oBBoXX-C...COO..\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        hr_puzzle *puzzle = make(texts[i]);
        char text[HR_STATE_TEXT_MAX];
        start_of(puzzle, text);
        assert_string_equal(text, ".BB./XX.C/...C/OO..");
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_gnome_levels_are_read) {
    hr_puzzle *puzzle = make("6,6\n|######|\n|#a**b#|\n|#c  d#|\n|##--##|\n|    ..|\n|      |\n");
    char text[HR_STATE_TEXT_MAX];
    start_of(puzzle, text);
    assert_string_equal(text, "||||||/|a**b|/|c..d|/||--||/....../......");
    assert_true(is_solved(puzzle, "||||||/|a..b|/|c..d|/||--||/....**/......"));
    assert_true(is_solved(puzzle, "######/#a..b#/#c..d#/##..##/....**/......"));
    hr_state held = 0;
    assert_int_equal(hr_puzzle_parse(puzzle, "||||||/|**.b|/|c..d|/||--||/....a./......", &held, NULL),
                     HR_USAGE); // a passes no gate
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_goals_of_each_kind) {
    static const struct {
        const char *text, *solved, *unsolved;
    } cases[] = {
        {"start: ab.c/dd..; goal: ..../..bc; alike: bc", "a.../ddcb", "b.../ddac"},
        {"start: abcd/....; goal: ..ab/..cd; alike: ab; alike: cd", "..ba/..dc", "..ca/..bd"}, // two groups
        {"start: ab.c/dd..; goal: ..../..b.", "a.c./ddb.", "a.b./ddc."},                       // b is named
        {"start: ab.c/dd..; goal: ..../..b.; cover: b", "a.b./ddc.", "a.cb/dd.."},             // any single will do
        {"start: a.../dd..; goal: ..a./....; cover: a", "..a./dd..", ".a../dd.."},             // the only single just fits
        {"start: ab.c/dd..; goal: ..../__..", "ab.c/..dd", "ab.c/.dd."},
        {"start: ab.c/dd..; exit: a right", "b.ca/dd..", "b.ac/dd.."},
        {"start: ab.c/dd..; exit: d right", "ab.c/..dd", "ab.c/.dd."},
        {"start: aa.bb/a...b; goal: ..a../.....; cover: a", ".aabb/.a..b", "aabb./a..b."}, // another bend
        {"start: a.#cd/..#..; goal: _.#.c/..#..", ".a#.c/..#d.", "a.#.c/..#d."},           // only a can be at the cell to be empty
        {"start: a.#cd/..#..; goal: .a#.c/..#..; cover: a", ".a#.c/..#d.", "..#.c/a.#d."},
        {"start: a..#/.b.#/c..#; goal: ...#/..a#; alike: ab; horizontal: b; exit: c right", NULL, "a..#/..b#/c..#"}, // walled off
        {"start: ab.c/dd..; goal: ..../..dd; exit: d right", "ab.c/..dd", "abdd/c..."}, // the side is not enough
        {"start: a.bc/dd../....; exit: a down", "..bc/dd../a...", "..bc/add./...."},
        {"start: ab.c/dd..; goal: ..aa/..aa; inside: a", "b.ac/dd..", "ba.c/dd.."},
        {"start: ab.c/dd..; goal: ..dd/..dd; inside: d", "abdd/c...", "abc./.dd."}, // one cell inside is not enough
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = make(cases[i].text);
        if ((cases[i].solved != NULL && !is_solved(puzzle, cases[i].solved)) || is_solved(puzzle, cases[i].unsolved)) {
            fail_msg("%s", cases[i].text);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_lines_of_a_file_make_the_puzzle_again) {
    static const char *const texts[] = {
        "start: a**b/a**b/c..d; goal: ..../.**./.**.",
        "start: ab#./a.-./*.#.; goal: ..../...*/....; gate: - *; vertical: b",
        "start: aa.b/c..b/c.dd; goal: .b../.b../....; alike: bc; scattered: a; fixed: d",
        "start: ab.c/....; goal: ..../_aa_; cover: a",
        "start: ab.c/....; goal: ...a/...a; inside: a",
        "start:\nab.\n...\n\ngoal:\n  a\n  \n",
        "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        hr_puzzle *puzzle = make(texts[i]);
        char first[1024];
        char second[1024];
        size_t lengths[2] = {0, 0};
        hr_puzzle_options options;
        assert_int_equal(hr_puzzle_write_lines(puzzle, sizeof first, first, &lengths[0], NULL), HR_OK);
        memcpy(second, first, sizeof first);
        assert_int_equal(hr_puzzle_read_lines(second, lengths[0], &options, NULL), HR_OK);
        hr_puzzle *again = made_puzzle(&options);
        assert_int_equal(hr_puzzle_write_lines(again, sizeof second, second, &lengths[1], NULL), HR_OK);
        assert_int_equal(lengths[0], lengths[1]);
        assert_memory_equal(first, second, lengths[0]);
        char texts_of[2][HR_STATE_TEXT_MAX];
        start_of(puzzle, texts_of[0]);
        start_of(again, texts_of[1]);
        assert_string_equal(texts_of[0], texts_of[1]);
        hr_puzzle_goal(puzzle, texts_of[0]);
        hr_puzzle_goal(again, texts_of[1]);
        assert_string_equal(texts_of[0], texts_of[1]);
        hr_puzzle_destroy(&again);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_identities_differ_where_the_rules_differ) {
    hr_puzzle *free = make("start: aa./..b; goal: .../b..");
    hr_puzzle *locked = make("start: aa./..b; goal: .../b..; horizontal: a");
    char texts[2][HR_PUZZLE_IDENTITY_MAX];
    hr_puzzle_identity(free, texts[0]);
    hr_puzzle_identity(locked, texts[1]);
    assert_string_not_equal(texts[0], texts[1]);
    hr_puzzle_destroy(&free);
    hr_puzzle_destroy(&locked);
}

HR_TEST(test_symmetries_are_found) {
    static const struct {
        const char *text;
        int order;
    } cases[] = {
        {"start: a**b/a**b/c..d; goal: ..../.**./.**.", 2},
        {"start: a**b/a**b/c..e; goal: ..../**../**..", 1}, // the goal is not symmetric
        {"start: a**b/a**b/cd..; goal: ..../.**./.**.", 1}, // the start is not symmetric
        {"start: .a./b*c/.d.; goal: _.._/..../...._", 0},   // larger than the start: refused
        {"start: .a./b*c/.d.; goal: _._/.*./_._", 8},       // solved already
        {"start: a.b/.*./c.d; goal: .../._./...", 8},
        {"start: a.b/.*./c.d; goal: .a./.../...", 1}, // a is not like b, c and d
        {"start: aa.b/..cb/d.c./d.ee; goal: ..../.___/..../....", 1},
        {"start: aa.b/...b/d.../d.ee; goal: ..../.__./.__./....", 4}, // solved already, and the four turns
        {"start: aa.b/.f.b/d.g./d.ee; goal: ..../.__./.__./....", 2},
        {"start: aa..b/....b/..*../d..../d..ee; goal: ...../...../.._../...../.....", 4}, // the four turns, and no mirror
        {"start: aa/..; goal: ../aa; horizontal: a", 0},                                  // cannot get there
        {"start: a.b/.../c.d; goal: _../.../...", 2},                                     // only the corner's diagonal
        {"start: a*b/c.d/#-#/...; goal: .../.../.../.*.; gate: - *", 2},                  // only * reaches the last row
        {"start: a*b/c.d/#-#/...; goal: .../.../.../..*; gate: - *", 1},
        {"start: aa./..b/..b; goal: _../.../.._", 2}, // swaps columns and rows
        {"start: a..; goal: ..a", 1},                 // in one row a mirror of the rows moves nothing
        {"start: a/./.; goal: ././a", 1},
        {"start: .a.b.; goal: ._._.", 2}, // and half a turn is the mirror of the columns
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = NULL;
        const hr_puzzle_options options = {.spec = "blocks:FILE", .text = cases[i].text};
        const hr_status status = hr_puzzle_create(&options, &puzzle, NULL);
        const int order = status == HR_OK ? hr_puzzle_describe(puzzle)->symmetry_order : 0;
        if (order != cases[i].order) {
            fail_msg("%s: order %d, not %d", cases[i].text, order, cases[i].order);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

/// The step from one state to another, if it is a move.
static hr_status step_between(const hr_puzzle *puzzle, const char *from_text, const char *to_text, hr_step *step) {
    hr_state from = made_state(puzzle, from_text);
    hr_state to = made_state(puzzle, to_text);
    return hr_puzzle_step(puzzle, &from, &to, step, NULL);
}

HR_TEST(test_steps_are_told_as_people_tell_them) {
    hr_puzzle *puzzle = made_puzzle(
        &(hr_puzzle_options){.spec = "blocks:FILE", .text = "start: ab../..#./....; goal: .../.../b", .metric = HR_METRIC_MOVE});
    static const struct {
        const char *from, *to, *text;
        char direction;
    } cases[] = {
        {"ab../..|./....", "a..b/..|./....", "b right 2", 'R'}, {"ab../..|./....", "a.../..|./..b.", "b down 2 right 1", '\0'},
        {"ab../..|./....", ".b../a.|./....", "a down 1", 'D'},  {"ab../..|./....", "ab../..|./....", NULL, '\0'},
        {"ab../..|./....", ".a../b.|./....", NULL, '\0'}, // two pieces
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_step step;
        const hr_status status = step_between(puzzle, cases[i].from, cases[i].to, &step);
        assert_int_equal(status, cases[i].text == NULL ? HR_USAGE : HR_OK);
        if (cases[i].text != NULL) {
            assert_string_equal(step.text, cases[i].text);
            assert_int_equal(step.direction, cases[i].direction);
        }
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_a_step_has_the_name_that_its_piece_had_before) {
    hr_puzzle *puzzle = make("start: bc./..a; goal: a../...");
    hr_step step;
    assert_int_equal(step_between(puzzle, "bc./..a", ".c./b.a", &step), HR_OK);
    assert_string_equal(step.text, "b down 1"); // c is the first of the two then
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_a_step_of_two_cells_is_no_move_in_unit) {
    hr_puzzle *puzzle = make("start: a.b/...; goal: .../.a.");
    hr_step step;
    assert_int_equal(step_between(puzzle, "a.b/...", "..b/.a.", &step), HR_USAGE);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_drawings_show_letters_without_the_frame) {
    static const char WANTED[] = "┌───────┐    \n"
                                 "│   a   │    \n"
                                 "├───┬───┴───┐\n"
                                 "║ b │ ·   - │\n"
                                 "└═══╧═══────┘\n";
    hr_puzzle *puzzle = make("start: #####/#aa##/#b.-#/#####; goal: ...../...../.aa..; gate: - a");
    char drawing[HR_STATE_DRAWING_MAX];
    hr_state start = made_source(puzzle);
    hr_puzzle_draw(puzzle, &start, drawing);
    assert_string_equal(drawing, WANTED);
    hr_puzzle_destroy(&puzzle);
}
