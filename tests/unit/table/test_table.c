// SPDX-License-Identifier: MIT
// The table reader: every encoding against distances from a plain search, and everything it must refuse.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "table_image.h"

static char directory[] = "/tmp/huarong-table-XXXXXX";
static char path[64];

static const table_image_plan PLANS[] = {TABLE_IMAGE_3X3, TABLE_IMAGE_3X3_KEYS, TABLE_IMAGE_3X3_PLANES, TABLE_IMAGE_3X3_WORDS,
                                         TABLE_IMAGE_4X2_PLANES};
enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0], PLAN_COUNT_3X3 = 4 };
static table_image images[PLAN_COUNT];

static int set_up(void **state) {
    (void)state;
    if (mkdtemp(directory) == NULL) {
        return -1;
    }
    (void)snprintf(path, sizeof path, "%s/table", directory);
    for (int i = 0; i < PLAN_COUNT; i++) {
        images[i] = table_image_make(&PLANS[i]);
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (int i = 0; i < PLAN_COUNT; i++) {
        table_image_free(&images[i]);
    }
    (void)unlink(path);
    return rmdir(directory);
}

static hr_table *open_image(const table_image *image) {
    table_image_save(image->bytes, image->size, path);
    hr_table *table = NULL;
    hr_error error;
    if (hr_table_open(path, &table, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return table;
}

/// A well-known generator, so that a printed seed repeats a test (Steele, Lea, Flood 2014).
static uint64_t splitmix(uint64_t *seed) {
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void test_every_distance_is_right(void **state) {
    (void)state;
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
static void test_info_says_what_the_head_says(void **state) {
    (void)state;
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

static void test_path_goes_down_to_the_source(void **state) {
    (void)state;
    for (int p = 0; p < PLAN_COUNT; p++) {
        hr_table *table = open_image(&images[p]);
        const hr_puzzle *puzzle = hr_table_puzzle(table);
        for (hr_index i = 7; i < images[p].states; i += 997) {
            hr_state start = 0;
            hr_state walk[64];
            size_t length = 99;
            hr_puzzle_unindex(puzzle, &i, 1, &start);
            assert_int_equal(hr_table_path(table, start, walk, &length, NULL), HR_OK);
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

static void test_next_gives_all_nearer_neighbours(void **state) {
    (void)state;
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
            assert_int_equal(hr_table_next(table, start, next, &count, NULL), HR_OK);
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

static void test_values_and_states_go_together(void **state) {
    (void)state;
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
    if (hr_table_select(table, &limited, states, distances, &count, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
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

static void test_selections_find_what_fits(void **state) {
    (void)state;
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

static void test_hardest_are_the_first_of_a_full_sort(void **state) {
    (void)state;
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
static void test_random_choice_is_even(void **state) {
    (void)state;
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

/// Does anything notice that the table at `path` is damaged? Opening it or checking its chunks must.
static bool is_refused(void) {
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    hr_status status = hr_table_open(path, &table, &error);
    if (status == HR_OK) {
        status = hr_table_check(table, 0, UINT64_MAX / 2, &error);
    } else {
        assert_null(table);
    }
    hr_table_close(&table);
    assert_true(status == HR_OK || (status == HR_FILE && strstr(error.text, path) != NULL));
    return status != HR_OK;
}

static void test_one_flipped_bit_anywhere_is_refused(void **state) {
    (void)state;
    uint64_t seed = (uint64_t)time(NULL);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int p = 0; p < PLAN_COUNT; p++) {
        const table_image *image = &images[p];
        table_image_save(image->bytes, image->size, path);
        assert_false(is_refused());
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        for (int i = 0; i < 625; i++) { // the first 125 in the head, where every bit has a meaning
            const uint64_t bit = splitmix(&seed) % (8 * (i < 125 ? 1024 : image->size));
            const uint8_t right = image->bytes[bit / 8];
            const uint8_t wrong = right ^ (uint8_t)(1U << bit % 8);
            assert_int_equal(fseek(file, (long)(bit / 8), SEEK_SET), 0);
            assert_int_equal(fwrite(&wrong, 1, 1, file), 1);
            assert_int_equal(fflush(file), 0);
            if (!is_refused()) {
                fail_msg("bit %llu of table %d was flipped and nobody noticed", (unsigned long long)bit, p);
            }
            assert_int_equal(fseek(file, (long)(bit / 8), SEEK_SET), 0);
            assert_int_equal(fwrite(&right, 1, 1, file), 1);
        }
        assert_int_equal(fclose(file), 0);
        assert_false(is_refused());
    }
}

static void test_damaged_chunk_is_refused_by_the_query_that_touches_it(void **state) {
    (void)state;
    table_image_save(images[0].bytes, images[0].size, path);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)images[0].payload_offset + 70000, SEEK_SET), 0);
    assert_int_equal(fputc(images[0].bytes[images[0].payload_offset + 70000] ^ 1, file) == EOF, 0);
    assert_int_equal(fclose(file), 0);
    hr_table *table = NULL;
    assert_int_equal(hr_table_open(path, &table, NULL), HR_OK);
    const hr_index indices[] = {5, 65536};
    hr_state states[2];
    hr_depth distance = 0;
    hr_error error;
    hr_depth values[2];
    hr_puzzle_unindex(hr_table_puzzle(table), indices, 2, states);
    assert_int_equal(hr_table_values(table, 65535, 1, values, &error), HR_OK);
    assert_int_equal(hr_table_values(table, 65535, 2, values, &error), HR_FILE); // the last one is the chunk's first
    assert_int_equal(hr_table_distance(table, &states[0], 1, &distance, &error), HR_OK);
    assert_int_equal(hr_table_distance(table, &states[1], 1, &distance, &error), HR_FILE);
    assert_non_null(strstr(error.text, "chunk 1"));
    hr_table_close(&table);
}

static void test_truncated_file_is_refused(void **state) {
    (void)state;
    uint64_t seed = (uint64_t)time(NULL);
    print_message("seed %llu\n", (unsigned long long)seed);
    const table_image *image = &images[0];
    const size_t sizes[] = {0, 1, 7, 8, 255, 256, 4095, 4096, image->payload_offset - 1, image->payload_offset, image->size - 1};
    for (size_t i = 0; i < 60; i++) {
        const size_t size = i < sizeof sizes / sizeof sizes[0] ? sizes[i] : splitmix(&seed) % image->size;
        table_image_save(image->bytes, size, path);
        assert_true(is_refused());
    }
    uint8_t *longer = table_image_room(image->size);
    memcpy(longer, image->bytes, image->size);
    table_image_save(longer, image->size + 1, path);
    assert_true(is_refused());
    free(longer);
}

/// Change one number of the head, make its checksum right, and open.
static void expect_refusal(size_t offset, size_t bytes, uint64_t number, const char *words) {
    table_image changed = images[0];
    changed.bytes = table_image_room(changed.size);
    memcpy(changed.bytes, images[0].bytes, changed.size);
    table_image_put(&changed, offset, number, bytes);
    table_image_seal(&changed);
    table_image_save(changed.bytes, changed.size, path);
    free(changed.bytes);
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_open(path, &table, &error), HR_FILE);
    assert_null(table);
    if (strstr(error.text, words) == NULL) {
        fail_msg("'%s' does not say '%s'", error.text, words);
    }
}

static void test_impossible_heads_are_refused(void **state) {
    (void)state;
    expect_refusal(0, 1, 'h', "not a huarong table");
    expect_refusal(8, 4, 0x04030201, "byte order");
    expect_refusal(12, 4, 2, "format version 2, but this program reads version 1: use a newer huarong");
    expect_refusal(12, 4, 0, "format version 0");
    expect_refusal(24, 8, 8192, "damaged");
    expect_refusal(24, 8, UINT64_MAX - 4095, "damaged");
    expect_refusal(32, 8, UINT64_MAX, "cut off");
    expect_refusal(40, 8, 0, "damaged");
    expect_refusal(48, 8, UINT64_MAX, "damaged");
    expect_refusal(56, 4, 7, "damaged");
    expect_refusal(60, 4, 32, "damaged");
    expect_refusal(64, 8, 181439, "damaged");
    expect_refusal(64, 8, UINT64_MAX, "damaged");
    expect_refusal(72, 8, 181439, "damaged");
    expect_refusal(80, 4, UINT32_MAX, "damaged");
    expect_refusal(84, 4, 65, "damaged");
    expect_refusal(88, 4, 0, "damaged");
    expect_refusal(92, 4, UINT32_MAX, "damaged");
    expect_refusal(120, 8, 0, "damaged");
    expect_refusal(200, 1, 1, "damaged");
    expect_refusal(256, 1, 'P', "puzzle text");
    expect_refusal(256 + 7, 1, 'x', "puzzle cannot be made");
    expect_refusal(256 + 31, 1, 'x', "puzzle text");
}

static void test_files_that_cannot_be_read_are_refused(void **state) {
    (void)state;
    hr_table *table = NULL;
    hr_error error;
    assert_int_equal(hr_table_open("/nowhere/table", &table, &error), HR_FILE);
    assert_non_null(strstr(error.text, "No such file"));
    assert_int_equal(hr_table_open(directory, &table, &error), HR_FILE);
    assert_non_null(strstr(error.text, "not a regular file"));
    table_image_save(images[0].bytes, images[0].size, path);
    assert_int_equal(chmod(path, 0), 0);
    const uid_t user = geteuid();
    assert_int_equal(user == 0 ? seteuid(65534) : 0, 0); // root may read everything, nobody may not
    assert_int_equal(hr_table_open(path, &table, &error), HR_FILE);
    assert_int_equal(user == 0 ? seteuid(user) : 0, 0);
    assert_non_null(strstr(error.text, "Permission denied"));
    assert_int_equal(chmod(path, 0600), 0);
}

static void test_foreign_puzzle_is_refused(void **state) {
    (void)state;
    hr_table *table = open_image(&images[0]);
    hr_error error;
    const hr_puzzle_options same = {.spec = "tile:3x3"};
    const hr_puzzle_options larger = {.spec = "tile:4x4"};
    const hr_puzzle_options slide = {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE};
    const hr_puzzle_options goal = {.spec = "tile:3x3", .goal = "0 1 2 3 4 5 6 7 8"};
    assert_int_equal(hr_table_require(table, &same, &error), HR_OK);
    assert_int_equal(hr_table_require(table, &larger, &error), HR_FILE);
    assert_non_null(strstr(error.text, "its board is tile:3x3, not tile:4x4"));
    assert_int_equal(hr_table_require(table, &slide, &error), HR_FILE);
    assert_non_null(strstr(error.text, "a table in another metric: unit, not slide"));
    assert_int_equal(hr_table_require(table, &goal, &error), HR_FILE);
    assert_non_null(strstr(error.text, "its goal is the default, not 0 1 2"));
    hr_table_close(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_distance_is_right),
        cmocka_unit_test(test_info_says_what_the_head_says),
        cmocka_unit_test(test_path_goes_down_to_the_source),
        cmocka_unit_test(test_next_gives_all_nearer_neighbours),
        cmocka_unit_test(test_values_and_states_go_together),
        cmocka_unit_test(test_selections_find_what_fits),
        cmocka_unit_test(test_hardest_are_the_first_of_a_full_sort),
        cmocka_unit_test(test_random_choice_is_even),
        cmocka_unit_test(test_one_flipped_bit_anywhere_is_refused),
        cmocka_unit_test(test_damaged_chunk_is_refused_by_the_query_that_touches_it),
        cmocka_unit_test(test_truncated_file_is_refused),
        cmocka_unit_test(test_impossible_heads_are_refused),
        cmocka_unit_test(test_files_that_cannot_be_read_are_refused),
        cmocka_unit_test(test_foreign_puzzle_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
