// SPDX-License-Identifier: MIT
// The engines that keep bits have the published layer counts of boards with twelve cells, in all ways of keeping them.
// Slow: ten searches of 240 million states

#include "bit_layers.h"

HR_TEST(test_twelve_cells) {
    hr_check_bits(HR_METRIC_UNIT, 2, 6, &(hr_bits_tuning){0});
    hr_check_bits(HR_METRIC_UNIT, 6, 2, &(hr_bits_tuning){.copy = true});
    hr_check_bits(HR_METRIC_UNIT, 3, 4, &(hr_bits_tuning){.copy = true});
    hr_check_bits(HR_METRIC_UNIT, 4, 3, &(hr_bits_tuning){0});
    hr_check_bits(HR_METRIC_UNIT, 4, 3, &(hr_bits_tuning){.unturned = true}); // by the 15-puzzle's kernels
    hr_check_bits(HR_METRIC_UNIT, 4, 3, &(hr_bits_tuning){.unturned = true, .copy = true, .kernels = hr_bits_kernels_get(0)});
    hr_check_bits(HR_METRIC_SLIDE, 6, 2, &(hr_bits_tuning){0});
    hr_check_bits(HR_METRIC_SLIDE, 3, 4, &(hr_bits_tuning){0});
    hr_check_bits(HR_METRIC_SLIDE, 4, 3, &(hr_bits_tuning){.unturned = true});
    hr_check_bits(HR_METRIC_SLIDE, 4, 3, &(hr_bits_tuning){.unturned = true, .kernels = hr_bits_kernels_get(0)});
}
