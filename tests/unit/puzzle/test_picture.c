// SPDX-License-Identifier: MIT
// Drawings: no two positions of a board look the same, lines are as long as they say, and a move is marked where it happened.

#include "made_puzzle.h"
#include "puzzle/canvas.h"
#include "puzzle/klotski/parts.h"
#include "unit_test.h"

static hr_puzzle *make(const char *spec, const char *text, const char *exit, hr_metric metric) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .text = text, .exit = exit, .metric = metric});
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/// Draw all positions of the board in one style and look for two drawings that are equal.
static void check_all_differ(const char *spec, const char *exit, bool ascii, bool labels) {
    hr_puzzle *puzzle = make(spec, NULL, exit, HR_METRIC_UNIT);
    const size_t count = (size_t)hr_puzzle_describe(puzzle)->index_count;
    const hr_canvas_style style = {.ascii = ascii};
    char **drawings = malloc(count * sizeof *drawings);
    assert_non_null(drawings);
    for (hr_index i = 0; i < count; i++) {
        hr_state state = 0;
        hr_picture picture;
        char text[HR_STATE_DRAWING_MAX];
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        hr_puzzle_picture(puzzle, &state, &picture);
        for (int p = 0; !labels && p < picture.piece_count; p++) {
            picture.pieces[p].label[0] = '\0';
        }
        assert_true(hr_canvas_draw(&picture, &style, text, sizeof text));
        for (const char *c = text; ascii && *c != '\0'; c++) {
            assert_in_range(*c, '\n', '~');
        }
        drawings[i] = strdup(text);
        assert_non_null(drawings[i]);
    }
    qsort((void *)drawings, count, sizeof *drawings, by_text);
    for (size_t i = 1; i < count; i++) {
        assert_string_not_equal(drawings[i - 1], drawings[i]);
    }
    for (size_t i = 0; i < count; i++) {
        free(drawings[i]);
    }
    free((void *)drawings);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_all_positions_look_different) {
    static const char *const SPECS[] = {"klotski:3x2", "klotski:2x3", "klotski:4x2", "klotski:2x4",
                                        "klotski:3x3", "klotski:3x4", "klotski:4x3"};
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        check_all_differ(SPECS[i], NULL, false, true);
        check_all_differ(SPECS[i], NULL, true, true);
        check_all_differ(SPECS[i], "0,0", false, false); // the outlines and the signs of empty cells are enough
        check_all_differ(SPECS[i], "0,0", true, false);
    }
}

HR_TEST(test_lines_are_as_long_as_they_say) {
    static const struct {
        const char *spec, *text, *state;
    } cases[] = {
        {"klotski", NULL, "横刀立马"},
        {"tile:4x4", NULL, "15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0"},
        {"blocks:x", "start: #####/#aa##/#b.-#/#####; goal: ...../...../.aa..; gate: - a", "#####/#aa##/#b.-#/#####"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = make(cases[i].spec, cases[i].text, NULL, HR_METRIC_UNIT);
        hr_picture picture;
        hr_puzzle_picture(puzzle, &(hr_state){made_state(puzzle, cases[i].state)}, &picture);
        for (int ascii = 0; ascii < 2; ascii++) {
            const hr_canvas_style style = {.ascii = ascii != 0};
            for (int line = 0; line < hr_canvas_lines(&picture); line++) {
                char bytes[HR_CANVAS_LINE_MAX];
                const size_t size = hr_canvas_line(&picture, &style, line, bytes);
                assert_int_equal(hr_canvas_text_columns(bytes, size), hr_canvas_columns(&picture));
            }
        }
        hr_puzzle_destroy(&puzzle);
    }
}

/// Draw `after` with the move from `before` marked.
static void draw_move(const char *spec, hr_metric metric, const char *from, const char *to, bool ascii, char text[4096]) {
    hr_puzzle *puzzle = make(spec, NULL, NULL, metric);
    const hr_canvas_style style = {.ascii = ascii};
    hr_picture before;
    hr_picture after;
    hr_puzzle_picture(puzzle, &(hr_state){made_state(puzzle, from)}, &before);
    hr_puzzle_picture(puzzle, &(hr_state){made_state(puzzle, to)}, &after);
    hr_picture_follow(&before, &after, false);
    assert_true(hr_canvas_draw(&after, &style, text, 4096));
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_moves_are_marked) {
    char text[4096];
    draw_move("klotski:3x3", HR_METRIC_UNIT, "XXTXXB..o", "XXTXXB.o.", false, text);
    assert_string_equal(text, "┌───────┬───┐\n"
                              "│       │   │\n"
                              "│  2x2  │ V │\n"
                              "║       │   │\n"
                              "╟───┬───┼───┤\n"
                              "║ · │←S │ · │\n"
                              "└═══╧═══┴───┘\n");
}

HR_TEST(test_arrows_tell_up_from_down) {
    char text[4096];
    draw_move("tile:2x2", HR_METRIC_UNIT, "1 2 0 3", "0 2 1 3", false, text);
    assert_non_null(strstr(text, "↓1"));
    draw_move("tile:2x2", HR_METRIC_UNIT, "0 2 1 3", "1 2 0 3", false, text);
    assert_non_null(strstr(text, "↑1"));
}

HR_TEST(test_moved_rows_of_tiles_are_marked) {
    char text[4096];
    draw_move("tile:3x2", HR_METRIC_SLIDE, "1 2 0 3 4 5", "0 1 2 3 4 5", true, text);
    assert_string_equal(text, "+---+---+---+\n"
                              "| . |>1 |>2 |\n"
                              "+---+---+---+\n"
                              "| 3 | 4 | 5 |\n"
                              "+---+---+---+\n");
}

HR_TEST(test_drawings_without_room_have_a_character_for_each_cell) {
    static char text[1200] = "start:\n";
    char wanted[31 * 33 + 1]; // 31 rows of 32 cells
    for (size_t i = 0; i < sizeof wanted - 1; i++) {
        wanted[i] = (char)(i % 33 == 32 ? '\n' : '#');
    }
    wanted[sizeof wanted - 1] = '\0';
    memcpy(wanted, "ab.+", 4);
    wanted[31] = 'c';
    wanted[sizeof wanted - 1 - 33] = '.'; // the first cell of the last row
    (void)snprintf(text + 7, sizeof text - 7, "%s\nfixed: c\ngate: + a\ngoal: .a\n", wanted);
    hr_puzzle *puzzle = make("blocks:FILE", text, NULL, HR_METRIC_UNIT);
    char drawing[HR_STATE_DRAWING_MAX];
    hr_state start = made_source(puzzle);
    hr_puzzle_draw(puzzle, &start, drawing);
    assert_string_equal(drawing, wanted);
    hr_puzzle_destroy(&puzzle);
}

/// The horizontals are named before the verticals, and a sixth general has no name of his own.
HR_TEST(test_generals_have_their_names) {
    static const struct {
        const char *state;
        bool traditional;
        const char *names; ///< of the pieces in reading order
    } CASES[] = {
        {"TXXTBXXBTLRTBooBo..o", false, "张飞 曹操 赵云 马超 关羽 黄忠 卒 卒 卒 卒 "},
        {"TXXTBXXBTLRTBooBo..o", true, "張飛 曹操 趙雲 馬超 關羽 黃忠 卒 卒 卒 卒 "},
        {"TLRTBLRBLRLRXXo.XX.o", false, "黄忠 关羽 将 张飞 赵云 马超 曹操 卒 卒 "},
        {"LRLRLRLRXXTTXXBBo..o", false, "关羽 张飞 赵云 马超 曹操 黄忠 将 卒 卒 "},
        {"LRLRLRLRXXTTXXBBo..o", true, "關羽 張飛 趙雲 馬超 曹操 黃忠 將 卒 卒 "},
    };
    hr_puzzle *puzzle = make("klotski", NULL, NULL, HR_METRIC_UNIT);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char names[HR_PICTURE_PIECES_MAX * HR_PICTURE_LABEL_BYTES] = "";
        size_t used = 0;
        hr_picture picture;
        hr_puzzle_picture(puzzle, &(hr_state){made_state(puzzle, CASES[i].state)}, &picture);
        hr_klotski_name_pieces(&picture, CASES[i].traditional);
        for (int p = 0; p < picture.piece_count; p++) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s ", picture.pieces[p].label);
        }
        assert_string_equal(names, CASES[i].names);
    }
    hr_puzzle_destroy(&puzzle);
}

/// An exit that touches an edge is marked there only; one within the board by its outline, and never by the frame.
HR_TEST(test_the_exit_is_marked_at_the_edge_or_by_its_outline) {
    static const struct {
        const char *goal, *marks; ///< all marked lines: the direction and the cell that is below or on the right
    } CASES[] = {{".a../..../..../....", "-10 "},
                 {"..../a.../..../....", "|01 "},
                 {"..../...a/..../....", "|41 "},
                 {"..../..../..../..a.", "-24 "},
                 {"..../.a../..../....", "-11 |11 |21 -12 "},
                 {"..../.a../.aa./....", "-11 |11 |21 |12 -22 |32 -13 -23 "}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char spec[64];
        char marks[64] = "";
        size_t used = 0;
        hr_picture picture;
        const char *start = strstr(CASES[i].goal, "aa") ? "a.../aa../..../...." : "a.../..../..../....";
        (void)snprintf(spec, sizeof spec, "blocks:start: %s; goal: %s", start, CASES[i].goal);
        hr_puzzle *puzzle = make(spec, NULL, NULL, HR_METRIC_UNIT);
        hr_puzzle_picture(puzzle, &(hr_state){made_state(puzzle, start)}, &picture);
        for (int y = 0; y <= picture.height; y++) {
            for (int x = 0; x <= picture.width; x++) {
                if (hr_picture_exit_above(&picture, x, y)) {
                    used += (size_t)snprintf(marks + used, sizeof marks - used, "-%d%d ", x, y);
                }
                if (hr_picture_exit_left(&picture, x, y)) {
                    used += (size_t)snprintf(marks + used, sizeof marks - used, "|%d%d ", x, y);
                }
            }
        }
        assert_string_equal(marks, CASES[i].marks);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Where pieces belong is an exit, unless that is more than half of the cells that they reach.
HR_TEST(test_a_large_goal_is_no_exit) {
    static const struct {
        const char *spec;
        int exits;
    } CASES[] = {{"blocks:start: aa/..; goal: ../aa", 2}, {"blocks:start: aa.; goal: .aa", 0}, {"blocks:start: a..; goal: ..a", 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = make(CASES[i].spec, NULL, NULL, HR_METRIC_UNIT);
        hr_picture picture;
        int exits = 0;
        hr_state start = made_source(puzzle);
        hr_puzzle_picture(puzzle, &start, &picture);
        for (int cell = 0; cell < picture.width * picture.height; cell++) {
            exits += picture.exit[cell];
        }
        assert_int_equal(exits, CASES[i].exits);
        hr_puzzle_destroy(&puzzle);
    }
}

/// A picture of blocks leaves out the walls around them, and knows which pieces never move.
HR_TEST(test_a_picture_begins_behind_the_walls) {
    hr_puzzle *puzzle =
        make("blocks:start: #####/#####/##af#/##..#; goal: #####/#####/##..#/##a.#; fixed: f", NULL, NULL, HR_METRIC_UNIT);
    uint64_t cursor = 0;
    hr_state start = 0;
    hr_picture picture;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, &start, 1), 1);
    hr_puzzle_picture(puzzle, &start, &picture);
    assert_int_equal(picture.left, 2);
    assert_int_equal(picture.top, 2);
    assert_int_equal(picture.width, 2);
    assert_int_equal(picture.height, 2);
    assert_int_equal(picture.piece_count, 2);
    assert_string_equal(picture.pieces[0].label, "a");
    assert_false(picture.pieces[0].fixed);
    assert_true(picture.pieces[1].fixed);
    hr_puzzle_destroy(&puzzle);
    puzzle = make("blocks:start: ##../###a; goal: ##a./###.", NULL, NULL, HR_METRIC_UNIT);
    cursor = 0;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, &start, 1), 1);
    hr_puzzle_picture(puzzle, &start, &picture);
    assert_int_equal(picture.left, 2);
    assert_int_equal(picture.top, 0);
    hr_puzzle_destroy(&puzzle);
}
