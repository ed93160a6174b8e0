// SPDX-License-Identifier: MIT
// The line engine against the frontier engine: small boards, every blank position, every way of sharing the work.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "same_lines.h"
#include "sanitized.h"

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
    const hr_puzzle_options options = {.spec = spec, .goal = goal, .from = from, .metric = HR_METRIC_SLIDE};
    if (hr_puzzle_create(&options, &puzzle, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return puzzle;
}

static void compare_engines(const char *spec, int blank, const char *from, const hr_enumerate_options *options,
                            const hr_lines_tuning *tuning) {
    hr_puzzle *puzzle = create(spec, blank, from);
    hr_enumeration frontier;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, options, &frontier, NULL), HR_OK);
    assert_lines_find(puzzle, options, tuning, &frontier);
    hr_enumeration_clear(&frontier);
    hr_puzzle_destroy(&puzzle);
}

static void test_engines_agree(void **state) {
    (void)state;
    const hr_lines_tuning usual = {0};
    for (int blank = 0; blank < 9; blank++) {
        compare_engines("tile:3x3", blank, NULL, &WHOLE, &usual);
    }
    for (int blank = 0; blank < 8; blank++) {
        compare_engines("tile:2x4", blank, NULL, &WHOLE, &usual);
        compare_engines("tile:4x2", blank, NULL, &WHOLE, &usual);
    }
    compare_engines("tile:3x3", 8, "8 6 7 2 5 4 3 0 1", &WHOLE, &usual);
    compare_engines("tile:2x5", 9, NULL, &WHOLE, &usual);
    compare_engines("tile:5x2", 2, NULL, &WHOLE, &usual);
}

/// Every split into parts, with every kernel set.
static void test_result_does_not_depend_on_parts_or_kernels(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:2x5", 3, NULL);
    hr_enumeration expected;
    search_by_lines(puzzle, &WHOLE, &(hr_lines_tuning){0}, &expected);
    for (int variant = 0; variant < 4 * HR_PLANES_KERNEL_SETS; variant++) {
        const hr_lines_tuning tuning = {.prefix_given = true, .prefix = variant % 4, .kernels = hr_planes_kernels_get(variant / 4)};
        if (tuning.kernels != NULL) {
            assert_lines_find(puzzle, &WHOLE, &tuning, &expected);
        }
    }
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
}

/// Four-wide boards, unturned: the windows of the 15-puzzle in a whole search.
static void test_four_wide_boards_have_the_counts_of_their_turned_twins(void **state) {
    (void)state;
    for (int blank = 0; blank < 8; blank++) {
        hr_puzzle *puzzle = create("tile:4x2", blank, NULL);
        hr_enumeration turned;
        hr_enumeration unturned;
        search_by_lines(puzzle, &WHOLE, &(hr_lines_tuning){0}, &turned);
        search_by_lines(puzzle, &WHOLE, &(hr_lines_tuning){.unturned = true}, &unturned);
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
    static const hr_depth DEPTHS[] = {0, 1, 2, 7, 24, 36};
    for (size_t i = 0; i < sizeof DEPTHS / sizeof DEPTHS[0]; i++) {
        compare_engines("tile:2x5", 9, NULL, &(hr_enumerate_options){.max_depth = DEPTHS[i]}, &(hr_lines_tuning){0});
    }
    static const hr_count STATES[] = {1, 1000, 1814399};
    for (size_t i = 0; i < sizeof STATES / sizeof STATES[0]; i++) {
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .max_states = STATES[i]};
        compare_engines("tile:2x5", 9, NULL, &options, &(hr_lines_tuning){0});
    }
    const hr_enumerate_options solved = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true};
    compare_engines("tile:3x3", 8, "8 6 7 2 5 4 3 0 1", &solved, &(hr_lines_tuning){0});
}

static void test_an_unlisted_last_layer_is_searched_for_again(void **state) {
    (void)state;
    compare_engines("tile:2x5", 9, NULL, &WHOLE, &(hr_lines_tuning){.unlisted = true});
    compare_engines("tile:3x3", 4, NULL, &WHOLE, &(hr_lines_tuning){.unlisted = true});
}

/// Ranks that send each other what crosses parts: all of them, and those of pretended nodes.
static void test_ranks_that_cannot_read_each_other_agree(void **state) {
    (void)state;
    for (int prefix = 0; prefix < 4; prefix++) {
        const hr_lines_tuning tuning = {.prefix_given = true, .prefix = prefix, .copy = true};
        compare_engines("tile:2x5", 9 - prefix, NULL, &WHOLE, &tuning);
        compare_engines("tile:2x5", 9, NULL, &(hr_enumerate_options){.max_depth = (hr_depth)(5 * prefix)}, &tuning);
    }
    const hr_lines_tuning unlisted = {.prefix_given = true, .prefix = 2, .copy = true, .unlisted = true};
    compare_engines("tile:2x5", 4, NULL, &WHOLE, &unlisted);
    const hr_enumerate_options solved = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true};
    compare_engines("tile:3x3", 8, "8 6 7 2 5 4 3 0 1", &solved, &(hr_lines_tuning){.copy = true});
    for (int blank = 0; blank < 9; blank++) {
        compare_engines("tile:3x3", blank, NULL, &WHOLE, &(hr_lines_tuning){.copy = true});
    }
    for (int nodes = 2; nodes <= 3; nodes++) {
        assert_int_equal(setenv("HUARONG_PRETEND_NODES", nodes == 2 ? "2" : "3", 1), 0);
        compare_engines("tile:5x2", 2, NULL, &WHOLE, &(hr_lines_tuning){.prefix = 0});
        assert_int_equal(unsetenv("HUARONG_PRETEND_NODES"), 0);
    }
}

/// A search of `puzzle` with `options` ends with `status`, and the text says `words`.
static void assert_refused(const hr_puzzle *puzzle, const hr_enumerate_options *options, hr_status status, const char *words) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    assert_int_equal(hr_engine_lines.run(hr_test_world(), puzzle, options, &(hr_table_order){.path = NULL}, &result, &error),
                     status);
    assert_non_null(strstr(error.text, words));
    assert_int_equal(result.stop, status == HR_STOPPED ? HR_STOP_MEMORY : HR_STOP_NONE);
    hr_enumeration_clear(&result);
}

static void test_too_little_memory_is_said_before_anything_is_allocated(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:4x4", 0, NULL);
    assert_refused(puzzle, &WHOLE, HR_STOPPED, "the lines of tile:4x4 need 9");
    hr_puzzle_destroy(&puzzle);
}

/// Ranks that cannot read each other's memory, on one node, need memory for what they send each other, too.
static void test_ranks_without_shared_memory_need_more(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:2x4", 7, NULL);
    const int ranks = hr_comm_size(hr_test_world());
    const hr_planned_run run = {.ranks = ranks, .node_ranks = ranks};
    hr_lines_needs needs;
    assert_int_equal(hr_lines_foresee(puzzle, &run, &needs, NULL), HR_OK);
    assert_true(ranks == 1 || needs.apart_bytes > 0);
    for (int copy = 0; copy <= 1; copy++) {
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = needs.rank_bytes * (uint64_t)ranks};
        const hr_lines_tuning tuning = {.copy = copy == 1};
        const bool fits = copy == 0 || ranks == 1;
        hr_enumeration result;
        hr_error error = {.text = ""};
        assert_int_equal(hr_lines_search(hr_test_world(), puzzle, &options, &tuning, &result, &error), fits ? HR_OK : HR_STOPPED);
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
static void test_memory_of_the_parts_is_asked_for_once(void **state) {
    (void)state;
    if (HR_SANITIZED) {
        return; // their memory takes all of the address space
    }
    hr_puzzle *puzzle = create("tile:3x4", 11, NULL);
    const int ranks = hr_comm_size(hr_test_world());
    const hr_planned_run run = {.ranks = ranks, .node_ranks = ranks};
    const hr_enumerate_options options = {.max_depth = 2};
    const hr_lines_tuning tuning = {.copy = true};
    hr_lines_needs needs;
    hr_enumeration result;
    hr_error error = {.text = ""};
    struct rlimit before;
    assert_int_equal(hr_lines_foresee(puzzle, &run, &needs, NULL), HR_OK);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    allow_more_space(needs.rank_bytes + (ranks > 1 ? needs.apart_bytes : 0) + (4 << 20));
    const hr_status status = hr_lines_search(hr_test_world(), puzzle, &options, &tuning, &result, &error);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    if (status != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(result.stop, HR_STOP_DEPTH);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

static void test_what_the_engine_cannot_do_is_refused(void **state) {
    (void)state;
    static const hr_puzzle_options REFUSED[] = {
        {.spec = "klotski:4x5", .metric = HR_METRIC_SLIDE}, {.spec = "tile:3x3"}, {.spec = "tile:2x3", .metric = HR_METRIC_SLIDE}};
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        hr_puzzle *puzzle = NULL;
        assert_int_equal(hr_puzzle_create(&REFUSED[i], &puzzle, NULL), HR_OK);
        assert_refused(puzzle, &WHOLE, HR_USAGE, "--engine frontier");
        hr_puzzle_destroy(&puzzle);
    }
}

static bool at_once(void) { return true; }

static void test_a_stop_leaves_complete_layers(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:2x5", 9, NULL);
    hr_enumeration result;
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .stop_wanted = at_once};
    assert_int_equal(hr_lines_search(hr_test_world(), puzzle, &options, &(hr_lines_tuning){0}, &result, NULL), HR_STOPPED);
    assert_int_equal(result.stop, HR_STOP_SIGNAL);
    assert_int_equal(result.layer_count, 1);
    assert_false(result.whole);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_engines_agree),
    cmocka_unit_test(test_result_does_not_depend_on_parts_or_kernels),
    cmocka_unit_test(test_four_wide_boards_have_the_counts_of_their_turned_twins),
    cmocka_unit_test(test_limits_stop_early_with_exact_layers),
    cmocka_unit_test(test_an_unlisted_last_layer_is_searched_for_again),
    cmocka_unit_test(test_ranks_that_cannot_read_each_other_agree),
    cmocka_unit_test(test_too_little_memory_is_said_before_anything_is_allocated),
    cmocka_unit_test(test_ranks_without_shared_memory_need_more),
    cmocka_unit_test(test_memory_of_the_parts_is_asked_for_once),
    cmocka_unit_test(test_what_the_engine_cannot_do_is_refused),
    cmocka_unit_test(test_a_stop_leaves_complete_layers),
};
HR_MPI_TEST_MAIN(tests)
