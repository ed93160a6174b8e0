// SPDX-License-Identifier: MIT
// The layer counts of the engines that keep bits against the published ones of tile/layers.csv (its sources:
// golden/tile/README.md), whole spaces.

#include "mpi_test.h"

#include <stdio.h>

#include "enumerate/lines/lines.h"
#include "enumerate/planes/planes.h"
#include "published_layers.h"

#ifdef __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static void check(int width, int height, const hr_planes_tuning *tuning) {
    hr_count counts[HR_PUBLISHED_LAYERS_MAX];
    const size_t n = hr_published_layers(width, height, "unit", counts);
    char spec[20];
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = spec}, &puzzle, &error), HR_OK);
    hr_enumeration result;
    hr_planes_engine *engine = NULL;
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_planes_create(&(hr_run_task){hr_test_world(), puzzle, &whole, &result}, tuning, &engine, &error), HR_OK);
    assert_int_equal(hr_planes_search(engine, &error), HR_OK);
    assert_int_equal(result.layer_count, n);
    for (size_t d = 0; d < n; d++) {
        assert_int_equal(result.layers[d].states, counts[d]);
    }
    assert_int_equal(result.states, hr_puzzle_describe(puzzle)->reachable);
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

static void check_lines(int width, int height, const hr_lines_tuning *tuning) {
    hr_count counts[HR_PUBLISHED_LAYERS_MAX];
    const size_t n = hr_published_layers(width, height, "slide", counts);
    char spec[20];
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = spec, .metric = HR_METRIC_SLIDE}, &puzzle, NULL), HR_OK);
    hr_enumeration result;
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_lines_search(hr_test_world(), puzzle, &whole, tuning, &result, NULL), HR_OK);
    assert_int_equal(result.layer_count, n);
    for (size_t d = 0; d < n; d++) {
        assert_int_equal(result.layers[d].states, counts[d]);
    }
    assert_int_equal(result.states, hr_puzzle_describe(puzzle)->reachable);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

static void test_small_boards(void **state) {
    (void)state;
    const hr_planes_tuning usual = {0};
    check(2, 4, &usual);
    check(4, 2, &usual);
    check(3, 3, &usual);
    check(2, 5, &usual);
    check(5, 2, &usual);
    const hr_lines_tuning usual_lines = {0};
    check_lines(4, 2, &usual_lines);
    check_lines(3, 3, &usual_lines);
    check_lines(2, 5, &usual_lines);
    check_lines(5, 2, &usual_lines);
}

static void test_twelve_cells(void **state) {
    (void)state;
#ifdef SANITIZED
    print_message("left out with sanitizers, which are many times slower\n");
#else
    check(2, 6, &(hr_planes_tuning){0});
    check(6, 2, &(hr_planes_tuning){.copy = true});
    check(3, 4, &(hr_planes_tuning){.copy = true});
    check(4, 3, &(hr_planes_tuning){0});
    check(4, 3, &(hr_planes_tuning){.unturned = true}); // by the 15-puzzle's kernels
    check(4, 3, &(hr_planes_tuning){.unturned = true, .copy = true, .kernels = hr_planes_kernels_get(0)});
    check_lines(6, 2, &(hr_lines_tuning){0});
    check_lines(3, 4, &(hr_lines_tuning){0});
    check_lines(4, 3, &(hr_lines_tuning){.unturned = true});
    check_lines(4, 3, &(hr_lines_tuning){.unturned = true, .kernels = hr_planes_kernels_get(0)});
#endif
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_boards), cmocka_unit_test(test_twelve_cells)};
HR_MPI_TEST_MAIN(tests)
