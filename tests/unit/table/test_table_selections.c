// SPDX-License-Identifier: MIT
// Selections from a table of one bit a state whose head lists only a part of the last layer.

#include <unistd.h>

#include "files/opened_table.h"
#include "files/table_image.h"
#include "table/planes.h"
#include "unit_test.h"

enum { MOST = 300 };

static char path[] = "/tmp/huarong-selections-XXXXXX";
static table_image image; ///< 3×3, the goal's blank in the centre: more than 64 states are at the greatest distance
static hr_table *table;

static int set_up(void **state) {
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

HR_TEST(test_last_layer_is_told_whole_or_not_at_all) {
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

HR_TEST(test_random_states_are_different_ones) {
    const hr_table_selection some = {.farthest = 14, .limit = MOST, .random = true, .seed = 1};
    assert_int_equal(select_states(&some), MOST); // of some thousands, in which draws of the same state are to be expected
}

HR_TEST(test_distances_spread_from_the_source_as_far_as_asked) {
    const hr_table_info *info = hr_table_describe(table);
    uint8_t *distances = malloc(image.states);
    assert_non_null(distances);
    const hr_depth farthest[] = {0, 1, 14, info->max_distance - 1, info->max_distance, HR_DEPTH_UNREACHED};
    for (size_t f = 0; f < sizeof farthest / sizeof farthest[0]; f++) {
        assert_int_equal(hr_table_spread(table, farthest[f], distances, NULL), HR_OK);
        for (hr_index i = 0; i < image.states; i++) {
            assert_int_equal(distances[i], image.distances[i] <= farthest[f] ? image.distances[i] : HR_TABLE_FAR);
        }
    }
    free(distances);
}

/// The hardest states of a table that has all distances come in falling distance, and at one distance in ascending index.
HR_TEST(test_the_hardest_are_the_last_ones_of_all) {
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
    hr_table *all = opened_table(name);
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

enum { SMALL_MAX = 6000, SELECTED_MAX = 400 };

/// A state, its distance, and whether it has the wanted pieces.
typedef struct listed {
    hr_state state;
    hr_depth distance;
    uint64_t order; ///< states with a smaller number come first at one distance
} listed;

static bool falling; ///< the farthest states come first

static int compare_listed(const void *a, const void *b) {
    listed x;
    listed y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (x.distance != y.distance) {
        return (x.distance < y.distance) == falling ? 1 : -1;
    }
    return (x.order > y.order) - (x.order < y.order);
}

static int compare_orders(const void *a, const void *b) {
    listed x;
    listed y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x.order > y.order) - (x.order < y.order);
}

/// All states that fit, in the order of a selection.
static size_t list_all(const hr_table *of, const table_image *from, const hr_table_selection *selection, listed list[SMALL_MAX]) {
    const bool planes = hr_table_describe(of)->encoding == HR_TABLE_PLANES;
    const bool keys = hr_table_describe(of)->encoding == HR_TABLE_KEYS;
    size_t n = 0;
    for (hr_index i = 0; i < from->states; i++) {
        listed one = {.distance = from->distances[i]};
        hr_piece_set set;
        hr_puzzle_unindex(hr_table_puzzle(of), &i, 1, &one.state);
        one.order = keys || planes ? one.state : i;
        const hr_piece_set *wanted = selection->pieces;
        if (wanted != NULL) {
            assert_true(hr_puzzle_pieces(hr_table_puzzle(of), &one.state, 1, &set));
        }
        if (one.distance >= selection->nearest && one.distance <= selection->farthest &&
            (wanted == NULL ||
             (set.horizontals == wanted->horizontals && set.verticals == wanted->verticals && set.singles == wanted->singles))) {
            assert_true(n < SMALL_MAX);
            list[n++] = one;
        }
    }
    falling = selection->hardest;
    qsort(list, n, sizeof *list, selection->hardest || planes ? compare_listed : compare_orders);
    return n;
}

/// Compare the first states of a selection with those of all that fit. A plane table may refuse the hardest ones.
static void check_first(const hr_table *of, const hr_table_selection *selection, const listed *list, size_t all) {
    hr_state states[SELECTED_MAX];
    hr_depth distances[SELECTED_MAX];
    size_t count = 0;
    hr_error error = {.text = ""};
    const hr_status status = hr_table_select(of, selection, states, distances, &count, &error);
    if (status == HR_USAGE && hr_table_describe(of)->encoding == HR_TABLE_PLANES && selection->hardest) {
        return;
    }
    if (status != HR_OK || count != (all < selection->limit ? all : selection->limit)) {
        fail_msg("%u to %u: %zu of %zu: %s", selection->nearest, selection->farthest, count, all, error.text);
    }
    for (size_t i = 0; i < count; i++) {
        assert_true(states[i] == list[i].state);
        assert_int_equal(distances[i], list[i].distance);
    }
}

static void check_selection(const hr_table *of, const table_image *from, hr_table_selection selection) {
    static const size_t limits[] = {1, 2, 7, 64, SELECTED_MAX};
    static listed list[SMALL_MAX];
    const size_t all = list_all(of, from, &selection, list);
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++) {
        selection.limit = limits[k];
        check_first(of, &selection, list, all);
    }
}

/// Every range of distances, also beyond the greatest one, the first states and the hardest ones.
static void check_ranges(const hr_table *of, const table_image *from, const hr_piece_set *pieces) {
    const hr_depth step = pieces == NULL ? 1 : from->depth;
    for (hr_depth nearest = 0; nearest <= from->depth; nearest += step) {
        for (hr_depth farthest = nearest; farthest <= from->depth + 1; farthest++) {
            hr_table_selection selection = {.nearest = nearest, .farthest = farthest, .pieces = pieces};
            check_selection(of, from, selection);
            selection.hardest = true;
            check_selection(of, from, selection);
        }
    }
}

static void check_plan(const table_image_plan *plan, bool with_pieces) {
    char name[] = "/tmp/huarong-ranges-XXXXXX";
    const int file = mkstemp(name);
    assert_true(file >= 0 && close(file) == 0);
    table_image from = table_image_make(plan);
    table_image_save(from.bytes, from.size, name);
    hr_table *of = opened_table(name);
    check_ranges(of, &from, NULL);
    for (uint8_t h = 0; with_pieces && h < 3; h++) {
        for (uint8_t v = 0; v < 3; v++) {
            for (uint8_t singles = 0; singles < 4; singles++) {
                check_ranges(of, &from, &(hr_piece_set){.horizontals = h, .verticals = v, .singles = singles});
            }
        }
    }
    hr_table_close(&of);
    table_image_free(&from);
    assert_int_equal(unlink(name), 0);
}

/// Against a list of all states, in tables of every kind.
HR_TEST(test_any_range_gives_the_first_states_that_fit) {
    static const char ROWS[] = "puzzle tile:3x2\nmetric unit\n";
    static const char COLUMNS[] = "puzzle tile:2x3\nmetric slide\n";
    static const char KLOTSKI[] = "puzzle klotski:3x3\nmetric unit\n";
    const table_image_plan plans[] = {
        {.options = {.spec = "tile:3x2"}, .text = ROWS, .encoding = HR_TABLE_PLANES, .value_bits = 1, .chunk_bytes = 8},
        {.options = {.spec = "tile:3x2"}, .text = ROWS, .encoding = HR_TABLE_INDEX, .value_bits = 16, .chunk_bytes = 65536},
        {.options = {.spec = "tile:2x3", .metric = HR_METRIC_SLIDE},
         .text = COLUMNS,
         .encoding = HR_TABLE_KEYS,
         .value_bits = 8,
         .chunk_bytes = 65536},
        {.options = {.spec = "klotski:3x3"}, .text = KLOTSKI, .encoding = HR_TABLE_INDEX, .value_bits = 8, .chunk_bytes = 65536},
        {.options = {.spec = "klotski:3x3"}, .text = KLOTSKI, .encoding = HR_TABLE_KEYS, .value_bits = 8, .chunk_bytes = 65536},
    };
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        check_plan(&plans[i], i >= 3);
    }
}

HR_TESTS_BETWEEN(set_up, tear_down)
