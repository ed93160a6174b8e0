// SPDX-License-Identifier: MIT
// The engines that keep bits have the published layer counts. All ways on boards of twelve cells: golden.bit_layers_large.

#include "bit_layers.h"
#include "sanitized.h"

static void test_small_boards(void **state) {
    (void)state;
    const hr_planes_tuning usual = {0};
    hr_check_planes(2, 4, &usual);
    hr_check_planes(4, 2, &usual);
    hr_check_planes(3, 3, &usual);
    hr_check_planes(2, 5, &usual);
    hr_check_planes(5, 2, &usual);
    hr_check_planes(3, 3, &(hr_planes_tuning){.copy = true});
    hr_check_planes(4, 2, &(hr_planes_tuning){.unturned = true}); // by the 15-puzzle's kernels
    hr_check_planes(4, 2, &(hr_planes_tuning){.unturned = true, .copy = true, .kernels = hr_planes_kernels_get(0)});
    const hr_lines_tuning usual_lines = {0};
    hr_check_lines(4, 2, &usual_lines);
    hr_check_lines(3, 3, &usual_lines);
    hr_check_lines(2, 5, &usual_lines);
    hr_check_lines(5, 2, &usual_lines);
    hr_check_lines(4, 2, &(hr_lines_tuning){.unturned = true});
    hr_check_lines(4, 2, &(hr_lines_tuning){.unturned = true, .kernels = hr_planes_kernels_get(0)});
}

static void test_twelve_cells(void **state) {
    (void)state;
    if (HR_SANITIZED) {
        skip(); // many times slower
    }
    hr_check_planes(3, 4, &(hr_planes_tuning){.copy = true});
    hr_check_lines(3, 4, &(hr_lines_tuning){0});
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_boards), cmocka_unit_test(test_twelve_cells)};
HR_MPI_TEST_MAIN(tests)
