// SPDX-License-Identifier: MIT
// What blocks puzzles say in words: whole messages about texts and states that are refused, the goal, and what a puzzle is.

#include "../refused_texts.h"
#include "puzzle/lines.h"
#include "unit_test.h"

/// Its last cell in reading order is the place.
HR_TEST(test_a_bent_car_is_refused) {
    static const refusal cases[] = {
        {"IBBxooIooLDDJAALoDJoKEEMFFKooMGGHHHM", "FILE:1:18: the car 'D' is not two or more cells in a line"},
    };
    CHECK_TEXTS(cases);
}

#define ONLY_DRAWN(AT, LETTER)                                                                                                     \
    AT ": the letter '" LETTER "' is in a list 'alike:', so the goal may only draw its place: leave out its 'exit:', 'inside:' "   \
       "or 'cover:'"

HR_TEST(test_wrong_keys_are_told_with_their_place) {
    static const refusal cases[] = {
        {"start:\na..\n\nexit:\n", "FILE:4:6: the exit has no piece: write a letter and a side, as in 'A right'"},
        {"start:\na..\n\nexit: . right\n", "FILE:4:7: the exit has no piece: write a letter and a side, as in 'A right'"},
        {"start:\na..\n\nexit:  a  rightt\n", "FILE:4:11: the exit has no side: write up, down, left or right"},
        {"start:\na..\n\nhorizontal: a .\n", "FILE:4:15: '.' cannot be the letter of a piece"},
        {"start:\na..\n\nalike: a#\n", "FILE:4:9: '#' cannot be the letter of a piece"},
        {"start:\na..\n\nexit: a right\nexit: a left\n", "FILE:5:7: the piece 'a' has two exits: it may have one"},
        {"start:\nab.\n\nalike: ab\nalike: cb\n", "FILE:5:9: the letter 'b' is in two lists 'alike:': write one list"},
        {"start:\nab.\n\ngoal: aa.\ncover: a\ninside: ba\n", "FILE:6:10: the letter 'a' has both 'cover:' and 'inside:'"},
        {"start:\nab.\n\nexit: b right\nalike: aa b\n", ONLY_DRAWN("FILE:5:11", "b")},
        {"start:\nab.\n\ngoal: b..\ncover: a\n", "FILE:5:8: the goal does not draw 'a', whose cells 'cover:' is about"},
        {"start: ab.; exit: b right; inside: a", "FILE:1:36: the goal does not draw 'a', whose cells 'inside:' is about"},
        {"start:\nab.\n\ngoal: .aa\nalike: ab\ninside: a\n", ONLY_DRAWN("FILE:6:9", "a")},
        {"start:\nab.\n\ngoal: .aa\ncover: a\nalike: ab\n", ONLY_DRAWN("FILE:6:8", "a")},
        {"start:\na..\n\ngate: + a.\n", "FILE:4:10: '.' cannot be the letter of a piece"},
        {"start:\na+..\n\ngate: +\ngate: - a\ngate: + a\n", "FILE:6:7: the gate '+' is described twice"},
        {"start:\na...\n\ngate: +\ngate: -\ngate: *\ngate: =\ngate: ~\n", "FILE:8:7: there are more than 4 kinds of gates"},
        {"start:\na...\n\ngate: +\ngate: -\ngate: *\ngate: =\nexit: a right\n", NULL},
        {"start:\na++.\n\ngate: +\nexit: a right\n", NULL}, // no state is solved
        {"start:\na+.\n\ngate: + b\nexit: a right\n", "FILE:4:9: the start has no piece 'b'"},
        {"start:\na+.\n\ngate: + a\nexit: + right\n", "FILE:5:7: the start has no piece '+'"},
        {"start:\na..\n\ngoal:\n..a\n\ngoal: .a.\n", "FILE:7:1: the goal is drawn twice"},
        {"start:\na..\n\n  hello\ngoal: ..a\n",
         "FILE:4:3: this is neither 'key: value' nor a row: a drawing follows 'start:' or 'goal:'"},
        {"start: a..; goal: ..a; name: x; author: y; note: z\n", NULL},
        {"name: n\nstart:\na..\n\n  # remark\n\ngoal: ..a   \n", NULL},
        {"author: a; b\nname: a; b\nnote: a; b\n# a; b\nstart: a..; goal: ..a\n", NULL}, // ';' ends none of these lines
        {"start: a..;  goal: ..b\n", "FILE:1:22: the start has no piece 'b'"},
        {"start: a.. ; alike: a z; goal: ..a\n", "FILE:1:23: the start has no piece 'z'"},
        {"start: a.. ; exit: a right \n", NULL},
        {"start: a..; 123456789012345678901234567890123456789012: x",
         "FILE:1:13: unknown key '1234567890123456789012345678901234567890': see 'huarong help blocks'"},
        {"stard: a..\nstart: a..\n", "FILE:1:1: unknown key 'stard': did you mean 'start'?"},
        {"goal: ..a; strat: a..", "FILE:1:12: unknown key 'strat': did you mean 'start'?"},
        {"goal: ..a\n", "FILE:1:1: there is no start: write 'start:' before its first row"},
        {"Start: a..\nGOAL: ..a\nExit: a right\nstart: a..\n", "FILE:4:1: the start is drawn twice"},
        {"start:\na..\nb.\n", "FILE:3:1: the row has 2 of 3 cells: write . for an empty cell, # for one outside"},
        {"start: a../b.b; goal: ..a\n", "FILE:1:14: the letter 'b' is also at line 1, column 12: two pieces need two letters "
                                        "('scattered: b' if it is one)"},
        {"start: a.a.../a.a.../aaa...; goal: ...a.a/...a.a/...aaa\n", NULL}, // the ends of the U meet at its bottom only
    };
    CHECK_TEXTS(cases);
}

HR_TEST(test_goals_that_cannot_be_are_told_with_their_place) {
    static const refusal cases[] = {
        {"start:\naaa\n...\n\ngoal:\n...\n.aa\n\ninside: a\n",
         "FILE:7:2: the piece 'a' has no room in its goal, or cannot get there"},
        {"start:\na..\n\ngoal: ..a/.a.\n", "FILE:4:12: the goal is larger than the start"},
        {"start:\nab.\n...\n\ngoal:\n...\n.bb\n", "FILE:7:2: the piece 'b' cannot fill these cells: they have another shape, or it "
                                                  "cannot get there"},
        {"start:\na.#.b\n\ngoal: ...a\ncover: a\n", NULL},
        {"start:\na.#bb\n\ngoal: ...a\ncover: a\n", "FILE:4:10: pieces like 'a' cannot cover all these cells"},
        {"start:\na..b\n\ngoal: .aaa\ncover: a\n", "FILE:4:8: pieces like 'a' cannot cover all these cells"},
        {"start:\na..\n\nfixed: a\nexit: a right\n", "FILE:5:7: the piece 'a' does not move, so the goal cannot name it"},
        {"start:\na.f\n\ngoal: .a_\nfixed: f\n", "FILE:4:9: the cell cannot be empty: the start has 'f' there"},
        {"start:\na.#\n\ngoal: .a_\n", "FILE:4:9: the cell cannot be empty: the start has '#' there"},
        {"start:\na-.\n\ngoal: __a\ngate: - a\n", NULL},
        {"start:\n.a.b\n\nhorizontal: ab\nvertical: b\nexit: a right\n",
         "FILE:5:11: the piece 'b' is locked to both axes: write 'fixed: b' if it does not move"},
    };
    CHECK_TEXTS(cases);
}

/// Signs that the program's own format uses for something else are letters in GNOME's levels, if some letter is left for each.
HR_TEST(test_levels_of_gnome_use_all_signs_as_letters) {
    static const refusal cases[] = {
        {"######\n#;/*.#\n#:_| #\n######\n", NULL},
        {"######\n#;/*.#\n#:_| #\n###### \x7f\n", "FILE:4:8: the byte 0x7f: this is not text"},
    };
    CHECK_TEXTS(cases);
}

#define ROW_32 "...............................a"

HR_TEST(test_drawings_have_limits) {
    static const refusal cases[] = {
        {"start:\n" ROW_32 ".\n", "FILE:2:33: the row is too long: a drawing has at most 32 columns"},
        {"start:\n" ROW_32 "\n\nexit: a left\n", NULL},
        {"start:\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\na\n.\n",
         "FILE:34:1: the drawing is too high: it has at most 32 rows"},
        {"start:\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\na\n\nexit: a up\n",
         NULL},
        {"start:\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\na...............................\n\nexit: a "
         "down\n",
         "FILE:4:1: the piece 'a' is too large: it may have 64 cells"},
        {"start:\n!\"$%&'()*+,-0123456789<=>?@ABCDE\nFGHIJKLMNOPQRSTUVWXYZ[]^`abcdefg\nh.............................##\n\nexit: h "
         "right\n",
         NULL},
        {"start:\n!\"$%&'()*+,-0123456789<=>?@ABCDE\nFGHIJKLMNOPQRSTUVWXYZ[]^`abcdefg\nhhh#############################\n\nfixed: "
         "h\nexit: a right\n",
         NULL},
    };
    CHECK_TEXTS(cases);
}

/// The line that a table, JSON and `draw` name the puzzle by has each exit at its side.
HR_TEST(test_exits_keep_their_sides_in_one_line) {
    static const char *const cases[] = {
        "start: .../.A./..b;exit: A up",
        "start: .../.A./..b;exit: A down",
        "start: .../.A./..b;exit: A left",
        "start: .../.A./..b;exit: A right",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[HR_PUZZLE_TEXT_MAX];
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = cases[i]});
        hr_puzzle_drawing(puzzle, line);
        assert_string_equal(line, cases[i]);
        hr_puzzle_destroy(&puzzle);
    }
}

#define BLANK "; a blank in the start is a wall, a dot an empty cell"

HR_TEST(test_a_blank_for_an_empty_cell_is_told) {
    static const refusal cases[] = {
        {"start:\na. \n...\n\ngoal: ..a\n", "FILE:5:9: the piece 'a' cannot fill these cells: they have another shape, or it "
                                            "cannot get there" BLANK},
        {"start:\na  \n   \n\ngoal: ..a\n", "FILE:5:9: the goal is larger than the start" BLANK},
        {"start:\na. \n...\n\ngoal: a._\n", "FILE:5:9: the cell cannot be empty: the start has '#' there" BLANK},
        {"start:\na. f\n...f\n\ngoal: a.._\nfixed: f\n", "FILE:5:10: the cell cannot be empty: the start has 'f' there"},
        {"start:\na. \n...\n\ngoal: ..a\ncover: a\n", "FILE:5:9: pieces like 'a' cannot cover all these cells" BLANK},
        {"start:\na. \n...\n\ngoal: ..a\ninside: a\n",
         "FILE:5:9: the piece 'a' has no room in its goal, or cannot get there" BLANK},
        {"start:\n...\n.. \n", "FILE:2:1: the start has no piece that can move" BLANK},
        {"start:\na..\n...\n\ngoal:\n ..a\n", "FILE:6:4: the goal is larger than the start"},
        {"start:\na..\n.. \n\ngoal: ..a\n", NULL},
    };
    CHECK_TEXTS(cases);
}

HR_TEST(test_states_that_do_not_fit_are_told_why) {
    static const refusal cases[] = {
        {"#####/#ab../#c..#/#####", ""},
        {"xxxxx/xab.+/xcoo|/xxxxx", ""},
        {"ab.+/c..", ""}, // the cells that pieces reach
        {"#####\r\n#ab.+\r\n#c\t..#\r\n#####\r\n", ""},
        {"#####/#abo+/#co-#/#####", ""},
        {"#####/#a.bo/#c..#/#####", "'o' at 4,1 does not fit the puzzle, which has '+' there"},
        {"#####/#ab.+/#c..#", "the board has 20 cells, '#####/#ab.+/#c..#' has 15: write its rows with '/' between them"},
        {"ab..+/c..", "the board has 20 cells, 'ab..+/c..' has 8: write its rows with '/' between them"},
        {"#####/#bba+/#c..#/#####", "the cells of 'b' are not the piece, or it cannot get there"},
        {"#####/#.b.+/#c..#/#####", "the piece 'a' is missing"},
        {"#####/.ab.+/#c..#/#####", "'.' at 0,1 does not fit the puzzle, which has '#' there"},
        {"#####/#ab.#/#c..#/#####", "'#' at 4,1 does not fit the puzzle, which has '+' there"},
        {"#####/#ab.x/#c..#/#####", "'x' at 4,1 does not fit the puzzle, which has '+' there"},
        {"#####/#abz+/#c..#/#####", "'z' at 3,1 does not fit the puzzle, which has '.' there"},
        {"#####/#ab.\x01/#c..#/#####", "the state's character 10 is not a letter"},
        {"#####/#ab.+/#...#/#c###", "the piece 'c' cannot get to 1,3"},
        {"#####/#a.++/#cb.#/#####", "'+' at 3,1 does not fit the puzzle, which has '.' there"},
        {"#####/#a..b/#c..#/#####", "the cells of 'b' are not the piece, or it cannot get there"}, // the gate lets only `a` pass
        {"#####/#ac.+/#b..#/#####", "the cells of 'b' are not the piece, or it cannot get there"}, // `b` stays in its row
    };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){
        .spec = "blocks:FILE", .text = "start:\n#####\n#ab.+\n#c..#\n#####\nhorizontal: b\ngate: + a\ngoal:\n.....\n....a\n"});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_state read = 0;
        hr_error error = {.text = ""};
        const hr_status status = hr_puzzle_parse(puzzle, cases[i].text, &read, &error);
        assert_string_equal(error.text, cases[i].message);
        assert_int_equal(status, cases[i].message[0] == '\0' ? HR_OK : HR_USAGE);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_the_goal_is_told_in_words) {
    static const struct {
        const char *text, *goal;
    } cases[] = {
        {"start: ab.c/dd..; goal: ..../...b", "b at 3,1"},
        {"start: ab.c/dd..; goal: ..../..bc", "b at 2,1, c at 3,1"},
        {"start: ab.c/dd..; goal: ..../..b.; cover: b", "b covering 2,1"},
        {"start: ab.c/dd..; goal: ..../..dd; inside: d", "d in 2,1"},
        {"start: ab.c/dd..; goal: ..../__..", "_ at 0,1"},
        {"start: ab.c/dd..; exit: a down; exit: b left", "a at the lower side, b at the left side"},
        {"start: ..../ab.c/dd..; exit: a up; exit: b right; goal: ..../.c", "a at the upper side, b at the right side, c at 1,1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = cases[i].text});
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_goal(puzzle, text);
        assert_string_equal(text, cases[i].goal);
        hr_puzzle_destroy(&puzzle);
    }
}

/// The red car is A, X or r; of several in a row, the one in the row of the exit. Boards come as one word or as rows.
HR_TEST(test_a_rush_hour_board_says_which_car_leaves) {
    static const struct {
        const char *text, *spec, *goal;
    } cases[] = {
        {"AA...O.....OXX...O...QQQ....CC..RRR.", "blocks:6x6", "X at the right side"},
        {"AA...O\n.....O\nXX...O\n...QQQ\n....CC\n..RRR.\n", "blocks:6x6", "X at the right side"},
        {"AA---O\n-----O\nXX---O\n---QQQ\n----CC\n--RRR-\n", "blocks:6x6", "X at the right side"},
        {"....AA\r\n..BBCC\r\nrr..EF \r\nGGHHEF\r\n...IEF\r\n...IJJ", "blocks:6x6", "r at the right side"},
        {"XX...O.....OAA...O...QQQ....CC..RRR.", "blocks:6x6", "A at the right side"},
        {"A...x\nA.XX.\n.....\n.BB..\n.....\n", "blocks:5x5", "X at the right side"},
        {"7 AA...................XX..........................  \r\n", "blocks:7x7", "X at the right side"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = cases[i].text});
        char goal[HR_STATE_TEXT_MAX];
        hr_puzzle_goal(puzzle, goal);
        assert_string_equal(goal, cases[i].goal);
        assert_string_equal(hr_puzzle_describe(puzzle)->spec, cases[i].spec);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_a_text_in_no_format_is_told_what_it_may_lack) {
#define NEITHER                                                                                                                    \
    "FILE:1:1: this is neither a drawing, which begins with 'start:', nor a level of GNOME Klotski, which has a piece '*', nor a " \
    "Rush Hour board, which is square"
#define SPACED(AT) AT ": there are blanks between the cells: write the row without them"
    static const char NO_KEY[] = "FILE:1:1: this is neither 'key: value' nor a row: a drawing follows 'start:' or 'goal:'";
    static const refusal cases[] = {
        {"aab.\naac.\n", NEITHER},
        {"aa\nbbb\n..\n", NEITHER},
        {"60 7", NEITHER},
        {"a**b\na**b\n\ngoal:\n....\n.**.\n", NO_KEY},
        {"a.b/...; exit: a right", NO_KEY},
        {"start:\na * * b\na * * b\nc . .\n", SPACED("FILE:2:1")},
        {"start:\n  a b .\n  . . .\nexit: a right\n", SPACED("FILE:2:1")},
        {"start:\n  a b\nc . .\n. . .\nexit: a right\n", SPACED("FILE:2:1")},
        {"start:\na,b\n.,.\nexit: a right\n", NULL}, // a piece may have the letter ,
        {"start: a a . / . . . ; goal: . . . / . a a", SPACED("FILE:1:8")},
        {"start:\na b\n.\n  .\n", NULL},             // outside the board are blanks, and cells that a row lacks
        {"start:\na.. \nb..\n\ngoal:\n..a\n", NULL}, // but for those at the ends of rows
        {"AA..XX..........................BB..", "FILE:1:6: the car that leaves may be A or X: give one of them another letter"},
        {"BB..............\n", "FILE:1:1: the board has no car A, X or r that lies in a row: this is the car that leaves"},
    };
    CHECK_TEXTS(cases);
#undef NEITHER
}

HR_TEST(test_info_says_what_the_puzzle_is) {
    static const char TEXT[] = "start: a**b/a**b/c..d; goal: ..../.**./.**.";
    static const struct {
        hr_puzzle_options options;
        int order;
        bool bipartite;
    } cases[] = {
        {{.metric = HR_METRIC_UNIT}, 2, true}, {{.metric = HR_METRIC_SLIDE}, 2, false}, {{.metric = HR_METRIC_MOVE}, 2, false},
        {{.no_symmetry = true}, 1, true},      {{.from = "a**b/a**b/cd.."}, 1, true}, // the mirror does not keep the start
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle_options options = cases[i].options;
        options.spec = "blocks:FILE";
        options.text = TEXT;
        hr_puzzle *puzzle = made_puzzle(&options);
        const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
        assert_string_equal(info->spec, "blocks:4x3");
        assert_int_equal(info->width, 4);
        assert_int_equal(info->height, 3);
        assert_int_equal(info->symmetry_order, cases[i].order);
        assert_int_equal(info->bipartite, cases[i].bipartite);
        assert_true(info->single_source && info->has_target && !info->openings);
        assert_int_equal(info->source_count, 1);
        assert_int_equal(info->index_count, 0);
        hr_puzzle_destroy(&puzzle);
    }
}

/// The lines of a puzzle name the state at which the run begins, if it is not the drawing's.
HR_TEST(test_the_start_of_a_run_is_among_the_lines) {
    static const char FROM[] = "ab../....";
    hr_puzzle *puzzle =
        made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = "start: a.b./....; goal: ..../...a", .from = FROM});
    char lines[1024];
    size_t length = 0;
    hr_puzzle_options options;
    assert_int_equal(hr_puzzle_write_lines(puzzle, sizeof lines, lines, &length, NULL), HR_OK);
    assert_int_equal(hr_puzzle_read_lines(lines, length, &options, NULL), HR_OK);
    assert_string_equal(options.from, FROM);
    assert_string_equal(options.text, "start: a.b./....;goal: ..../...a");
    hr_puzzle_destroy(&puzzle);
}

static void step_between(const char *drawing, const char *from, const char *to, hr_step *step) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = drawing, .metric = HR_METRIC_MOVE});
    hr_state states[2] = {0, 0};
    assert_int_equal(hr_puzzle_parse(puzzle, from, &states[0], NULL), HR_OK);
    assert_int_equal(hr_puzzle_parse(puzzle, to, &states[1], NULL), HR_OK);
    assert_int_equal(hr_puzzle_step(puzzle, states, &states[1], step, NULL), HR_OK);
    step->piece = NULL; // it is the puzzle's
    hr_puzzle_destroy(&puzzle);
}

/// The text of a step holds 63 characters.
HR_TEST(test_a_way_with_many_turns_is_told_by_its_ends) {
#define REST "/##.###.##/...#...##/.###.####/.....####"
    static const char SNAKE[] = "start: a..#....." REST "; exit: a right";
    hr_step step;
    step_between(SNAKE, "a..#....." REST, "...#a...." REST, &step);
    assert_string_equal(step.text, "a right 2 down 2 left 2 down 2 right 4 up 2 right 2 up 2 left 2");
    assert_int_equal(step.direction, '\0');
    step_between(SNAKE, "a..#....." REST, "...#....a" REST, &step);
    assert_string_equal(step.text, "a from 0,0 to 8,0");
    step_between(SNAKE,
                 "...#....."
                 "/##a###.##/...#...##/.###.####/.....####",
                 "...#....."
                 "/##.###.##/...#...##/a###.####/.....####",
                 &step);
    assert_string_equal(step.text, "a down 1 left 2 down 1");
    assert_int_equal(step.from_x, 2);
    assert_int_equal(step.from_y, 1);
    assert_int_equal(step.to_x, 0);
    assert_int_equal(step.to_y, 3);
#undef REST
}
