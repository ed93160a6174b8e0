// SPDX-License-Identifier: MIT
#ifndef HR_SIDES_KEPT_H
#define HR_SIDES_KEPT_H

// Searches from both sides that keep checkpoints, for tests with states of either width.

#include <string.h>

#include "core/state.h"
#include "mpi_test.h"
#include "solve/layers/both_ways.h"
#include "solving/retraced_path.h"

/// Search the position from its start, or from `start`.
static inline hr_status search(const hr_puzzle_options *position, const char *start, const hr_enumerate_options *run, hr_path *path,
                               hr_error *error) {
    hr_puzzle_options options = *position;
    options.from = NULL;
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &options};
    const char *from = start != NULL ? start : position->from;
    hr_state begin = from == NULL ? made_source(puzzle) : HR_STATE_NONE;
    if (from != NULL) {
        assert_int_equal(hr_puzzle_parse(puzzle, from, &begin, NULL), HR_OK);
    }
    task.start = &begin;
    const hr_status status = hr_shortest_path_both_ways(&task, run, path, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

static inline hr_path search_well(const hr_puzzle_options *position, const hr_enumerate_options *run) {
    hr_path path;
    hr_error error = {.text = ""};
    if (search(position, NULL, run, &path, &error) != HR_OK) {
        fail_msg("%s: %s", position->spec, error.text);
    }
    return path;
}

static inline hr_enumerate_options kept_in(const char *directory, hr_count most) {
    return (hr_enumerate_options){.max_states = most, .checkpoint = {.directory = directory, .every = 1e9, .resume = true}};
}

static inline void expect_same(const hr_path *path, const hr_path *expected) {
    assert_int_equal(path->stop, HR_STOP_NONE);
    assert_int_equal(path->outcome, expected->outcome);
    assert_int_equal(path->bound, expected->bound);
    assert_int_equal(path->count, expected->count);
    assert_int_equal(path->visited, expected->visited);
    assert_int_equal(path->iteration_count, expected->iteration_count);
    for (size_t i = 0; i < path->iteration_count; i++) {
        assert_int_equal(path->iterations[i].bound, expected->iterations[i].bound);
        assert_int_equal(path->iterations[i].nodes, expected->iterations[i].nodes);
        assert_int_equal(path->iterations[i].expanded, expected->iterations[i].expanded);
    }
    for (size_t i = 0; i < path->count; i++) {
        assert_true(path->states[i] == expected->states[i]);
    }
}

/// What the log has been told.
typedef struct told {
    size_t written, refused, resumed, failed;
    size_t layers; ///< of both sides, in the last event but those of layers
} told;

static inline void note(const hr_event *event, void *context) {
    told *t = context;
    t->written += event->kind == HR_EVENT_CHECKPOINT;
    t->refused += event->kind == HR_EVENT_REFUSED;
    t->resumed += event->kind == HR_EVENT_RESUMED;
    t->failed += event->kind == HR_EVENT_FAILED;
    t->layers = event->kind == HR_EVENT_LAYER ? t->layers : event->enumeration->layer_count;
}

#endif
