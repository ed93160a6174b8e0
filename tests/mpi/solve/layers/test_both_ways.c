// SPDX-License-Identifier: MIT
// Breadth-first searches of tile puzzles from both sides: the lengths equal a whole table or published ones, and the path is proven
// and the same on any number of ranks, whatever is kept of the layers.

#include "mpi_test.h"

#include "solve/layers/both_ways.h"
#include "solving/iterations.h"
#include "solving/ragged_bounds.h"
#include "solving/retraced_path.h"

static hr_path search_on(const hr_comm *comm, const hr_puzzle *puzzle, hr_state start, const hr_enumerate_options *run) {
    const hr_together_task task = {.comm = comm, .puzzle = puzzle, .start = &start};
    hr_path path;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_shortest_path_both_ways(&task, run, &path, &error), error);
    expect_iterations(&path, false);
    return path;
}

static hr_path search(const hr_puzzle *puzzle, hr_state start) {
    return search_on(hr_test_world(), puzzle, start, &(hr_enumerate_options){.memory_limit = 0});
}

static void expect_solution(const hr_puzzle *puzzle, hr_state start, const hr_path *path, size_t moves) {
    assert_int_equal(path->stop, HR_STOP_NONE);
    assert_int_equal(path->outcome, HR_PATH_SOLVED);
    assert_int_equal(path->count, moves + 1);
    assert_int_equal(path->bound, moves);
    assert_true(path->both_ways);
    assert_int_equal(hr_path_replay(puzzle, &start, path, NULL), HR_OK);
    expect_agreement(path, 1);
    for (size_t d = 1; d < path->count; d++) {
        expect_smallest_image(puzzle, puzzle, &path->states[d - 1], &path->states[d]);
    }
}

/// Search from the first state at some distances, even and odd ones, those near the goal and the greatest included.
static void compare_with_table(const hr_puzzle_options *options) {
    hr_puzzle *puzzle = made_puzzle(options);
    uint8_t *distances = find_distances(puzzle);
    const hr_count count = hr_puzzle_describe(puzzle)->index_count;
    bool seen[256] = {false};
    uint8_t greatest = 0;
    for (hr_index i = 0; i < count; i++) {
        greatest = distances[i] > greatest ? distances[i] : greatest;
    }
    for (hr_index i = 0; i < count; i++) {
        const uint8_t distance = distances[i];
        if (seen[distance] || (distance > 3 && distance % 5 != 0 && distance != greatest)) {
            continue;
        }
        seen[distance] = true;
        hr_state start;
        hr_puzzle_unindex(puzzle, &i, 1, &start);
        hr_path path = search(puzzle, start);
        expect_solution(puzzle, start, &path, distance);
        hr_path_clear(&path);
    }
    assert_true(seen[0] && seen[1] && seen[2]);
    free(distances);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_lengths_equal_those_of_a_table) {
    static const hr_puzzle_options PUZZLES[] = {
        {.spec = "tile:2x2"},
        {.spec = "tile:3x3"},
        {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE},
        {.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8"}, // eight symmetries
        {.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8", .metric = HR_METRIC_SLIDE},
        {.spec = "tile:3x3", .goal = "1 0 2 3 4 5 6 7 8", .no_symmetry = true},
        {.spec = "tile:4x2", .metric = HR_METRIC_SLIDE},
    };
    for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
        compare_with_table(&PUZZLES[i]);
    }
}

// Position 55 of Korf's hundred, with its published length (Artificial Intelligence 27, 1985).
HR_TEST(test_a_fifteen_puzzle_is_as_long_as_published) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4", .goal = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"});
    const hr_state start = made_state(puzzle, "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11");
    hr_path path = search(puzzle, start);
    expect_solution(puzzle, start, &path, 41);
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
}

/// Each rank by itself: when the sides meet, one has eight times as many bins of states as the other. IDA* finds 46 moves, too.
HR_TEST(test_sides_of_different_sizes_meet) {
    hr_comm *alone = NULL;
    assert_int_equal(hr_comm_alone(hr_test_world(), &alone, NULL), HR_OK);
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:2x6"});
    const hr_state start = made_state(puzzle, "11 2 4 10 0 6 1 5 8 7 3 9");
    hr_path path = search_on(alone, puzzle, start, &(hr_enumerate_options){.memory_limit = 0});
    expect_solution(puzzle, start, &path, 46);
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
    hr_comm_destroy(&alone);
}

HR_TEST(test_the_path_is_the_same_on_one_rank) {
    static const hr_puzzle_options PUZZLES[] = {
        {.spec = "tile:3x3"},
        {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE},
        {.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8", .metric = HR_METRIC_SLIDE},
    };
    static const char *const STARTS[] = {"8 6 7 2 5 4 3 0 1", "6 4 7 8 5 0 3 2 1", "8 0 6 5 4 7 2 3 1"};
    hr_comm *alone = NULL;
    assert_int_equal(hr_comm_alone(hr_test_world(), &alone, NULL), HR_OK);
    for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&PUZZLES[i]);
        for (size_t k = 0; k < sizeof STARTS / sizeof STARTS[0]; k++) {
            const hr_state start = made_state(puzzle, STARTS[k]);
            if (hr_puzzle_validate(puzzle, &start, NULL) != HR_OK) {
                continue;
            }
            hr_path path = search(puzzle, start);
            hr_path one = search_on(alone, puzzle, start, &(hr_enumerate_options){.memory_limit = 0});
            assert_int_equal(path.count, one.count);
            assert_int_equal(path.visited, one.visited);
            assert_memory_equal(path.states, one.states, one.count * sizeof *one.states);
            hr_path_clear(&path);
            hr_path_clear(&one);
        }
        hr_puzzle_destroy(&puzzle);
    }
    hr_comm_destroy(&alone);
}

static bool always(void) { return true; }

HR_TEST(test_limits_leave_a_proven_bound) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4", .metric = HR_METRIC_SLIDE});
    const hr_state start = made_state(puzzle, "7 8 13 12 1 9 0 5 10 11 4 6 2 14 3 15"); // 28 moves
    const hr_comm *world = hr_test_world();
    hr_depth before = 0;
    for (hr_count most = 1; most <= 100000; most *= 10) {
        hr_path path = search_on(world, puzzle, start, &(hr_enumerate_options){.max_states = most});
        assert_int_equal(path.outcome, HR_PATH_LIMIT);
        assert_int_equal(path.stop, HR_STOP_STATES);
        assert_non_null(strstr(path.limit, "--position-nodes"));
        assert_true(path.visited >= most && path.visited < 10 * most);
        assert_true(path.bound >= before && path.bound < 28);
        before = path.bound;
        hr_path_clear(&path);
    }
    assert_true(before > 16);
    hr_path path = search_on(world, puzzle, start, &(hr_enumerate_options){.stop_wanted = last_rank_stops});
    assert_int_equal(path.outcome, HR_PATH_STOPPED);
    assert_int_equal(path.stop, HR_STOP_SIGNAL);
    assert_true(path.bound <= 2);
    hr_path_clear(&path);
    path = search_on(world, puzzle, start, &(hr_enumerate_options){.max_seconds = 1e-9});
    assert_int_equal(path.outcome, HR_PATH_STOPPED);
    assert_int_equal(path.stop, HR_STOP_TIME);
    hr_path_clear(&path);
    path = search_on(world, puzzle, start, &(hr_enumerate_options){.memory_limit = 1});
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_int_equal(path.stop, HR_STOP_MEMORY);
    assert_non_null(strstr(path.limit, "--memory"));
    hr_path_clear(&path);
    path = search_on(world, puzzle, made_source(puzzle), &(hr_enumerate_options){.stop_wanted = always});
    assert_int_equal(path.outcome, HR_PATH_STOPPED);
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
}

/// The search ends as soon as it has this many states, and each layer that it has excludes a length.
HR_TEST(test_a_limit_of_states_is_met_exactly) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4", .metric = HR_METRIC_SLIDE});
    const hr_state start = made_state(puzzle, "7 8 13 12 1 9 0 5 10 11 4 6 2 14 3 15");
    static const struct {
        hr_count most, visited;
        hr_depth bound;
    } CASES[] = {
        {1, 1, 0}, // the start only: it may be solved
        {2, 2, 1}, // the start and the goal
        {3, 8, 2}, // six moves of the start
        {8, 8, 2},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_path path = search_on(hr_test_world(), puzzle, start, &(hr_enumerate_options){.max_states = CASES[i].most});
        assert_int_equal(path.stop, HR_STOP_STATES);
        assert_int_equal(path.visited, CASES[i].visited);
        assert_int_equal(path.bound, CASES[i].bound);
        hr_path_clear(&path);
    }
    hr_puzzle_destroy(&puzzle);
}

/// The side whose newest layer has fewer states makes the next one, from these states; the start's if they are as many.
HR_TEST(test_each_layer_expands_the_smaller_of_two) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4", .metric = HR_METRIC_SLIDE});
    const hr_state start = made_state(puzzle, "7 8 13 12 1 9 0 5 10 11 4 6 2 14 3 15");
    hr_path path = search_on(hr_test_world(), puzzle, start, &(hr_enumerate_options){.max_states = 100000});
    hr_count newest[] = {1, path.iterations[0].nodes}; // the start, and the goal
    assert_int_equal(path.iterations[0].expanded, 0);
    assert_int_equal(newest[1], 1);
    assert_true(path.iteration_count > 10);
    for (size_t i = 1; i < path.iteration_count; i++) {
        const size_t side = newest[1] < newest[0] ? 1 : 0;
        assert_int_equal(path.iterations[i].expanded, newest[side]);
        newest[side] = path.iterations[i].nodes;
    }
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
}

/// The progress that has been shown.
typedef struct shown {
    hr_depth depth;
    hr_count states;
    size_t layers[2]; ///< events of layers from the start, and from the goal
} shown;

static void show(const hr_progress *progress, void *context) {
    shown *s = context;
    assert_true(progress->enumeration->states >= s->states);
    s->depth = progress->depth;
    s->states = progress->enumeration->states;
}

static void note(const hr_event *event, void *context) {
    shown *s = context;
    const bool from_start = strcmp(event->more, "start") == 0;
    assert_true(from_start || strcmp(event->more, "goal") == 0);
    s->layers[from_start ? 0 : 1] += event->kind == HR_EVENT_LAYER;
}

HR_TEST(test_progress_and_log_have_both_sides) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .no_symmetry = true});
    shown seen = {.depth = 0};
    const hr_enumerate_options run = {.progress = show, .progress_context = &seen, .event = note, .event_context = &seen};
    hr_path path = search_on(hr_test_world(), puzzle, made_state(puzzle, "8 6 7 2 5 4 3 0 1"), &run);
    assert_int_equal(path.count, 32);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(seen.layers[0] + seen.layers[1], 33); // 31 moves, and a layer 0 on each side
        assert_true(seen.layers[0] > 10 && seen.layers[1] > 10);
        assert_int_equal(seen.states, path.visited);
        assert_true(seen.depth >= 31);
    }
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_klotski_is_not_searched_from_both_sides) {
    hr_puzzle *klotski = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x5"});
    hr_puzzle *tiles = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    assert_false(hr_both_ways_suits(klotski));
    assert_true(hr_both_ways_suits(tiles));
    hr_puzzle_destroy(&klotski);
    hr_puzzle_destroy(&tiles);
}
