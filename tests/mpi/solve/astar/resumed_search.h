// SPDX-License-Identifier: MIT
#ifndef HR_RESUMED_SEARCH_H
#define HR_RESUMED_SEARCH_H

// Searches by A* that go on from a checkpoint, and the positions that they solve.

#include "mpi_test.h"

#include "solve/astar/puzzle_search.h"
#include "solving/iterations.h"
#include "solving/ragged_bounds.h"

/// A position. `moves` is the length that Klotski pages give, or the eight-puzzle's diameter; 0: not known from elsewhere.
typedef struct position {
    hr_puzzle_options options;
    const char *start;
    bool ragged; ///< with the inconsistent bound, else with the one that knows only whether a state is solved
    uint32_t numerator;
    uint32_t denominator;
    size_t moves;
} position;

static const position POSITIONS[] = {
    {{.spec = "klotski:4x5"}, "TXXTBXXBTLRTBooBo..o", false, 1, 1, 116},
    {{.spec = "klotski:4x5", .metric = HR_METRIC_MOVE}, "TXXTBXXBTLRTBooBo..o", false, 1, 1, 81},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", false, 1, 1, 31},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", true, 1, 1, 31},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", true, 3, 2, 0},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, "8 6 7 2 5 4 3 0 1", true, 1, 1, 0},
    {{.spec = "klotski:3x4"}, "XXoXXooo....", true, 7, 4, 0},
    {{.spec = "tile:3x3"}, "5 6 0 7 4 3 2 1 8", false, 1, 1, 0}, // the bucket that finds the solution has thousands of states
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

/// The distances in the puzzle, which are found once for all searches in a row that are of one puzzle.
static inline uint8_t *distances_in(const hr_puzzle *puzzle, const hr_puzzle_options *options) {
    static hr_puzzle_options known;
    static uint8_t *distances;
    if (distances == NULL || known.spec != options->spec || known.metric != options->metric || known.goal != options->goal) {
        free(distances);
        distances = find_distances(puzzle);
        known = *options;
    }
    return distances;
}

static inline hr_status search(const position *p, const hr_astar_options *options, hr_path *path, hr_error *error) {
    hr_puzzle *puzzle = hr_test_make_puzzle(&p->options);
    uint8_t *distances = p->ragged ? distances_in(puzzle, &p->options) : NULL;
    const hr_puzzle_search task = {.puzzle = puzzle,
                                   .bounds = p->ragged ? ragged_bounds(puzzle, distances) : hr_bounds_none(puzzle),
                                   .bounds_name = p->ragged ? "ragged" : "none"};
    hr_astar_options weighted = *options;
    weighted.numerator = p->numerator;
    weighted.denominator = p->denominator;
    hr_state start = 0;
    assert_int_equal(hr_puzzle_parse(puzzle, p->start, &start, NULL), HR_OK);
    const hr_status status = hr_puzzle_search_run(hr_test_world(), &task, &start, &weighted, path, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

static inline hr_path search_well(const position *p, const hr_astar_options *options) {
    hr_path path;
    hr_error error = {.text = ""};
    if (search(p, options, &path, &error) != HR_OK) {
        fail_msg("%s: %s", p->options.spec, error.text);
    }
    expect_iterations(&path, p->numerator > p->denominator);
    return path;
}

/// Collective. Search as far as `most` states, from the checkpoint in the directory on.
static inline hr_path search_part(const position *p, const char *directory, double every, hr_count most) {
    const hr_astar_options options = {.max_nodes = most,
                                      .run = {.checkpoint = {.directory = directory, .every = every, .resume = true}}};
    hr_path path = search_well(p, &options);
    if (path.outcome == HR_PATH_LIMIT) { // the last state that a rank expands may have all its successors
        hr_puzzle *puzzle = hr_test_make_puzzle(&p->options);
        const size_t more = hr_puzzle_describe(puzzle)->max_successors + 1;
        hr_puzzle_destroy(&puzzle);
        assert_true(path.visited <= most + more * (hr_count)hr_comm_size(hr_test_world()));
    }
    return path;
}

static inline void expect_same(const hr_path *path, const hr_path *expected) {
    assert_int_equal(path->outcome, HR_PATH_SOLVED);
    assert_int_equal(path->count, expected->count);
    assert_memory_equal(path->states, expected->states, path->count * sizeof *path->states);
    assert_int_equal(path->bound, expected->bound);
    assert_int_equal(path->visited, expected->visited);
    assert_int_equal(path->expanded, expected->expanded);
    assert_int_equal(path->reopened, expected->reopened);
    assert_int_equal(path->iteration_count, expected->iteration_count);
    for (size_t i = 0; i < path->iteration_count; i++) {
        assert_int_equal(path->iterations[i].bound, expected->iterations[i].bound);
        assert_int_equal(path->iterations[i].nodes, expected->iterations[i].nodes);
        assert_int_equal(path->iterations[i].expanded, expected->iterations[i].expanded);
    }
}

static inline hr_path search_undisturbed(const position *p) {
    hr_path path = search_well(p, &(hr_astar_options){0});
    assert_int_equal(path.outcome, HR_PATH_SOLVED);
    assert_true(p->moves == 0 || path.count == p->moves + 1);
    return path;
}

#endif
