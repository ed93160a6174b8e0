// SPDX-License-Identifier: MIT
// Pattern databases: against a slow search, from a damaged cache, and stopped while they are built.

#include "mpi_test.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "slow/slow_pattern.h"
#include "solve/patterns/store.h"

/// The fewest moves of the pattern's tiles, by index, wherever the blank is.
static void slow_pattern(const hr_pattern *pattern, uint8_t *values) {
    const int cells = pattern->width * pattern->height;
    const int k = pattern->tiles;
    uint8_t *cost = hr_slow_pattern(pattern);
    size_t size = (size_t)cells;
    for (int i = 0; i < k; i++) {
        size *= (size_t)cells;
    }
    memset(values, 255, (size_t)hr_pattern_entries(pattern));
    for (size_t s = 0; s < size; s++) {
        if (cost[s] != 255) {
            uint8_t cell[HR_PATTERN_TILES_MAX] = {0};
            size_t rest = s / (size_t)cells;
            for (int i = k - 1; i >= 0; i--, rest /= (size_t)cells) {
                cell[i] = (uint8_t)(rest % (size_t)cells);
            }
            uint8_t *value = &values[hr_pattern_index(pattern, cell)];
            *value = cost[s] < *value ? cost[s] : *value;
        }
    }
    free(cost);
}

HR_TEST(test_pattern_databases_equal_a_slow_search) {
    static const hr_pattern PATTERN[] = {
        {.width = 3, .height = 3, .blank = 0, .tiles = 4, .home = {1, 2, 4, 8}},
        {.width = 3, .height = 3, .blank = 4, .tiles = 5, .home = {0, 1, 2, 3, 5}},
        {.width = 4, .height = 3, .blank = 1, .tiles = 3, .home = {0, 7, 11}},
        {.width = 2, .height = 5, .blank = 0, .tiles = 4, .home = {1, 2, 3, 4}},
        {.width = 4, .height = 4, .blank = 0, .tiles = 3, .home = {2, 3, 7}},
        {.width = 5, .height = 5, .blank = 0, .tiles = 2, .home = {1, 24}},
        {.width = 2, .height = 2, .blank = 0, .tiles = 3, .home = {1, 2, 3}},
    };
    hr_comm *node = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, &error));
    for (size_t i = 0; i < sizeof PATTERN / sizeof *PATTERN; i++) {
        hr_pattern_database database;
        assert_int_equal(HR_OK, hr_pattern_build(node, &PATTERN[i], (hr_pattern_stop){0}, &database, &error));
        const size_t entries = (size_t)hr_pattern_entries(&PATTERN[i]);
        uint8_t *slow = malloc(entries);
        slow_pattern(&PATTERN[i], slow);
        assert_memory_equal(slow, database.values, entries);
        free(slow);
        hr_pattern_database_clear(&database);
    }
    hr_comm_destroy(&node);
}

static void count_notice(const char *text, void *context) { ++*(int *)context; }

static void provide(hr_comm *node, const hr_pattern_cache *cache, const hr_pattern *pattern, uint64_t *sum) {
    hr_pattern_database database;
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_pattern_provide(node, cache, pattern, &database, &error));
    *sum = 0;
    for (uint64_t i = 0; i < hr_pattern_entries(pattern); i++) {
        *sum = *sum * 31 + database.values[i];
    }
    hr_pattern_database_clear(&database);
    assert_int_equal(HR_OK, hr_comm_agree(node, HR_OK, &error)); // before anyone changes the file under the others
}

/// mpi.forged_database does more to a database without regions.
HR_TEST_IN_DIRECTORY(test_a_damaged_database_with_regions_is_rebuilt) {
    static const hr_pattern PATTERN = {.width = 4, .height = 4, .blank = 0, .tiles = 4, .home = {1, 4, 5, 6}, .regions = true};
    char path[128];
    hr_comm *node = NULL;
    hr_error error;
    (void)snprintf(path, sizeof path, "%s/regions-4x4-0-1.4.5.6.hrp", hr_test_directory);
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, &error));
    int notices = 0;
    const hr_pattern_cache cache = {.directory = hr_test_directory, .notice = count_notice, .context = &notices};
    const bool first = hr_comm_rank(node) == 0;
    uint64_t built = 0;
    uint64_t sum = 0;
    provide(node, &cache, &PATTERN, &built);
    for (uint64_t at = 0; at < 60000; at += 20011) { // in the header, and twice in the values; then nothing is wrong
        if (first && at < 47000) {
            hr_test_flip_bit(path, at, 0);
        }
        notices = 0;
        provide(node, &cache, &PATTERN, &sum);
        assert_int_equal(built, sum);
        assert_int_equal(first && at < 47000, notices);
    }
    hr_comm_destroy(&node);
}

/// Wants to stop after so many questions.
static bool count_down(void *context) { return --*(int *)context <= 0; }

HR_TEST_IN_DIRECTORY(test_a_build_that_is_stopped_leaves_nothing) {
    static const hr_pattern PATTERN = {.width = 4, .height = 4, .blank = 0, .tiles = 5, .home = {1, 2, 3, 6, 7}};
    hr_comm *node = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, &error));
    int left = 0;
    hr_pattern_cache cache = {.directory = hr_test_directory, .stop = {.wanted = count_down, .context = &left}};
    hr_pattern_database database;
    int stops = 0;
    hr_status status = HR_STOPPED;
    for (int questions = 1; status == HR_STOPPED; questions *= 2) {
        left = hr_comm_rank(node) == stops % hr_comm_size(node) ? questions : INT_MAX; // one rank is enough
        status = hr_pattern_provide(node, &cache, &PATTERN, &database, &error);
        if (status == HR_STOPPED) {
            assert_null(database.values);
            assert_false(hr_patterns_are_cached(&cache, &PATTERN, 1));
            stops++;
        }
    }
    assert_int_equal(HR_OK, status);
    assert_true(stops >= 3);
    hr_pattern_database undisturbed;
    assert_int_equal(HR_OK, hr_pattern_build(node, &PATTERN, (hr_pattern_stop){0}, &undisturbed, &error));
    assert_memory_equal(undisturbed.values, database.values, hr_pattern_entries(&PATTERN));
    hr_pattern_database_clear(&undisturbed);
    left = 1; // what is in the cache is not built
    hr_pattern_database_clear(&database);
    assert_int_equal(HR_OK, hr_pattern_provide(node, &cache, &PATTERN, &database, &error));
    hr_pattern_database_clear(&database);
    hr_comm_destroy(&node);
}
