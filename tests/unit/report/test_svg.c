// SPDX-License-Identifier: MIT
// SVG: the same picture gives the same bytes, and every piece is drawn.

#include "made_puzzle.h"
#include "printed.h"
#include "report/draw/svg.h"

/// The caller frees the image.
static char *draw_picture(const hr_picture *picture, const hr_svg_options *look) {
    printed out = print_to_memory();
    hr_svg_strip(out.stream, picture, NULL, 1, look);
    return end_of_printing(&out);
}

static char *draw_state(const hr_puzzle_options *options, const char *text, hr_svg_theme theme, const char *title) {
    const hr_svg_options look = {.theme = theme, .title = title};
    hr_picture picture;
    hr_puzzle *puzzle = made_puzzle(options);
    hr_state state = made_state(puzzle, text);
    hr_puzzle_picture(puzzle, &state, &picture);
    char *written = draw_picture(&picture, &look);
    hr_puzzle_destroy(&puzzle);
    return written;
}

static char *draw(hr_svg_theme theme, const char *title) {
    const hr_puzzle_options options = {.spec = "klotski"};
    return draw_state(&options, "横刀立马", theme, title);
}

static int count_text(const char *text, const char *part) {
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

HR_TEST(test_board_has_all_pieces) {
    char *board = draw(HR_SVG_AUTO, "</title><script>");
    assert_int_equal(count_text(board, "class=\"hr-piece hr-square\""), 1);
    assert_int_equal(count_text(board, "class=\"hr-piece hr-wide\""), 1);
    assert_int_equal(count_text(board, "class=\"hr-piece hr-tall\""), 4);
    assert_int_equal(count_text(board, "class=\"hr-piece hr-one\""), 4);
    assert_int_equal(count_text(board, "class=\"hr-dot\""), 2);
    assert_int_equal(count_text(board, "class=\"hr-exit\" d=\"M40 200h40M80 200h40\""), 1);
    assert_int_equal(count_text(board, "<script>"), 0);
    assert_int_equal(count_text(board, "&lt;script&gt;"), 1);
    free(board);
}

HR_TEST(test_outline_of_an_angle_meets_at_its_corners) {
    const hr_puzzle_options options = {.spec = "blocks:x", .text = "start: a../aa.; goal: .a./.aa"};
    char *board = draw_state(&options, "a../aa.", HR_SVG_PRINT, NULL);
    assert_int_equal(
        count_text(board, "<path class=\"hr-outline\" d=\"M2 2h36M38 2v40M2 2v38M2 78h38M2 40v38M38 42h40M78 42v36M40 78h38\"/>"),
        1);
    free(board);
}

/// Draw a board of 2×2 cells with a piece at the right top, which has moved as `arrow` says.
static char *draw_piece(const char *label, char arrow) {
    hr_picture picture;
    hr_picture_begin(2, 2, &picture);
    hr_picture_cover(&picture, hr_picture_add(&picture, label), 1);
    picture.pieces[0].arrow = arrow;
    return draw_picture(&picture, &(hr_svg_options){.bare = true});
}

static void check_arrow(const char *label, char arrow, const char *wanted) {
    char *board = draw_piece(label, arrow);
    assert_non_null(strstr(board, wanted));
    assert_int_equal(count_text(board, "hr-arrow"), arrow != '\0');
    assert_int_equal(count_text(board, "<rect class=\"hr-moved\" x=\"42\" y=\"2\" width=\"36\" height=\"36\" rx=\"5\"/>"),
                     arrow != '\0');
    free(board);
}

/// A label of two digits takes the middle of its cell, so that the arrow of a move to a side stands above it.
HR_TEST(test_arrows_stand_beside_labels) {
    check_arrow("1", 'U', "<path class=\"hr-arrow\" d=\"M60 5l5 5h-10z\"/>");
    check_arrow("1", 'D', "<path class=\"hr-arrow\" d=\"M60 35l5 -5h-10z\"/>");
    check_arrow("1", 'L', "<path class=\"hr-arrow\" d=\"M45 20l5 5v-10z\"/>");
    check_arrow("1", 'R', "<path class=\"hr-arrow\" d=\"M75 20l-5 5v-10z\"/>");
    check_arrow("1", '*', "<circle class=\"hr-arrow\" cx=\"49\" cy=\"9\" r=\"4\"/>");
    check_arrow("12", 'U', "<path class=\"hr-arrow\" d=\"M60 5l5 5h-10z\"/>");
    check_arrow("12", 'L', "<path class=\"hr-arrow\" d=\"M45 9l5 5v-10z\"/>");
    check_arrow("12", 'R', "<path class=\"hr-arrow\" d=\"M75 9l-5 5v-10z\"/>");
    check_arrow("1", '\0', "</svg>");
}

HR_TEST(test_labels_of_three_digits_are_narrow_on_one_column) {
    check_arrow("12", '\0', "<text class=\"hr-label\" x=\"60\" y=\"26\">12</text>");
    check_arrow("\u5352", '\0', "<text class=\"hr-label\" x=\"60\" y=\"26\">\u5352</text>"); // 卒 takes two columns and three bytes
    check_arrow("123", '\0', "<text class=\"hr-label hr-narrow\" x=\"60\" y=\"26\">123</text>");
    hr_picture picture;
    hr_picture_begin(3, 2, &picture);
    const int wide = hr_picture_add(&picture, "123"); // two cells have room for it
    hr_picture_cover(&picture, wide, 0);
    hr_picture_cover(&picture, wide, 1);
    const int tall = hr_picture_add(&picture, "456");
    hr_picture_cover(&picture, tall, 2);
    hr_picture_cover(&picture, tall, 5);
    picture.exit[5] = true; // the last cell
    char *written = draw_picture(&picture, &(hr_svg_options){.bare = true});
    assert_int_equal(count_text(written, "<text class=\"hr-label\" x=\"40\" y=\"26\">123</text>"), 1);
    assert_int_equal(count_text(written, "<text class=\"hr-label hr-narrow\" x=\"100\" y=\"46\">456</text>"), 1);
    assert_int_equal(count_text(written, "<path class=\"hr-exit\" d=\"M120 40v40M80 80h40\"/>"), 1);
    free(written);
}

// An L of three rows and two columns, in the second and third column.
HR_TEST(test_an_angle_that_has_moved_has_its_outline_twice) {
    static const int CELLS[] = {1, 5, 9, 10};
    hr_picture picture;
    hr_picture_begin(4, 3, &picture);
    hr_picture_cover(&picture, hr_picture_add(&picture, "b"), 0);
    const int angle = hr_picture_add(&picture, "a");
    for (int i = 0; i < 4; i++) {
        hr_picture_cover(&picture, angle, CELLS[i]);
    }
    picture.pieces[angle].arrow = 'D';
    char *written = draw_picture(&picture, &(hr_svg_options){.bare = true});
    const char *outline = "d=\"M42 2h36M78 2v38M42 2v38M78 40v42M42 40v40M42 118h38M42 80v38M78 82h40M118 82v36M80 118h38\"/>";
    assert_int_equal(count_text(written, outline), 2);
    assert_int_equal(count_text(written,
                                "<path class=\"hr-piece hr-c1 hr-flat\" d=\"M42 2H78V40H42zM42 40H78V80H42zM42 80H80V118H42z"
                                "M80 82H118V118H80z\"/>"),
                     1);
    assert_int_equal(count_text(written, "<path class=\"hr-outline\" d=\"M42 2h36"), 1);
    assert_int_equal(count_text(written, "<path class=\"hr-moved\" d=\"M42 2h36"), 1);
    assert_int_equal(count_text(written, "hr-arrow"), 1);
    free(written);
}

enum { BOARDS = 32 };

/// Draw `count` boards of `side`×2 cells in a strip, and compare the size of the image, and the place of the last board.
static void check_strip(int side, size_t count, const char *const *captions, int columns, const char *size_wanted,
                        const char *last) {
    static hr_picture pictures[BOARDS];
    printed out = print_to_memory();
    for (size_t i = 0; i < count; i++) {
        hr_picture_begin(side, 2, &pictures[i]);
    }
    hr_svg_strip(out.stream, pictures, captions, count, &(hr_svg_options){.bare = true, .columns = columns});
    char *written = end_of_printing(&out);
    assert_non_null(strstr(written, size_wanted));
    assert_int_equal(count_text(written, "<g transform"), count);
    const char *place = written;
    for (const char *at = written; (at = strstr(at, "<g transform")) != NULL; at++) {
        place = at;
    }
    assert_ptr_equal(strstr(place, last), place);
    int said = 0;
    for (size_t i = 0; captions != NULL && i < count; i++) {
        said += captions[i] != NULL;
    }
    assert_int_equal(count_text(written, "hr-caption"), said);
    free(written);
}

// A board of s columns is 40 s wide, with 10 on each side; 1600 units have room for four boards of 8 columns. A sign of a caption
// takes 7 units, and a line of captions 24.
HR_TEST(test_boards_of_a_strip_stand_in_rows) {
    check_strip(2, 8, NULL, 0, "width=\"800\" height=\"100\" viewBox=\"0 0 800 100\"", "<g transform=\"translate(710 10)\">");
    check_strip(2, 9, NULL, 0, "width=\"800\" height=\"200\" viewBox=\"0 0 800 200\"", "<g transform=\"translate(10 110)\">");
    check_strip(2, 9, NULL, 9, "width=\"900\" height=\"100\"", "<g transform=\"translate(810 10)\">");
    check_strip(2, 3, NULL, 2, "width=\"200\" height=\"200\"", "<g transform=\"translate(10 110)\">");
    check_strip(8, 5, NULL, 0, "width=\"1360\" height=\"200\"", "<g transform=\"translate(10 110)\">");
    static const char *const TWO[] = {"twelve signs", NULL}; // 84 units, 4 more than the board
    check_strip(2, 2, TWO, 0, "width=\"208\" height=\"124\"", "<g transform=\"translate(116 10)\">");
    static const char *const NARROW[] = {NULL, "eleven sign"};
    check_strip(2, 2, NARROW, 0, "width=\"200\" height=\"124\"", "<g transform=\"translate(110 10)\">");
    char caption[301];
    memset(caption, 'x', 300);
    caption[300] = '\0';
    const char *const wide[] = {caption, "横"}; // wider than an image is to be
    check_strip(2, 2, wide, 0, "width=\"2120\" height=\"248\"", "<g transform=\"translate(1020 134)\">");
}

/// Let a piece go from cell to cell of a board of three cells, beside one that stays in the row below.
static char *animate(const int *cells, size_t count, int milliseconds, bool *drawn) {
    static hr_picture pictures[BOARDS];
    printed out = print_to_memory();
    for (size_t i = 0; i < count; i++) {
        hr_picture_begin(3, 2, &pictures[i]);
        hr_picture_cover(&pictures[i], hr_picture_add(&pictures[i], "a"), cells[i]);
        hr_picture_cover(&pictures[i], hr_picture_add(&pictures[i], "b"), 5);
    }
    *drawn = hr_svg_animation(out.stream, pictures, count, &(hr_svg_options){.bare = true, .milliseconds = milliseconds});
    return end_of_printing(&out);
}

// A step takes two halves: the piece goes, and rests. There are two more steps, one at the start and one at the end.
HR_TEST(test_an_animation_shows_each_move_in_its_time) {
    static const int CELLS[] = {0, 1, 2};
    bool drawn = false;
    char *board = animate(CELLS, 3, 0, &drawn);
    assert_true(drawn);
    assert_int_equal(count_text(board, "<animateTransform"), 1);
    assert_non_null(strstr(board, "values=\"0 0;0 0;40 0;40 0;80 0;80 0\" keyTimes=\"0;0.25000;0.37500;0.50000;0.62500;1\" "
                                  "dur=\"2.800s\" repeatCount=\"indefinite\"/>"));
    free(board);
    board = animate(CELLS, 2, 1005, &drawn);
    assert_true(drawn);
    assert_non_null(strstr(board, "values=\"0 0;0 0;40 0;40 0\" keyTimes=\"0;0.33333;0.50000;1\" dur=\"3.015s\""));
    free(board);
    static const int DOWN[] = {1, 4, 3, 0};
    board = animate(DOWN, 4, 500, &drawn);
    assert_true(drawn);
    assert_non_null(strstr(board, "values=\"0 0;0 0;0 40;0 40;-40 40;-40 40;-40 0;-40 0\" keyTimes=\"0;0.20000;0.30000;0.40000;"
                                  "0.50000;0.60000;0.70000;1\" dur=\"2.500s\""));
    free(board);
}

// The moments of a long animation begin below a tenth, and below a hundredth of a second there are zeros too.
HR_TEST(test_moments_and_durations_have_all_their_digits) {
    for (size_t count = 2; count <= BOARDS; count++) {
        int cells[BOARDS];
        char wanted[64 * BOARDS];
        const size_t all = 2 * (count + 1);
        bool drawn = false;
        for (size_t i = 0; i < count; i++) {
            cells[i] = i % 2 == 0 ? 0 : 1;
        }
        size_t used = (size_t)snprintf(wanted, sizeof wanted, "keyTimes=\"0");
        for (size_t half = 2; half < 2 * count; half++) {
            used += (size_t)snprintf(wanted + used, sizeof wanted - used, ";0.%05u", (unsigned)(100000 * half / all));
        }
        const double seconds = 1.001 * (double)(count + 1);
        (void)snprintf(wanted + used, sizeof wanted - used, ";1\" dur=\"%.3fs\"", seconds);
        char *board = animate(cells, count, 1001, &drawn);
        assert_true(drawn);
        assert_non_null(strstr(board, wanted));
        free(board);
    }
}

HR_TEST(test_pictures_that_are_not_a_move_apart_are_not_animated) {
    static const int STAYS[] = {0, 1, 1};
    bool drawn = true;
    char *board = animate(STAYS, 3, 0, &drawn);
    assert_false(drawn);
    assert_string_equal(board, "");
    free(board);
}

HR_TEST(test_each_theme_has_its_colours) {
    static const char *const SQUARES[] = {".hr-square{fill:#a93226}", ".hr-square{fill:#e07b6f}", ".hr-square{fill:#d0d0d0}"};
    static const bool HAS[][3] = {
        [HR_SVG_AUTO] = {1, 1, 1}, [HR_SVG_LIGHT] = {1, 0, 0}, [HR_SVG_DARK] = {0, 1, 0}, [HR_SVG_PRINT] = {0, 0, 1}};
    for (hr_svg_theme theme = HR_SVG_AUTO; theme <= HR_SVG_PRINT; theme++) {
        char *board = draw(theme, NULL);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(count_text(board, SQUARES[i]), HAS[theme][i]);
        }
        assert_int_equal(count_text(board, "@media"), theme == HR_SVG_AUTO ? 2 : 0);
        assert_int_equal(count_text(board, "<title>"), 0);
        free(board);
    }
    char *board = draw(HR_SVG_AUTO, NULL);
    const char *dark = strstr(board, "@media (prefers-color-scheme:dark){");
    const char *print = strstr(board, "@media print{");
    assert_true(strstr(board, SQUARES[0]) < dark && dark < strstr(board, SQUARES[1]));
    assert_true(strstr(board, SQUARES[1]) < print && print < strstr(board, SQUARES[2]));
    free(board);
    board = draw_piece("a", '\0');
    assert_int_equal(count_text(board, "<style>"), 0);
    free(board);
}

HR_TEST(test_same_bytes_every_time) {
    for (hr_svg_theme theme = HR_SVG_AUTO; theme <= HR_SVG_PRINT; theme++) {
        char *one = draw(theme, "one");
        char *two = draw(theme, "one");
        assert_string_equal(one, two);
        free(one);
        free(two);
    }
}
