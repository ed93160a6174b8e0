// SPDX-License-Identifier: MIT
#ifndef HR_BIT_LAYERS_H
#define HR_BIT_LAYERS_H

// Whole searches of the engines that keep bits, compared with the published layer counts of tile/layers.csv (its sources:
// golden/tile/README.md).

#include "mpi_test.h"

#include <stdio.h>

#include "enumerate/lines/lines.h"
#include "enumerate/planes/planes.h"
#include "published_layers.h"

/// The result of a whole search has the published layers, and as many states as can be reached.
static inline void hr_check_published(const hr_puzzle *puzzle, const hr_enumeration *result) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_count counts[HR_PUBLISHED_LAYERS_MAX];
    const size_t n = hr_published_layers(info->width, info->height, hr_metric_name(info->metric), counts);
    assert_int_equal(result->layer_count, n);
    for (size_t d = 0; d < n; d++) {
        assert_int_equal(result->layers[d].states, counts[d]);
    }
    assert_int_equal(result->states, info->reachable);
}

/// Collective. The plane engine on a board of this size.
static inline void hr_check_planes(int width, int height, const hr_planes_tuning *tuning) {
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
    hr_check_published(puzzle, &result);
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

/// Collective. The line engine on a board of this size.
static inline void hr_check_lines(int width, int height, const hr_lines_tuning *tuning) {
    char spec[20];
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = spec, .metric = HR_METRIC_SLIDE}, &puzzle, NULL), HR_OK);
    hr_enumeration result;
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_lines_search(hr_test_world(), puzzle, &whole, tuning, &result, NULL), HR_OK);
    hr_check_published(puzzle, &result);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

#endif
