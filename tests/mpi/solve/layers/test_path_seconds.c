// SPDX-License-Identifier: MIT
// A breadth-first search that goes on counts the seconds that earlier runs took, in its path and in each event, and one that is to
// stop at a time leaves some for its last checkpoint: from the start as from both sides. Ranks: 1 2

#include "mpi_test.h"

#include <math.h>
#include <time.h>

#include "forge.h"
#include "run/layer_facts.h"
#include "solving/sides_kept.h"

static const hr_puzzle_options POSITION = {.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1", .metric = HR_METRIC_SLIDE};

static const double EARLIER = 100000; ///< seconds

typedef hr_status search_function(const hr_together_task *task, const hr_enumerate_options *run, hr_path *path, hr_error *error);

static void took_long(void *context, hr_forge *forged) { forged->facts[HR_FACT_SECONDS] = hr_checkpoint_word(EARLIER); }

/// The least seconds of an event.
static void find_least(const hr_event *event, void *context) {
    double *least = context;
    *least = event->seconds < *least ? event->seconds : *least;
}

/// The least seconds of a look at the progress.
static void find_least_shown(const hr_progress *progress, void *context) {
    double *least = context;
    *least = progress->seconds < *least ? progress->seconds : *least;
}

static void expect_earlier_seconds(search_function *function) {
    char directory[64];
    hr_puzzle_options options = POSITION;
    options.from = NULL;
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &options};
    hr_state start = made_state(puzzle, POSITION.from);
    task.start = &start;
    hr_test_make_directory(directory);
    hr_enumerate_options run = kept_in(directory, 1000);
    hr_path path;
    assert_int_equal(function(&task, &run, &path, NULL), HR_OK);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_true(path.seconds > 0 && path.seconds < EARLIER);
    hr_path_clear(&path);
    hr_forge_newest(directory, took_long, NULL);
    double least = HUGE_VAL;
    double least_shown = HUGE_VAL;
    run.max_states = 0;
    run.progress = find_least_shown;
    run.progress_context = &least_shown;
    run.event = find_least;
    run.event_context = &least;
    assert_int_equal(function(&task, &run, &path, NULL), HR_OK);
    assert_int_equal(path.outcome, HR_PATH_SOLVED);
    assert_int_equal(path.count, 21);
    assert_true(path.seconds > EARLIER && path.seconds < 2.0 * EARLIER);
    assert_true(hr_comm_rank(hr_test_world()) > 0 || (least > EARLIER && least < 2.0 * EARLIER)); // rank 0 is told
    assert_true(hr_comm_rank(hr_test_world()) > 0 || (least_shown > EARLIER && least_shown < 2.0 * EARLIER));
    hr_path_clear(&path);
    assert_int_equal(function(&task, &run, &path, NULL), HR_OK); // from what the second run has written
    assert_true(path.seconds > EARLIER && path.seconds < 2.0 * EARLIER);
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
}

HR_TEST(test_a_search_from_the_start) { expect_earlier_seconds(hr_shortest_path_together); }

HR_TEST(test_a_search_from_both_sides) { expect_earlier_seconds(hr_shortest_path_both_ways); }

static double awake_at; // the wish to stop has no context

static bool sleeps(void) {
    while (hr_comm_seconds() < awake_at) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/// More than half of the time is over when the search looks for the first time. A checkpoint is planned to take the other half.
static void expect_time_for_a_checkpoint(search_function *function, bool keeps) {
    char directory[64];
    hr_puzzle_options options = POSITION;
    options.from = NULL;
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &options};
    hr_state start = made_state(puzzle, POSITION.from);
    task.start = &start;
    hr_test_make_directory(directory);
    hr_enumerate_options run = kept_in(keeps ? directory : NULL, 0);
    run.stop_wanted = sleeps;
    run.max_seconds = keeps ? 0.4 : 1000;
    awake_at = hr_comm_seconds() + 0.22;
    hr_path path;
    assert_int_equal(function(&task, &run, &path, NULL), HR_OK);
    assert_int_equal(path.outcome, keeps ? HR_PATH_STOPPED : HR_PATH_SOLVED);
    assert_int_equal(path.stop, keeps ? HR_STOP_TIME : HR_STOP_NONE);
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
}

HR_TEST(test_time_is_left_for_a_last_checkpoint) {
    for (int keeps = 0; keeps < 2; keeps++) {
        expect_time_for_a_checkpoint(hr_shortest_path_together, keeps != 0);
        expect_time_for_a_checkpoint(hr_shortest_path_both_ways, keeps != 0);
    }
}
