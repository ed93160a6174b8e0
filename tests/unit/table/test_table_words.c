// SPDX-License-Identifier: MIT
// Puzzles and tables whose states have two words, in a program that uses states of one word, too.

#include "files/opened_table.h"
#include "huarong/table.h"
#include "made_puzzle.h"

#define TABLE HR_GOLDEN_DIR "/formats/wide.table"

/// The table's puzzle: twenty pieces in a row, which pass a gap on. 66 bits, 21 states, one for each place of the gap.
static const hr_puzzle_options ROW = {.spec = "blocks:row", .text = "start: abcdefghijklmnopqrst.; goal: .abcdefghijklmnopqrst"};
enum { PIECES = 20, STATES = PIECES + 1, WORDS = 2 };

/// Write the state in which the gap has moved `steps` places from the end.
static void put_gap(const hr_puzzle *puzzle, int steps, hr_state at[WORDS]) {
    char text[] = "abcdefghijklmnopqrst.";
    char again[HR_STATE_TEXT_MAX];
    memmove(text + STATES - steps, text + PIECES - steps, (size_t)steps);
    text[PIECES - steps] = '.';
    assert_int_equal(hr_puzzle_parse(puzzle, text, at, NULL), HR_OK);
    assert_int_equal(hr_puzzle_validate(puzzle, at, NULL), HR_OK);
    hr_puzzle_format(puzzle, at, again);
    assert_string_equal(again, text);
}

static hr_table *open_table(hr_state states[STATES][WORDS]) {
    hr_table *table = opened_table(TABLE);
    assert_int_equal(hr_puzzle_describe(hr_table_puzzle(table))->state_words, WORDS);
    for (int i = 0; i < STATES; i++) {
        put_gap(hr_table_puzzle(table), i, states[i]);
    }
    return table;
}

HR_TEST(test_distances_and_paths_are_right) {
    hr_state states[STATES][WORDS];
    hr_depth distances[STATES];
    hr_table *table = open_table(states);
    assert_true(states[0][1] != 0 || states[PIECES][1] != 0);
    assert_int_equal(hr_table_distance(table, states[0], STATES, distances, NULL), HR_OK);
    for (int i = 0; i < STATES; i++) {
        hr_state next[4][WORDS];
        hr_state path[STATES][WORDS];
        size_t count = 0;
        assert_int_equal(distances[i], i);
        assert_int_equal(hr_table_next(table, states[i], next[0], &count, NULL), HR_OK);
        assert_int_equal(count, i > 0);
        assert_true(i == 0 || memcmp(next[0], states[i - 1], sizeof next[0]) == 0);
        assert_int_equal(hr_table_path(table, states[i], path[0], &count, NULL), HR_OK);
        assert_int_equal(count, i);
        for (int k = 0; k <= i; k++) {
            assert_memory_equal(path[k], states[i - k], sizeof path[k]);
        }
    }
    hr_table_close(&table);
}

HR_TEST(test_the_head_and_the_stored_states_agree) {
    hr_state states[STATES][WORDS];
    hr_state stored[STATES][WORDS];
    hr_depth distances[STATES];
    const void *values = NULL;
    const hr_state *keys = NULL;
    hr_table *table = open_table(states);
    const hr_table_info *info = hr_table_describe(table);
    assert_int_equal(info->version, 2);
    assert_int_equal(info->hardest_count, 1);
    assert_memory_equal(info->hardest, states[PIECES], sizeof states[PIECES]);
    assert_int_equal(hr_table_mapped(table, &values, &keys, NULL), HR_OK);
    assert_int_equal(hr_table_states(table, 0, STATES, stored[0], NULL), HR_OK);
    assert_memory_equal(keys, stored, sizeof stored);
    assert_int_equal(hr_table_distance(table, keys, STATES, distances, NULL), HR_OK);
    for (int i = 0; i < STATES; i++) {
        assert_int_equal(((const uint8_t *)values)[i], distances[i]);
        assert_memory_equal(stored[i], states[distances[i]], sizeof stored[i]);
    }
    const hr_table_selection selection = {.nearest = 3, .farthest = 5, .limit = 2, .hardest = true};
    size_t count = 0;
    assert_int_equal(hr_table_select(table, &selection, stored[0], distances, &count, NULL), HR_OK);
    assert_int_equal(count, 2);
    assert_memory_equal(stored[0], states[5], sizeof stored[0]);
    assert_memory_equal(stored[1], states[4], sizeof stored[1]);
    assert_int_equal(hr_table_require(table, &ROW, NULL), HR_OK);
    hr_puzzle_options other = ROW;
    other.metric = HR_METRIC_SLIDE;
    assert_int_equal(hr_table_require(table, &other, NULL), HR_FILE);
    hr_table_close(&table);
}

/// All other functions, with a puzzle that no table has made.
HR_TEST(test_a_puzzle_has_both_widths_side_by_side) {
    hr_state source[WORDS];
    hr_state images[HR_IMAGES_MAX * WORDS];
    hr_state next[8][WORDS];
    char text[HR_STATE_DRAWING_MAX];
    hr_letters letters;
    hr_step step;
    uint64_t cursor = 0;
    uint16_t count = 0;
    uint8_t solved = 9;
    hr_puzzle *one = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    assert_int_equal(hr_puzzle_describe(one)->state_words, 1);
    hr_puzzle *two = made_puzzle(&ROW);
    assert_int_equal(hr_puzzle_sources(two, &cursor, source, 1), 1);
    assert_int_equal(hr_puzzle_expand(two, source, 1, next[0], &count), 1);
    assert_int_equal(count, 1);
    assert_int_equal(hr_puzzle_expand(two, next[0], 1, next[1], &count), 2);
    assert_int_equal(hr_puzzle_first_invalid(two, next[0], 3), 3);
    next[2][1] = UINT64_MAX;
    assert_int_equal(hr_puzzle_first_invalid(two, next[0], 3), 2);
    hr_puzzle_solved(two, source, 1, &solved);
    assert_int_equal(solved, 0);
    assert_int_equal(hr_puzzle_images(two, source, images), 1);
    assert_memory_equal(images, source, sizeof source);
    hr_puzzle_canonicalise(two, images, 1);
    assert_memory_equal(images, source, sizeof source);
    hr_puzzle_take_letters(two, source, NULL, &letters);
    assert_int_equal(hr_puzzle_follow(two, source, next[0], &letters, &step, NULL), HR_OK);
    assert_string_equal(step.text, "t right 1");
    assert_int_equal(hr_puzzle_step(two, source, next[0], &step, NULL), HR_OK);
    assert_string_equal(step.text, "t right 1");
    hr_puzzle_format_with(two, next[0], &letters, text);
    assert_string_equal(text, "abcdefghijklmnopqrs.t");
    hr_puzzle_draw_with(two, next[0], &letters, text);
    assert_non_null(strchr(text, 's'));
    hr_puzzle_destroy(&two);
    hr_puzzle_destroy(&one);
}
