// SPDX-License-Identifier: MIT
// Selections from a table of one bit a state whose head lists only a part of the last layer.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <unistd.h>

#include "table_image.h"

enum { MOST = 300 };

static char path[] = "/tmp/huarong-selections-XXXXXX";
static table_image image; ///< 3×3, the goal's blank in the centre: more than 64 states are at the greatest distance
static hr_table *table;

static int set_up(void **state) {
    (void)state;
    const table_image_plan plan = {
        .options = {.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8"},
        .text = "puzzle tile:3x3\nmetric unit\ngoal 1 2 3 4 0 5 6 7 8\n",
        .encoding = HR_TABLE_PLANES,
        .value_bits = 1,
        .chunk_bytes = 2688,
    };
    const int file = mkstemp(path);
    if (file < 0 || close(file) != 0) {
        return -1;
    }
    image = table_image_make(&plan);
    table_image_save(image.bytes, image.size, path);
    return hr_table_open(path, &table, NULL) == HR_OK ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    hr_table_close(&table);
    table_image_free(&image);
    return unlink(path);
}

/// Select states, and compare their distances with the plain search. Returns how many there are, all different.
static size_t select_states(const hr_table_selection *selection) {
    hr_state states[MOST];
    hr_depth distances[MOST];
    size_t count = 0;
    assert_int_equal(hr_table_select(table, selection, states, distances, &count, NULL), HR_OK);
    for (size_t i = 0; i < count; i++) {
        hr_index index = 0;
        hr_puzzle_index(hr_table_puzzle(table), &states[i], 1, &index);
        assert_int_equal(distances[i], image.distances[index]);
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(states[i], states[k]);
        }
    }
    return count;
}

static void test_last_layer_is_told_whole_or_not_at_all(void **state) {
    (void)state;
    const hr_table_info *info = hr_table_describe(table);
    const hr_count last = info->layers[info->max_distance];
    assert_in_range(last, 65, MOST);
    assert_int_equal(info->hardest_count, 64);
    const hr_table_selection all = {.nearest = info->max_distance, .farthest = info->max_distance, .limit = MOST};
    assert_int_equal(select_states(&all), last);
    const hr_table_selection hardest = {.farthest = info->max_distance, .limit = 64, .hardest = true};
    hr_state states[MOST];
    hr_depth distances[MOST];
    size_t count = 0;
    assert_int_equal(hr_table_select(table, &hardest, states, distances, &count, NULL), HR_USAGE);
}

static void test_random_states_are_different_ones(void **state) {
    (void)state;
    const hr_table_selection some = {.farthest = 14, .limit = MOST, .random = true, .seed = 1};
    assert_int_equal(select_states(&some), MOST); // of some thousands, in which draws of the same state are to be expected
}

/// The hardest states of a table that has all distances come in falling distance, and at one distance in ascending index.
static void test_the_hardest_are_the_last_ones_of_all(void **state) {
    (void)state;
    const table_image_plan plan = {.options = {.spec = "tile:3x3"},
                                   .text = "puzzle tile:3x3\nmetric unit\n",
                                   .encoding = HR_TABLE_INDEX,
                                   .value_bits = 8,
                                   .chunk_bytes = 65536};
    char name[] = "/tmp/huarong-hardest-XXXXXX";
    const int file = mkstemp(name);
    assert_true(file >= 0 && close(file) == 0);
    table_image of_all = table_image_make(&plan);
    table_image_save(of_all.bytes, of_all.size, name);
    hr_table *all = NULL;
    assert_int_equal(hr_table_open(name, &all, NULL), HR_OK);
    const hr_table_info *info = hr_table_describe(all);
    for (size_t limit = 1; limit <= MOST; limit = limit == 70 ? MOST : limit + 1) {
        const hr_table_selection hardest = {.farthest = info->max_distance, .limit = limit, .hardest = true};
        hr_state states[MOST];
        hr_depth distances[MOST];
        size_t count = 0;
        assert_int_equal(hr_table_select(all, &hardest, states, distances, &count, NULL), HR_OK);
        assert_int_equal(count, limit);
        hr_index indices[MOST];
        hr_depth distance = info->max_distance;
        hr_puzzle_index(hr_table_puzzle(all), states, limit, indices);
        for (size_t i = 0, of_layer = 0; i < limit; i++, of_layer++) {
            for (; of_layer == info->layers[distance]; of_layer = 0) {
                distance--;
            }
            assert_int_equal(distances[i], distance);
            assert_int_equal(of_all.distances[indices[i]], distance);
            assert_true(of_layer == 0 || indices[i - 1] < indices[i]);
        }
    }
    hr_table_close(&all);
    table_image_free(&of_all);
    assert_int_equal(unlink(name), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_hardest_are_the_last_ones_of_all),
        cmocka_unit_test(test_last_layer_is_told_whole_or_not_at_all),
        cmocka_unit_test(test_random_states_are_different_ones),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
