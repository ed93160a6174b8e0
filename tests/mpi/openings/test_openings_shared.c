// SPDX-License-Identifier: MIT
// Families that all ranks of the node search together give the same result, byte for byte, as families that each go to one rank.
// What that one rank finds is compared with numbers from outside and with a slow twin in the other tests of openings.

#include "same_openings.h"

#include "openings/foresight/foresight.h"

/// Collective. Search the openings of a board twice. Returns the number of distances.
static size_t compare(const hr_puzzle_options *board, hr_openings_filter filter, bool all) {
    hr_openings_options options = {.filter = filter, .components = true, .keep_distances = all, .sharing = HR_SHARING_NONE};
    hr_openings alone;
    hr_openings together;
    hr_puzzle *puzzle = made_puzzle(board);
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &alone, NULL), HR_OK);
    options.sharing = HR_SHARING_ALL;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &together, NULL), HR_OK);
    const size_t depths = alone.depth_count;
    hr_assert_same_openings(&together, &alone);
    if (all) {
        assert_int_equal(hr_hash_distances(puzzle, &together), hr_hash_distances(puzzle, &alone));
    }
    hr_openings_clear(&alone);
    hr_openings_clear(&together);
    hr_puzzle_destroy(&puzzle);
    return depths;
}

HR_TEST(test_shared_families_give_the_same) {
    static const char *const BOARDS[] = {"klotski:3x3", "klotski:3x4", "klotski:4x3", "klotski:4x4"};
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            const hr_puzzle_options board = {.spec = BOARDS[i], .metric = (hr_metric)metric};
            assert_true(compare(&board, HR_OPENINGS_ALL, true) > 1);
        }
    }
}

/// All openings and their distances on four ranks, which is for the long tier; else those with two horizontals.
HR_TEST(test_shared_families_of_4x5_give_the_same) {
    const hr_puzzle_options board = {.spec = "klotski:4x5", .metric = HR_METRIC_SLIDE};
    const bool all = hr_comm_size(hr_test_world()) == 4;
    assert_true(compare(&board, all ? HR_OPENINGS_ALL : (hr_openings_filter){2, -1, -1, -1}, all) > 1);
}

/// 4×6 with two horizontals, five verticals and four singles has a distance above 254, which takes a second byte.
HR_TEST(test_shared_family_with_long_distances_gives_the_same) {
    const hr_puzzle_options board = {.spec = "klotski:4x6"};
    assert_true(compare(&board, (hr_openings_filter){2, 5, 4, -1}, false) > 255);
}

/// The ranks of a node share the memory of its largest families; on nodes of their own each takes all of it.
HR_TEST(test_memory_is_foreseen_for_the_ranks_of_a_node) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x6"});
    const hr_openings_planned planned[3] = {{1, 1, 0}, {4, 1, 0}, {4, 4, 0}};
    hr_openings_needs needs[3];
    for (int i = 0; i < 3; i++) {
        hr_openings_foresight *foresight = NULL;
        const hr_openings_kept what = {.distances = false};
        assert_int_equal(hr_openings_foresight_create(puzzle, what, &foresight, NULL), HR_OK);
        assert_int_equal(hr_openings_foresee(foresight, &planned[i], &needs[i], NULL), HR_OK);
        hr_openings_foresight_destroy(&foresight);
    }
    assert_int_equal(needs[1].bytes, needs[0].bytes);
    assert_in_range(needs[2].bytes, needs[0].bytes / 4, needs[0].bytes / 2);
    hr_puzzle_destroy(&puzzle);
}
