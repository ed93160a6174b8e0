// SPDX-License-Identifier: MIT
// The lists of shortest solutions: by the search on one rank, by the search over all ranks, and back through few or all kept
// layers, with symmetry and without, they are the first of those that a slow, obvious search lists.
// cli.list compares the lists with those of IDA*.

#include "mpi_test.h"

#include "solving/listed_solutions.h"

HR_TEST(test_lists_of_tiles_and_klotski) {
    static const hr_puzzle_options STARTS[] = {
        {.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8", .from = "8 7 6 5 0 4 3 2 1"}, // eight symmetries
        {.spec = "tile:3x2", .from = "4 5 0 1 2 3"},
        {.spec = "tile:3x2", .from = "1 2 3 4 5 0"}, // solved
        {.spec = "tile:3x2", .metric = HR_METRIC_SLIDE, .from = "4 5 0 1 2 3"},
        {.spec = "klotski:4x4", .from = "XXLRXXLRLRLRoo.."},
        {.spec = "klotski:4x4", .metric = HR_METRIC_MOVE, .from = "oXXooXXoLRLR.oo."}, // two symmetries
        {.spec = "klotski:3x3", .metric = HR_METRIC_SLIDE, .from = "..oXXoXXo"},
    };
    for (size_t i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        expect_lists(&STARTS[i]);
    }
}

HR_TEST(test_lists_of_drawn_puzzles_in_each_metric) { expect_lists_of_drawings(); }
