// SPDX-License-Identifier: MIT
#ifndef HR_RESUMED_SEARCH_H
#define HR_RESUMED_SEARCH_H

// Searches by A* that go on from a checkpoint, and the positions that they solve.

#include "mpi_test.h"

#include "puzzle/words.h"
#include "solve/astar/puzzle_search.h"
#include "solving/iterations.h"
#include "solving/ragged_bounds.h"

/// A position; `start` is NULL if it is the puzzle's first source. `moves` is the length that Klotski pages give, or the
/// eight-puzzle's diameter; 0: not known from elsewhere.
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

static size_t state_words; ///< words of a state of the last search

static inline hr_status search(const position *p, const hr_astar_options *options, hr_path *path, hr_error *error) {
    hr_puzzle *puzzle = made_puzzle(&p->options);
    uint8_t *distances = p->ragged ? distances_in(puzzle, &p->options) : NULL;
    const hr_puzzle_search task = {.puzzle = puzzle,
                                   .bounds = p->ragged ? ragged_bounds(puzzle, distances) : hr_bounds_none(puzzle),
                                   .bounds_name = p->ragged ? "ragged" : "none"};
    hr_astar_options weighted = *options;
    weighted.numerator = p->numerator;
    weighted.denominator = p->denominator;
    hr_state start[HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    if (p->start != NULL) {
        assert_int_equal(hr_puzzle_parse(puzzle, p->start, start, NULL), HR_OK);
    } else {
        assert_int_equal(hr_puzzle_sources(puzzle, &cursor, start, 1), 1);
    }
    state_words = hr_puzzle_words(puzzle);
    const hr_status status = hr_puzzle_search_run(hr_test_world(), &task, start, &weighted, path, error);
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
        hr_puzzle *puzzle = made_puzzle(&p->options);
        const size_t more = hr_puzzle_describe(puzzle)->max_successors + 1;
        hr_puzzle_destroy(&puzzle);
        assert_true(path.visited <= most + more * (hr_count)hr_comm_size(hr_test_world()));
    }
    return path;
}

static inline void expect_same(const hr_path *path, const hr_path *expected) {
    assert_int_equal(path->outcome, HR_PATH_SOLVED);
    assert_int_equal(path->count, expected->count);
    assert_memory_equal(path->states, expected->states, path->count * state_words * sizeof *path->states);
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

/// Collective. A search that is stopped again and again finds the same path and counts.
static inline void check_stops(const position *p) {
    char directory[64];
    hr_test_make_directory(directory);
    hr_path expected = search_undisturbed(p);
    hr_path path;
    hr_depth before = 0;
    size_t stops = 0;
    for (hr_count most = 2;; most *= most < 32 ? 2 : 8) {
        path = search_part(p, directory, 1e9, most < expected.visited * 3 / 4 ? most : 0);
        if (path.outcome != HR_PATH_LIMIT) {
            break;
        }
        assert_true(path.bound >= before);
        assert_true(path.visited >= most && path.visited < most + 200); // each rank ends the state that it expands
        before = path.bound;
        stops++;
        hr_path_clear(&path);
    }
    assert_true(stops > 3);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    path = search_part(p, directory, 1e9, 0); // the checkpoint has the solution: only the path is found again
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

static size_t written; // checkpoints that the running search has written, on rank 0
static size_t stop_after;

static inline void count_written(const hr_event *event, void *context) { written += event->kind == HR_EVENT_CHECKPOINT; }

static inline bool wants_stop(void) { return written >= stop_after; }

/// Collective. A checkpoint that is due interrupts the bucket in work; a signal that only one rank gets stops all of them.
static inline void check_interruptions(const position *p, double every) {
    char directory[64];
    size_t stops = 0;
    hr_test_make_directory(directory);
    hr_path expected = search_undisturbed(p);
    hr_path path;
    for (;; stops++) {
        const hr_astar_options options = {
            .stop_wanted = wants_stop,
            .run = {.checkpoint = {.directory = directory, .every = every, .resume = true}, .event = count_written}};
        written = 0;
        stop_after = hr_comm_rank(hr_test_world()) == 0 ? 4 : 1000000;
        path = search_well(p, &options);
        if (path.outcome != HR_PATH_STOPPED) {
            break;
        }
        assert_int_equal(path.stop, HR_STOP_SIGNAL);
        hr_path_clear(&path);
    }
    assert_true(stops > 3);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

#endif
