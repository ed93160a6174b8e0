// SPDX-License-Identifier: MIT
// SVG: any text stays text, the same picture gives the same bytes, and every piece is drawn.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/draw/svg.h"
#include "report/xml.h"

static void check_text(const char *text, const char *wanted) {
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    hr_xml_put(out, text);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(written, wanted);
    free(written);
}

static void test_text_is_cleaned(void **unused) {
    (void)unused;
    char *clean = hr_xml_clean("caf\xe9 <横> \xe6\xa8\x01");
    assert_string_equal(clean, "caf\xef\xbf\xbd <横> \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    free(clean);
}

static void test_text_stays_text(void **unused) {
    (void)unused;
    check_text("<script>alert(\"1\" & '2')</script>", "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
    check_text("横刀立马 \xf0\x9f\x98\x80", "横刀立马 \xf0\x9f\x98\x80");
    check_text("a\x01\x7f\xff\xc0\x80\xed\xa0\x80z", "a\xef\xbf\xbd\x7f\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
                                                     "\xef\xbf\xbdz");
    check_text("\xe6\xa8", "\xef\xbf\xbd\xef\xbf\xbd"); // the beginning of a character
    check_text("\xef\xbf\xbe", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check_text("\xf0\x90\x80\x80 \xf0\x8f\xbf\xbf", // U+10000, and U+FFFF in too many bytes
               "\xf0\x90\x80\x80 \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static char *draw_state(const hr_puzzle_options *options, const char *text, hr_svg_theme theme, const char *title) {
    const hr_svg_options look = {.theme = theme, .title = title};
    hr_puzzle *puzzle = NULL;
    hr_state state = 0;
    hr_picture picture;
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    assert_int_equal(hr_puzzle_create(options, &puzzle, NULL), HR_OK);
    assert_int_equal(hr_puzzle_parse(puzzle, text, &state, NULL), HR_OK);
    hr_puzzle_picture(puzzle, state, &picture);
    hr_svg_board(out, &picture, &look);
    hr_puzzle_destroy(&puzzle);
    assert_int_equal(fclose(out), 0);
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

static void test_board_has_all_pieces(void **unused) {
    (void)unused;
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

static void test_outline_of_an_angle_meets_at_its_corners(void **unused) {
    (void)unused;
    const hr_puzzle_options options = {.spec = "blocks:x", .text = "start: a../aa.; goal: .a./.aa"};
    char *board = draw_state(&options, "a../aa.", HR_SVG_PRINT, NULL);
    assert_int_equal(
        count_text(board, "<path class=\"hr-outline\" d=\"M2 2h36M38 2v40M2 2v38M2 78h38M2 40v38M38 42h40M78 42v36M40 78h38\"/>"),
        1);
    free(board);
}

static void check_arrow(const char *label, const char *wanted) {
    const hr_svg_options look = {.theme = HR_SVG_PRINT};
    hr_picture picture;
    hr_picture_begin(2, 2, &picture);
    hr_picture_cover(&picture, hr_picture_add(&picture, label), 0);
    picture.pieces[0].arrow = 'L';
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    hr_svg_board(out, &picture, &look);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(written, wanted));
    free(written);
}

/// A label of two digits takes the middle of its cell, so that the arrow of a move to a side stands above it.
static void test_arrows_stand_beside_labels(void **unused) {
    (void)unused;
    check_arrow("1", "<path class=\"hr-arrow\" d=\"M5 20l");
    check_arrow("12", "<path class=\"hr-arrow\" d=\"M5 9l");
}

static void test_same_bytes_every_time(void **unused) {
    (void)unused;
    for (hr_svg_theme theme = HR_SVG_AUTO; theme <= HR_SVG_PRINT; theme++) {
        char *one = draw(theme, "one");
        char *two = draw(theme, "one");
        assert_string_equal(one, two);
        free(one);
        free(two);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_stays_text),
        cmocka_unit_test(test_text_is_cleaned),
        cmocka_unit_test(test_board_has_all_pieces),
        cmocka_unit_test(test_outline_of_an_angle_meets_at_its_corners),
        cmocka_unit_test(test_arrows_stand_beside_labels),
        cmocka_unit_test(test_same_bytes_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
