// SPDX-License-Identifier: MIT
// The table reader: every encoding against distances from a plain search.

#include "image_files.h"
#include "unit_test.h"

HR_TEST(test_every_distance_is_right) {
    for (int p = 0; p < PLAN_COUNT; p++) {
        hr_table *table = open_image(&images[p]);
        const hr_puzzle *puzzle = hr_table_puzzle(table);
        enum { PART = 3000 };
        static hr_index indices[PART];
        static hr_state states[PART];
        static hr_depth distances[PART];
        for (hr_count done = 0; done < images[p].states; done += PART) {
            const size_t n = images[p].states - done < PART ? images[p].states - done : PART;
            for (size_t i = 0; i < n; i++) {
                indices[i] = done + i;
            }
            hr_puzzle_unindex(puzzle, indices, n, states);
            assert_int_equal(hr_table_distance(table, states, n, distances, NULL), HR_OK);
            assert_memory_equal(distances, images[p].distances + done, n * sizeof *distances);
        }
        hr_table_close(&table);
        assert_null(table);
    }
}

// 181,440 states, 31 moves, two states at that distance: Schofield 1967, Reinefeld 1993.
HR_TEST(test_info_says_what_the_head_says) {
    for (int p = 0; p < PLAN_COUNT_3X3; p++) {
        hr_table *table = open_image(&images[p]);
        const hr_table_info *info = hr_table_describe(table);
        assert_string_equal(info->path, path);
        assert_string_equal(info->options.spec, "tile:3x3");
        assert_null(info->options.goal);
        assert_int_equal(info->encoding, PLANS[p].encoding);
        assert_int_equal(info->value_bits, PLANS[p].value_bits);
        assert_int_equal(info->version, 1);
        assert_int_equal(info->entries, 181440);
        assert_int_equal(info->reached, 181440);
        assert_int_equal(info->max_distance, 31);
        assert_int_equal(info->layers[0], 1);
        assert_int_equal(info->layers[1], 2);
        assert_int_equal(info->layers[31], 2);
        assert_int_equal(info->hardest_count, 2);
        assert_int_equal(info->file_bytes, images[p].size);
        assert_int_equal(info->payload_offset % 4096, 0);
        hr_depth distances[2];
        assert_int_equal(hr_table_distance(table, info->hardest, 2, distances, NULL), HR_OK);
        assert_int_equal(distances[0], 31);
        assert_int_equal(distances[1], 31);
        hr_table_close(&table);
    }
}

HR_TEST(test_path_goes_down_to_the_source) {
    for (int p = 0; p < PLAN_COUNT; p++) {
        hr_table *table = open_image(&images[p]);
        const hr_puzzle *puzzle = hr_table_puzzle(table);
        for (hr_index i = 7; i < images[p].states; i += 997) {
            hr_state start = 0;
            hr_state walk[64];
            size_t length = 99;
            hr_puzzle_unindex(puzzle, &i, 1, &start);
            assert_int_equal(hr_table_path(table, &start, walk, &length, NULL), HR_OK);
            assert_int_equal(length, images[p].distances[i]);
            assert_int_equal(walk[0], start);
            for (size_t step = 0; step < length; step++) {
                hr_state successors[8];
                const size_t n = hr_puzzle_expand(puzzle, &walk[step], 1, successors, NULL);
                size_t s = 0;
                while (s < n && successors[s] != walk[step + 1]) {
                    s++;
                }
                assert_true(s < n);
                hr_index at = 0;
                hr_puzzle_index(puzzle, &walk[step + 1], 1, &at);
                assert_int_equal(images[p].distances[at], length - step - 1);
            }
        }
        hr_table_close(&table);
    }
}

HR_TEST(test_next_gives_all_nearer_neighbours) {
    for (int p = 0; p < PLAN_COUNT; p++) {
        hr_table *table = open_image(&images[p]);
        const hr_puzzle *puzzle = hr_table_puzzle(table);
        for (hr_index i = 0; i < images[p].states; i += 61) {
            hr_state start = 0;
            hr_state next[8];
            hr_state successors[8];
            size_t count = 0;
            size_t expected = 0;
            hr_puzzle_unindex(puzzle, &i, 1, &start);
            assert_int_equal(hr_table_next(table, &start, next, &count, NULL), HR_OK);
            const size_t n = hr_puzzle_expand(puzzle, &start, 1, successors, NULL);
            for (size_t s = 0; s < n; s++) {
                hr_index at = 0;
                hr_puzzle_index(puzzle, &successors[s], 1, &at);
                expected += images[p].distances[at] + 1 == images[p].distances[i];
            }
            assert_int_equal(count, expected);
            for (size_t s = 0; s + 1 < count; s++) {
                assert_true(next[s] < next[s + 1]);
            }
        }
        hr_table_close(&table);
    }
}

HR_TEST(test_values_and_states_go_together) {
    for (int p = 0; p < PLAN_COUNT_3X3; p++) {
        hr_table *table = open_image(&images[p]);
        enum { FIRST = 70001, PART = 5000 };
        static hr_depth values[PART];
        static hr_state states[PART];
        static hr_index indices[PART];
        assert_int_equal(hr_table_values(table, FIRST, PART, values, NULL), HR_OK);
        assert_int_equal(hr_table_states(table, FIRST, PART, states, NULL), HR_OK);
        hr_puzzle_index(hr_table_puzzle(table), states, PART, indices);
        for (size_t i = 0; i < PART; i++) {
            const hr_depth distance = images[p].distances[indices[i]];
            assert_int_equal(values[i], PLANS[p].encoding == HR_TABLE_PLANES ? distance % 4 : distance);
        }
        assert_int_equal(hr_table_values(table, 181440, 0, values, NULL), HR_OK);
        assert_int_equal(hr_table_values(table, 181439, 2, values, NULL), HR_USAGE);
        assert_int_equal(hr_table_states(table, UINT64_MAX, 2, states, NULL), HR_USAGE);
        hr_table_close(&table);
    }
}

/// Up to 100 states of a selection, checked one by one against the plain search.
static size_t select_states(const hr_table *table, const table_image *image, const hr_table_selection *selection, size_t limit,
                            hr_state *states, hr_depth *distances) {
    size_t count = 0;
    hr_error error = {.text = ""};
    hr_table_selection limited = *selection;
    limited.limit = limit;
    HR_TEST_OK(hr_table_select(table, &limited, states, distances, &count, &error), error);
    assert_true(count <= limit);
    for (size_t i = 0; i < count; i++) {
        hr_index index = 0;
        hr_puzzle_index(hr_table_puzzle(table), &states[i], 1, &index);
        assert_int_equal(distances[i], image->distances[index]);
        assert_in_range(distances[i], selection->nearest, selection->farthest);
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(states[i], states[k]);
        }
    }
    return count;
}

HR_TEST(test_selections_find_what_fits) {
    for (int p = 0; p < PLAN_COUNT_3X3; p++) {
        hr_table *table = open_image(&images[p]);
        const hr_count *layers = hr_table_describe(table)->layers;
        hr_state states[1000];
        hr_depth distances[1000];
        hr_table_selection all = {.nearest = 5, .farthest = 5};
        assert_int_equal(select_states(table, &images[p], &all, 1000, states, distances), layers[5]);
        all = (hr_table_selection){.nearest = 3, .farthest = 6};
        assert_int_equal(select_states(table, &images[p], &all, 1000, states, distances),
                         layers[3] + layers[4] + layers[5] + layers[6]);
        assert_int_equal(select_states(table, &images[p], &all, 7, states, distances), 7);
        all = (hr_table_selection){.nearest = 31, .farthest = 31};
        assert_int_equal(select_states(table, &images[p], &all, 1000, states, distances), 2);
        all = (hr_table_selection){.nearest = 32, .farthest = 40};
        assert_int_equal(select_states(table, &images[p], &all, 1000, states, distances), 0);
        const hr_table_selection hardest = {.farthest = UINT32_MAX - 1, .hardest = true};
        assert_int_equal(select_states(table, &images[p], &hardest, 2, states, distances), 2);
        assert_int_equal(distances[0], 31);
        assert_int_equal(distances[1], 31);
        const hr_table_selection random = {.nearest = 20, .farthest = 20, .random = true, .seed = 1};
        assert_int_equal(select_states(table, &images[p], &random, 50, states, distances), 50);
        hr_state again[50];
        assert_int_equal(select_states(table, &images[p], &random, 50, again, distances), 50);
        assert_memory_equal(states, again, sizeof again);
        const hr_table_selection other = {.nearest = 20, .farthest = 20, .random = true, .seed = 2};
        assert_int_equal(select_states(table, &images[p], &other, 50, again, distances), 50);
        assert_memory_not_equal(states, again, sizeof again);
        size_t count = 0;
        const hr_table_selection bad = {.nearest = 3, .farthest = 2, .limit = 5};
        assert_int_equal(hr_table_select(table, &bad, states, distances, &count, NULL), HR_USAGE);
        const hr_piece_set set = {1, 4, 4};
        const hr_table_selection pieces = {.farthest = 9, .limit = 5, .pieces = &set};
        assert_int_equal(hr_table_select(table, &pieces, states, distances, &count, NULL), HR_USAGE);
        hr_table_close(&table);
    }
}

/// An entry of a table and its distance.
typedef struct ranked {
    hr_state state;
    hr_depth distance;
    uint64_t place; ///< in the order of the table's entries
} ranked;

static int compare_ranked(const void *a, const void *b) {
    const ranked *x = a;
    const ranked *y = b;
    return x->distance != y->distance ? (x->distance < y->distance) - (x->distance > y->distance)
                                      : (x->place > y->place) - (x->place < y->place);
}

/// All entries by a full sort: the hardest first, equally hard ones in the order of the table. For the caller to free.
static ranked *sort_all(const hr_table *table, const table_image *image) {
    const hr_count entries = hr_table_describe(table)->entries;
    ranked *all = calloc(entries, sizeof *all);
    assert_non_null(all);
    for (uint64_t i = 0; i < entries; i++) {
        hr_index index = 0;
        all[i].place = i;
        assert_int_equal(hr_table_states(table, i, 1, &all[i].state, NULL), HR_OK);
        hr_puzzle_index(hr_table_puzzle(table), &all[i].state, 1, &index);
        all[i].distance = image->distances[index];
    }
    qsort(all, entries, sizeof *all, compare_ranked);
    return all;
}

HR_TEST(test_hardest_are_the_first_of_a_full_sort) {
    static const size_t limits[] = {1, 2, 3, 17, 64, 300, 999, 1000};
    for (int p = 0; p < 2; p++) { // index and keys
        hr_table *table = open_image(&images[p]);
        ranked *all = sort_all(table, &images[p]);
        for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++) {
            for (hr_depth farthest = 31; farthest >= 11; farthest -= 10) {
                hr_state states[1000];
                hr_depth distances[1000];
                const hr_table_selection hardest = {.farthest = farthest == 31 ? UINT32_MAX - 1 : farthest, .hardest = true};
                const size_t count = select_states(table, &images[p], &hardest, limits[k], states, distances);
                size_t at = 0;
                while (all[at].distance > farthest) {
                    at++;
                }
                for (size_t i = 0; i < count; i++) {
                    assert_int_equal(distances[i], all[at + i].distance);
                    assert_int_equal(states[i], all[at + i].state);
                }
                assert_true(count == limits[k] || at + count == hr_table_describe(table)->entries);
            }
        }
        free(all);
        hr_table_close(&table);
    }
}

/// Every fitting state has the same chance: 200 draws of one of the 4 states at distance 2.
HR_TEST(test_random_choice_is_even) {
    hr_table *table = open_image(&images[0]);
    const hr_count n = hr_table_describe(table)->layers[2];
    hr_state all[16];
    hr_depth distances[16];
    unsigned counts[16] = {0};
    const hr_table_selection exact = {.nearest = 2, .farthest = 2};
    assert_int_equal(select_states(table, &images[0], &exact, 16, all, distances), n);
    for (uint64_t seed = 0; seed < 200; seed++) {
        hr_state drawn = 0;
        const hr_table_selection random = {.nearest = 2, .farthest = 2, .random = true, .seed = seed};
        assert_int_equal(select_states(table, &images[0], &random, 1, &drawn, distances), 1);
        for (size_t i = 0; i < n; i++) {
            counts[i] += all[i] == drawn;
        }
    }
    for (size_t i = 0; i < n; i++) { // more than six standard deviations off would be a wonder
        assert_in_range(counts[i], 200 / n - 40, 200 / n + 40);
    }
    hr_table_close(&table);
}

HR_TESTS_BETWEEN(set_up, tear_down)
