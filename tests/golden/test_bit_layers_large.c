// SPDX-License-Identifier: MIT
// The engines that keep bits have the published layer counts of boards with twelve cells, in all ways of keeping them.
// Slow: ten searches of 240 million states

#include "bit_layers.h"

static void test_twelve_cells(void **state) {
    (void)state;
    hr_check_planes(2, 6, &(hr_planes_tuning){0});
    hr_check_planes(6, 2, &(hr_planes_tuning){.copy = true});
    hr_check_planes(3, 4, &(hr_planes_tuning){.copy = true});
    hr_check_planes(4, 3, &(hr_planes_tuning){0});
    hr_check_planes(4, 3, &(hr_planes_tuning){.unturned = true}); // by the 15-puzzle's kernels
    hr_check_planes(4, 3, &(hr_planes_tuning){.unturned = true, .copy = true, .kernels = hr_planes_kernels_get(0)});
    hr_check_lines(6, 2, &(hr_lines_tuning){0});
    hr_check_lines(3, 4, &(hr_lines_tuning){0});
    hr_check_lines(4, 3, &(hr_lines_tuning){.unturned = true});
    hr_check_lines(4, 3, &(hr_lines_tuning){.unturned = true, .kernels = hr_planes_kernels_get(0)});
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(test_twelve_cells)};
HR_MPI_TEST_MAIN(tests)
