// SPDX-License-Identifier: MIT
// The plane engine against a slow search by index and against the frontier engine: all small boards, every blank position, every
// way of sharing the work.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enumerate/frontier/frontier.h"
#include "enumerate/planes/planes.h"
#include "same_result.h"

static const hr_enumerate_options WHOLE = {.max_depth = HR_DEPTH_UNREACHED};

static hr_puzzle *create(const char *spec, int blank, const char *from) {
    int width = 0;
    int height = 0;
    assert_int_equal(sscanf(spec, "tile:%dx%d", &width, &height), 2);
    char goal[100] = "";
    for (int cell = 0, tile = 1; cell < width * height; cell++) {
        const size_t used = strlen(goal);
        (void)snprintf(goal + used, sizeof goal - used, "%d ", cell == blank ? 0 : tile++);
    }
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    const hr_puzzle_options options = {.spec = spec, .goal = goal, .from = from};
    if (hr_puzzle_create(&options, &puzzle, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return puzzle;
}

static void search(const hr_puzzle *puzzle, const hr_planes_tuning *tuning, hr_enumeration *result, hr_planes_engine **engine) {
    hr_error error = {.text = ""};
    if (hr_planes_create(&(hr_run_task){hr_test_world(), puzzle, &WHOLE, result}, tuning, engine, &error) != HR_OK ||
        hr_planes_search(*engine, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
}

/// Distances of all indices, by the most obvious search there is.
static uint8_t *slow_distances(const hr_puzzle *puzzle) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    uint8_t *distances = malloc(info->index_count);
    assert_non_null(distances);
    memset(distances, UINT8_MAX, info->index_count);
    uint64_t cursor = 0;
    hr_state states[64];
    hr_index indices[64];
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, states, 64), 1);
    hr_puzzle_index(puzzle, states, 1, indices);
    distances[indices[0]] = 0;
    bool found = true;
    for (uint8_t d = 0; found; d++) {
        found = false;
        for (hr_index i = 0; i < info->index_count; i++) {
            if (distances[i] != d) {
                continue;
            }
            hr_puzzle_unindex(puzzle, &i, 1, states);
            hr_state next[16];
            const size_t n = hr_puzzle_expand(puzzle, states, 1, next, NULL);
            hr_puzzle_index(puzzle, next, n, indices);
            for (size_t k = 0; k < n; k++) {
                if (distances[indices[k]] == UINT8_MAX) {
                    distances[indices[k]] = (uint8_t)(d + 1);
                    found = true;
                }
            }
        }
    }
    return distances;
}

/// What a visit of the distance words needs.
typedef struct comparison {
    const uint8_t *distances; ///< by index
    hr_count plane;           ///< states in a plane
    hr_count seen;
} comparison;

static hr_status compare_words(void *context, int cell, uint64_t first, const uint64_t *words, size_t n, hr_error *error) {
    comparison *c = context;
    (void)error;
    for (size_t w = 0; w < n; w++) {
        for (unsigned bit = 0; bit < HR_PLANES_WORD_STATES; bit++) {
            const hr_index index = (uint64_t)cell * c->plane + (first + w) * HR_PLANES_WORD_STATES + bit;
            assert_int_equal(words[w] >> bit & 1U, c->distances[index] >> 1 & 1U);
            c->seen++;
        }
        assert_int_equal(words[w] >> HR_PLANES_WORD_STATES, 0);
    }
    return HR_OK;
}

static void check_distances(const char *spec, int blank, const char *from, const hr_planes_tuning *tuning) {
    hr_puzzle *puzzle = create(spec, blank, from);
    hr_planes_engine *engine = NULL;
    hr_enumeration result;
    hr_planes_tuning with = *tuning;
    with.distances = true;
    search(puzzle, &with, &result, &engine);
    uint8_t *distances = slow_distances(puzzle);
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_count counts[256] = {0};
    for (hr_index i = 0; i < info->index_count; i++) {
        counts[distances[i]]++;
    }
    for (size_t d = 0; d < 256; d++) {
        assert_int_equal(counts[d], d < result.layer_count ? result.layers[d].states : 0);
    }
    comparison c = {.distances = distances, .plane = info->index_count / (hr_count)(info->width * info->height)};
    assert_int_equal(hr_planes_visit_distances(engine, compare_words, &c, NULL), HR_OK);
    uint64_t seen = c.seen;
    assert_int_equal(hr_comm_sum(hr_test_world(), &seen, 1, NULL), HR_OK);
    assert_int_equal(seen, info->index_count);
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    free(distances);
    hr_puzzle_destroy(&puzzle);
}

static void test_distances_agree_with_a_slow_search(void **state) {
    (void)state;
    const hr_planes_tuning shared = {0};
    const hr_planes_tuning copied = {.copy = true};
    for (int blank = 0; blank < 8; blank++) {
        check_distances("tile:2x4", blank, NULL, blank % 2 == 1 ? &copied : &shared);
        check_distances("tile:4x2", blank, NULL, blank % 2 == 1 ? &copied : &shared);
    }
    check_distances("tile:3x3", 4, NULL, &copied);
    check_distances("tile:3x3", 5, NULL, &shared);
}

static void test_a_source_that_is_not_the_goal(void **state) {
    (void)state;
    const hr_planes_tuning tuning = {0};
    check_distances("tile:3x3", 8, "8 6 7 2 5 4 3 0 1", &tuning);
}

/// The frontier engine's search, and one with planes for each of the tunings.
static void compare_engines(const char *spec, int blank, const char *from, const hr_planes_tuning *tunings, size_t count) {
    hr_puzzle *puzzle = create(spec, blank, from);
    hr_enumeration frontier;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &WHOLE, &frontier, NULL), HR_OK);
    for (size_t i = 0; i < count; i++) {
        hr_planes_engine *engine = NULL;
        hr_enumeration planes;
        search(puzzle, &tunings[i], &planes, &engine);
        assert_same_result(&planes, &frontier);
        hr_planes_destroy(&engine);
        hr_enumeration_clear(&planes);
    }
    hr_enumeration_clear(&frontier);
    hr_puzzle_destroy(&puzzle);
}

static void test_engines_agree(void **state) {
    (void)state;
    static const hr_planes_tuning BOTH[] = {{.copy = false}, {.copy = true}};
    for (int blank = 0; blank < 9; blank++) {
        compare_engines("tile:3x3", blank, NULL, BOTH, 2);
    }
    compare_engines("tile:3x3", 8, "8 6 7 2 5 4 3 0 1", BOTH, 1);
    compare_engines("tile:2x5", 9, NULL, BOTH, 1); // the corner and its two neighbours down the side: all up to symmetry
    compare_engines("tile:2x5", 2, NULL, BOTH + 1, 1);
    compare_engines("tile:5x2", 2, NULL, BOTH, 1);
}

/// Every split into parts, shared and copied, with every kernel set.
static void test_result_does_not_depend_on_parts_or_kernels(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:2x5", 9, NULL);
    hr_enumeration expected;
    hr_planes_engine *engine = NULL;
    search(puzzle, &(hr_planes_tuning){0}, &expected, &engine);
    hr_planes_destroy(&engine);
    for (int variant = 0; variant < 2 * 4 * HR_PLANES_KERNEL_SETS; variant++) {
        const hr_planes_tuning tuning = {.copy = variant % 2 == 1,
                                         .prefix_given = true,
                                         .prefix = variant / 2 % 4,
                                         .kernels = hr_planes_kernels_get(variant / 8)};
        if (tuning.kernels != NULL) {
            hr_enumeration result;
            search(puzzle, &tuning, &result, &engine);
            assert_same_result(&result, &expected);
            hr_planes_destroy(&engine);
            hr_enumeration_clear(&result);
        }
    }
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
}

/// Four-wide boards, unturned: the kernels of the 15-puzzle in a whole search.
static void test_four_wide_boards_have_the_counts_of_their_turned_twins(void **state) {
    (void)state;
    for (int blank = 0; blank < 8; blank++) {
        hr_puzzle *puzzle = create("tile:4x2", blank, NULL);
        hr_enumeration turned;
        hr_enumeration unturned;
        hr_planes_engine *engine = NULL;
        search(puzzle, &(hr_planes_tuning){0}, &turned, &engine);
        hr_planes_destroy(&engine);
        search(puzzle, &(hr_planes_tuning){.unturned = true}, &unturned, &engine);
        hr_planes_destroy(&engine);
        assert_int_equal(turned.layer_count, unturned.layer_count);
        for (size_t d = 0; d < turned.layer_count; d++) {
            assert_int_equal(turned.layers[d].states, unturned.layers[d].states);
        }
        hr_enumeration_clear(&turned);
        hr_enumeration_clear(&unturned);
        hr_puzzle_destroy(&puzzle);
    }
}

static void test_limits_stop_early_with_exact_layers(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:2x5", 9, NULL);
    const hr_enumerate_options limits[] = {
        {.max_depth = 0}, {.max_depth = 7}, {.max_depth = 30}, {.max_depth = HR_DEPTH_UNREACHED, .max_states = 300000}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        hr_enumeration planes;
        hr_enumeration frontier;
        assert_int_equal(hr_engine_planes.run(hr_test_world(), puzzle, &limits[i], &(hr_table_order){.path = NULL}, &planes, NULL),
                         HR_OK);
        assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &limits[i], &frontier, NULL), HR_OK);
        assert_int_equal(planes.stop, frontier.stop);
        assert_same_result(&planes, &frontier); // a last layer of some 50,000 states, too: found by a second search
        hr_enumeration_clear(&planes);
        hr_enumeration_clear(&frontier);
    }
    hr_puzzle_destroy(&puzzle);
}

static void test_too_little_memory_is_said_before_anything_is_allocated(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:4x4", 0, NULL);
    hr_enumeration result;
    hr_error error = {.text = ""};
    assert_int_equal(hr_engine_planes.run(hr_test_world(), puzzle, &WHOLE, &(hr_table_order){.path = NULL}, &result, &error),
                     HR_STOPPED);
    assert_int_equal(result.stop, HR_STOP_MEMORY);
    assert_non_null(strstr(error.text, "such nodes would do"));
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

static void test_puzzles_without_planes_are_refused(void **state) {
    (void)state;
    static const hr_puzzle_options REFUSED[] = {
        {.spec = "klotski:4x5"}, {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, {.spec = "tile:2x3"}};
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        hr_puzzle *puzzle = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_puzzle_create(&REFUSED[i], &puzzle, &error), HR_OK);
        assert_int_equal(hr_planes_check(puzzle, &error), HR_USAGE);
        assert_non_null(strstr(error.text, "--engine frontier"));
        hr_puzzle_destroy(&puzzle);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_distances_agree_with_a_slow_search),
    cmocka_unit_test(test_a_source_that_is_not_the_goal),
    cmocka_unit_test(test_engines_agree),
    cmocka_unit_test(test_result_does_not_depend_on_parts_or_kernels),
    cmocka_unit_test(test_four_wide_boards_have_the_counts_of_their_turned_twins),
    cmocka_unit_test(test_limits_stop_early_with_exact_layers),
    cmocka_unit_test(test_too_little_memory_is_said_before_anything_is_allocated),
    cmocka_unit_test(test_puzzles_without_planes_are_refused),
};
HR_MPI_TEST_MAIN(tests)
