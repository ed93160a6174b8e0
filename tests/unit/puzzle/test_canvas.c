// SPDX-License-Identifier: MIT
// Pictures that are put together cell by cell: what is found out about their pieces, and each character of their drawings.

#include "puzzle/canvas.h"
#include "unit_test.h"

static void check_box(const hr_picture_box *box, hr_picture_box wanted) {
    assert_int_equal(box->x, wanted.x);
    assert_int_equal(box->y, wanted.y);
    assert_int_equal(box->width, wanted.width);
    assert_int_equal(box->height, wanted.height);
    assert_int_equal(box->cells, wanted.cells);
    assert_int_equal(box->head, wanted.head);
}

/// Cover the cells of a picture with one letter each: '.' is empty, '#' is outside, '+' is the sign of a gate.
static void make_picture(int width, int height, const char *letters, hr_picture *picture) {
    hr_picture_begin(width, height, picture);
    for (int cell = 0; cell < width * height; cell++) {
        const char label[2] = {letters[cell], '\0'};
        int piece = 0;
        while (piece < picture->piece_count && strcmp(picture->pieces[piece].label, label) != 0) {
            piece++;
        }
        if (letters[cell] == '#') {
            picture->cells[cell] = HR_PICTURE_OUTSIDE;
        } else if (letters[cell] == '+') {
            picture->gates[cell] = '+';
        } else if (letters[cell] != '.') {
            hr_picture_cover(picture, piece < picture->piece_count ? piece : hr_picture_add(picture, label), cell);
        }
    }
}

/// In any order: the box grows to each side, and the head is the first cell.
HR_TEST(test_a_box_is_around_all_cells_of_its_piece) {
    static const struct {
        int cells[3];
        int x, y, width, height, head;
    } CASES[] = {
        {{7, 12, 17}, 2, 1, 1, 3, 7}, {{17, 12, 7}, 2, 1, 1, 3, 7}, {{6, 7, 8}, 1, 1, 3, 1, 6},  {{8, 7, 6}, 1, 1, 3, 1, 6},
        {{7, 11, 13}, 1, 1, 3, 2, 7}, {{11, 13, 7}, 1, 1, 3, 2, 7}, {{13, 4, 9}, 3, 0, 2, 3, 4}, {{18, 10, 1}, 0, 0, 4, 4, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_picture picture;
        hr_picture_begin(5, 4, &picture);
        const int piece = hr_picture_add(&picture, "a");
        for (int n = 0; n < 3; n++) {
            hr_picture_cover(&picture, piece, CASES[i].cells[n]);
            assert_int_equal(picture.cells[CASES[i].cells[n]], piece);
        }
        check_box(&picture.pieces[piece].box,
                  (hr_picture_box){CASES[i].x, CASES[i].y, CASES[i].width, CASES[i].height, 3, CASES[i].head});
    }
}

/// The label of a piece that is no rectangle belongs into its first cell that is nearest to the middle.
HR_TEST(test_labels_belong_into_the_middle) {
    static const struct {
        const char *letters; ///< of 4 columns and 3 rows
        int x, y, width, height, cells;
    } CASES[] = {
        {".aa..aa.....", 1, 0, 2, 2, 4}, {".a..aaa.....", 1, 0, 1, 1, 1}, {"....aaa..a..", 1, 1, 1, 1, 1},
        {".aaa...a...a", 2, 0, 1, 1, 1}, {"a...a...aaa.", 0, 1, 1, 1, 1}, {"..a..aa...a.", 1, 1, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_picture picture;
        make_picture(4, 3, CASES[i].letters, &picture);
        const hr_picture_box box = hr_picture_label_box(&picture, 0);
        const int head = CASES[i].cells > 1 ? picture.pieces[0].box.head : CASES[i].y * 4 + CASES[i].x;
        check_box(&box, (hr_picture_box){CASES[i].x, CASES[i].y, CASES[i].width, CASES[i].height, CASES[i].cells, head});
    }
}

/// Pieces without a label of their own: the one that covers other cells is the one that has moved.
HR_TEST(test_the_piece_that_has_moved_is_found) {
    static const struct {
        const char *before, *after; ///< of 3 columns and 3 rows; letters in the order in which the pieces are added
        const char *match;          ///< the letter in `before` of each piece of `after`; NULL: no answer
        char arrow;                 ///< of the piece that has moved
        bool distinct;
    } CASES[] = {
        {"ab.aac...", "ab.aa...c", "abc", 'D', false}, // the corner of `a` is free for `b`
        {"a..b..c..", ".a.b..c..", "abc", 'R', false}, {".a.b..c..", "a..b..c..", "abc", 'L', false},
        {"...a..b..", "a.....b..", "ab", 'U', false},  {"a..b.....", "a....b...", "ab", 'R', false},
        {"ab.......", "x...y....", "ab", 'D', false},  {"ab.......", "a....b...", "ab", '*', false},
        {".a.bbc...", "a..bbc...", "abc", 'L', false}, {"a..b.....", "aa.b.....", "ab", '\0', false}, // the head has not moved
        {"ab.......", "..b..a...", NULL, '\0', false},                                                // two pieces
        {"ab.......", "ab.......", NULL, '\0', false},                                                // none
        {"ab.......", "abc......", NULL, '\0', false}, {"a..aa....", "aa..a....", "a", '\0', false},
        {"ab.......", ".ba......", "ba", 'R', true},   {"ab.......", "ac.......", NULL, '\0', true}, // no label `c`
        {"ab.......", "ab.......", "ab", '\0', true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_picture before;
        hr_picture after;
        int match[HR_PICTURE_PIECES_MAX];
        make_picture(3, 3, CASES[i].before, &before);
        make_picture(3, 3, CASES[i].after, &after);
        before.distinct = after.distinct = CASES[i].distinct;
        const bool found = hr_picture_match(&before, &after, match);
        if (found != (CASES[i].match != NULL)) {
            fail_msg("%s to %s", CASES[i].before, CASES[i].after);
        }
        for (int p = 0; found && p < after.piece_count; p++) {
            assert_int_equal(before.pieces[match[p]].label[0], CASES[i].match[p]);
        }
        for (int keep = 0; keep < 2; keep++) {
            char arrow = '\0';
            hr_picture followed = after;
            hr_picture_follow(&before, &followed, keep != 0);
            for (int p = 0; p < after.piece_count; p++) {
                arrow = followed.pieces[p].arrow != '\0' ? followed.pieces[p].arrow : arrow;
                const char label = found && keep != 0 ? CASES[i].match[p] : after.pieces[p].label[0];
                assert_int_equal(followed.pieces[p].label[0], label);
            }
            assert_int_equal(arrow, CASES[i].arrow);
        }
    }
}

HR_TEST(test_boards_of_other_sizes_do_not_match) {
    static const int SIZES[][2] = {{2, 3}, {3, 2}, {3, 3}};
    for (int i = 0; i < 9; i++) {
        hr_picture before;
        hr_picture after;
        int match[HR_PICTURE_PIECES_MAX];
        make_picture(SIZES[i / 3][0], SIZES[i / 3][1], "a........", &before);
        make_picture(SIZES[i % 3][0], SIZES[i % 3][1], ".a.......", &after);
        assert_int_equal(hr_picture_match(&before, &after, match), i / 3 == i % 3);
    }
}

/// Draw with ASCII characters, or with the others.
static void check_drawing(const hr_picture *picture, hr_canvas_style style, const char *wanted) {
    char text[HR_STATE_DRAWING_MAX];
    assert_true(hr_canvas_draw(picture, &style, text, strlen(wanted) + 1));
    assert_string_equal(text, wanted);
    assert_false(hr_canvas_draw(picture, &style, text, strlen(wanted)));
}

HR_TEST(test_the_exit_is_double_in_the_frame_or_outlined) {
    static const struct {
        int width, height;
        const char *letters, *exit; ///< x: a cell of the exit
        bool ascii;
        const char *drawing;
    } CASES[] = {
        {2, 2, "abcd", "xxxx", false, "┌═══╤═══┐\n║ a │ b ║\n╟───┼───╢\n║ c │ d ║\n└═══╧═══┘\n"},
        {3, 2, "......", "xx....", true, "+=======----+\n: .   .   . |\n|           |\n| .   .   . |\n+-----------+\n"},
        {3, 2, "......", "..x..x", true, "+--------===+\n| .   .   . :\n|           :\n| .   .   . :\n+--------===+\n"},
        {3, 2, "#.....", ".x....", true, "    +===----+\n    : .   . |\n+---+       |\n| .   .   . |\n+-----------+\n"},
        // no edge touches the exit
        {4, 4, "a...aa..........", ".....x...xx.....", false,
         "┌───┬───────────┐\n"
         "│ a │ ·   ·   · │\n"
         "│   └═══┐       │\n"
         "│       ║ ·   · │\n"
         "├───────┘╌╌╌    │\n"
         "│ · ┆ ·   · ┆ · │\n"
         "│    ╌╌╌╌╌╌╌    │\n"
         "│ ·   ·   ·   · │\n"
         "└───────────────┘\n"},
        {4, 4, "a...aa..........", ".....x...xx.....", true,
         "+---+-----------+\n"
         "| a | .   .   . |\n"
         "|   +===+       |\n"
         "|       : .   . |\n"
         "+-------+===    |\n"
         "| . : .   . : . |\n"
         "|    =======    |\n"
         "| .   .   .   . |\n"
         "+---------------+\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_picture picture;
        make_picture(CASES[i].width, CASES[i].height, CASES[i].letters, &picture);
        for (int cell = 0; CASES[i].exit[cell] != '\0'; cell++) {
            picture.exit[cell] = CASES[i].exit[cell] == 'x';
        }
        check_drawing(&picture, (hr_canvas_style){.ascii = CASES[i].ascii}, CASES[i].drawing);
    }
}

#define PLAIN "\033[0m"

HR_TEST(test_colours_tell_shapes_moves_and_the_exit) {
    hr_picture picture;
    make_picture(5, 2, "sstwwsstnm", &picture);
    picture.pieces[4].arrow = 'L';
    picture.exit[8] = picture.exit[9] = true;
    check_drawing(&picture, (hr_canvas_style){.ascii = true, .colour = true},
                  "+-------+---+-------+\n"
                  "|       |   |   \033[1;34mw" PLAIN "   |\n"
                  "|   \033[1;31ms" PLAIN "   | \033[1;36mt" PLAIN " +---+---+\n"
                  "|       |   | n |\033[7m<m " PLAIN "\033[1;32m:" PLAIN "\n"
                  "+-------+---+\033[1;32m==="
                  "+===" PLAIN "+\n");
    make_picture(3, 3, "aaaaaa...", &picture);
    picture.pieces[0].arrow = 'D';
    picture.exit[7] = picture.exit[8] = true;
    check_drawing(&picture, (hr_canvas_style){.colour = true},
                  "┌───────────┐\n"
                  "│\033[7m     ↓     " PLAIN "│\n"
                  "│\033[7m     a     " PLAIN "│\n"
                  "│\033[7m           " PLAIN "│\n"
                  "├───────────┤\n"
                  "│ \033[2m·" PLAIN "   \033[2m·" PLAIN "   \033[2m·" PLAIN " \033[1;32m║" PLAIN "\n"
                  "└────\033[1;32m═══════" PLAIN "┘\n");
}

HR_TEST(test_gates_are_drawn_in_their_cells) {
    hr_picture picture;
    make_picture(3, 2, "...+..", &picture);
    check_drawing(&picture, (hr_canvas_style){.ascii = false},
                  "┌───────────┐\n"
                  "│ ·   ·   · │\n"
                  "│           │\n"
                  "│ +   ·   · │\n"
                  "└───────────┘\n");
}

HR_TEST(test_chinese_characters_take_two_columns) {
    assert_int_equal(hr_canvas_text_columns("曹操", 6), 4);
    assert_int_equal(hr_canvas_text_columns("曹操", 3), 2);
    assert_int_equal(hr_canvas_text_columns("、", 3), 2); // U+3001
    assert_int_equal(hr_canvas_text_columns("↓é·a", 8), 4);
    hr_picture picture;
    make_picture(3, 1, "abc", &picture);
    memcpy(picture.pieces[0].label, "曹操", sizeof "曹操");
    memcpy(picture.pieces[2].label, "卒", sizeof "卒");
    picture.pieces[2].arrow = 'R';
    check_drawing(&picture, (hr_canvas_style){.ascii = false},
                  "┌──────┬──────┬──────┐\n"
                  "│ 曹操 │   b  │→ 卒  │\n"
                  "└──────┴──────┴──────┘\n");
}

/// Beside the label of a low piece there is room for an arrow, if the label is longer than one character.
HR_TEST(test_cells_are_as_wide_as_labels_need) {
    static const struct {
        int width, height; ///< of the only piece
        const char *label;
        int columns;
    } CASES[] = {
        {1, 1, "", 5},   {1, 1, "a", 5},   {1, 1, "ab", 6},   {1, 1, "卒", 6},       {1, 1, "abc", 7},
        {1, 2, "ab", 5}, {1, 2, "abc", 5}, {1, 2, "abcd", 6}, {2, 1, "abcdefgh", 9},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_picture picture;
        hr_picture_begin(CASES[i].width, CASES[i].height, &picture);
        (void)hr_picture_add(&picture, CASES[i].label);
        for (int cell = 0; cell < CASES[i].width * CASES[i].height; cell++) {
            hr_picture_cover(&picture, 0, cell);
        }
        assert_int_equal(hr_canvas_columns(&picture), CASES[i].columns);
    }
}
