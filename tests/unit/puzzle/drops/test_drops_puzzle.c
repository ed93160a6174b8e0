// SPDX-License-Identifier: MIT
// The water-drop puzzle with packed states: text, successors and descriptions of moves against the slow simulation, and what is
// refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "puzzle/goals.h"
#include "puzzle/kinds.h"
#include "puzzle/lines.h"
#include "slow/slow_drops.h"

static hr_puzzle *make(hr_puzzle_options options) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    if (hr_puzzle_create_any(&options, &puzzle, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return puzzle;
}

/// The successors of a board are those of the slow simulation, one for each filled cell in reading order, and each move is told as
/// the first cell that leads there.
static void check_board(const hr_puzzle *puzzle, const slow_board *board) {
    hr_state successors[SLOW_CELLS_MAX];
    uint16_t count = 0;
    const hr_state state = slow_state(puzzle, board);
    uint8_t solved = 0;
    hr_puzzle_solved(puzzle, &state, 1, &solved);
    assert_int_equal(solved, is_empty(board));
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, &count);
    assert_int_equal(n, count);
    size_t at = 0;
    for (int c = 0; c < board->width * board->height; c++) {
        if (board->cell[c] == 0) {
            continue;
        }
        slow_board after = *board;
        slow_drop(&after, c);
        assert_true(at < n);
        assert_true(slow_state(puzzle, &after) == successors[at]);
        size_t first = 0;
        while (successors[first] != successors[at]) {
            first++;
        }
        hr_step step;
        char text[32];
        assert_int_equal(hr_puzzle_step(puzzle, state, successors[at], &step, NULL), HR_OK);
        (void)snprintf(text, sizeof text, "%d,%d", c % board->width, c / board->width);
        assert_true(first < at || strcmp(step.text, text) == 0);
        assert_int_equal(step.direction, 0);
        at++;
    }
    assert_int_equal(at, n);
    hr_step step;
    assert_int_equal(hr_puzzle_step(puzzle, state, state, &step, NULL), HR_USAGE);
}

static void test_successors_are_those_of_the_slow_simulation(void **state) {
    (void)state;
    static const char *const SPECS[] = {"drops:3x2", "drops:1x1", "drops:5x5", "drops:3x8", "drops:8x3", "drops:4x6"};
    uint64_t random = 1010;
    print_message("seed %llu\n", (unsigned long long)random);
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        hr_puzzle *puzzle = make((hr_puzzle_options){.spec = SPECS[i]});
        const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
        assert_string_equal(info->spec, SPECS[i]);
        assert_int_equal(info->max_successors, (size_t)(info->width * info->height));
        for (int k = 0; k < 2000; k++) {
            const slow_board board = i == 0 ? board_with_number(3, 2, 7 * k + 1) : random_board(info->width, info->height, &random);
            check_board(puzzle, &board);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

static void test_the_largest_board_has_the_largest_state(void **state) {
    (void)state;
    hr_puzzle *puzzle = make((hr_puzzle_options){.spec = "drops:8x3"});
    hr_puzzle *small = make((hr_puzzle_options){.spec = "drops:2x1"});
    slow_board full = {.width = 8, .height = 3};
    for (int c = 0; c < 24; c++) {
        full.cell[c] = HR_DROPS_FULL;
    }
    const hr_state most = slow_state(puzzle, &full);
    assert_true(most == UINT64_C(59604644775390624)); // 5^24 − 1
    assert_int_equal(hr_puzzle_validate(puzzle, most + 1, NULL), HR_USAGE);
    assert_int_equal(hr_puzzle_validate(puzzle, HR_STATE_NONE, NULL), HR_USAGE);
    assert_int_equal(hr_puzzle_validate(small, 24, NULL), HR_OK);
    assert_int_equal(hr_puzzle_validate(small, 25, NULL), HR_USAGE);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_destroy(&small);
}

static void test_the_source_is_the_given_board_or_the_empty_one(void **state) {
    (void)state;
    static const char *const FROM[] = {NULL, "0 2 / 4 1", "0\t2\r\n4\t1\r\n"};
    for (size_t i = 0; i < 3; i++) {
        hr_puzzle *puzzle = make((hr_puzzle_options){.spec = "drops:2x2", .from = FROM[i]});
        uint64_t cursor = 0;
        hr_state sources[2] = {1, 1};
        char text[HR_STATE_TEXT_MAX];
        char lines[256];
        size_t length = 0;
        assert_int_equal(hr_puzzle_sources(puzzle, &cursor, sources, 2), 1);
        assert_int_equal(hr_puzzle_sources(puzzle, &cursor, sources, 2), 0);
        hr_puzzle_format(puzzle, sources[0], text);
        assert_string_equal(text, i == 0 ? "0 0 / 0 0" : "0 2 / 4 1");
        assert_int_equal(hr_puzzle_write_lines(puzzle, sizeof lines, lines, &length, NULL), HR_OK);
        assert_string_equal(lines, i == 0 ? "puzzle drops:2x2\nmetric unit\n" : "puzzle drops:2x2\nmetric unit\nfrom 0 2 / 4 1\n");
        hr_state goals[HR_GOALS_MAX];
        assert_int_equal(hr_puzzle_goals(puzzle, goals), 0); // a search cannot begin there
        hr_puzzle_destroy(&puzzle);
    }
}

static void test_only_drops_are_one_way(void **state) {
    (void)state;
    hr_puzzle *puzzle = make((hr_puzzle_options){.spec = "drops:2x2"});
    assert_true(hr_puzzle_is_one_way(puzzle));
    hr_puzzle_destroy(&puzzle);
    puzzle = make((hr_puzzle_options){.spec = "tile:3x3"});
    assert_false(hr_puzzle_is_one_way(puzzle));
    hr_puzzle_destroy(&puzzle);
    hr_error error;
    const hr_puzzle_options options = {.spec = "drops:2x2"};
    assert_int_equal(hr_puzzle_create(&options, &puzzle, &error), HR_USAGE);
    assert_null(puzzle);
    assert_non_null(strstr(error.text, "only positions can be solved"));
}

static void test_bad_puzzles_are_refused(void **state) {
    (void)state;
    static const char OPTIONS[] = "drops boards are solved in the metric unit, without --goal and --exit";
    const struct {
        hr_puzzle_options options;
        const char *text;
    } BAD[] = {
        {{.spec = "drops:2x2", .goal = "0 0 0 0"}, OPTIONS},
        {{.spec = "drops:2x2", .exit = "0,0"}, OPTIONS},
        {{.spec = "drops:2x2", .metric = HR_METRIC_SLIDE}, OPTIONS},
        {{.spec = "drops:2x2", .from = "1 2 3 5"}, "bad state: character 7"},
        {{.spec = "drops:2x2", .text = "1"}, "a drops puzzle has no text"},
        {{.spec = "drops:9x1"}, "a drops board of 9 by 1 cells is not supported; use up to 8 by 8"},
        {{.spec = "drops"}, "drops:6x6"},
        {{.spec = "drops:7x4"}, "a state of a drops board of 7 by 4 cells takes 66 bits, and there are 64"},
        {{.spec = "drops:6x6"}, "takes 84 bits"},
        {{.spec = "drops:8x8"}, "takes 149 bits"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        hr_puzzle *puzzle = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_puzzle_create_any(&BAD[i].options, &puzzle, &error), HR_USAGE);
        assert_null(puzzle);
        if (strstr(error.text, BAD[i].text) == NULL) {
            fail_msg("%s", error.text);
        }
    }
}

/// The states of 24 cells fit into 64 bits, those of 28 do not. No board has 9 rows.
static void test_boards_of_more_than_27_cells_need_wide_states(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int bits;
    } CASES[] = {{"drops:3x8", 0}, {"drops:4x7", 66}, {"drops:7x4", 66}, {"drops:6x6", 84}, {"drops:8x8", 149}, {"drops:4x9", 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int bits = -1;
        assert_int_equal(hr_puzzle_wide_bits(&(hr_puzzle_options){.spec = CASES[i].spec}, &bits, NULL), HR_OK);
        assert_int_equal(bits, CASES[i].bits);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_successors_are_those_of_the_slow_simulation),
        cmocka_unit_test(test_the_largest_board_has_the_largest_state),
        cmocka_unit_test(test_the_source_is_the_given_board_or_the_empty_one),
        cmocka_unit_test(test_only_drops_are_one_way),
        cmocka_unit_test(test_bad_puzzles_are_refused),
        cmocka_unit_test(test_boards_of_more_than_27_cells_need_wide_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
