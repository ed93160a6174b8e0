// SPDX-License-Identifier: MIT
// What each engine tells of its progress: after each layer at least, which layer is made, how much of it is done, and with how much
// memory. And that it leaves time for its last checkpoint.

#include <string.h>
#include <time.h>

#include "enumerate/engine.h"
#include "mpi_test.h"

enum { LAYERS_MAX = 80 };

typedef struct reports {
    hr_progress first[LAYERS_MAX + 1]; ///< [n] is the first report that has n complete layers
    bool seen[LAYERS_MAX + 1];         ///< whether there was such a report
    double seconds;                    ///< of the last report
} reports;

static void on_progress(const hr_progress *progress, void *context) {
    reports *r = context;
    const size_t layers = progress->enumeration->layer_count;
    assert_int_equal(hr_comm_rank(hr_test_world()), 0);
    assert_true(layers <= LAYERS_MAX);
    assert_int_equal(progress->depth, layers);
    assert_true(progress->layer_done >= 0 && progress->layer_done <= 1);
    assert_true(progress->seconds >= r->seconds && progress->seconds < 600);
    r->seconds = progress->seconds;
    if (!r->seen[layers]) {
        r->first[layers] = *progress;
        r->seen[layers] = true;
    }
}

/// Collective. Search by the engine. Rank 0 gets the reports.
static void search(const char *name, const char *spec, hr_metric metric, reports *r, hr_enumeration *result) {
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
    const hr_engine *engine = NULL;
    hr_error error = {.text = ""};
    memset(r, 0, sizeof *r);
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .progress = on_progress, .progress_context = r};
    hr_table_order order = {.path = NULL};
    assert_int_equal(hr_engine_parse(name, &engine, &error), HR_OK);
    if (engine->run(engine, &(hr_run_task){hr_test_world(), puzzle, &options, result}, &order, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    for (size_t d = 1; d <= result->layer_count && hr_comm_rank(hr_test_world()) == 0; d++) {
        assert_true(r->seen[d]);
    }
    assert_true(r->seconds <= result->seconds);
    hr_puzzle_destroy(&puzzle);
}

/// All parts of a layer are done when its end is told. Rank 0 estimates the states of all ranks from its own.
static void test_planes_tell_the_layer_that_is_complete(void **state) {
    (void)state;
    static reports r;
    hr_enumeration result;
    search("planes", "tile:2x5", HR_METRIC_UNIT, &r, &result);
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const uint64_t memory = UINT64_C(10) * 3024 * 8; // 10 planes of 9!/2/60 words
    hr_count estimated = 0;
    for (size_t d = 1; d <= result.layer_count && hr_comm_rank(hr_test_world()) == 0; d++) {
        assert_true(r.first[d].layer_done == 1);
        assert_true(ranks > 1 || r.first[d].layer_states == result.layers[d - 1].states);
        assert_true(r.first[d].memory >= memory / ranks * 9 / 10 && r.first[d].memory <= memory / ranks * 11 / 10);
        estimated += r.first[d].layer_states;
    }
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_in_range(estimated, result.states / 10 * 8, result.states / 10 * 12);
    }
    hr_enumeration_clear(&result);
}

/// Nothing of the new frontier is expanded when the layer's end is told. The memory is that of whole chunks of states.
static void test_frontier_tells_the_layer_that_begins(void **state) {
    (void)state;
    static reports r;
    hr_enumeration result;
    search("frontier", "tile:3x3", HR_METRIC_UNIT, &r, &result);
    for (size_t d = 1; d <= result.layer_count && hr_comm_rank(hr_test_world()) == 0; d++) {
        const bool own = result.layers[d - 1].canonical > 200; // then each rank has some
        assert_true(!own || r.first[d].layer_done == 0);
        assert_true(!own || r.first[d].memory >= result.layers[d - 1].canonical / (uint64_t)hr_comm_size(hr_test_world()) * 4);
        assert_true(r.first[d].memory < UINT64_C(1) << 30);
    }
    hr_enumeration_clear(&result);
}

/// All blocks of a layer are done when its end is told. Rank 0 has its share of 9 planes of 8!/2/60 words, in whole eighths.
static void test_lines_tell_the_layer_that_is_complete(void **state) {
    (void)state;
    static reports r;
    hr_enumeration result;
    search("lines", "tile:3x3", HR_METRIC_SLIDE, &r, &result);
    for (size_t d = 1; d <= result.layer_count && hr_comm_rank(hr_test_world()) == 0; d++) {
        const uint64_t memory = UINT64_C(9) * 336 * 8;
        const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
        assert_true(r.first[d].layer_done == 1);
        assert_true(ranks == 1 ? r.first[d].memory == memory
                               : r.first[d].memory >= memory / (ranks + 1) && r.first[d].memory <= memory / (ranks - 1));
    }
    hr_enumeration_clear(&result);
}

static double awake_at; // the wish to stop has no context

static bool sleeps(void) {
    while (hr_comm_seconds() < awake_at) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/// More than half of the time is over when the engine looks for the first time. A checkpoint is planned to take the other half.
static void test_engines_leave_time_for_a_last_checkpoint(void **state) {
    (void)state;
    for (size_t i = 0; hr_engines[i] != NULL; i++) {
        hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
        if (!hr_engine_can_search(hr_engines[i], puzzle)) {
            hr_puzzle_destroy(&puzzle);
            puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .metric = HR_METRIC_SLIDE});
        }
        char directory[64];
        hr_test_make_directory(directory);
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                              .max_seconds = 0.4,
                                              .stop_wanted = sleeps,
                                              .checkpoint = {.directory = directory, .every = 1e9}};
        hr_table_order order = {.path = NULL};
        hr_enumeration result;
        awake_at = hr_comm_seconds() + 0.24;
        const hr_run_task task = {hr_test_world(), puzzle, &options, &result};
        const hr_status status = hr_engines[i]->run(hr_engines[i], &task, &order, NULL);
        if (status != HR_STOPPED || result.stop != HR_STOP_TIME) {
            fail_msg("%s ends with %d after %zu layers", hr_engines[i]->name, (int)status, result.layer_count);
        }
        hr_enumeration_clear(&result);
        hr_test_remove_directory(directory);
        hr_puzzle_destroy(&puzzle);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_engines_leave_time_for_a_last_checkpoint),
    cmocka_unit_test(test_planes_tell_the_layer_that_is_complete),
    cmocka_unit_test(test_frontier_tells_the_layer_that_begins),
    cmocka_unit_test(test_lines_tell_the_layer_that_is_complete),
};
HR_MPI_TEST_MAIN(tests)
