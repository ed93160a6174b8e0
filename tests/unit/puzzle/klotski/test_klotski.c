// SPDX-License-Identifier: MIT
// Klotski boards and states from and to text, and what is refused.

#include "huarong/klotski.h"
#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "puzzle/notation.h"
#include "unit_test.h"

static void expect_refused(hr_puzzle_options options, const char *text) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_puzzle_create(&options, &puzzle, &error), HR_USAGE);
    assert_null(puzzle);
    assert_string_equal(error.text, text);
}

HR_TEST(test_create_bad_options_refused) {
    expect_refused((hr_puzzle_options){.spec = "klotski:2x2"}, "klotski:2x2 is too small for a 2x2 piece and two empty cells");
    expect_refused((hr_puzzle_options){.spec = "klotski:1x9"}, "klotski:1x9 is too small for a 2x2 piece and two empty cells");
    expect_refused((hr_puzzle_options){.spec = "klotski:6x6"}, "klotski:6x6 has 36 cells; at most 32 are possible");
    expect_refused((hr_puzzle_options){.spec = "klotski:4x5", .exit = "3,3"},
                   "the exit 3,3 is outside the board: the column may be 0 to 2, the row 0 to 3");
    expect_refused((hr_puzzle_options){.spec = "klotski:4x5", .exit = "1,4"},
                   "the exit 1,4 is outside the board: the column may be 0 to 2, the row 0 to 3");
    static const char *const BAD[] = {"", "1", "1,", ",1", "1,2,3", "a,b", "-1,2", "1 ,2", "100,1", "1,2 "};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "bad exit '%s': write X,Y, the column and row of the 2x2's top left cell from 0", BAD[i]);
        expect_refused((hr_puzzle_options){.spec = "klotski:4x5", .exit = BAD[i]}, text);
    }
    expect_refused((hr_puzzle_options){.spec = "klotski:4x5", .goal = "1A9BF0C"},
                   "a Klotski puzzle has no goal arrangement: it is solved when the 2x2 is at the exit");
    expect_refused((hr_puzzle_options){.spec = "klotski:4x5", .from = "TXX"}, "a 4x5 board has 20 cells, 'TXX' has 3 letters");
}

HR_TEST(test_info_says_what_the_puzzle_is) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    assert_string_equal(info->spec, "klotski:4x5");
    assert_int_equal(info->symmetry_order, 2);
    assert_false(info->bipartite); // the solved boards have both parities
    assert_false(info->single_source);
    assert_true(info->has_target);
    hr_puzzle_destroy(&puzzle);

    static const struct {
        hr_puzzle_options options;
        int symmetry_order;
        bool bipartite;
    } CASES[] = {
        {{.spec = "klotski", .from = "横刀立马"}, 2, true},
        {{.spec = "klotski", .from = "横刀立马", .metric = HR_METRIC_SLIDE}, 2, false},
        {{.spec = "klotski", .from = "横刀立马", .metric = HR_METRIC_MOVE}, 2, false},
        {{.spec = "klotski", .from = "横刀立马", .no_symmetry = true}, 1, true},
        {{.spec = "klotski", .from = "横刀立马", .exit = "0,3"}, 1, true},
        {{.spec = "klotski", .from = "峰回路转"}, 1, true},
        {{.spec = "klotski", .exit = "0,3"}, 1, false},
        {{.spec = "klotski", .exit = "1,0"}, 2, false},
        {{.spec = "klotski:5x5"}, 1, false},
        {{.spec = "klotski:4x6"}, 2, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        puzzle = made_puzzle(&CASES[i].options);
        info = hr_puzzle_describe(puzzle);
        assert_int_equal(info->symmetry_order, CASES[i].symmetry_order);
        assert_int_equal(info->bipartite, CASES[i].bipartite);
        assert_int_equal(info->single_source, CASES[i].options.from != NULL);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_default_exit_is_bottom_centre) {
    static const struct {
        const char *spec;
        const char *exit; ///< NULL: the default
        const char *board;
    } CASES[] = {
        {"klotski:4x5", NULL, "............. XX. .XX."},    {"klotski:4x5", "2,0", "..XX..XX............"},
        {"klotski:5x5", NULL, "................XX...XX.."}, // columns 2 and 3
        {"klotski:6x4", NULL, "..............XX....XX.."},  {"klotski:3x2", NULL, "XX.XX."},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i].spec, .exit = CASES[i].exit, .from = NULL});
        hr_state state = 0;
        uint8_t solved = 0;
        hr_error error = {.text = ""};
        HR_TEST_OK(hr_puzzle_parse(puzzle, i == 0 ? ".............XX..XX." : CASES[i].board, &state, &error), error);
        hr_puzzle_solved(puzzle, &state, 1, &solved);
        assert_int_equal(solved, 1);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Every single changed bit of a state is refused or another valid state that reads back.
HR_TEST(test_validate_changed_bits) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski", .from = "横刀立马"});
    hr_error error;
    hr_state state = made_source(puzzle);
    assert_int_equal(hr_puzzle_validate(puzzle, &state, &error), HR_OK);
    assert_int_equal(hr_puzzle_validate(puzzle, &(hr_state){HR_STATE_NONE}, &error), HR_USAGE);
    assert_int_equal(hr_puzzle_validate(puzzle, &(hr_state){0}, &error), HR_USAGE);
    int accepted = 0;
    for (int bit = 0; bit < 64; bit++) {
        const hr_state changed = state ^ UINT64_C(1) << bit;
        if (hr_puzzle_validate(puzzle, &changed, &error) == HR_OK) {
            char text[HR_STATE_TEXT_MAX];
            hr_puzzle_format(puzzle, &changed, text);
            hr_state same = made_state(puzzle, text);
            assert_true(same == changed);
            accepted++;
        }
    }
    // The four verticals' heads and the horizontal's other bit overlap when changed; four singles can lose or change a bit.
    assert_true(accepted > 0 && accepted < 16);
    hr_puzzle_destroy(&puzzle);
}

/// The mark of the 2×2 stands on its upper right cell only. A single to the left of the lower left cell does not excuse a second
/// mark there.
HR_TEST(test_a_second_mark_on_the_square_is_refused) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    hr_error error;
    hr_state state = made_state(puzzle, ".XX.oXX.............");
    assert_int_equal(hr_puzzle_validate(puzzle, &state, &error), HR_OK);
    assert_int_equal(hr_puzzle_validate(puzzle, &(hr_state){state | UINT64_C(1) << (32 + 5)}, &error), HR_USAGE);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_draw_outlines_pieces) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    char text[HR_STATE_DRAWING_MAX];
    hr_state state = made_state(puzzle, "横刀立马");
    hr_puzzle_draw(puzzle, &state, text);
    assert_string_equal(text, "┌───┬───────┬───┐\n"
                              "│   │       │   │\n"
                              "│ V │  2x2  │ V │\n"
                              "│   │       │   │\n"
                              "├───┼───────┼───┤\n"
                              "│   │   H   │   │\n"
                              "│ V ├───┬───┤ V │\n"
                              "│   │ S │ S │   │\n"
                              "├───┼───┴───┼───┤\n"
                              "│ S │ ·   · │ S │\n"
                              "└───┴═══════┴───┘\n");
    hr_puzzle_destroy(&puzzle);
    puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:3x2", .exit = "1,0"});
    assert_int_equal(hr_puzzle_parse(puzzle, ".XX.XX", &state, NULL), HR_OK);
    hr_puzzle_draw(puzzle, &state, text);
    assert_string_equal(text, "┌───┬═══════┐\n"
                              "│ · │       ║\n"
                              "│   │  2x2  ║\n"
                              "│ · │       ║\n"
                              "└───┴═══════┘\n");
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_draw_fits_for_all_boards) {
    for (int width = 2; width <= 16; width++) {
        for (int height = 2; width * height <= 32; height++) {
            if (width * height < 6) {
                continue;
            }
            char spec[32];
            (void)snprintf(spec, sizeof spec, "klotski:%dx%d", width, height);
            hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec});
            const hr_index last = hr_puzzle_describe(puzzle)->index_count - 1;
            hr_state state = 0;
            static char text[HR_STATE_DRAWING_MAX];
            hr_puzzle_unindex(puzzle, &last, 1, &state);
            hr_puzzle_draw(puzzle, &state, text);
            size_t lines = 0;
            for (const char *c = text; *c != '\0'; c++) {
                lines += *c == '\n';
            }
            assert_int_equal(lines, 2 * height + 1);
            hr_puzzle_destroy(&puzzle);
        }
    }
}
