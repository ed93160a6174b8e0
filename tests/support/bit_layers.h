// SPDX-License-Identifier: MIT
#ifndef HR_BIT_LAYERS_H
#define HR_BIT_LAYERS_H

// Whole searches of the engines that keep bits, compared with the published layer counts of tile/layers.csv (its sources:
// golden/tile/README.md).

#include <stdio.h>

#include "published_layers.h"
#include "same_bits.h"

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

/// Collective. A whole search of a board of this size.
static inline void hr_check_bits(hr_metric metric, int width, int height, const hr_bits_tuning *tuning) {
    char spec[20];
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
    hr_enumeration result;
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    search_bits(puzzle, &whole, tuning, &result);
    hr_check_published(puzzle, &result);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

#endif
