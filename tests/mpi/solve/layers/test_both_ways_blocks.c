// SPDX-License-Identifier: MIT
// Breadth-first searches of drawn blocks from both sides, where the goal says the places of all pieces: the outcome and the length
// equal the search on one rank.

#include "mpi_test.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/two_sides.h"
#include "puzzle/goals.h"
#include "solve/layers/both_ways.h"
#include "solving/retraced_path.h"

static const struct {
    const char *spec;
    bool suits; ///< the goal has few solved states
} PUZZLES[] = {
    {"blocks:start: abc/de.; goal: eda/b.c", true},
    {"blocks:start: abc/d..; goal: ..d/cba; alike: ab", true},
    {"blocks:start: ab./cd.; goal: ba./cd.", true},
    {"blocks:start: ab/..; goal: ba/..; horizontal: ab", true},    // no solution
    {"blocks:start: aab./c...; goal: ..aa/....; inside: a", true}, // 15 solved states, an odd number of unit moves apart
    {"blocks:start: aabb/cc../.dd.; goal: ..cc/aabb/.dd.", true},
    {"blocks:start: **aa/**bb/de../fghh/fgii; goal: ..../..../..../**../**..", false},
};
enum { PUZZLE_COUNT = sizeof PUZZLES / sizeof PUZZLES[0] };

static void compare(const hr_puzzle *puzzle, hr_state start) {
    const hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .start = &start};
    hr_path alone;
    hr_path path;
    hr_error error = {.text = ""};
    assert_int_equal(hr_shortest_path(puzzle, &start, &(hr_path_options){.memory_limit = 0}, &alone, NULL), HR_OK);
    HR_TEST_OK(hr_shortest_path_both_ways(&task, &(hr_enumerate_options){.memory_limit = 0}, &path, &error), error);
    assert_int_equal(path.outcome, alone.outcome);
    assert_int_equal(path.count, alone.count);
    assert_int_equal(path.bound, alone.bound);
    if (path.outcome == HR_PATH_SOLVED) {
        assert_int_equal(hr_path_replay(puzzle, &start, &path, NULL), HR_OK);
        expect_agreement(&path, 1);
    }
    hr_path_clear(&path);
    hr_path_clear(&alone);
}

/// Search from the start, and from states on a walk from there, solved ones included.
static void walk(const hr_puzzle *puzzle) {
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *successors);
    assert_non_null(successors);
    hr_state state = made_source(puzzle);
    for (size_t step = 0; step < 17; step++) {
        if (step % 8 == 0) {
            compare(puzzle, state);
        }
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        state = n > 0 ? successors[step * 5 % n] : state; // a start may have no moves
    }
    free(successors);
}

HR_TEST(test_outcomes_and_lengths_equal_the_search_on_one_rank) {
    for (size_t i = 0; i < PUZZLE_COUNT; i++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = PUZZLES[i].spec, .metric = (hr_metric)metric});
            assert_true(hr_both_ways_suits(puzzle) == PUZZLES[i].suits);
            if (PUZZLES[i].suits) {
                walk(puzzle);
            }
            hr_puzzle_destroy(&puzzle);
        }
    }
}

/// Each side alone has every state of the space once, also the side that begins at solved states an odd number of moves apart.
HR_TEST(test_each_side_has_every_state_once) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:start: aab./c...; goal: ..aa/....; inside: a"});
    hr_enumeration whole;
    const hr_enumerate_options all = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &all, &whole, NULL), HR_OK);
    const hr_state start = made_source(puzzle);
    hr_state goals[HR_GOALS_MAX];
    const hr_side sides[HR_SIDES] = {{.from = &start, .count = 1, .options = all},
                                     {.from = goals, .count = hr_puzzle_goals(puzzle, goals), .options = all}};
    assert_int_equal(sides[1].count, 15);
    hr_two_sides *both = NULL;
    assert_int_equal(hr_two_sides_create(hr_test_world(), puzzle, sides, &both, NULL), HR_OK);
    for (int side = 0; side < HR_SIDES; side++) {
        bool exhausted = false;
        while (!exhausted && hr_two_sides_layers(both, side)->states <= whole.states) {
            assert_int_equal(hr_two_sides_step(both, side, &exhausted, NULL), HR_OK);
        }
        assert_int_equal(hr_two_sides_layers(both, side)->states, whole.states);
    }
    hr_two_sides_end(&both, HR_OK, NULL);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

enum { LIMIT = 100000 }; ///< seconds

static double passed; ///< seconds that the clock is ahead

// Stands before the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int clock_gettime(clockid_t clock, struct timespec *time) {
    const int status = (int)syscall(SYS_clock_gettime, clock, time);
    time->tv_sec += (time_t)passed;
    return status;
}

/// A sink of side 0 that wants the rest of the time when it has states of layer 1, and more than half of the time has passed then.
static hr_status claim_time(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    hr_two_sides *const *both = context;
    if (depth == 1) {
        hr_two_sides_reserve(*both, 0, LIMIT);
        passed = (double)LIMIT * 0.6;
    }
    return HR_OK;
}

/// A step looks once more at its end, when the layer is complete, whether it leaves the time that it is to leave.
HR_TEST(test_the_end_of_a_step_leaves_the_time_that_is_reserved) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = PUZZLES[0].spec});
    const hr_state start = made_source(puzzle);
    hr_two_sides *both = NULL;
    hr_side sides[HR_SIDES];
    for (int side = 0; side < HR_SIDES; side++) {
        sides[side] = (hr_side){.from = &start,
                                .count = 1,
                                .options = {.max_depth = HR_DEPTH_UNREACHED,
                                            .max_seconds = LIMIT,
                                            .sink = {.on_states = claim_time, .context = &both}}};
    }
    assert_int_equal(hr_two_sides_create(hr_test_world(), puzzle, sides, &both, NULL), HR_OK);
    bool exhausted = false;
    assert_int_equal(hr_two_sides_step(both, 0, &exhausted, NULL), HR_OK);
    assert_int_equal(hr_two_sides_step(both, 0, &exhausted, NULL), HR_STOPPED);
    assert_int_equal(hr_two_sides_layers(both, 0)->layer_count, 2);
    assert_int_equal(hr_two_sides_layers(both, 0)->stop, HR_STOP_TIME);
    passed = 0;
    hr_two_sides_end(&both, HR_STOPPED, NULL);
    hr_puzzle_destroy(&puzzle);
}
