// SPDX-License-Identifier: MIT
// A puzzle as text: the lines that a table keeps, and the line by which a checkpoint knows its run.

#include "made_puzzle.h"
#include "puzzle/lines.h"
#include "unit_test.h"

static void identify(const hr_puzzle_options *options, char text[HR_PUZZLE_IDENTITY_MAX]) {
    hr_puzzle *puzzle = made_puzzle(options);
    hr_puzzle_identity(puzzle, text);
    hr_puzzle_destroy(&puzzle);
}

/// All differ from each other in one thing.
static const hr_puzzle_options PUZZLES[] = {
    {.spec = "tile:3x3"},
    {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE},
    {.spec = "tile:3x3", .no_symmetry = true},
    {.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 0 8"},
    {.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 0 8", .goal = "1 2 3 4 5 6 0 7 8"},
    {.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 0 8", .goal = "1 2 3 4 0 6 7 5 8"},
    {.spec = "tile:3x3", .goal = "1 2 3 8 0 4 7 6 5"},
    {.spec = "klotski:3x4"},
    {.spec = "klotski:4x3"},
    {.spec = "klotski:3x4", .exit = "0,0"},
    {.spec = "klotski:3x4", .metric = HR_METRIC_MOVE},
    {.spec = "klotski:3x4", .from = "XXoXXoooo..o"},
    {.spec = "klotski:3x4", .from = "XXoXXoooo..o", .exit = "0,0"},
    {.spec = "klotski:3x4", .from = "XXoXXoooo..o", .exit = "0,0", .metric = HR_METRIC_SLIDE},
    {.spec = "blocks:start: ab./...; goal: .../..a"},
    {.spec = "blocks:start: ab./...; goal: .../..a; horizontal: b"},
};
enum { PUZZLE_COUNT = sizeof PUZZLES / sizeof PUZZLES[0] };

HR_TEST(test_other_puzzles_have_other_identities) {
    char texts[PUZZLE_COUNT][HR_PUZZLE_IDENTITY_MAX];
    for (int i = 0; i < PUZZLE_COUNT; i++) {
        identify(&PUZZLES[i], texts[i]);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(texts[k], texts[i]);
        }
    }
}

HR_TEST(test_lines_bring_the_puzzle_back) {
    for (int i = 0; i < PUZZLE_COUNT; i++) {
        hr_puzzle *puzzle = made_puzzle(&PUZZLES[i]);
        char text[1024];
        size_t length = 0;
        assert_int_equal(hr_puzzle_write_lines(puzzle, sizeof text, text, &length, NULL), HR_OK);
        hr_puzzle_destroy(&puzzle);
        hr_puzzle_options read;
        assert_int_equal(hr_puzzle_read_lines(text, length, &read, NULL), HR_OK);
        read.no_symmetry = PUZZLES[i].no_symmetry; // which the lines do not hold
        char before[HR_PUZZLE_IDENTITY_MAX];
        char after[HR_PUZZLE_IDENTITY_MAX];
        identify(&PUZZLES[i], before);
        identify(&read, after);
        assert_string_equal(before, after);
    }
}

/// Every character of the lines has its place, and a zero stands behind them.
HR_TEST(test_lines_need_room_for_all_of_them) {
    static const char LINES[] = "puzzle tile:3x3\nmetric slide\ngoal 1 2 3 8 0 4 7 6 5\n";
    hr_puzzle *puzzle =
        made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .metric = HR_METRIC_SLIDE, .goal = "1 2 3 8 0 4 7 6 5"});
    char text[sizeof LINES];
    size_t length = 0;
    hr_error error = {.text = ""};
    assert_int_equal(hr_puzzle_write_lines(puzzle, sizeof text, text, &length, NULL), HR_OK);
    assert_string_equal(text, LINES);
    assert_int_equal(length, sizeof LINES - 1);
    assert_int_equal(hr_puzzle_write_lines(puzzle, sizeof text - 1, text, &length, &error), HR_USAGE);
    assert_string_equal(error.text, "the puzzle's goal is too long to be kept in a file");
    hr_puzzle_destroy(&puzzle);
}

/// In a file the lines are followed by zeros only.
HR_TEST(test_what_is_no_puzzle_is_refused) {
    static const struct {
        char text[48];
        hr_status status;
    } CASES[] = {
        {"puzzle tile:3x3\nmetric unit\n", HR_OK},
        {"puzzle tile:3x3\nmetric unit\nx", HR_FILE},
        {"puzzle tile:3x3\nmetric unit\n\0\0x", HR_FILE},
        {"puzzle tile:3x3\nmetric unit\nexit 0,0\ngoal x\n", HR_FILE}, // in another order
        {"puzzle tile:3x3\nmetric far\n", HR_FILE},
        {"puzzle tile:3x3\n", HR_FILE},
        {"puzzletile:3x3\nmetric unit\n", HR_FILE},
        {"metric unit\n", HR_FILE},
        {"", HR_FILE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[sizeof CASES[i].text];
        hr_puzzle_options options;
        memcpy(text, CASES[i].text, sizeof text);
        assert_int_equal(hr_puzzle_read_lines(text, sizeof text, &options, NULL), CASES[i].status);
    }
}
