// SPDX-License-Identifier: MIT
// Tile puzzles of all sizes against arrays of numbers.

#include "unit_test.h"

#include "core/sorting.h"
#include "made_puzzle.h"
#include "slow/slow_tiles.h"

typedef struct board {
    int width;
    int height;
    int blank; ///< the goal's cell of the blank
} board;

// One, two, three and four words; the blank at home in a corner, on an edge, in the centre, in the cell that has no field.
static const board BOARDS[] = {
    {2, 2, 3},  {3, 2, 5},  {2, 3, 0},  {3, 3, 8},  {3, 3, 4},  {2, 4, 7},  {5, 2, 1},  {2, 5, 9},   {4, 3, 11},
    {3, 4, 4},  {7, 2, 13}, {3, 5, 7},  {5, 3, 2},  {8, 2, 15}, {2, 8, 15}, {4, 4, 15}, {4, 4, 0},   {4, 4, 5},
    {5, 5, 24}, {5, 5, 0},  {5, 5, 12}, {5, 5, 2},  {4, 5, 19}, {5, 4, 7},  {3, 7, 10}, {2, 9, 17},  {9, 2, 4},
    {5, 6, 29}, {6, 5, 0},  {4, 8, 31}, {3, 9, 13}, {6, 6, 35}, {6, 6, 14}, {7, 5, 17}, {2, 18, 35},
};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0], WALKS = 20 };

/// The goal 1 2 3 … whose blank is in the cell `blank`.
static void write_goal(const board *b, char text[HR_STATE_TEXT_MAX]) {
    size_t used = 0;
    for (int c = 0, number = 1; c < b->width * b->height; c++) {
        used += (size_t)snprintf(text + used, HR_STATE_TEXT_MAX - used, "%d ", c == b->blank ? 0 : number++);
    }
}

static hr_puzzle *make(const board *b, hr_metric metric, bool no_symmetry) {
    char goal[HR_STATE_TEXT_MAX];
    char spec[16];
    write_goal(b, goal);
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", b->width, b->height);
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric, .goal = goal, .no_symmetry = no_symmetry});
}

static size_t words_of(const hr_puzzle *puzzle) { return (size_t)hr_puzzle_describe(puzzle)->state_words; }

static void numbers_of(const hr_puzzle *puzzle, const hr_state *state, slow_tiles *out) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    *out = (slow_tiles){.cells = {0}};
    int n = 0;
    for (char *at = text; *at != '\0' && n < SLOW_TILES_CELLS_MAX; n++) {
        out->cells[n] = (uint8_t)strtol(at, &at, 10);
    }
    assert_int_equal(n, hr_puzzle_describe(puzzle)->width * hr_puzzle_describe(puzzle)->height);
}

static void wander(const hr_puzzle *puzzle, hr_state state[HR_STATE_WORDS_MAX]) {
    uint64_t cursor = 0;
    hr_state successors[32 * HR_STATE_WORDS_MAX];
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, state, 2), 1);
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, successors, 1), 0);
    for (int i = 0; i < 300; i++) {
        const size_t n = hr_puzzle_expand(puzzle, state, 1, successors, NULL);
        hr_words_copy(state, successors + (size_t)rand() % n * words_of(puzzle), words_of(puzzle));
    }
}

HR_TEST(test_words_follow_the_number_of_cells) {
    static const struct {
        const char *spec;
        int words;
    } CASES[] = {{"tile:4x4", 1}, {"tile:2x8", 1}, {"tile:3x6", 2},  {"tile:4x5", 2}, {"tile:5x5", 2}, {"tile:2x13", 3},
                 {"tile:5x6", 3}, {"tile:4x8", 3}, {"tile:3x11", 4}, {"tile:5x7", 4}, {"tile:6x6", 4}, {"tile:18x2", 4}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i].spec});
        assert_int_equal(hr_puzzle_describe(puzzle)->state_words, CASES[i].words);
        assert_string_equal(hr_puzzle_describe(puzzle)->spec, CASES[i].spec);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_successors_equal_the_slow_twins) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_SLIDE; metric++) {
            hr_puzzle *puzzle = make(&BOARDS[b], (hr_metric)metric, false);
            const size_t words = words_of(puzzle);
            hr_state states[WALKS * HR_STATE_WORDS_MAX];
            hr_state found[WALKS * SLOW_TILES_MOVES_MAX * HR_STATE_WORDS_MAX];
            uint16_t counts[WALKS];
            for (size_t i = 0; i < WALKS; i++) {
                wander(puzzle, states + i * words);
            }
            const size_t total = hr_puzzle_expand(puzzle, states, WALKS, found, counts);
            size_t at = 0;
            for (size_t i = 0; i < WALKS; i++) {
                slow_tiles from;
                slow_tiles wanted[SLOW_TILES_MOVES_MAX];
                slow_tiles made[SLOW_TILES_MOVES_MAX];
                numbers_of(puzzle, states + i * words, &from);
                const size_t n = slow_tiles_next(BOARDS[b].width, BOARDS[b].height, metric == HR_METRIC_SLIDE, &from, wanted);
                assert_int_equal(counts[i], n);
                assert_true(n <= hr_puzzle_describe(puzzle)->max_successors);
                for (size_t k = 0; k < n; k++) {
                    numbers_of(puzzle, found + (at + k) * words, &made[k]);
                }
                slow_tiles_sort(wanted, n);
                slow_tiles_sort(made, n);
                assert_memory_equal(made, wanted, n * sizeof *made);
                at += n;
            }
            assert_int_equal(at, total);
            hr_puzzle_destroy(&puzzle);
        }
    }
}

/// Expansion to canonical states gives what expansion and canonicalise give; marks lead back, and nothing else does.
HR_TEST(test_marked_successors_are_canonical_and_know_the_way_back) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_SLIDE; metric++) {
            hr_puzzle *puzzle = make(&BOARDS[b], (hr_metric)metric, false);
            const size_t words = words_of(puzzle);
            for (int i = 0; i < WALKS; i++) {
                hr_state state[HR_STATE_WORDS_MAX];
                hr_state plain[32 * HR_STATE_WORDS_MAX];
                hr_state marked[32 * HR_STATE_WORDS_MAX];
                hr_state unmarked[32 * HR_STATE_WORDS_MAX];
                wander(puzzle, state);
                hr_puzzle_canonicalise(puzzle, state, 1);
                const size_t n = hr_puzzle_expand(puzzle, state, 1, plain, NULL);
                hr_puzzle_canonicalise(puzzle, plain, n);
                hr_state without_marks[HR_STATE_WORDS_MAX];
                hr_words_copy(without_marks, state, words);
                without_marks[0] &= hr_puzzle_describe(puzzle)->key_mask;
                assert_int_equal(hr_puzzle_expand_marked(puzzle, without_marks, 1, marked), n);
                hr_puzzle_unmark(puzzle, marked, n, unmarked);
                assert_memory_equal(unmarked, plain, n * words * sizeof *plain);
                for (size_t k = 0; k < n && metric == HR_METRIC_UNIT; k++) { // without the marked moves only other states are left
                    hr_state onwards[4 * HR_STATE_WORDS_MAX];
                    hr_state all[4 * HR_STATE_WORDS_MAX];
                    const size_t left = hr_puzzle_expand_marked(puzzle, marked + k * words, 1, onwards);
                    const size_t every = hr_puzzle_expand(puzzle, unmarked + k * words, 1, all, NULL);
                    hr_puzzle_canonicalise(puzzle, all, every);
                    hr_puzzle_unmark(puzzle, onwards, left, onwards);
                    size_t back = 0;
                    for (size_t s = 0; s < every; s++) {
                        back += hr_words_equal(all + s * words, state, words);
                    }
                    assert_true(back > 0);
                    assert_int_equal(left, every - back);
                    for (size_t s = 0; s < left; s++) {
                        assert_false(hr_words_equal(onwards + s * words, state, words));
                    }
                }
            }
            hr_puzzle_destroy(&puzzle);
        }
    }
}

HR_TEST(test_symmetry_order_follows_the_goals_blank_cell) {
    static const struct {
        board board;
        int order;
    } CASES[] = {{{5, 5, 24}, 2}, {{5, 5, 12}, 8}, {{5, 5, 2}, 2},  {{5, 5, 1}, 1}, {{5, 5, 6}, 2},  {{4, 5, 19}, 1},
                 {{3, 7, 10}, 4}, {{6, 6, 14}, 2}, {{6, 6, 35}, 2}, {{5, 6, 2}, 2}, {{7, 5, 17}, 4}, {{3, 3, 8}, 2},
                 {{3, 3, 4}, 8},  {{3, 3, 1}, 2},  {{4, 4, 15}, 2}, {{4, 4, 1}, 1}, {{4, 4, 5}, 2},  {{4, 3, 11}, 1},
                 {{3, 5, 7}, 4},  {{5, 3, 2}, 2},  {{2, 2, 3}, 2}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = make(&CASES[i].board, HR_METRIC_UNIT, false);
        assert_int_equal(hr_puzzle_describe(puzzle)->symmetry_order, CASES[i].order);
        hr_puzzle_destroy(&puzzle);
        puzzle = make(&CASES[i].board, HR_METRIC_UNIT, true);
        assert_int_equal(hr_puzzle_describe(puzzle)->symmetry_order, 1);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Write the canonical forms of a state's successors, ascending, into `next`. Returns their number.
static size_t canonical_successors(const hr_puzzle *puzzle, const hr_state *state, hr_state *next) {
    const size_t n = hr_puzzle_expand(puzzle, state, 1, next, NULL);
    hr_puzzle_canonicalise(puzzle, next, n);
    return hr_sort_distinct(next, n, words_of(puzzle));
}

/// All images of a state have the same images, the first of which is canonical, and moves lead from them to the same canonical
/// states. Symmetries keep the source.
HR_TEST(test_images_form_orbits_that_moves_respect) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_puzzle *puzzle = make(&BOARDS[b], HR_METRIC_UNIT, false);
        const size_t words = words_of(puzzle);
        for (int i = 0; i < WALKS; i++) {
            hr_state state[HR_STATE_WORDS_MAX];
            hr_state images[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
            hr_state next[2][4 * HR_STATE_WORDS_MAX];
            uint8_t size = 0;
            wander(puzzle, state);
            if (i == 0) {
                uint64_t cursor = 0;
                (void)hr_puzzle_sources(puzzle, &cursor, state, 1);
            }
            const size_t n = hr_puzzle_images(puzzle, state, images);
            const size_t degree = canonical_successors(puzzle, state, next[0]);
            hr_puzzle_orbit_size(puzzle, state, 1, &size);
            assert_int_equal(size, n);
            assert_true(i > 0 || n == 1);
            bool itself = false;
            for (size_t k = 0; k < n; k++) {
                hr_state canonical[HR_STATE_WORDS_MAX];
                hr_state others[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
                assert_true(k == 0 || hr_state_compare(images + (k - 1) * words, images + k * words, words) < 0);
                assert_int_equal(hr_puzzle_validate(puzzle, images + k * words, NULL), HR_OK);
                hr_words_copy(canonical, images + k * words, words);
                hr_puzzle_canonicalise(puzzle, canonical, 1);
                assert_memory_equal(canonical, images, words * sizeof *images);
                assert_int_equal(hr_puzzle_images(puzzle, images + k * words, others), n);
                assert_memory_equal(others, images, n * words * sizeof *images);
                assert_int_equal(canonical_successors(puzzle, images + k * words, next[1]), degree);
                assert_memory_equal(next[1], next[0], degree * words * sizeof *next[0]);
                itself = itself || hr_words_equal(images + k * words, state, words);
            }
            assert_true(itself);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_texts_come_back) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_puzzle *puzzle = make(&BOARDS[b], HR_METRIC_UNIT, false);
        const size_t words = words_of(puzzle);
        for (int i = 0; i < WALKS; i++) {
            hr_state state[HR_STATE_WORDS_MAX];
            hr_state again[HR_STATE_WORDS_MAX];
            char text[HR_STATE_TEXT_MAX];
            wander(puzzle, state);
            hr_puzzle_format(puzzle, state, text);
            assert_int_equal(hr_puzzle_parse(puzzle, text, again, NULL), HR_OK);
            assert_memory_equal(again, state, words * sizeof *state);
        }
        hr_puzzle_destroy(&puzzle);
    }
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:6x6"});
    hr_state one[HR_STATE_WORDS_MAX];
    hr_state two[HR_STATE_WORDS_MAX];
    assert_int_equal(hr_puzzle_parse(puzzle, "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0", one, NULL), HR_OK); // Z is 35
    uint64_t cursor = 0;
    (void)hr_puzzle_sources(puzzle, &cursor, two, 1);
    assert_memory_equal(one, two, words_of(puzzle) * sizeof *one);
    hr_puzzle_destroy(&puzzle);
}

/// A single wrong bit, and two tiles that have changed places.
HR_TEST(test_validate_refuses_what_no_moves_reach) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_puzzle *puzzle = make(&BOARDS[b], HR_METRIC_UNIT, false);
        const size_t words = words_of(puzzle);
        hr_state state[HR_STATE_WORDS_MAX];
        hr_state none[HR_STATE_WORDS_MAX];
        wander(puzzle, state);
        assert_int_equal(hr_puzzle_validate(puzzle, state, NULL), HR_OK);
        for (size_t bit = 0; bit < words * 64; bit++) {
            state[bit / 64] ^= UINT64_C(1) << bit % 64;
            hr_error error = {.text = ""};
            assert_int_equal(hr_puzzle_validate(puzzle, state, &error), HR_USAGE);
            assert_non_null(strstr(error.text, words > 1 ? "" : " is not a state of a tile puzzle with "));
            assert_int_equal(hr_puzzle_first_invalid(puzzle, state, 1), 0);
            state[bit / 64] ^= UINT64_C(1) << bit % 64;
        }
        hr_words_set_none(none, words);
        assert_int_equal(hr_puzzle_validate(puzzle, none, NULL), HR_USAGE);
        slow_tiles numbers;
        char text[HR_STATE_TEXT_MAX];
        numbers_of(puzzle, state, &numbers);
        int tile = 0;
        while (numbers.cells[tile] == 0 || numbers.cells[tile + 1] == 0) {
            tile++;
        }
        const uint8_t kept = numbers.cells[tile];
        numbers.cells[tile] = numbers.cells[tile + 1];
        numbers.cells[tile + 1] = kept;
        size_t used = 0;
        for (int c = 0; c < BOARDS[b].width * BOARDS[b].height; c++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%d ", numbers.cells[c]);
        }
        hr_error error = {.text = ""};
        assert_int_equal(hr_puzzle_parse(puzzle, text, state, NULL), HR_OK);
        assert_int_equal(hr_puzzle_validate(puzzle, state, &error), HR_USAGE);
        assert_non_null(strstr(error.text, "unsolvable"));
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_steps_are_described) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:2x18", .metric = HR_METRIC_SLIDE});
    hr_state from[HR_STATE_WORDS_MAX];
    hr_state successors[18 * HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    hr_step step;
    (void)hr_puzzle_sources(puzzle, &cursor, from, 1);
    assert_int_equal(hr_puzzle_expand(puzzle, from, 1, successors, NULL), 18);
    for (size_t k = 0; k < 18; k++) {
        assert_int_equal(hr_puzzle_step(puzzle, from, successors + k * 4, &step, NULL), HR_OK);
        assert_int_equal(step.tile_count, k < 17 ? k + 1 : 1);
        assert_int_equal(step.direction, k < 17 ? 'U' : 'L');
        assert_int_equal(strlen(step.text), step.tile_count);
        for (int t = 0; t < step.tile_count; t++) {
            assert_int_equal(step.tiles[t], k < 17 ? 34 - 2 * t : 35);
        }
        assert_int_equal(hr_puzzle_step(puzzle, successors + k * 4, from, &step, NULL), HR_OK);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_solved_finds_the_goal_among_images) {
    static const board CENTRES[] = {{3, 3, 4}, {5, 5, 12}};
    for (size_t b = 0; b < sizeof CENTRES / sizeof CENTRES[0]; b++) {
        char from[HR_STATE_TEXT_MAX];
        char goal[HR_STATE_TEXT_MAX];
        char spec[16];
        write_goal(&CENTRES[b], from);
        memcpy(goal, from, sizeof goal);
        memcpy(goal, "2 3 1", 5); // the first three tiles are cycled: the goal has eight images
        (void)snprintf(spec, sizeof spec, "tile:%dx%d", CENTRES[b].width, CENTRES[b].height);
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .goal = goal, .from = from});
        hr_state states[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
        hr_state target[HR_STATE_WORDS_MAX];
        uint8_t solved[HR_IMAGES_MAX];
        uint64_t cursor = 0;
        assert_true(hr_puzzle_describe(puzzle)->has_target);
        assert_int_equal(hr_puzzle_parse(puzzle, goal, target, NULL), HR_OK);
        const size_t n = hr_puzzle_images(puzzle, target, states);
        assert_int_equal(n, 8);
        hr_puzzle_solved(puzzle, states, n, solved);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(solved[i], 1);
        }
        (void)hr_puzzle_sources(puzzle, &cursor, states, 1);
        hr_puzzle_solved(puzzle, states, 1, solved);
        assert_int_equal(solved[0], 0);
        hr_puzzle_destroy(&puzzle);
    }
}

static int begin_all(void **state) {
    const unsigned seed = 20261129;
    print_message("seed %u\n", seed);
    srand(seed);
    return 0;
}
HR_TESTS_BETWEEN(begin_all, NULL)
