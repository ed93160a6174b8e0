// SPDX-License-Identifier: MIT
// The engines that keep bits have the published layer counts. All ways on boards of twelve cells: golden.bit_layers_large.

#include "bit_layers.h"
#include "sanitized.h"

HR_TEST(test_small_boards) {
    for (int rule = 0; rule < 2; rule++) {
        const hr_metric metric = rule == 0 ? HR_METRIC_UNIT : HR_METRIC_SLIDE;
        const hr_bits_tuning usual = {0};
        hr_check_bits(metric, 2, 4, &usual);
        hr_check_bits(metric, 4, 2, &usual);
        hr_check_bits(metric, 3, 3, &usual);
        hr_check_bits(metric, 2, 5, &usual);
        hr_check_bits(metric, 5, 2, &usual);
        hr_check_bits(metric, 3, 3, &(hr_bits_tuning){.copy = true});
        hr_check_bits(metric, 4, 2, &(hr_bits_tuning){.unturned = true}); // by the 15-puzzle's kernels
        hr_check_bits(metric, 4, 2, &(hr_bits_tuning){.unturned = true, .copy = true, .kernels = hr_bits_kernels_get(0)});
    }
}

HR_TEST(test_twelve_cells) {
    if (HR_SANITIZED) {
        skip(); // many times slower
    }
    hr_check_bits(HR_METRIC_UNIT, 3, 4, &(hr_bits_tuning){.copy = true});
    hr_check_bits(HR_METRIC_SLIDE, 3, 4, &(hr_bits_tuning){0});
}
