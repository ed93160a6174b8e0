// SPDX-License-Identifier: MIT
// Tile positions and puzzles as texts, and what is refused.

#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "unit_test.h"

HR_TEST(test_text_in_every_form_gives_the_same_state) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    static const char *const forms[] = {"8 6 7 2 5 4 3 0 1",
                                        "8,6,7,2,5,4,3,_,1",
                                        "8 6 7\n2 5 4\n3 . 1\n",
                                        "  8/6/7/2/5/4/3/0/1  ",
                                        "8, 6, 7; 2, 5, 4; 3, 0, 1",
                                        "8\t6\t7\r\n2\t5\t4\r\n3\t0\t1\r\n",
                                        "3\n8 6 7\n2 5 4\n3 0 1",
                                        "# easy\n3 3 # size\n8 6 7 # top\n2 5 4 3 0 1",
                                        "[[8,6,7],[2,5,4],[3,0,1]]",
                                        "8 6 7 2\n5 4 3 0 1\n",
                                        "[[8,6,7],[2,5,4],[3,0,1]] # (hard)",
                                        "8 6 7 # [top]\n2 5 4 3 0 1 # 1 (2)",
                                        "[8][6][7]\n[2][5][4]\n[3][0][1]",
                                        "{8, 6, 7, 2, 5, 4, 3, 0, 1};",
                                        "867254301",
                                        "3\n867\n254\n3_1\n",
                                        "(8 6 7 2 5 4 3 0 1)"};
    hr_state first = made_state(puzzle, forms[0]);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        hr_state state = made_state(puzzle, forms[i]);
        assert_int_equal(state, first);
    }
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, &first, text);
    assert_string_equal(text, forms[0]);
    char drawing[HR_STATE_DRAWING_MAX];
    hr_puzzle_draw(puzzle, &first, drawing);
    assert_string_equal(drawing, "┌───┬───┬───┐\n"
                                 "│ 8 │ 6 │ 7 │\n"
                                 "├───┼───┼───┤\n"
                                 "│ 2 │ 5 │ 4 │\n"
                                 "├───┼───┼───┤\n"
                                 "│ 3 │ · │ 1 │\n"
                                 "└───┴───┴───┘\n");
    hr_puzzle_destroy(&puzzle);
}

/// Letters go on from 10. A size is told from a number by the number of numbers.
HR_TEST(test_digits_that_run_together_and_sizes) {
    static const char *const CASES[][3] = {
        {"tile:4x4", "123456789ABCDEF0", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"},
        {"tile:4x4", "1234 5678 9abc de_f", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"},
        {"tile:2x2", "2\n1\n3\n0", "2 1 3 0"},
        {"tile:2x2", "2\n2 1\n3 0", "2 1 3 0"},
        {"tile:3x2", "2 3\n1 2 3\n5 4 0", "1 2 3 5 4 0"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i][0]});
        char text[HR_STATE_TEXT_MAX];
        hr_state state = made_state(puzzle, CASES[i][1]);
        hr_puzzle_format(puzzle, &state, text);
        assert_string_equal(text, CASES[i][2]);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_bad_text_is_refused_with_the_reason) {
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"", "0 numbers for a board of 9 cells"},
        {"1 2 3 4 5 6 7 8", "8 numbers for a board of 9 cells"},
        {"1 2 3 4 5 6 7 8 0 1", "1 appears twice"},
        {"1 2 3 4 5 6 7 7 0", "7 appears twice"},
        {"1 2 3 4 5 6 7 9 0", "tile 9 is not on a board of 9 cells"},
        {"1 2 3 4 5 6 7 999999999999 0", "tile 999999999999 is not on a board of 9 cells; use 0 to 8"},
        {"99999999999999999999999999 2 3 4 5 6 7 8 0", "tile 999999999999999999999999... is not on a board of 9 cells"},
        {"1 2 3 4 5 6 7 65544 0", "tile 65544 is not on a board of 9 cells"},
        {"1 2 3 4 5 6 7 4294967304 0", "tile 4294967304 is not on a board of 9 cells"},
        {"1 2 3 4 5 6 7 8000000000 0", "tile 8000000000 is not on a board of 9 cells"},
        {"1 2 3 4 5 6 7 9999x 0", "no number at character 15"},
        {"1 2 3 4 x 6 7 8 0", "no number at character 9"},
        {"1 2 3 4 5 6 7 8 -1", "no number at character 17"},
        {"1 2 3 4 5 6 7 8 ..", "no number at character 17"},
        {"4\n1 2 3\n4 5 6\n7 8 0", "4 appears twice"}, // not this board's size
        {"2 3\n1 2 3\n4 5 6\n7 8 0", "2 appears twice"},
        {"[[1,2],[3,4],[5,6],[7,8,0]]", "it has 4 rows, but not 3 of 3 numbers each"},
        {"{1,2,3,4,5,6},{7,8,0}", "it has 2 rows, but not 3 of 3"},
        {"123456778", "7 appears twice"},
        {"12345678", "tile 12345678 is not on a board"},
        {"12345678!", "no number at character 9"},
    };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_state state = 0;
        hr_error error = {.text = ""};
        assert_int_equal(hr_puzzle_parse(puzzle, cases[i].text, &state, &error), HR_USAGE);
        if (strstr(error.text, cases[i].reason) == NULL) {
            fail_msg("'%s' gives '%s', not '%s'", cases[i].text, error.text, cases[i].reason);
        }
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_bad_puzzles_are_refused_with_the_reason) {
    static const struct {
        hr_puzzle_options options;
        const char *reason;
    } cases[] = {
        {{.spec = "tile:1x9"}, "not supported"},
        {{.spec = "tile:5x8"}, "a tile board of 5x8 is not supported: use 2 or more columns and rows, at most 36 cells"},
        {{.spec = "tile:99x99"}, "not supported"},
        {{.spec = "tile:1x20"}, "not supported"},
        {{.spec = "tile:5x5", .metric = HR_METRIC_MOVE}, "no metric 'move'"},
        {{.spec = "tile:5x5", .exit = "1,1"}, "no exit"},
        {{.spec = "tile:5x5", .goal = "1 2 3"}, "bad goal: 3 numbers for a board of 25 cells; use each of 0 to 24 once"},
        {{.spec = "tile:5x5", .from = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 0"}, "unsolvable"},
        {{.spec = "tile:5x5", .from = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 23 0"}, "23 appears twice"},
        {{.spec = "tile"}, "bad board"},
        {{.spec = "tile:3"}, "bad board"},
        {{.spec = "tile:3x"}, "bad board"},
        {{.spec = "tile:3x3x3"}, "bad board"},
        {{.spec = "tile:100x2"}, "bad board"},
        {{.spec = "tile:4X5"}, "bad board in 'tile:4X5': did you mean tile:4x5?"},
        {{.spec = "tile:4X"}, "bad board in 'tile:4X': write tile:WxH, columns x rows, as in tile:4x4"},
        {{.spec = "tile:-3x3"}, "bad board"},
        {{.spec = "tile:0x3"}, "bad board"},
        {{.spec = "tiles:3x3"}, "unknown puzzle 'tiles:3x3': did you mean tile:3x3?"},
        {{.spec = "横刀立马"}, "that is the name of a position: write klotski 横刀立马"},
        {{.spec = "Century"}, "that is the name of a position: write blocks:Century"},
        {{.spec = ""}, "unknown puzzle"},
        {{.spec = "tile:3x3", .metric = HR_METRIC_MOVE}, "no metric 'move'"},
        {{.spec = "tile:3x3", .exit = "1,1"}, "no exit"},
        {{.spec = "tile:3x3", .goal = "1 2 3"}, "bad goal"},
        {{.spec = "tile:2x2", .goal = "([1,2],[3,0]] # }"}, "bad goal: the bracket ] at character 13 closes a ("},
        {{.spec = "tile:3x3", .from = "2 1 3 4 5 6 7 8 0"}, "unsolvable"},
        {{.spec = "tile:3x2", .from = "1 2\n3 4\n5 0\n"}, "it has 3 rows, but not 2 of 3"},
        {{.spec = "tile:3x2", .from = "1 2/3 4/5 0"}, "it has 3 rows, but not 2 of 3"},
        {{.spec = "tile:3x2", .from = "[[1,2],[3,4],[5,0]]"}, "it has 3 rows, but not 2 of 3"},
        {{.spec = "tile:4x4", .from = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"}, "unsolvable"}, // Loyd's
        {{.spec = "tile:4x4", .goal = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", .from = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"},
         "unsolvable"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_puzzle_create(&cases[i].options, &puzzle, &error), HR_USAGE);
        assert_null(puzzle);
        if (strstr(error.text, cases[i].reason) == NULL) {
            fail_msg("case %zu gives '%s', not '%s'", i, error.text, cases[i].reason);
        }
    }
}

// The state with two tiles exchanged does not reach the goal. If the message names another goal, that one is reached; if not, the
// other usual goal is not reached either.
HR_TEST(test_an_unsolvable_state_is_told_the_goal_that_it_reaches) {
    static const struct {
        const char *spec, *goals[2], *exchanged[2];
        bool other;
    } CASES[] = {{"tile:2x2", {"1 2 3 0", "0 1 2 3"}, {"2 1 3 0", "0 2 1 3"}, true},
                 {"tile:3x2", {"1 2 3 4 5 0", "0 1 2 3 4 5"}, {"2 1 3 4 5 0", "0 2 1 3 4 5"}, false},
                 {"tile:3x3", {"1 2 3 4 5 6 7 8 0", "0 1 2 3 4 5 6 7 8"}, {"2 1 3 4 5 6 7 8 0", "0 2 1 3 4 5 6 7 8"}, false},
                 {"tile:4x4",
                  {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"},
                  {"2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0", "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15"},
                  true}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        for (int g = 0; g < 2; g++) {
            hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i].spec, .goal = CASES[i].goals[g]});
            hr_error error;
            hr_state state = made_state(puzzle, CASES[i].exchanged[g]);
            assert_int_equal(hr_puzzle_validate(puzzle, &state, &error), HR_USAGE);
            hr_puzzle_destroy(&puzzle);
            char hint[HR_STATE_TEXT_MAX + 16];
            (void)snprintf(hint, sizeof hint, "goal '%s'", CASES[i].goals[1 - g]);
            assert_int_equal(strstr(error.text, hint) != NULL, CASES[i].other);
            puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i].spec, .goal = CASES[i].goals[1 - g]});
            assert_int_equal(hr_puzzle_parse(puzzle, CASES[i].exchanged[g], &state, NULL), HR_OK);
            assert_int_equal(hr_puzzle_validate(puzzle, &state, NULL) == HR_OK, CASES[i].other);
            hr_puzzle_destroy(&puzzle);
        }
    }
    hr_puzzle *puzzle =
        made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4", .goal = "1 2 3 4 8 7 6 5 9 10 11 12 0 15 14 13"}); // not a usual goal
    hr_error error;
    hr_state state = made_state(puzzle, "2 1 3 4 8 7 6 5 9 10 11 12 0 15 14 13");
    assert_int_equal(hr_puzzle_validate(puzzle, &state, &error), HR_USAGE);
    assert_null(strstr(error.text, "--goal"));
    hr_puzzle_destroy(&puzzle);
}
