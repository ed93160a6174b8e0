// SPDX-License-Identifier: MIT
// The number of shortest solutions of drawn blocks, in each metric: each search gives that of a slow, obvious count. The ways of
// pieces in rows of their own are a multinomial coefficient, and a number that is too large for the count is told as the greatest.
// Long tier: cli.search compares the numbers of solutions with those of IDA*.

#include "mpi_test.h"

#include "slow/slow_ways.h"
#include "solving/counted_ways.h"

/// Each search of the puzzle's own start gives these ways.
static void expect_ways(const hr_puzzle_options *options, counted_ways expected) {
    hr_puzzle_options unlike = *options;
    unlike.no_symmetry = true;
    hr_puzzle *puzzle = made_puzzle(options);
    uint64_t stride = 0;
    const counted_ways found[] = {
        count_alone(puzzle, made_source(puzzle)),
        count_together(puzzle, options, made_source(puzzle)),
        count_together(puzzle, &unlike, made_source(puzzle)),
        count_back(options, UINT64_MAX, &stride),
        count_back(options, 0, &stride),
    };
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        assert_int_equal(found[i].length, expected.length);
        assert_int_equal(found[i].solutions, expected.solutions);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_counts_equal_the_slow_one_in_each_metric) {
    static const char *const SPECS[] = {
        "blocks:start: abc/de.; goal: eda/c.b", "blocks:start: abc/d..; goal: ..d/cba; alike: ab",
        "blocks:start: ab./cd.; goal: ba./cd.", "blocks:start: aabb/cc../.dd.; goal: ..cc/aabb/.dd.",
        "blocks:start: aa./.b.; goal: .../.aa", "blocks:start: **aa/**bb/de../fghh/fgii; goal: ..../..../..../**../**..",
    };
    size_t many = 0;
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            const hr_puzzle_options options = {.spec = SPECS[i], .metric = (hr_metric)metric};
            hr_puzzle_options unlike = options;
            unlike.no_symmetry = true;
            hr_puzzle *plain = made_puzzle(&unlike);
            counted_ways slow = {.solutions = 0};
            slow.solutions = slow_ways_count(plain, made_source(plain), &slow.length);
            many += slow.solutions > 1;
            expect_ways(&options, slow);
            hr_puzzle_destroy(&plain);
        }
    }
    assert_true(many > 5);
}

// n pieces that go k cells each: (nk)! / (k!)^n ways in unit moves, n! in the others. With 5 pieces and 7 cells these are 3.2 ·
// 10²¹.
HR_TEST(test_pieces_in_rows_of_their_own) {
    static const struct {
        const char *spec;
        counted_ways unit, slide;
    } ROWS[] = {
        {"blocks:start: a....; goal: ....a; horizontal: a", {1, 4}, {1, 1}},
        {"blocks:start: a....../b......; goal: ......a/......b; horizontal: ab", {924, 12}, {2, 2}},
        {"blocks:start: a......../b......../c......../d........; goal: ........a/........b/........c/........d; horizontal: abcd",
         {99561092450391000, 32},
         {24, 4}},
        {"blocks:start: a......./b......./c......./d......./e.......; "
         "goal: .......a/.......b/.......c/.......d/.......e; horizontal: abcde",
         {HR_WAYS_MAX, 35},
         {120, 5}},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        expect_ways(&(hr_puzzle_options){.spec = ROWS[i].spec}, ROWS[i].unit);
        expect_ways(&(hr_puzzle_options){.spec = ROWS[i].spec, .metric = HR_METRIC_SLIDE}, ROWS[i].slide);
        expect_ways(&(hr_puzzle_options){.spec = ROWS[i].spec, .metric = HR_METRIC_MOVE}, ROWS[i].slide);
    }
}
