// SPDX-License-Identifier: MIT
// Ranks: 1 2 3
// What a resumed run says of the runs before, and what a stop keeps of a run whose sink has failed.

#include <unistd.h>

#include "empty_sink.h"
#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"
#include "run/checkpoint/checkpoint.h"

enum { DEPTH = 5, PAUSE = 300000 }; ///< PAUSE: microseconds that the first run stands still

typedef struct watched {
    hr_puzzle *puzzle;
    char directory[64];
    hr_enumerate_options options;
    hr_enumeration result;
    hr_error error;
    bool sleeps;    ///< the sink stands still in layer DEPTH
    bool fails;     ///< the sink cannot take layer DEPTH
    bool too_early; ///< an event counted fewer seconds than the layers took
    size_t written; ///< checkpoints that events told of
} watched;

static void note_event(const hr_event *event, void *context) {
    watched *w = context;
    double layers = 0;
    for (size_t d = 0; d < event->enumeration->layer_count; d++) {
        layers += event->enumeration->layers[d].seconds;
    }
    w->too_early = w->too_early || event->seconds < layers;
    w->written += event->kind == HR_EVENT_CHECKPOINT;
}

static hr_status take_layer(void *context, hr_depth depth, hr_error *error) {
    const watched *w = context;
    return w->fails && depth == DEPTH ? hr_error_set(error, HR_STOPPED, "planned") : HR_OK;
}

static hr_status take_states(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    (void)states;
    (void)n;
    (void)error;
    const watched *w = context;
    if (w->sleeps && depth == DEPTH) {
        (void)usleep(PAUSE);
    }
    return HR_OK;
}

static void begin(watched *w) {
    *w = (watched){.error = {.text = ""}};
    hr_test_make_directory(w->directory);
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = "tile:3x3"}, &w->puzzle, &w->error), HR_OK);
    w->options = (hr_enumerate_options){.max_depth = DEPTH,
                                        .event = note_event,
                                        .event_context = w,
                                        .sink = {.on_states = take_states,
                                                 .on_layer = take_layer,
                                                 .save_bytes = hr_test_save_no_bytes,
                                                 .save = hr_test_save_nothing,
                                                 .load = hr_test_load_nothing,
                                                 .context = w},
                                        .checkpoint = {.directory = w->directory, .every = 1e9, .resume = true}};
}

static hr_status run(watched *w) {
    hr_enumeration_clear(&w->result);
    return hr_frontier_enumerate(hr_test_world(), w->puzzle, &w->options, &w->result, &w->error);
}

static void end(watched *w) {
    hr_enumeration_clear(&w->result);
    hr_puzzle_destroy(&w->puzzle);
    hr_test_remove_directory(w->directory);
}

static void test_time_of_earlier_runs_counts(void **state) {
    (void)state;
    watched w;
    begin(&w);
    w.sleeps = true;
    assert_int_equal(run(&w), HR_OK);
    w.sleeps = false;
    w.options.checkpoint.every = 0;
    w.options.max_depth = DEPTH + 2;
    w.written = 0;
    assert_int_equal(run(&w), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(w.written, 2);
        assert_false(w.too_early);
    }
    double layers = 0;
    for (size_t d = 0; d < w.result.layer_count; d++) {
        layers += w.result.layers[d].seconds;
    }
    assert_true(layers * 1e6 > (double)PAUSE && w.result.seconds >= layers);
    end(&w);
}

static void test_layer_that_the_sink_lost_is_not_kept(void **state) {
    (void)state;
    watched w;
    begin(&w);
    w.fails = true;
    assert_int_equal(run(&w), HR_STOPPED);
    assert_int_equal(w.result.layer_count, DEPTH + 1);
    hr_checkpoint_store *store = NULL;
    assert_int_equal(hr_checkpoint_open(hr_test_world(), w.directory, "any run", &store, &w.error), HR_OK);
    assert_int_equal(hr_checkpoint_count(store), 0);
    hr_checkpoint_close(&store);
    end(&w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_time_of_earlier_runs_counts),
    cmocka_unit_test(test_layer_that_the_sink_lost_is_not_kept),
};
HR_MPI_TEST_MAIN(tests)
