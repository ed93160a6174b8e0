// SPDX-License-Identifier: MIT
// The number of shortest solutions: the search on one rank, the search over all ranks, and the count back through few or all kept
// layers, with symmetry and without, give that of a slow, obvious count.
// Long tier: cli.search compares the numbers of solutions with those of IDA*.

#include "mpi_test.h"

#include "slow/slow_ways.h"
#include "solving/counted_ways.h"

// Each start, and the images that it and the goal have in common: all of a square for the first one with a symmetric goal, where
// the solved state of the second one is no image of itself.
static const struct {
    hr_puzzle_options options; ///< `from` is the start
    int symmetries;            ///< order of the symmetries that the search over all ranks uses
} CASES[] = {
    {{.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8", .from = "8 7 6 5 0 4 3 2 1"}, 8},
    {{.spec = "tile:3x3", .from = "8 7 6 5 0 4 3 2 1"}, 8},
    {{.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1"}, 2},
    {{.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 8 0"}, 2},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE, .goal = "1 2 3 4 0 5 6 7 8", .from = "8 7 6 5 0 4 3 2 1"}, 8},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE, .from = "8 6 7 2 5 4 3 0 1"}, 2},
    {{.spec = "tile:3x2", .from = "4 5 0 1 2 3"}, 1},
    {{.spec = "tile:3x2", .metric = HR_METRIC_SLIDE, .from = "4 5 0 1 2 3"}, 1},
    {{.spec = "tile:2x3", .from = "0 5 4 3 2 1"}, 1},
    {{.spec = "tile:2x3", .metric = HR_METRIC_SLIDE, .from = "5 0 4 3 2 1"}, 1},
    {{.spec = "klotski:4x4", .from = "XXLRXXLRLRLRoo.."}, 1},
    {{.spec = "klotski:4x5", .from = "TXXTBXXBTLRTBooBo..o"}, 2},
    {{.spec = "klotski:4x5", .metric = HR_METRIC_MOVE, .from = "TXXTBXXBTLRTBooBo..o"}, 2},
    {{.spec = "klotski:4x5", .metric = HR_METRIC_SLIDE, .exit = "0,3", .from = "TXXTBXXBTLRTBooBo..o"}, 1},
    {{.spec = "klotski:3x3", .from = "..oXXoXXo"}, 1},
};
enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

static void expect(counted_ways found, counted_ways expected, size_t i, const char *by) {
    if (found.length != expected.length || found.solutions != expected.solutions) {
        fail_msg("case %zu by %s: %llu solutions of %u moves, not %llu of %u", i, by, (unsigned long long)found.solutions,
                 (unsigned)found.length, (unsigned long long)expected.solutions, (unsigned)expected.length);
    }
}

HR_TEST(test_counts_equal_the_slow_one_by_each_search) {
    bool thinned = false;
    size_t many = 0;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        hr_puzzle_options plain = CASES[i].options;
        plain.no_symmetry = true;
        hr_puzzle *searched = made_puzzle(&CASES[i].options);
        assert_int_equal(hr_puzzle_describe(searched)->symmetry_order, CASES[i].symmetries);
        hr_puzzle_destroy(&searched);
        hr_puzzle *puzzle = made_puzzle(&plain);
        hr_state start = made_state(puzzle, CASES[i].options.from);
        counted_ways slow = {.solutions = 0};
        slow.solutions = slow_ways_count(puzzle, start, &slow.length);
        many += slow.solutions > 1;
        expect(count_alone(puzzle, start), slow, i, "one rank");
        expect(count_together(puzzle, &CASES[i].options, start), slow, i, "all ranks");
        expect(count_together(puzzle, &plain, start), slow, i, "all ranks without symmetry");
        static const uint64_t BUDGETS[] = {0, 256 << 10, UINT64_MAX};
        for (size_t k = 0; k < sizeof BUDGETS / sizeof BUDGETS[0]; k++) {
            uint64_t stride = 0;
            expect(count_back(&CASES[i].options, BUDGETS[k], &stride), slow, i, "kept layers");
            thinned = thinned || (stride > 1 && stride < slow.length);
        }
        hr_puzzle_destroy(&puzzle);
    }
    assert_true(thinned);
    assert_true(many > CASE_COUNT / 2);
}

// The two are images of each other. `solve --all` gives 40 by IDA*, too.
HR_TEST(test_the_hardest_eight_puzzles_have_forty_solutions) {
    static const char *const HARDEST[] = {"8 6 7 2 5 4 3 0 1", "6 4 7 8 5 0 3 2 1"};
    const hr_puzzle_options options = {.spec = "tile:3x3"};
    hr_puzzle *puzzle = made_puzzle(&options);
    for (size_t i = 0; i < 2; i++) {
        hr_state start = made_state(puzzle, HARDEST[i]);
        expect(count_alone(puzzle, start), (counted_ways){40, 31}, i, "one rank");
        expect(count_together(puzzle, &options, start), (counted_ways){40, 31}, i, "all ranks");
    }
    hr_puzzle_destroy(&puzzle);
}

// A limit that comes between the first solution and the end of its layer leaves the length proven, but no count.
HR_TEST(test_a_limit_in_the_last_layer_leaves_the_length_as_a_bound) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    hr_state start = made_state(puzzle, "5 4 1 8 7 2 3 6 0");
    hr_path first;
    hr_path all;
    assert_int_equal(hr_shortest_path(puzzle, &start, &(hr_path_options){.memory_limit = 0}, &first, NULL), HR_OK);
    assert_int_equal(hr_shortest_path(puzzle, &start, &(hr_path_options){.all = true}, &all, NULL), HR_OK);
    assert_int_equal(first.outcome, HR_PATH_SOLVED);
    assert_true(first.visited < all.visited);
    assert_memory_equal(first.states, all.states, first.count * sizeof *first.states);
    const hr_count ends[] = {first.visited, all.visited - 1, all.visited};
    const hr_depth length = first.bound;
    hr_path_clear(&first);
    for (size_t i = 0; i < 3; i++) {
        const hr_count most = ends[i];
        hr_path limited;
        assert_int_equal(hr_shortest_path(puzzle, &start, &(hr_path_options){.all = true, .max_states = most}, &limited, NULL),
                         HR_OK);
        assert_int_equal(limited.outcome, most == all.visited ? HR_PATH_SOLVED : HR_PATH_LIMIT);
        assert_int_equal(limited.bound, length);
        assert_int_equal(limited.solutions, most == all.visited ? all.solutions : 0);
        hr_path_clear(&limited);
    }
    hr_path_clear(&all);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_counts_are_the_same_through_relays) {
    hr_test_through_relays(test_the_hardest_eight_puzzles_have_forty_solutions, cmocka_state);
}
