// SPDX-License-Identifier: MIT
// Breadth-first searches over all ranks: the length equals the search on one rank, the path is proven and the same on any number of
// ranks, whatever is kept of the layers.

#include "mpi_test.h"

#include "solve/layers/deal.h"
#include "solve/layers/together.h"
#include "solving/iterations.h"
#include "solving/retraced_path.h"

static hr_path search_together(const hr_puzzle *puzzle, const hr_puzzle_options *options, hr_state start,
                               const hr_enumerate_options *run) {
    const hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = options, .start = &start};
    hr_path path;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_shortest_path_together(&task, run, &path, &error), error);
    expect_iterations(&path, false);
    return path;
}

// Each position, and whether its board has a symmetry with it as the start. The lengths of 横刀立马 are those that every Klotski
// page has, and 31 is the eight-puzzle's diameter.
static const struct {
    hr_puzzle_options options;
    const char *start;
    size_t moves; ///< as published; 0: not published
} POSITIONS[] = {
    {{.spec = "klotski:4x5"}, "TXXTBXXBTLRTBooBo..o", 116},
    {{.spec = "klotski:4x5", .metric = HR_METRIC_SLIDE}, "TXXTBXXBTLRTBooBo..o", 90},
    {{.spec = "klotski:4x5", .metric = HR_METRIC_MOVE}, "TXXTBXXBTLRTBooBo..o", 81},
    {{.spec = "klotski:4x5", .exit = "0,3"}, "TXXTBXXBTLRTBooBo..o", 0},
    {{.spec = "klotski:4x4"}, "XXLRXXLRLRLRoo..", 0},
    {{.spec = "klotski:3x3"}, "..oXXoXXo", 0},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", 31},
    {{.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8"}, "8 7 6 5 0 4 3 2 1", 0},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, "8 6 7 2 5 4 3 0 1", 0},
    {{.spec = "tile:3x3"}, "1 2 3 4 5 6 7 8 0", 0},
    {{.spec = "blocks:pennant"}, NULL, 0},
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

static hr_state start_of(size_t i, const hr_puzzle *puzzle) {
    hr_state start = HR_STATE_NONE;
    uint64_t cursor = 0;
    if (POSITIONS[i].start != NULL) {
        return made_state(puzzle, POSITIONS[i].start);
    }
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, &start, 1), 1);
    return start;
}

HR_TEST(test_length_equals_the_search_on_one_rank_and_the_path_is_proven) {
    for (size_t i = 0; i < POSITION_COUNT; i++) {
        hr_puzzle *puzzle = made_puzzle(&POSITIONS[i].options);
        const hr_state start = start_of(i, puzzle);
        hr_path alone;
        assert_int_equal(hr_shortest_path(puzzle, &start, &(hr_path_options){.memory_limit = 0}, &alone, NULL), HR_OK);
        hr_path path = search_together(puzzle, &POSITIONS[i].options, start, &(hr_enumerate_options){.memory_limit = 0});
        assert_int_equal(path.stop, HR_STOP_NONE);
        assert_int_equal(path.outcome, HR_PATH_SOLVED);
        assert_int_equal(path.count, alone.count);
        assert_int_equal(path.bound, alone.bound);
        assert_int_equal(path.iteration_count, path.bound);
        assert_int_equal(path.solutions, 0);                // nothing is counted unasked
        for (size_t k = 0; k < path.iteration_count; k++) { // the last layer of one rank may not be whole
            const bool last = k + 1 == path.iteration_count;
            assert_true(path.iterations[k].nodes == alone.iterations[k].nodes || last);
            assert_true(path.iterations[k].expanded == alone.iterations[k].expanded || last);
        }
        assert_true(POSITIONS[i].moves == 0 || path.count == POSITIONS[i].moves + 1);
        assert_int_equal(hr_path_replay(puzzle, &start, &path, NULL), HR_OK);
        expect_agreement(&path, 1);
        hr_path_clear(&alone);
        hr_path_clear(&path);
        hr_puzzle_destroy(&puzzle);
    }
}

// XXTXXBLRo..o reaches 45 states, none of them solved.
HR_TEST(test_a_position_without_solution_is_unsolvable) {
    const hr_puzzle_options options = {.spec = "klotski:3x4"};
    hr_puzzle *puzzle = made_puzzle(&options);
    const hr_state start = made_state(puzzle, "XXTXXBLRo..o");
    hr_path alone;
    assert_int_equal(hr_shortest_path(puzzle, &start, &(hr_path_options){.memory_limit = 0}, &alone, NULL), HR_OK);
    hr_path path = search_together(puzzle, &options, start, &(hr_enumerate_options){.memory_limit = 0});
    assert_int_equal(path.stop, HR_STOP_NONE);
    assert_int_equal(path.outcome, HR_PATH_UNSOLVABLE);
    assert_int_equal(path.visited, alone.visited);
    assert_null(path.states);
    hr_path_clear(&path);
    hr_path_clear(&alone);
    hr_puzzle_destroy(&puzzle);
}

static bool always(void) { return true; }

HR_TEST(test_limits_leave_a_proven_bound) {
    const hr_puzzle_options options = {.spec = "klotski:4x5"};
    hr_puzzle *puzzle = made_puzzle(&options);
    const hr_state start = made_state(puzzle, "TXXTBXXBTLRTBooBo..o");
    hr_path path = search_together(puzzle, &options, start, &(hr_enumerate_options){.max_states = 10000});
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_int_equal(path.stop, HR_STOP_STATES);
    assert_non_null(strstr(path.limit, "--position-nodes"));
    assert_true(path.visited >= 10000);
    hr_puzzle_options from = options;
    from.from = "TXXTBXXBTLRTBooBo..o";
    hr_puzzle *begun = made_puzzle(&from);
    hr_enumeration layers;
    const hr_enumerate_options until = {.max_depth = path.bound - 1};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), begun, &until, &layers, NULL), HR_OK);
    assert_int_equal(layers.states, path.visited); // the layers before the bound, and no solved state in them
    assert_int_equal(layers.first_solved, HR_DEPTH_UNREACHED);
    hr_enumeration_clear(&layers);
    hr_puzzle_destroy(&begun);
    hr_path_clear(&path);

    path = search_together(puzzle, &options, start, &(hr_enumerate_options){.stop_wanted = always});
    assert_int_equal(path.outcome, HR_PATH_STOPPED);
    assert_int_equal(path.stop, HR_STOP_SIGNAL);
    assert_true(path.bound <= 1);
    hr_path_clear(&path);
    path = search_together(puzzle, &options, start, &(hr_enumerate_options){.memory_limit = 1});
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_int_equal(path.stop, HR_STOP_MEMORY);
    assert_non_null(strstr(path.limit, "--memory"));
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_a_path_is_found_again_from_few_layers) {
    const hr_puzzle_options classic = {.spec = "klotski:4x5", .from = "TXXTBXXBTLRTBooBo..o"};
    assert_int_equal(retrace(&classic, 116, UINT64_MAX), 1);
    assert_true(retrace(&classic, 116, 2 << 20) > 1);
    assert_true(retrace(&classic, 116, 512 << 10) > 8);
    assert_true(retrace(&classic, 116, 0) > 64); // nothing but the start is kept
    const hr_puzzle_options hardest = {.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1"};
    assert_int_equal(retrace(&hardest, 31, UINT64_MAX), 1);
    assert_true(retrace(&hardest, 31, 512 << 10) > 1);
    assert_true(retrace(&hardest, 31, 192 << 10) > 1);
    assert_true(retrace(&hardest, 31, 0) > 16);
}

HR_TEST(test_dealt_positions_equal_searches_one_by_one) {
    static const char *const TEXTS[] = {"8 6 7 2 5 4 3 0 1", "1 2 3 4 5 6 7 8 0", "1 2 3 4 5 6 7 0 8",
                                        "6 4 7 8 5 0 3 2 1", "2 1 3 4 5 6 7 8 0", "5 4 1 8 7 2 3 6 0"};
    enum { COUNT = sizeof TEXTS / sizeof TEXTS[0], MOST = 20000 };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    hr_deal_position positions[COUNT] = {{.start = {0}}};
    for (size_t i = 0; i < COUNT; i++) {
        positions[i].start[0] = made_state(puzzle, TEXTS[i]);
        positions[i].skip = hr_puzzle_validate(puzzle, positions[i].start, NULL) != HR_OK;
    }
    assert_true(positions[4].skip); // odd parity
    const hr_path_options options = {.max_states = MOST};
    assert_int_equal(hr_deal_search(hr_test_world(), puzzle, positions, COUNT, &options, NULL), HR_OK);
    for (size_t i = 0; i < COUNT; i++) {
        hr_path *path = &positions[i].path;
        assert_false(positions[i].hard);
        if (hr_comm_rank(hr_test_world()) == 0 && !positions[i].skip) {
            hr_path alone;
            assert_int_equal(hr_shortest_path(puzzle, positions[i].start, &options, &alone, NULL), HR_OK);
            assert_int_equal(path->outcome, alone.outcome);
            assert_int_equal(path->visited, alone.visited);
            assert_int_equal(path->bound, alone.bound);
            assert_string_equal(path->limit, alone.limit);
            expect_iterations(path, false);
            assert_int_equal(path->iteration_count, alone.iteration_count);
            assert_int_equal(path->count, alone.count);
            assert_true(path->count == 0 || memcmp(path->states, alone.states, path->count * sizeof *path->states) == 0);
            hr_path_clear(&alone);
        } else {
            assert_null(path->states);
        }
        hr_path_clear(path);
    }
    hr_puzzle_destroy(&puzzle);
}

// This position has more than HR_DEAL_STATES states within reach, and no solution among the first so many.
HR_TEST(test_a_position_that_needs_many_states_is_left_to_all_ranks) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x8"});
    hr_deal_position positions[] = {{.start = {made_state(puzzle, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.")}},
                                    {.start = {made_state(puzzle, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.")}}};
    positions[1].skip = true;
    const hr_path_options options = {.max_states = 0};
    assert_int_equal(hr_deal_search(hr_test_world(), puzzle, positions, 2, &options, NULL), HR_OK);
    assert_true(positions[0].hard);
    assert_false(positions[1].hard);
    assert_null(positions[0].path.states);
    hr_path_clear(&positions[0].path);
    const hr_path_options own = {.max_states = HR_DEAL_STATES}; // the position's own limit, as one rank takes no more
    assert_int_equal(hr_deal_search(hr_test_world(), puzzle, positions, 2, &own, NULL), HR_OK);
    assert_false(positions[0].hard);
    assert_true(hr_comm_rank(hr_test_world()) > 0 || positions[0].path.outcome == HR_PATH_LIMIT);
    hr_path_clear(&positions[0].path);
    hr_puzzle_destroy(&puzzle);
}

/// A search that knows the length, but neither the moves nor the number of solutions, says what it lacks.
HR_TEST(test_a_path_that_is_lost_is_told_with_the_reason) {
    static const struct {
        hr_stop stop;
        hr_path_outcome outcome;
        const char *work, *limit;
    } CASES[] = {
        {HR_STOP_MEMORY, HR_PATH_LIMIT, "to find the moves again",
         "with the length known, but without memory to find the moves again"},
        {HR_STOP_MEMORY, HR_PATH_LIMIT, "to count the solutions",
         "with the length known, but without memory to count the solutions"},
        {HR_STOP_TIME, HR_PATH_STOPPED, "to count the solutions", "by the time limit"},
        {HR_STOP_SIGNAL, HR_PATH_STOPPED, "to find the moves again", "by a signal"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_path path = {.outcome = HR_PATH_UNSOLVABLE, .bound = 31, .states = calloc(1, sizeof *path.states)};
        hr_together_note_lost_path(CASES[i].stop, CASES[i].work, &path);
        assert_int_equal(path.outcome, CASES[i].outcome);
        assert_string_equal(path.limit, CASES[i].limit);
        assert_int_equal(path.bound, 31);
        assert_null(path.states);
        hr_path_clear(&path);
    }
}
