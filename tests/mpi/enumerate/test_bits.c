// SPDX-License-Identifier: MIT
// The engines that search with bits against a slow search by index and against the frontier engine: small boards, every blank
// position, every way of sharing the work.

#include "files/opened_table.h"
#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "enumerate/bits/memory.h"
#include "enumerate/frontier/frontier.h"
#include "huarong/table.h"
#include "same_bits.h"
#include "sanitized.h"
#include "table/planes.h"

static const hr_enumerate_options WHOLE = {.max_depth = HR_DEPTH_UNREACHED};

static hr_puzzle *create(hr_metric metric, const char *spec, int blank, const char *from) {
    int width = 0;
    int height = 0;
    assert_int_equal(sscanf(spec, "tile:%dx%d", &width, &height), 2);
    char goal[100] = "";
    for (int cell = 0, tile = 1; cell < width * height; cell++) {
        const size_t used = strlen(goal);
        (void)snprintf(goal + used, sizeof goal - used, "%d ", cell == blank ? 0 : tile++);
    }
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .goal = goal, .from = from, .metric = metric});
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

/// The plane table of a whole search has each state's distance, and the layers have as many states.
static void check_distances(const char *spec, int blank, const char *from, bool copy) {
    char directory[64];
    char path[80];
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/table", directory);
    hr_puzzle *puzzle = create(HR_METRIC_UNIT, spec, blank, from);
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_table_order order = {.path = path};
    hr_enumeration result;
    search_bits(puzzle, &WHOLE, &(hr_bits_tuning){.order = &order, .copy = copy}, &result);
    hr_table *table = opened_table(path);
    uint8_t *distances = slow_distances(puzzle);
    hr_count counts[256] = {0};
    const hr_count plane = info->index_count / (hr_count)(info->width * info->height);
    for (hr_index i = 0; i < info->index_count; i++) {
        const uint64_t word = hr_table_plane(table, (int)(i / plane))[i % plane / HR_BITS_WORD_STATES];
        assert_int_equal(word >> i % plane % HR_BITS_WORD_STATES & 1U, distances[i] >> 1 & 1U);
        counts[distances[i]]++;
    }
    for (size_t d = 0; d < 256; d++) {
        assert_int_equal(counts[d], d < result.layer_count ? result.layers[d].states : 0);
    }
    hr_table_close(&table);
    hr_enumeration_clear(&result);
    free(distances);
    hr_puzzle_destroy(&puzzle);
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK);
    hr_test_remove_directory(directory);
}

HR_TEST(test_distances_agree_with_a_slow_search) {
    for (int blank = 0; blank < 8; blank++) {
        check_distances("tile:2x4", blank, NULL, blank % 2 == 1);
        check_distances("tile:4x2", blank, NULL, blank % 2 == 1);
    }
    check_distances("tile:3x3", 4, NULL, true);
    check_distances("tile:3x3", 5, NULL, false);
    check_distances("tile:3x3", 8, "8 6 7 2 5 4 3 0 1", false); // a source that is not the goal
}

/// The frontier engine's search, and one with bits.
static void compare_engines(hr_metric metric, const char *spec, int blank, const char *from, const hr_enumerate_options *options,
                            const hr_bits_tuning *tuning) {
    hr_puzzle *puzzle = create(metric, spec, blank, from);
    hr_enumeration frontier;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, options, &frontier, NULL), HR_OK);
    assert_bits_find(puzzle, options, tuning, &frontier);
    hr_enumeration_clear(&frontier);
    hr_puzzle_destroy(&puzzle);
}

/// The usual search with bits, and one with another tuning.
static void compare_tunings(hr_metric metric, const char *spec, int blank, const hr_enumerate_options *options,
                            const hr_bits_tuning *tuning) {
    hr_puzzle *puzzle = create(metric, spec, blank, NULL);
    hr_enumeration expected;
    search_bits(puzzle, options, &(hr_bits_tuning){0}, &expected);
    assert_bits_find(puzzle, options, tuning, &expected);
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST_BOTH(test_engines_agree, NULL, NULL) {
    const hr_metric metric = metric_of(cmocka_state);
    const hr_bits_tuning usual = {0};
    for (int blank = 0; blank < 9; blank++) {
        compare_engines(metric, "tile:3x3", blank, NULL, &WHOLE, &usual);
    }
    for (int blank = 0; blank < 8; blank++) {
        compare_engines(metric, "tile:2x4", blank, NULL, &WHOLE, &usual);
        compare_engines(metric, "tile:4x2", blank, NULL, &WHOLE, &usual);
    }
    compare_engines(metric, "tile:3x3", 8, "8 6 7 2 5 4 3 0 1", &WHOLE, &usual);
    compare_engines(metric, "tile:2x5", 9, NULL, &WHOLE, &usual);
    compare_engines(metric, "tile:5x2", 2, NULL, &WHOLE, &usual);
}

/// Every split into parts, shared and copied, with every kernel set.
HR_TEST_BOTH(test_result_does_not_depend_on_parts_or_kernels, NULL, NULL) {
    const hr_metric metric = metric_of(cmocka_state);
    hr_puzzle *puzzle = create(metric, "tile:2x5", 3, NULL);
    hr_enumeration expected;
    search_bits(puzzle, &WHOLE, &(hr_bits_tuning){0}, &expected);
    for (int variant = 0; variant < 2 * 4 * HR_BITS_KERNEL_SETS; variant += (int)hr_test_of_tier(3, 1)) {
        const hr_bits_tuning tuning = {
            .copy = variant % 2 == 1, .prefix_given = true, .prefix = variant / 2 % 4, .kernels = hr_bits_kernels_get(variant / 8)};
        if (tuning.kernels != NULL) {
            assert_bits_find(puzzle, &WHOLE, &tuning, &expected);
        }
    }
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
}

/// Four-wide boards, unturned: the windows of the 15-puzzle in a whole search.
HR_TEST_BOTH(test_four_wide_boards_have_the_counts_of_their_turned_twins, NULL, NULL) {
    const hr_metric metric = metric_of(cmocka_state);
    for (int blank = 0; blank < 8; blank++) {
        hr_puzzle *puzzle = create(metric, "tile:4x2", blank, NULL);
        hr_enumeration turned;
        hr_enumeration unturned;
        search_bits(puzzle, &WHOLE, &(hr_bits_tuning){0}, &turned);
        search_bits(puzzle, &WHOLE, &(hr_bits_tuning){.unturned = true}, &unturned);
        assert_int_equal(turned.layer_count, unturned.layer_count);
        for (size_t d = 0; d < turned.layer_count; d++) {
            assert_int_equal(turned.layers[d].states, unturned.layers[d].states);
        }
        hr_enumeration_clear(&turned);
        hr_enumeration_clear(&unturned);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST_BOTH(test_limits_stop_early_with_exact_layers, NULL, NULL) {
    const hr_metric metric = metric_of(cmocka_state);
    static const hr_depth DEPTHS[] = {0, 1, 24, 36};
    for (size_t i = 0; i < hr_test_of_tier(3, sizeof DEPTHS / sizeof DEPTHS[0]); i++) {
        compare_engines(metric, "tile:2x5", 9, NULL, &(hr_enumerate_options){.max_depth = DEPTHS[i]}, &(hr_bits_tuning){0});
    }
    static const hr_count STATES[] = {1, 300000, 1814399};
    for (size_t i = 0; i < hr_test_of_tier(2, sizeof STATES / sizeof STATES[0]); i++) {
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .max_states = STATES[i]};
        compare_engines(metric, "tile:2x5", 9, NULL, &options, &(hr_bits_tuning){0});
    }
    const hr_enumerate_options solved = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true};
    compare_engines(metric, "tile:3x3", 8, "8 6 7 2 5 4 3 0 1", &solved, &(hr_bits_tuning){0});
}

HR_TEST_BOTH(test_an_unlisted_last_layer_is_searched_for_again, NULL, NULL) {
    const hr_metric metric = metric_of(cmocka_state);
    compare_tunings(metric, "tile:2x5", 9, &WHOLE, &(hr_bits_tuning){.unlisted = true});
    compare_tunings(metric, "tile:3x3", 4, &WHOLE, &(hr_bits_tuning){.unlisted = true});
}

/// Ranks that send each other what crosses parts: all of them, and those of pretended nodes.
HR_TEST_BOTH(test_ranks_that_cannot_read_each_other_agree, NULL, NULL) {
    const hr_metric metric = metric_of(cmocka_state);
    for (int prefix = 0; prefix < 4; prefix += (int)hr_test_of_tier(3, 1)) {
        const hr_bits_tuning tuning = {.prefix_given = true, .prefix = prefix, .copy = true};
        compare_tunings(metric, "tile:2x5", 9 - prefix, &WHOLE, &tuning);
        compare_tunings(metric, "tile:2x5", 9, &(hr_enumerate_options){.max_depth = (hr_depth)(5 * prefix)}, &tuning);
    }
    const hr_bits_tuning unlisted = {.prefix_given = true, .prefix = 2, .copy = true, .unlisted = true};
    compare_tunings(metric, "tile:2x5", 4, &WHOLE, &unlisted);
    const hr_enumerate_options solved = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true};
    compare_engines(metric, "tile:3x3", 8, "8 6 7 2 5 4 3 0 1", &solved, &(hr_bits_tuning){.copy = true});
    for (int blank = 0; blank < 9; blank += (int)hr_test_of_tier(4, 1)) {
        compare_tunings(metric, "tile:3x3", blank, &WHOLE, &(hr_bits_tuning){.copy = true});
    }
    for (int nodes = 2; nodes <= 3; nodes++) {
        assert_int_equal(setenv("HUARONG_PRETEND_NODES", nodes == 2 ? "2" : "3", 1), 0);
        compare_engines(metric, "tile:5x2", 2, NULL, &WHOLE, &(hr_bits_tuning){0});
        assert_int_equal(unsetenv("HUARONG_PRETEND_NODES"), 0);
    }
}

/// A search of `puzzle` ends with `status`, and the text says `words`.
static void assert_refused(const hr_engine *engine, const hr_puzzle *puzzle, hr_status status, const char *words) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    assert_int_equal(
        engine->run(engine, &(hr_run_task){hr_test_world(), puzzle, &WHOLE, &result}, &(hr_table_order){.path = NULL}, &error),
        status);
    assert_non_null(strstr(error.text, words));
    assert_int_equal(result.stop, status == HR_STOPPED ? HR_STOP_MEMORY : HR_STOP_NONE);
    hr_enumeration_clear(&result);
}

HR_TEST(test_too_little_memory_is_said_before_anything_is_allocated) {
    hr_puzzle *unit = create(HR_METRIC_UNIT, "tile:4x4", 0, NULL);
    hr_puzzle *slide = create(HR_METRIC_SLIDE, "tile:4x4", 0, NULL);
    assert_refused(&hr_engine_planes, unit, HR_STOPPED, "such nodes would do");
    assert_refused(&hr_engine_lines, slide, HR_STOPPED, "the lines of tile:4x4 need 9");
    hr_puzzle_destroy(&unit);
    hr_puzzle_destroy(&slide);
}

/// Ranks that cannot read each other's memory, on one node, need memory for what they send each other, too.
HR_TEST(test_ranks_without_shared_memory_need_more) {
    hr_puzzle *puzzle = create(HR_METRIC_SLIDE, "tile:2x4", 7, NULL);
    const int ranks = hr_comm_size(hr_test_world());
    const hr_planned_run run = {.ranks = ranks, .node_ranks = ranks};
    hr_bits_needs needs;
    assert_int_equal(hr_bits_foresee(&hr_slide_rule, puzzle, &run, &needs, NULL), HR_OK);
    assert_true(ranks == 1 || needs.apart_bytes > 0);
    for (int copy = 0; copy <= 1; copy++) {
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = needs.rank_bytes * (uint64_t)ranks};
        const hr_bits_tuning tuning = {.copy = copy == 1};
        const bool fits = copy == 0 || ranks == 1;
        hr_enumeration result;
        hr_error error = {.text = ""};
        assert_int_equal(run_bits(puzzle, &options, &tuning, &result, &error), fits ? HR_OK : HR_STOPPED);
        assert_int_equal(result.stop, fits ? HR_STOP_NONE : HR_STOP_MEMORY);
        assert_true(fits || strstr(error.text, "the lines of tile:2x4 need ") != NULL);
        hr_enumeration_clear(&result);
    }
    hr_puzzle_destroy(&puzzle);
}

/// Local. From now on this process may have `bytes` more of address space.
static void allow_more_space(uint64_t bytes) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu", &pages), 1);
    assert_int_equal(fclose(file), 0);
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = pages * (uint64_t)sysconf(_SC_PAGESIZE) + bytes;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/// When the memory is looked at once more, because ranks cannot read each other's, a rank has its parts of 3×4 already: 28 MiB on
/// each of two ranks.
HR_TEST(test_memory_of_the_parts_is_asked_for_once) {
    if (HR_SANITIZED) {
        return; // their memory takes all of the address space
    }
    hr_puzzle *puzzle = create(HR_METRIC_SLIDE, "tile:3x4", 11, NULL);
    const int ranks = hr_comm_size(hr_test_world());
    const hr_planned_run run = {.ranks = ranks, .node_ranks = ranks};
    const hr_enumerate_options options = {.max_depth = 2};
    const hr_bits_tuning tuning = {.copy = true};
    hr_bits_needs needs;
    hr_enumeration result;
    hr_error error = {.text = ""};
    struct rlimit before;
    assert_int_equal(hr_bits_foresee(&hr_slide_rule, puzzle, &run, &needs, NULL), HR_OK);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    allow_more_space(needs.rank_bytes + (ranks > 1 ? needs.apart_bytes : 0) + (4 << 20));
    const hr_status status = run_bits(puzzle, &options, &tuning, &result, &error);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    HR_TEST_OK(status, error);
    assert_int_equal(result.stop, HR_STOP_DEPTH);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_what_the_engines_cannot_do_is_refused) {
    static const struct {
        const hr_engine *engine;
        hr_puzzle_options puzzle;
    } REFUSED[] = {
        {&hr_engine_planes, {.spec = "klotski:4x5"}}, {&hr_engine_planes, {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}},
        {&hr_engine_planes, {.spec = "tile:2x3"}},    {&hr_engine_lines, {.spec = "klotski:4x5", .metric = HR_METRIC_SLIDE}},
        {&hr_engine_lines, {.spec = "tile:3x3"}},     {&hr_engine_lines, {.spec = "tile:2x3", .metric = HR_METRIC_SLIDE}},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&REFUSED[i].puzzle);
        assert_refused(REFUSED[i].engine, puzzle, HR_USAGE, "--engine frontier");
        hr_puzzle_destroy(&puzzle);
    }
}

static bool at_once(void) { return true; }

HR_TEST_BOTH(test_a_stop_leaves_complete_layers, NULL, NULL) {
    const hr_metric metric = metric_of(cmocka_state);
    hr_puzzle *puzzle = create(metric, "tile:2x5", 9, NULL);
    hr_enumeration result;
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .stop_wanted = at_once};
    assert_int_equal(run_bits(puzzle, &options, &(hr_bits_tuning){0}, &result, NULL), HR_STOPPED);
    assert_int_equal(result.stop, HR_STOP_SIGNAL);
    assert_int_equal(result.layer_count, 1);
    assert_false(result.whole);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}
