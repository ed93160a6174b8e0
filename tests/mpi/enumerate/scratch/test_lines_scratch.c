// SPDX-License-Identifier: MIT
// The line engine with lines on disks: the same result as in memory, whatever lies on the disks.

#include "mpi_test.h"

#include <string.h>

#include "published_layers.h"
#include "same_lines.h"
#include "scratch_directories.h"

static hr_puzzle *create(const char *spec, const char *from) {
    hr_puzzle *puzzle = NULL;
    const hr_puzzle_options options = {.spec = spec, .from = from, .metric = HR_METRIC_SLIDE};
    assert_int_equal(hr_puzzle_create(&options, &puzzle, NULL), HR_OK);
    return puzzle;
}

/// Search up to layer `depth` in memory and with these tunings on disks.
static void compare(hr_puzzle *puzzle, hr_depth depth, const hr_lines_tuning *tunings, size_t count) {
    hr_enumeration expected;
    hr_enumerate_options in_memory = options_for(0);
    in_memory.max_depth = depth;
    search_by_lines(puzzle, &in_memory, &(hr_lines_tuning){.prefix = 0}, &expected);
    for (size_t i = 0; i < count; i++) {
        hr_enumerate_options options = options_for(1 + i % 2);
        options.max_depth = depth;
        assert_lines_find(puzzle, &options, &tunings[i], &expected);
    }
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
}

static void test_result_does_not_depend_on_what_lies_on_disks(void **state) {
    (void)state;
    static const hr_lines_tuning TUNINGS[] = {
        {.resident_given = true}, // nothing in memory
        {.resident_given = true, .resident = {[HR_PLANES_CROSSING] = 1000}},
        {.resident_given = true, .resident = {[HR_PLANES_CROSSING] = 3, [HR_PLANES_INNER] = 2}},
        {.resident_given = true, .resident = {[HR_PLANES_INNER] = 1000}},
        {.resident_given = true, .unlisted = true}, // the last layer is searched for again
        {.resident_given = true, .resident = {[HR_PLANES_CROSSING] = 3, [HR_PLANES_INNER] = 2}, .copy = true},
        {.resident_given = false},
    };
    compare(create("tile:2x4", NULL), HR_DEPTH_UNREACHED, TUNINGS, sizeof TUNINGS / sizeof TUNINGS[0]);
    compare(create("tile:3x3", NULL), HR_DEPTH_UNREACHED, TUNINGS, hr_test_of_tier(1, sizeof TUNINGS / sizeof TUNINGS[0]));
    compare(create("tile:3x3", "8 6 7 2 5 4 3 0 1"), HR_DEPTH_UNREACHED, TUNINGS, 1);
    compare(create("tile:4x2", NULL), HR_DEPTH_UNREACHED, TUNINGS, 1);
}

/// Parts of every size, among them those into which words cross by several windows of a column.
static void test_result_does_not_depend_on_parts(void **state) {
    (void)state;
    static const hr_lines_tuning TUNINGS[] = {
        {.resident_given = true, .prefix_given = true, .prefix = 0},
        {.resident_given = true, .prefix_given = true, .prefix = 1, .resident = {[HR_PLANES_INNER] = 1}},
    };
    static const hr_lines_tuning SMALL[] = {
        {.resident_given = true, .prefix_given = true, .prefix = 2},
        {.resident_given = true, .prefix_given = true, .prefix = 3},
        {.resident_given = true, .prefix_given = true, .prefix = 3, .resident = {[HR_PLANES_CROSSING] = 5}},
    };
    compare(create("tile:2x5", NULL), HR_DEPTH_UNREACHED, TUNINGS, sizeof TUNINGS / sizeof TUNINGS[0]);
    compare(create("tile:2x5", NULL), 13, SMALL, sizeof SMALL / sizeof SMALL[0]);
}

/// The layers are those of another program.
static void test_segments_are_skipped_without_loss(void **state) {
    (void)state;
    static const hr_lines_tuning TUNING = {.resident_given = true, .prefix_given = true, .prefix = 1, .segment_units = 1};
    hr_count published[HR_PUBLISHED_LAYERS_MAX];
    const size_t layers = hr_published_layers(2, 6, "slide", published);
    hr_puzzle *puzzle = create("tile:2x6", NULL);
    hr_enumeration result;
    const hr_enumerate_options options = options_for(1);
    search_by_lines(puzzle, &options, &TUNING, &result);
    assert_int_equal(result.layer_count, layers);
    for (size_t d = 0; d < layers; d++) {
        assert_int_equal(result.layers[d].states, published[d]);
    }
    assert_true(result.scratch_read > 0 && result.scratch_written > 0);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

/// A search that is repeated for the states of its last layer writes its bytes twice, and reads more than one that has listed them.
static void test_the_bytes_of_a_repeated_search_are_told(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:3x3", NULL);
    const hr_enumerate_options options = options_for(1);
    hr_enumeration results[2];
    for (int again = 0; again < 2; again++) {
        const hr_lines_tuning tuning = {.resident_given = true, .unlisted = again == 1};
        search_by_lines(puzzle, &options, &tuning, &results[again]);
    }
    assert_true(results[1].scratch_read > results[0].scratch_read);
    assert_int_equal(results[1].scratch_written, 2 * results[0].scratch_written);
    hr_enumeration_clear(&results[0]);
    hr_enumeration_clear(&results[1]);
    hr_puzzle_destroy(&puzzle);
}

static void test_limits_stop_early_with_exact_layers(void **state) {
    (void)state;
    for (hr_depth depth = 0; depth <= 20; depth += (hr_depth)hr_test_of_tier(10, 5)) {
        compare(create("tile:3x3", NULL), depth, &(hr_lines_tuning){.resident_given = true}, 1);
    }
}

static void test_what_scratch_cannot_do_is_refused(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("tile:3x3", NULL);
    hr_enumerate_options options = options_for(1);
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_table_order order = {.path = "never.table"};
    const hr_lines_tuning table = {.order = &order};
    assert_int_equal(hr_lines_search(hr_test_world(), puzzle, &options, &table, &result, &error), HR_USAGE);
    assert_non_null(strstr(error.text, "--out"));
    options.memory_limit = 1 << 20;
    const hr_lines_tuning usual = {.prefix = 0};
    assert_int_equal(hr_lines_search(hr_test_world(), puzzle, &options, &usual, &result, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "--memory"));
    hr_puzzle_destroy(&puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_result_does_not_depend_on_what_lies_on_disks, make_directories, remove_directories),
    cmocka_unit_test_setup_teardown(test_result_does_not_depend_on_parts, make_directories, remove_directories),
    cmocka_unit_test_setup_teardown(test_segments_are_skipped_without_loss, make_directories, remove_directories),
    cmocka_unit_test_setup_teardown(test_the_bytes_of_a_repeated_search_are_told, make_directories, remove_directories),
    cmocka_unit_test_setup_teardown(test_limits_stop_early_with_exact_layers, make_directories, remove_directories),
    cmocka_unit_test_setup_teardown(test_what_scratch_cannot_do_is_refused, make_directories, remove_directories),
};
HR_MPI_TEST_MAIN(tests)
