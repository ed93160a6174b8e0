// SPDX-License-Identifier: MIT
// The solved states that a puzzle names, against a slow, obvious twin: all solved states that a search from the start finds.

#include "made_puzzle.h"
#include "puzzle/goals.h"
#include "unit_test.h"

enum { STATES_MAX = 20000 };

HR_TEST(test_a_tile_puzzle_names_its_goal) {
    static const hr_puzzle_options PUZZLES[] = {
        {.spec = "tile:4x4"},
        {.spec = "tile:3x3", .goal = "8 7 6 5 4 3 2 1 0", .metric = HR_METRIC_SLIDE},
        {.spec = "tile:3x3", .from = "8 7 6 5 4 3 2 1 0"},
    };
    for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&PUZZLES[i]);
        hr_state goals[HR_GOALS_MAX];
        char text[HR_STATE_TEXT_MAX];
        assert_int_equal(hr_puzzle_goals(puzzle, goals), 1);
        hr_puzzle_goal(puzzle, text);
        hr_state wanted = made_state(puzzle, text);
        assert_true(goals[0] == wanted);
        hr_puzzle_destroy(&puzzle);
    }
}

static bool has(const hr_state *states, size_t n, hr_state state) {
    bool found = false;
    for (size_t i = 0; i < n; i++) {
        found |= states[i] == state;
    }
    return found;
}

/// The solved states among those that the start reaches.
static size_t find_solved(const hr_puzzle *puzzle, hr_state *solved) {
    static hr_state states[STATES_MAX];
    hr_state successors[256];
    uint64_t cursor = 0;
    size_t count = hr_puzzle_sources(puzzle, &cursor, states, 1);
    size_t found = 0;
    assert_true(hr_puzzle_describe(puzzle)->max_successors <= 256);
    for (size_t at = 0; at < count; at++) {
        uint8_t is_solved = 0;
        hr_puzzle_solved(puzzle, &states[at], 1, &is_solved);
        if (is_solved != 0) {
            solved[found++] = states[at];
        }
        const size_t n = hr_puzzle_expand(puzzle, &states[at], 1, successors, NULL);
        for (size_t i = 0; i < n; i++) {
            if (!has(states, count, successors[i])) {
                assert_true(count < STATES_MAX);
                states[count++] = successors[i];
            }
        }
    }
    return found;
}

HR_TEST(test_drawn_blocks_name_all_solved_states) {
    static const struct {
        const char *spec;
        size_t goals; ///< 0: too many
    } CASES[] = {
        {"blocks:start: abc/...; goal: .../cba", 1},
        {"blocks:start: abc/...; goal: .../abc; alike: ab", 1},
        {"blocks:start: abc/...; goal: .../.a.", 10}, // two of the other five cells hold b and c, which are alike
        {"blocks:start: abc/...; goal: .../.a_", 6},
        {"blocks:start: ab./...; goal: ..b; alike: ab; horizontal: a", 7}, // there is a, and b has five cells, or b, and a has two
        {"blocks:start: abc/...; goal: .../abb; cover: b", 1},
        {"blocks:start: aab./c...; goal: ..../.cc.; cover: c", 3},   // aa has three places in the other row
        {"blocks:start: aab./c...; goal: ..aa/....; inside: a", 15}, // two of the other six cells hold b and c
        {"blocks:start: a.#######/#########/b.......#/#########/cc.......; goal: .a", 64}, // b and cc have eight places each
        {"blocks:start: a.#######/#########/b......../#########/cc.......; goal: .a", 0},
        {"blocks:start: abcd/efgh/....; goal: ..../..../a...", 0},
        {"blocks:start: **aa/**bb/de../fghh/fgii; goal: ..../..../..../**../**..", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i].spec, .no_symmetry = true});
        hr_state goals[HR_GOALS_MAX];
        static hr_state solved[STATES_MAX];
        const size_t n = hr_puzzle_goals(puzzle, goals);
        const size_t reached = find_solved(puzzle, solved);
        assert_int_equal(n, CASES[i].goals);
        for (size_t k = 0; n > 0 && k < reached; k++) {
            assert_true(has(goals, n, solved[k]));
        }
        for (size_t k = 0; k < n; k++) {
            uint8_t is_solved = 0;
            assert_int_equal(hr_puzzle_validate(puzzle, &goals[k], NULL), HR_OK);
            hr_puzzle_solved(puzzle, &goals[k], 1, &is_solved);
            assert_int_equal(is_solved, 1);
            assert_false(has(goals, k, goals[k]));
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_klotski_does_not_name_its_solved_boards) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x5"});
    hr_state goals[HR_GOALS_MAX];
    assert_int_equal(hr_puzzle_goals(puzzle, goals), 0);
    hr_puzzle_destroy(&puzzle);
}

/// No state is solved then, in any format.
HR_TEST(test_a_drawing_needs_no_goal) {
    static const char *const TEXTS[] = {"start: a*./...", "start: a*./...; goal: .../...", "#####\n#a* #\n#   #\n#####\n",
                                        "xsize: 3\nysize: 2\npiece: 1 (0,0)\nput: 1 (0,0)\nput: 1 (1,0)\n"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = TEXTS[i], .no_symmetry = true});
        hr_state goals[HR_GOALS_MAX];
        static hr_state solved[STATES_MAX];
        hr_error error = {.text = ""};
        assert_int_equal(hr_puzzle_goals(puzzle, goals), 0);
        assert_int_equal(find_solved(puzzle, solved), 0);
        assert_int_equal(hr_puzzle_check_goal(puzzle, &error), HR_USAGE);
        assert_string_equal(error.text, "the puzzle has no goal: say when it is solved, see 'huarong help blocks'");
        hr_puzzle_destroy(&puzzle);
    }
}
