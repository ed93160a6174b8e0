// SPDX-License-Identifier: MIT
// Notations of states: each row of a board in a line of its own, and codes and exits at their limits.

#include "core/random.h"
#include "made_puzzle.h"
#include "puzzle/notation.h"
#include "unit_test.h"

enum { STATES = 20 };

/// The cells of a row: its numbers, or its letters.
static int cells_in(const char *row, size_t length, bool numbers) {
    int cells = 0;
    for (size_t i = 0; i < length; i++) {
        cells += numbers ? row[i] != ' ' && (i == 0 || row[i - 1] == ' ') : 1;
    }
    return cells;
}

/// The grid of a state has as many rows as the board, each with as many cells, and is the state's text when its rows are put
/// behind each other.
static void check_grid(const hr_puzzle *puzzle, hr_state state) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    char plain[HR_STATE_TEXT_MAX];
    char grid[HR_STATE_TEXT_MAX];
    char joined[HR_STATE_TEXT_MAX];
    hr_state again = 0;
    assert_true(hr_puzzle_notate(puzzle, &state, NULL, HR_NOTATION_LETTERS, plain));
    assert_true(hr_puzzle_notate(puzzle, &state, NULL, HR_NOTATION_GRID, grid));
    const bool numbers = strchr(plain, ' ') != NULL;
    const char between = (char)(numbers ? ' ' : strchr(plain, '/') != NULL ? '/' : '\0');
    int rows = 0;
    size_t used = 0;
    for (const char *row = grid;; rows++) {
        const size_t length = strcspn(row, "\n");
        assert_int_equal(cells_in(row, length, numbers), info->width);
        memcpy(joined + used, row, length);
        used += length;
        if (row[length] == '\0') {
            break;
        }
        joined[used] = between;
        used += between != '\0';
        row += length + 1;
    }
    joined[used] = '\0';
    assert_int_equal(rows + 1, info->height);
    assert_string_equal(joined, plain);
    assert_int_equal(hr_puzzle_read_notation(puzzle, grid, HR_NOTATION_GRID, &again, NULL), HR_OK);
    assert_true(again == state);
}

HR_TEST(test_each_row_is_a_line) {
    static const char *const SPECS[] = {
        "tile:2x2",    "tile:3x2",    "tile:2x3",    "tile:4x2",    "tile:5x3",
        "tile:3x5",    "tile:2x8",    "tile:8x2",    "klotski:3x2", "klotski:2x3",
        "klotski:5x3", "klotski:4x5", "klotski:3x6", "klotski:6x3", "blocks:start: aa.b/c..b; exit: a right",
    };
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = SPECS[i]});
        hr_random random = {.seed = i + 1};
        const uint64_t count = hr_puzzle_describe(puzzle)->index_count;
        hr_state state = made_source(puzzle);
        check_grid(puzzle, state);
        for (int n = 0; n < STATES && count > 0; n++) {
            const hr_index index = hr_random_below(&random, count);
            hr_puzzle_unindex(puzzle, &index, 1, &state);
            check_grid(puzzle, state);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

static char small(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/// Each digit of the code at each of its places, in capitals and small letters.
HR_TEST(test_short_codes_are_read_in_any_case) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x5"});
    const uint64_t count = hr_puzzle_describe(puzzle)->index_count;
    bool seen[128] = {false};
    int digits = 0;
    for (hr_index index = 0; index < count; index += count / 997) {
        char text[HR_STATE_TEXT_MAX];
        hr_state state = 0;
        hr_state again = 0;
        hr_puzzle_unindex(puzzle, &index, 1, &state);
        assert_true(hr_puzzle_notate(puzzle, &state, NULL, HR_NOTATION_SHORT, text));
        assert_int_equal(hr_puzzle_read_notation(puzzle, text, HR_NOTATION_SHORT, &again, NULL), HR_OK);
        assert_true(again == state);
        for (char *at = text; *at != '\0'; at++) {
            digits += !seen[(unsigned char)*at];
            seen[(unsigned char)*at] = true;
            *at = small(*at);
        }
        assert_int_equal(hr_puzzle_read_notation(puzzle, text, HR_NOTATION_SHORT, &again, NULL), HR_OK);
        assert_true(again == state);
    }
    assert_int_equal(digits, 32);
    hr_puzzle_destroy(&puzzle);
}

/// An exit is at each cell where the 2×2 has room, and nowhere else; the goal says where it is.
HR_TEST(test_exits_are_where_the_square_has_room) {
    static const char *const SPECS[] = {"klotski:2x3", "klotski:3x2", "klotski:4x5", "klotski:5x4", "klotski:2x7", "klotski:7x2"};
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        const int width = SPECS[i][8] - '0';
        const int height = SPECS[i][10] - '0';
        for (int at = 0; at < (width + 1) * (height + 1); at++) {
            const int x = at % (width + 1);
            const int y = at / (width + 1);
            char exit[32];
            char goal[HR_STATE_TEXT_MAX] = "";
            char wanted[48];
            hr_puzzle *puzzle = NULL;
            (void)snprintf(exit, sizeof exit, "%d,%d", x, y);
            (void)snprintf(wanted, sizeof wanted, "2x2 at %d,%d", x, y);
            const hr_status status = hr_puzzle_create(&(hr_puzzle_options){.spec = SPECS[i], .exit = exit}, &puzzle, NULL);
            assert_int_equal(status, x + 2 <= width && y + 2 <= height ? HR_OK : HR_USAGE);
            if (status == HR_OK) {
                hr_puzzle_goal(puzzle, goal);
                assert_string_equal(goal, wanted);
            }
            hr_puzzle_destroy(&puzzle);
        }
    }
}
