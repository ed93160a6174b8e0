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

/// A puzzle that the engine searches: in the metric unit if it can, else in slide.
static hr_puzzle *puzzle_of(const hr_engine *engine, const char *spec) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec});
    if (!hr_engine_can_search(engine, puzzle)) {
        hr_puzzle_destroy(&puzzle);
        puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = HR_METRIC_SLIDE});
    }
    assert_true(hr_engine_can_search(engine, puzzle));
    return puzzle;
}

/// A search with bits tells the layer that is complete. Then all of it is done, and the memory is that of the planes, of which a
/// rank has its share. Another engine tells the layer that begins: nothing of it is done.
HR_TEST(test_engines_tell_of_each_layer) {
    static reports r;
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    for (size_t i = 0; hr_engines[i] != NULL; i++) {
        const hr_engine *engine = hr_engines[i];
        hr_puzzle *puzzle = puzzle_of(engine, "tile:3x3");
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .progress = on_progress, .progress_context = &r};
        hr_enumeration result;
        hr_error error = {.text = ""};
        memset(&r, 0, sizeof r);
        const hr_run_task task = {hr_test_world(), puzzle, &options, &result};
        HR_TEST_OK(engine->run(engine, &task, &(hr_table_order){.path = NULL}, &error), error);
        for (size_t d = 1; d <= result.layer_count && hr_comm_rank(hr_test_world()) == 0; d++) {
            const bool own = result.layers[d - 1].canonical > 200; // then each rank has some
            assert_true(r.seen[d]);
            assert_true(engine->rule != NULL ? r.first[d].layer_done == 1 : !own || r.first[d].layer_done == 0);
            const uint64_t share =
                engine->rule != NULL ? result.states / 16 / (ranks + 1) : 4 * result.layers[d - 1].canonical / ranks;
            assert_in_range(r.first[d].memory, own ? share : 0, UINT64_C(1) << 30);
        }
        assert_true(r.seconds <= result.seconds);
        hr_enumeration_clear(&result);
        hr_puzzle_destroy(&puzzle);
    }
}

static double awake_at; // the wish to stop has no context

static bool sleeps(void) {
    while (hr_comm_seconds() < awake_at) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/// More than half of the time is over when the engine looks for the first time. A checkpoint is planned to take the other half.
HR_TEST(test_engines_leave_time_for_a_last_checkpoint) {
    for (size_t i = 0; hr_engines[i] != NULL; i++) {
        hr_puzzle *puzzle = puzzle_of(hr_engines[i], "tile:3x3");
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
        if (status != HR_STOPPED || result.stop != HR_STOP_TIME || result.peak_memory == 0) {
            fail_msg("%s ends with %d after %zu layers", hr_engines[i]->name, (int)status, result.layer_count);
        }
        hr_enumeration_clear(&result);
        hr_test_remove_directory(directory);
        hr_puzzle_destroy(&puzzle);
    }
}
