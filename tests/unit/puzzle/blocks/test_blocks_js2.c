// SPDX-License-Identifier: MIT
// Configurations of js2: which keys mean what, whole messages about configurations that are refused, and their limits.

#include "../refused_texts.h"
#include "puzzle/kinds.h"
#include "puzzle/lines.h"
#include "unit_test.h"

HR_TEST(test_wrong_configurations_of_js2_are_told_with_their_place) {
#define J "xsize: 3\nysize: 2\n"
    static const refusal cases[] = {
        {J "piece: 1 (0,0)\npiece: 1 (0,0)\n", "FILE:4:9: the type is defined twice"},
        {J "piece: 0 (0,0)\n", "FILE:3:9: type 0 is the empty cell"},
        {J "piece: 1\n", "FILE:3:9: the piece has no cells"},
        {J "piece: x\n", "FILE:3:8: a number is missing"},
        {J "12345678901234567890123456789012: 1\n", "FILE:3:1: '123456789012345678901234567890:' is not supported"},
        {J "hello\n", "FILE:3:1: this is not 'key: value'"},
        {J "piece: 1 (0,0) x\n", "FILE:3:16: there is something after the value"},
        {J "piece: 1 (0,0)\nput: 1 (0,0) 'ab'\n", "FILE:4:14: there is something after the value"},
        {J "piece: 1 (0,0)\nput: 1 (0 0)\n", "FILE:4:11: ',' is missing: write a place as (x,y)"},
        {J "piece: 1 (0,0)\nput: 1 (0,0\n", "FILE:4:12: ')' is missing: write a place as (x,y)"},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (2,0)\nwin: 1 (2,1)\n", "FILE:6:6: no piece of type 1 is left for this win"},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\nwin: 2 (2,0)\n", "FILE:5:6: no piece of type 2 is left for this win"},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\nwall: (3,0)\n", "FILE:5:7: the piece leaves the board at (3,0)"},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\nwall: (0,2)\n", "FILE:5:7: the piece leaves the board at (0,2)"},
        {J "piece: 1 (0,0) (-1,0)\nput: 1 (0,1)\n", "FILE:4:6: the piece leaves the board at (-1,1)"},
        {J "piece: 1 (0,0) (0,-1)\nput: 1 (1,0)\n", "FILE:4:6: the piece leaves the board at (1,-1)"},
        {J "piece: 1 (0,0)\nput: 1 (2,1)\nwall: (2,1)\n", "FILE:4:6: the piece overlaps '#' at (2,1)"},
        {J "piece: 1 (0,0)\nput: 1 (2,1)\nhwall: 1 (2,1)\n", "FILE:4:6: the piece overlaps '#' at (2,1)"},
        {J "piece: 1 (0,0)\nput: 1 (2,1)\nvwall: 2 (1,1)\n", "FILE:4:6: the piece overlaps '#' at (2,1)"},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\n hwall: 1 (1,3)\n", "FILE:5:9: the piece leaves the board at (3,1)"},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\nvwall: 1 (2,0)\n", "FILE:5:8: the piece leaves the board at (1,2)"},
        {J "hwall: 0 (-9,999999)\n", "FILE:3:21: there are more walls than cells"},
        {J "piece: 1 (0,0)\n xstep: 1 2\n",
         "FILE:4:2: 'xstep:' is not supported: here a piece may stop at every cell that it passes"},
        {J "YStep: 1 2\n", "FILE:3:1: 'YStep:' is not supported: here a piece may stop at every cell that it passes"},
        {J "directed: 5\n", "FILE:3:1: 'directed:' is not supported"},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (2,0)\ncheckfulltree:\nBigMem: 7\n", NULL},
        {J "piece: 1 (0,0)\nput: 1 (0,0)\nput: 1 (1,0)\nwin: 1 (2,0)\nwin: 1 (2,0)\n", "FILE:7:6: the piece overlaps 'A' at (2,0)"},
        {J "! a remark\n # another\n\nwinonly: 1 2 3\npiece: 1 (0,0);\nput: 1 (0,0) ! here\nwin: 1 (2,0) ;\n", NULL},
        {"xsize: 33\nysize: 1\n", "FILE:1:1: the board is 33 by 1 cells: xsize: and ysize: may be 1 to 32"},
        {"xsize: 32\nysize: 33\n", "FILE:1:1: the board is 32 by 33 cells: xsize: and ysize: may be 1 to 32"},
        {"xsize: 0\nysize: 3\n", "FILE:1:1: the board is 0 by 3 cells: xsize: and ysize: may be 1 to 32"},
        {"xsize: 3\nysize: 0\n", "FILE:1:1: the board is 3 by 0 cells: xsize: and ysize: may be 1 to 32"},
        {"xsize: 32\nysize: 1\npiece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (31,0)\n", NULL},
        {"xsize: 1\nysize: 32\npiece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (0,31)\n", NULL},
    };
#undef J
    CHECK_TEXTS(cases);
}

/// Write a configuration with `count` lines "KEY: NUMBER PLACE" behind the size and a piece.
static void repeat(const char *key, const char *place, bool numbered, int count, char text[4096]) {
    size_t used = (size_t)snprintf(text, 4096, "xsize: 32\nysize: 32\npiece: 100 (0,0)\n");
    for (int i = 0; i < count; i++) {
        used += (size_t)snprintf(text + used, 4096 - used, "%s: %d%s\n", key, numbered ? i + 1 : 100, place);
    }
}

HR_TEST(test_configurations_of_js2_have_limits) {
    static const struct {
        const char *key, *place;
        bool numbered;
        int most; ///< lines without this error
        const char *message;
    } CASES[] = {
        {"piece", " (0,0)", true, 63, ": there are more than 64 types"},
        {"lockx", "", true, 63, ": there are more than 64 types"},
        {"put", " (0,0)", false, 64, ": there are more than 64 pieces"},
        {"win", " (0,0)", false, 64, ": there are more than 64 pieces"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        for (int more = 0; more < 2; more++) {
            char text[4096];
            char place[20];
            hr_puzzle *puzzle = NULL;
            hr_error error = {.text = ""};
            repeat(CASES[i].key, CASES[i].place, CASES[i].numbered, CASES[i].most + more, text);
            const hr_puzzle_options options = {.spec = "blocks:FILE", .text = text};
            assert_int_equal(hr_puzzle_create(&options, &puzzle, &error), HR_USAGE);
            assert_int_equal(strstr(error.text, CASES[i].message) != NULL, more);
            (void)snprintf(place, sizeof place, "FILE:%d:", 3 + CASES[i].most + more);
            assert_true(more == 0 || strncmp(error.text, place, strlen(place)) == 0);
        }
    }
}

/// Lines of walls may cross and begin at either end, and keys may have capitals.
HR_TEST(test_lines_of_walls_are_walls_of_their_cells) {
    static const char *const walls[] = {
        "hwall: 2 (1,4)\nvwall: 2 (3,1)\n",
        "HWALL: 2 (4,1)\nvWall: 2 (1,3);\nwall: (2,2)\nwall: (2,2)\n",
        "wall: (1,2)\nwall: (2,2)\nwall: (3,2)\nwall: (4,2)\nwall: (2,1)\nwall: (2,3)\n",
    };
    for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++) {
        char text[512];
        char line[HR_PUZZLE_TEXT_MAX];
        (void)snprintf(text, sizeof text, "XSIZE: 5\nysize: 4\n%spiece: 1 (0,0)\nput: 1 (0,0) 'a'\nwin: 1 (1,3)\n", walls[i]);
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = text});
        hr_puzzle_drawing(puzzle, line);
        assert_string_equal(line, "start: a..../..#../.####/..#..;goal: ...../...../...../.a...;scattered: a;alike: a");
        hr_puzzle_destroy(&puzzle);
    }
}

/// A letter that another piece has, before or after, is not given again.
HR_TEST(test_each_piece_of_js2_has_a_letter_of_its_own) {
    char line[HR_PUZZLE_TEXT_MAX];
    const char text[] = "xsize: 4\nysize: 1\npiece: 1 (0,0)\nput: 1 (0,0) 'a'\nput: 1 (1,0) 'a'\nput: 1 (2,0) 'A'\nwin: 1 (3,0)\n";
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = text});
    hr_puzzle_drawing(puzzle, line);
    assert_string_equal(line, "start: aBA.;goal: ...a;scattered: ABa;alike: ABa");
    hr_puzzle_destroy(&puzzle);
}

/// Each type has its own wins, in the order of its pieces. The place of an overlap is told.
HR_TEST(test_wins_of_js2_are_those_of_their_types) {
    static const refusal cases[] = {
        {"xsize: 4\nysize: 2\npiece: 1 (0,0)\npiece: 2 (0,0)\nput: 1 (0,0)\nput: 2 (1,0)\nwin: 1 (2,1)\nwin: 2 (3,1)\n", NULL},
        {"xsize: 4\nysize: 2\npiece: 1 (0,0)\nput: 1 (0,0)\nput: 1 (1,0)\nwin: 1 (2,1)\nwin: 1 (3,1)\n", NULL},
        {"xsize: 4\nysize: 2\npiece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (2,1)\nwin: 1 (3,1)\n",
         "FILE:6:6: no piece of type 1 is left for this win"},
        {"xsize: 4\nysize: 2\npiece: 1 (0,0)\nput: 1 (2,1) 'a'\nput: 1 (2,1)\nwin: 1 (3,1)\n",
         "FILE:5:6: the piece overlaps 'a' at (2,1)"},
        {"xsize: 4\nysize: 2\npiece: 1 (0,0) (1,0)\nput: 1 (3,1)\nwin: 1 (0,0)\n", "FILE:4:6: the piece leaves the board at (4,1)"},
    };
    CHECK_TEXTS(cases);
}

/// `lockx` keeps a piece in its column, `locky` in its row, and both in its place.
HR_TEST(test_locks_of_js2_mean_the_keys_of_our_format) {
    static const struct {
        const char *locks, *rules;
    } cases[] = {
        {"", ";scattered: ab"},
        {"lockx: 2\n", ";vertical: b;scattered: ab"},
        {"locky: 2\n", ";horizontal: b;scattered: ab"},
        {"locky: 2\nlockx: 2\n", ";fixed: b;scattered: ab"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        char line[HR_PUZZLE_TEXT_MAX];
        (void)snprintf(text, sizeof text,
                       "xsize: 3\nysize: 2\npiece: 1 (0,0)\npiece: 2 (0,0) (1,0)\nput: 1 (0,0) 'a'\n"
                       "put: 2 (0,1) 'b'\nwin: 1 (2,0)\nwin: 0 (1,0)\n%s",
                       cases[i].locks);
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = text});
        hr_puzzle_drawing(puzzle, line);
        char wanted[256];
        (void)snprintf(wanted, sizeof wanted, "start: a../bb.;goal: ._a/...%s;alike: a", cases[i].rules);
        assert_string_equal(line, wanted);
        hr_puzzle_destroy(&puzzle);
    }
}
