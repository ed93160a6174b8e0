// SPDX-License-Identifier: MIT
// What huarong/wide.h offers, in a program that uses states of 64 bits, too.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "huarong/wide.h"

#define TABLE HR_GOLDEN_DIR "/formats/wide.table"

/// The table's puzzle: twenty pieces in a row, which pass a gap on. 66 bits, 21 states, one for each place of the gap.
static const hr_puzzle_options ROW = {.spec = "blocks:row", .text = "start: abcdefghijklmnopqrst.; goal: .abcdefghijklmnopqrst"};
enum { PIECES = 20, STATES = PIECES + 1 };

/// Returns the state in which the gap has moved `steps` places from the end.
static hr_wide_state gap_at(const hr_wide_puzzle *puzzle, int steps) {
    char text[] = "abcdefghijklmnopqrst.";
    memmove(text + STATES - steps, text + PIECES - steps, (size_t)steps);
    text[PIECES - steps] = '.';
    hr_wide_state state = 0;
    assert_int_equal(hr_wide_puzzle_parse(puzzle, text, &state, NULL), HR_OK);
    assert_int_equal(hr_wide_puzzle_validate(puzzle, &state, NULL), HR_OK);
    return state;
}

static hr_wide_table *open_table(void) {
    hr_wide_table *table = NULL;
    hr_error error;
    assert_int_equal(hr_wide_table_open(TABLE, &table, &error), HR_OK);
    return table;
}

static void test_distances_and_paths_are_right(void **state) {
    (void)state;
    hr_wide_table *table = open_table();
    const hr_wide_puzzle *puzzle = hr_wide_table_puzzle(table);
    hr_wide_state states[STATES];
    hr_depth distances[STATES];
    for (int i = 0; i < STATES; i++) {
        states[i] = gap_at(puzzle, i);
    }
    assert_true(states[0] >> 64 != 0 || states[PIECES] >> 64 != 0);
    assert_int_equal(hr_wide_table_distance(table, states, STATES, distances, NULL), HR_OK);
    for (int i = 0; i < STATES; i++) {
        hr_wide_state next[4];
        hr_wide_state path[STATES];
        size_t count = 0;
        assert_int_equal(distances[i], i);
        assert_int_equal(hr_wide_table_next(table, &states[i], next, &count, NULL), HR_OK);
        assert_int_equal(count, i > 0);
        assert_true(i == 0 || next[0] == states[i - 1]);
        assert_int_equal(hr_wide_table_path(table, &states[i], path, &count, NULL), HR_OK);
        assert_int_equal(count, i);
        for (int k = 0; k <= i; k++) {
            assert_true(path[k] == states[i - k]);
        }
    }
    hr_wide_table_close(&table);
    assert_null(table);
}

static void test_the_head_and_the_stored_states_agree(void **state) {
    (void)state;
    hr_wide_table *table = open_table();
    const hr_wide_puzzle *puzzle = hr_wide_table_puzzle(table);
    const hr_table_info *info = hr_wide_table_describe(table);
    assert_int_equal(info->version, 2);
    assert_int_equal(info->entries, STATES);
    assert_int_equal(info->reached, STATES);
    assert_int_equal(info->max_distance, PIECES);
    assert_string_equal(info->options.spec, "blocks:21x1");
    assert_null(info->hardest);
    assert_int_equal(info->hardest_count, 1);
    assert_true(*hr_wide_table_hardest(table) == gap_at(puzzle, PIECES));
    const void *values = NULL;
    const hr_wide_state *keys = NULL;
    hr_wide_state states[STATES];
    hr_depth stored[STATES];
    hr_depth distances[STATES];
    assert_int_equal(hr_wide_table_mapped(table, &values, &keys, NULL), HR_OK);
    assert_int_equal(hr_wide_table_states(table, 0, STATES, states, NULL), HR_OK);
    assert_memory_equal(keys, states, sizeof states);
    assert_int_equal(hr_wide_table_values(table, 0, STATES, stored, NULL), HR_OK);
    assert_int_equal(hr_wide_table_distance(table, keys, STATES, distances, NULL), HR_OK);
    assert_memory_equal(stored, distances, sizeof stored);
    for (int i = 0; i < STATES; i++) {
        assert_int_equal(((const uint8_t *)values)[i], distances[i]);
        assert_true(i == 0 || keys[i - 1] < keys[i]);
    }
    assert_int_equal(hr_wide_table_check(table, 0, UINT64_MAX, NULL), HR_OK);
    assert_int_equal(hr_wide_table_states(table, STATES, 1, states, NULL), HR_USAGE);
    assert_int_equal(hr_wide_table_require(table, &ROW, NULL), HR_OK);
    hr_puzzle_options other = ROW;
    other.metric = HR_METRIC_SLIDE;
    assert_int_equal(hr_wide_table_require(table, &other, NULL), HR_FILE);
    hr_wide_table_close(&table);
}

static void test_states_are_selected(void **state) {
    (void)state;
    hr_wide_table *table = open_table();
    const hr_wide_puzzle *puzzle = hr_wide_table_puzzle(table);
    const hr_table_selection selection = {.nearest = 3, .farthest = 5, .limit = 2, .hardest = true};
    hr_wide_state states[2];
    hr_depth distances[2];
    size_t count = 0;
    assert_int_equal(hr_wide_table_select(table, &selection, states, distances, &count, NULL), HR_OK);
    assert_int_equal(count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(distances[i], 5 - i);
        assert_true(states[i] == gap_at(puzzle, 5 - i));
    }
    hr_wide_table_close(&table);
}

static void test_a_library_has_both_widths_and_each_table_needs_its_own(void **state) {
    (void)state;
    hr_error error;
    hr_table *narrow = NULL;
    hr_wide_table *wide = NULL;
    assert_int_equal(hr_table_open(TABLE, &narrow, &error), HR_FILE);
    assert_non_null(strstr(error.text, "wide.table: a table with states of 128 bits: hr_wide_table_open"));
    assert_null(narrow);
    assert_int_equal(hr_wide_table_open(HR_GOLDEN_DIR "/tile-2x3.table", &wide, &error), HR_USAGE);
    assert_non_null(strstr(error.text, "tile-2x3.table: a table with states of 64 bits: hr_table_open opens it"));
    assert_null(wide);
    assert_int_equal(hr_wide_table_open(HR_GOLDEN_DIR "/none", &wide, &error), HR_FILE);
    assert_int_equal(hr_wide_table_open(HR_GOLDEN_DIR "/make_table.py", &wide, &error), HR_FILE);
    assert_null(wide);
    assert_int_equal(hr_table_open(HR_GOLDEN_DIR "/tile-2x3.table", &narrow, &error), HR_OK);
    wide = open_table();
    hr_table_close(&narrow);
    hr_wide_table_close(&wide);
}

/// A puzzle with both widths, one state of it, and its pieces' letters.
typedef struct pair {
    hr_puzzle *narrow;
    hr_wide_puzzle *wide;
    hr_state at;
    hr_wide_state wide_at;
    hr_letters letters;
    hr_letters wide_letters;
} pair;

static pair make_pair(const char *spec, const char *text) {
    const hr_puzzle_options options = {.spec = spec, .text = text};
    pair p = {.at = 0};
    uint64_t cursor = 0;
    uint64_t wide_cursor = 0;
    assert_int_equal(hr_puzzle_create(&options, &p.narrow, NULL), HR_OK);
    assert_int_equal(hr_wide_puzzle_create(&options, &p.wide, NULL), HR_OK);
    assert_int_equal(hr_puzzle_sources(p.narrow, &cursor, &p.at, 1), 1);
    assert_int_equal(hr_wide_puzzle_sources(p.wide, &wide_cursor, &p.wide_at, 1), 1);
    assert_int_equal(wide_cursor, 1);
    hr_puzzle_take_letters(p.narrow, p.at, NULL, &p.letters);
    hr_wide_puzzle_take_letters(p.wide, &p.wide_at, NULL, &p.wide_letters);
    return p;
}

static void destroy_pair(pair *p) {
    hr_puzzle_destroy(&p->narrow);
    hr_wide_puzzle_destroy(&p->wide);
    assert_null(p->wide);
}

enum { ROOM = 64 }; ///< no state here has more successors

/// Compare the move from the state to a successor on a way, and the successor on it.
static void follow_both(pair *p, hr_state next, const hr_wide_state *wide_next) {
    char text[HR_STATE_DRAWING_MAX];
    char wide_text[HR_STATE_DRAWING_MAX];
    hr_step step;
    hr_step wide_step;
    assert_int_equal(hr_puzzle_follow(p->narrow, p->at, next, &p->letters, &step, NULL), HR_OK);
    assert_int_equal(hr_wide_puzzle_follow(p->wide, &p->wide_at, wide_next, &p->wide_letters, &wide_step, NULL), HR_OK);
    assert_string_equal(step.text, wide_step.text);
    hr_puzzle_format_with(p->narrow, next, &p->letters, text);
    hr_wide_puzzle_format_with(p->wide, wide_next, &p->wide_letters, wide_text);
    assert_string_equal(text, wide_text);
    hr_puzzle_draw_with(p->narrow, next, &p->letters, text);
    hr_wide_puzzle_draw_with(p->wide, wide_next, &p->wide_letters, wide_text);
    assert_string_equal(text, wide_text);
}

/// Compare the state's texts, its number of successors and a move to one of them, and go there.
static void step_both(pair *p, size_t choice) {
    char text[HR_STATE_TEXT_MAX];
    char wide_text[HR_STATE_TEXT_MAX];
    hr_state next[ROOM];
    hr_wide_state wide_next[ROOM];
    uint16_t count = 0;
    hr_step step;
    hr_step wide_step;
    hr_puzzle_format(p->narrow, p->at, text);
    hr_wide_puzzle_format(p->wide, &p->wide_at, wide_text);
    assert_string_equal(text, wide_text);
    const size_t n = hr_puzzle_expand(p->narrow, &p->at, 1, next, NULL);
    assert_int_equal(hr_wide_puzzle_expand(p->wide, &p->wide_at, 1, wide_next, &count), n);
    assert_int_equal(count, n);
    assert_int_equal(hr_wide_puzzle_first_invalid(p->wide, wide_next, n), n);
    hr_puzzle_format(p->narrow, next[choice % n], text);
    assert_int_equal(hr_wide_puzzle_parse(p->wide, text, &wide_next[0], NULL), HR_OK);
    assert_int_equal(hr_puzzle_step(p->narrow, p->at, next[choice % n], &step, NULL), HR_OK);
    assert_int_equal(hr_wide_puzzle_step(p->wide, &p->wide_at, &wide_next[0], &wide_step, NULL), HR_OK);
    assert_string_equal(step.text, wide_step.text);
    follow_both(p, next[choice % n], &wide_next[0]);
    p->at = next[choice % n];
    p->wide_at = wide_next[0];
}

static void test_puzzles_are_those_of_64_bits_where_both_can_be_made(void **state) {
    (void)state;
    pair p = make_pair("blocks:pennant", NULL);
    const hr_puzzle_info *info = hr_puzzle_describe(p.narrow);
    const hr_wide_puzzle_info *wide_info = hr_wide_puzzle_describe(p.wide);
    assert_string_equal(wide_info->spec, info->spec);
    assert_string_equal(wide_info->kind, info->kind);
    assert_int_equal(wide_info->width, info->width);
    assert_int_equal(wide_info->height, info->height);
    assert_int_equal(wide_info->metric, info->metric);
    assert_int_equal(wide_info->symmetry_order, info->symmetry_order);
    assert_int_equal(wide_info->bipartite, info->bipartite);
    assert_int_equal(wide_info->single_source, info->single_source);
    assert_int_equal(wide_info->has_target, info->has_target);
    assert_int_equal(wide_info->source_count, 1);
    assert_true(wide_info->max_successors <= ROOM && info->max_successors <= ROOM);
    hr_wide_puzzle *slides = NULL;
    const hr_puzzle_options options = {.spec = "blocks:pennant", .metric = HR_METRIC_SLIDE};
    assert_int_equal(hr_wide_puzzle_create(&options, &slides, NULL), HR_OK);
    assert_true(hr_wide_puzzle_describe(slides)->single_source && !hr_wide_puzzle_describe(slides)->bipartite);
    hr_wide_puzzle_destroy(&slides);
    for (size_t i = 0; i < 200; i++) {
        step_both(&p, i);
    }
    destroy_pair(&p);
}

/// The metric changes the number of successors, and whether the graph is bipartite.
static void test_puzzles_are_described_alike_in_each_metric(void **state) {
    (void)state;
    static const char *const texts[] = {"start: a..b; goal: .ab.", "start: aa./.b.; goal: .aa/b.."};
    for (size_t t = 0; t < 2; t++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            const hr_puzzle_options options = {.spec = "blocks:two", .text = texts[t], .metric = (hr_metric)metric};
            hr_puzzle *narrow = NULL;
            hr_wide_puzzle *wide = NULL;
            assert_int_equal(hr_puzzle_create(&options, &narrow, NULL), HR_OK);
            assert_int_equal(hr_wide_puzzle_create(&options, &wide, NULL), HR_OK);
            const hr_puzzle_info *info = hr_puzzle_describe(narrow);
            const hr_wide_puzzle_info *wide_info = hr_wide_puzzle_describe(wide);
            assert_int_equal(wide_info->width, t == 0 ? 4 : 3);
            assert_int_equal(wide_info->height, t == 0 ? 1 : 2);
            assert_int_equal(wide_info->metric, metric);
            assert_int_equal(wide_info->symmetry_order, info->symmetry_order);
            assert_int_equal(wide_info->max_successors, info->max_successors);
            assert_int_equal(wide_info->bipartite, info->bipartite);
            assert_int_equal(wide_info->bipartite, metric == HR_METRIC_UNIT);
            assert_true(wide_info->single_source && wide_info->has_target);
            assert_int_equal(wide_info->source_count, info->source_count);
            hr_puzzle_destroy(&narrow);
            hr_wide_puzzle_destroy(&wide);
        }
    }
}

static void test_images_goals_and_drawings(void **state) {
    (void)state;
    pair p = make_pair("blocks:two", "start: a..b; goal: .ab.");
    hr_state images[HR_IMAGES_MAX];
    hr_wide_state wide_images[HR_IMAGES_MAX];
    char text[HR_STATE_DRAWING_MAX];
    char wide_text[HR_STATE_DRAWING_MAX];
    uint8_t solved = 9;
    assert_int_equal(hr_puzzle_parse(p.narrow, ".ab.", &p.at, NULL), HR_OK);
    assert_int_equal(hr_wide_puzzle_parse(p.wide, ".ab.", &p.wide_at, NULL), HR_OK);
    assert_int_equal(hr_wide_puzzle_images(p.wide, &p.wide_at, wide_images), hr_puzzle_images(p.narrow, p.at, images));
    hr_wide_puzzle_solved(p.wide, &p.wide_at, 1, &solved);
    assert_int_equal(solved, 1);
    hr_puzzle_draw(p.narrow, p.at, text);
    hr_wide_puzzle_draw(p.wide, &p.wide_at, wide_text);
    assert_string_equal(text, wide_text);
    hr_puzzle_goal(p.narrow, text);
    hr_wide_puzzle_goal(p.wide, wide_text);
    assert_string_equal(text, wide_text);
    hr_wide_puzzle_canonicalise(p.wide, &p.wide_at, 1);
    assert_true(p.wide_at == wide_images[0]);
    destroy_pair(&p);
}

static void test_puzzles_that_are_not_drawn_or_too_wide_are_refused(void **state) {
    (void)state;
    hr_wide_puzzle *puzzle = NULL;
    hr_error error;
    const hr_puzzle_options tiles = {.spec = "tile:3x3"};
    const hr_puzzle_options large = {.spec = "blocks:large",
                                     .text = "start: abcdefgh/ijklmnop/qrstuvwx/yzABCDE./......../........; "
                                             "goal: EDCBAzyx/wvutsrqp/onmlkjih/gfedcba./......../........"};
    assert_int_equal(hr_wide_puzzle_create(&tiles, &puzzle, &error), HR_USAGE);
    assert_string_equal(error.text, "unknown puzzle 'tile:3x3': use blocks:FILE, as in blocks:century");
    assert_int_equal(hr_wide_puzzle_create(&large, &puzzle, &error), HR_USAGE);
    assert_non_null(strstr(error.text, "at most 128 are possible"));
    assert_null(puzzle);
    hr_wide_puzzle_destroy(&puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_distances_and_paths_are_right),
    cmocka_unit_test(test_the_head_and_the_stored_states_agree),
    cmocka_unit_test(test_states_are_selected),
    cmocka_unit_test(test_a_library_has_both_widths_and_each_table_needs_its_own),
    cmocka_unit_test(test_puzzles_are_those_of_64_bits_where_both_can_be_made),
    cmocka_unit_test(test_puzzles_are_described_alike_in_each_metric),
    cmocka_unit_test(test_images_goals_and_drawings),
    cmocka_unit_test(test_puzzles_that_are_not_drawn_or_too_wide_are_refused),
};

int main(void) { return cmocka_run_group_tests(tests, NULL, NULL); }
