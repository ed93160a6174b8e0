// SPDX-License-Identifier: MIT
// Tile puzzles of up to 16 cells: the index, the states that moves reach, and the greatest distance.

#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "unit_test.h"

enum { CELLS_MAX = 16 };

static hr_puzzle *make(const char *spec, hr_metric metric, const char *goal) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric, .goal = goal});
}

/// The numbers in a state's text.
static int cells_of(const hr_puzzle *puzzle, hr_state state, int cells[CELLS_MAX]) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, &state, text);
    int n = 0;
    for (char *at = text; *at != '\0' && n < CELLS_MAX; n++) {
        cells[n] = (int)strtol(at, &at, 10);
    }
    return n;
}

static hr_state state_of(const hr_puzzle *puzzle, const int *cells, int n) {
    char text[HR_STATE_TEXT_MAX] = "";
    size_t used = 0;
    for (int c = 0; c < n; c++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%d ", cells[c]);
    }
    hr_state state = made_state(puzzle, text);
    return state;
}

/// A random walk of 200 moves from the source.
static hr_state wander(const hr_puzzle *puzzle) {
    hr_state state = made_source(puzzle);
    hr_state successors[32];
    for (int i = 0; i < 200; i++) {
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        state = successors[(size_t)rand() % n];
    }
    return state;
}

static const char *const BOARDS[] = {"tile:2x2", "tile:3x2", "tile:2x3", "tile:3x3", "tile:2x4", "tile:4x2",
                                     "tile:2x5", "tile:5x2", "tile:3x4", "tile:4x3", "tile:6x2", "tile:7x2",
                                     "tile:2x7", "tile:3x5", "tile:5x3", "tile:8x2", "tile:2x8", "tile:4x4"};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0] };

HR_TEST(test_index_numbers_all_states_of_small_boards) {
    static const char *const small[] = {"tile:2x2", "tile:3x2", "tile:2x3", "tile:2x4", "tile:4x2", "tile:3x3"};
    for (size_t b = 0; b < sizeof small / sizeof small[0]; b++) {
        hr_puzzle *puzzle = make(small[b], HR_METRIC_UNIT, NULL);
        const hr_count count = hr_puzzle_describe(puzzle)->index_count;
        assert_int_equal(count, hr_puzzle_describe(puzzle)->reachable);
        for (hr_index i = 0; i < count; i++) {
            hr_state state = 0;
            hr_index back = 0;
            hr_puzzle_unindex(puzzle, &i, 1, &state);
            assert_int_equal(hr_puzzle_validate(puzzle, &state, NULL), HR_OK);
            hr_puzzle_index(puzzle, &state, 1, &back);
            assert_int_equal(back, i);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_index_of_random_states_comes_back) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_puzzle *puzzle = make(BOARDS[b], HR_METRIC_UNIT, NULL);
        for (int i = 0; i < 300; i++) {
            const hr_state state = wander(puzzle);
            hr_index index = 0;
            hr_state back = 0;
            hr_puzzle_index(puzzle, &state, 1, &index);
            assert_true(index < hr_puzzle_describe(puzzle)->index_count);
            hr_puzzle_unindex(puzzle, &index, 1, &back);
            assert_int_equal(back, state);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

/// A board and its transposed twin have the same indices, with the goals transposed likewise.
HR_TEST(test_index_of_a_wide_board_is_its_transposed_twins) {
    hr_puzzle *wide = make("tile:5x2", HR_METRIC_UNIT, NULL);
    int goal[CELLS_MAX];
    char text[HR_STATE_TEXT_MAX] = "";
    size_t used = 0;
    assert_int_equal(cells_of(wide, made_source(wide), goal), 10);
    for (int c = 0; c < 10; c++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%d ", goal[c % 2 * 5 + c / 2]);
    }
    hr_puzzle *high = make("tile:2x5", HR_METRIC_UNIT, text);
    for (int i = 0; i < 300; i++) {
        const hr_state state = wander(wide);
        int cells[CELLS_MAX];
        int transposed[CELLS_MAX];
        (void)cells_of(wide, state, cells);
        for (int c = 0; c < 10; c++) {
            transposed[c] = cells[c % 2 * 5 + c / 2];
        }
        const hr_state twin = state_of(high, transposed, 10);
        hr_index a = 0;
        hr_index b = 1;
        hr_puzzle_index(wide, &state, 1, &a);
        hr_puzzle_index(high, &twin, 1, &b);
        assert_int_equal(a, b);
    }
    hr_puzzle_destroy(&wide);
    hr_puzzle_destroy(&high);
}

/// Parity against reachability: of the 3×2 board's 720 arrangements exactly those that a search finds.
HR_TEST(test_validate_accepts_exactly_what_moves_reach) {
    hr_puzzle *puzzle = make("tile:3x2", HR_METRIC_UNIT, "3 1 0 2 5 4");
    hr_state queue[720];
    size_t n = 1;
    queue[0] = made_source(puzzle);
    for (size_t i = 0; i < n; i++) {
        hr_state successors[4];
        const size_t found = hr_puzzle_expand(puzzle, &queue[i], 1, successors, NULL);
        for (size_t k = 0; k < found; k++) {
            size_t at = 0;
            while (at < n && queue[at] != successors[k]) {
                at++;
            }
            if (at == n) {
                queue[n++] = successors[k];
            }
        }
    }
    assert_int_equal(n, 360);
    size_t accepted = 0;
    for (int code = 0; code < 6 * 6 * 6 * 6 * 6 * 6; code++) {
        int cells[6];
        unsigned seen = 0;
        for (int c = 0, rest = code; c < 6; c++, rest /= 6) {
            cells[c] = rest % 6;
            seen |= 1U << cells[c];
        }
        if (seen == 63) {
            const hr_state state = state_of(puzzle, cells, 6);
            size_t at = 0;
            while (at < n && queue[at] != state) {
                at++;
            }
            assert_int_equal(hr_puzzle_validate(puzzle, &state, NULL) == HR_OK, at < n);
            accepted += at < n;
        }
    }
    assert_int_equal(accepted, 360);
    assert_int_equal(hr_puzzle_validate(puzzle, &(hr_state){HR_STATE_NONE}, NULL), HR_USAGE);
    hr_puzzle_destroy(&puzzle);
}

/// Distances from a blank in a corner are published; elsewhere they are estimates, as are those of boards that nobody has searched.
HR_TEST(test_layers_are_known_or_estimated) {
    static const struct {
        const char *spec;
        hr_metric metric;
        const char *goal;
        hr_depth layers;
        bool exact;
    } cases[] = {
        {"tile:3x3", HR_METRIC_UNIT, NULL, 32, true},
        {"tile:3x3", HR_METRIC_SLIDE, NULL, 25, true},
        {"tile:3x3", HR_METRIC_UNIT, "1 2 3 4 0 5 6 7 8", 32, false},
        {"tile:3x3", HR_METRIC_UNIT, "1 0 2 3 4 5 6 7 8", 32, false}, // at an edge
        {"tile:3x3", HR_METRIC_UNIT, "1 2 3 0 4 5 6 7 8", 32, false},
        {"tile:2x8", HR_METRIC_UNIT, NULL, 141, true},
        {"tile:8x2", HR_METRIC_UNIT, NULL, 141, true},
        {"tile:2x8", HR_METRIC_SLIDE, NULL, 80, false},
        {"tile:5x3", HR_METRIC_SLIDE, NULL, 45, true}, // those of tests/golden/tile are in golden/test_layers.c
        {"tile:4x4", HR_METRIC_SLIDE, NULL, 44, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = make(cases[i].spec, cases[i].metric, cases[i].goal);
        assert_int_equal(hr_puzzle_describe(puzzle)->layers, cases[i].layers);
        assert_int_equal(hr_puzzle_describe(puzzle)->layers_exact, cases[i].exact);
        hr_puzzle_destroy(&puzzle);
    }
}

static int begin_all(void **state) {
    const unsigned seed = 20261121;
    print_message("seed %u\n", seed);
    srand(seed);
    return 0;
}
HR_TESTS_BETWEEN(begin_all, NULL)
