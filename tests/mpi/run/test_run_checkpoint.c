// SPDX-License-Identifier: MIT
// Engines with checkpoints: stopped and gone on with, they give what an undisturbed run gives.

#include <fcntl.h>

#include "empty_sink.h"
#include "enumerate/bits/unit/unit.h"
#include "enumerate/engine.h"
#include "enumerate/frontier/frontier.h"
#include "run/checkpoint/checkpoint.h"
#include "run/watch.h"
#include "stored_generation.h"

/// Make a file longer by a byte.
static void lengthen(const char *path) {
    const int file = open(path, O_WRONLY | O_APPEND);
    assert_true(file >= 0);
    assert_int_equal(write(file, "x", 1), 1);
    assert_int_equal(close(file), 0);
}

/// Stops a run after so many looks.
static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0 && rank() == ranks() - 1; }

static void assert_same_layers(const hr_enumeration *a, const hr_enumeration *b) {
    assert_int_equal(a->layer_count, b->layer_count);
    for (size_t d = 0; d < a->layer_count; d++) {
        assert_int_equal(a->layers[d].states, b->layers[d].states);
        assert_int_equal(a->layers[d].canonical, b->layers[d].canonical);
        assert_int_equal(a->layers[d].solved, b->layers[d].solved);
        assert_int_equal(a->layers[d].fingerprint, b->layers[d].fingerprint);
    }
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->first_solved, b->first_solved);
}

static void assert_same(const hr_enumeration *a, const hr_enumeration *b) {
    assert_same_layers(a, b);
    if (rank() == 0) {
        assert_int_equal(a->hardest_listed, b->hardest_listed);
        assert_memory_equal(a->hardest, b->hardest, a->hardest_listed * sizeof(hr_state));
    }
}

/// How a run is made: by an engine, or, without one, in planes, as if every rank was a node of its own, with distances.
static hr_status run(const hr_engine *engine, const hr_puzzle *puzzle, const hr_enumerate_options *options, hr_enumeration *result,
                     hr_error *error) {
    const hr_run_task task = {hr_test_world(), puzzle, options, result};
    const hr_bits_tuning tuning = {.copy = true, .distances = true};
    return engine != NULL ? engine->run(engine, &task, &(hr_table_order){.path = NULL}, error)
                          : hr_bits_enumerate(&hr_unit_rule, &task, &tuning, error);
}

/// A run that has come to its greatest depth with the checkpoint of a stopped one has that one's layers, whatever was begun behind
/// them.
static void check_limit(const hr_engine *engine, const hr_puzzle *puzzle, const hr_enumerate_options *stopped,
                        const hr_enumeration *part) {
    hr_enumerate_options options = *stopped;
    hr_enumeration limited;
    hr_error error = {.text = ""};
    options.stop_wanted = NULL;
    options.max_depth = (hr_depth)part->layer_count - 1;
    HR_TEST_OK(run(engine, puzzle, &options, &limited, &error), error);
    assert_int_equal(limited.stop, HR_STOP_DEPTH);
    assert_same_layers(&limited, part);
    hr_enumeration_clear(&limited);
}

/// Stop runs after `step` looks, twice `step`, …, until one comes to its end. Returns the number of stops.
static size_t count_stops(const hr_engine *engine, const hr_puzzle *puzzle, const hr_enumeration *whole, long step) {
    hr_error error = {.text = ""};
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                    .stop_wanted = stop_wanted,
                                    .checkpoint = {.directory = hr_test_directory, .every = 1e9, .resume = true}};
    size_t stops = 0;
    hr_status status = HR_STOPPED;
    for (long looks = step; status == HR_STOPPED; looks += step) {
        looks_left = looks;
        hr_enumeration part;
        status = run(engine, puzzle, &options, &part, &error);
        if (status == HR_OK) {
            assert_same(&part, whole);
        } else {
            assert_int_equal(status, HR_STOPPED);
            assert_int_equal(part.stop, HR_STOP_SIGNAL);
            assert_string_equal(error.text, part.stop_text);
            if (part.layer_count > 0) {
                check_limit(engine, puzzle, &options, &part);
            }
            stops++;
        }
        hr_enumeration_clear(&part);
    }
    return stops;
}

static void check_stops(const hr_engine *engine, const hr_puzzle *puzzle) {
    hr_error error = {.text = ""};
    hr_enumeration whole;
    hr_enumeration part;
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    hr_test_remove_directory(hr_test_directory);
    hr_test_make_directory(hr_test_directory);
    assert_int_equal(run(engine, puzzle, &options, &whole, &error), HR_OK);
    if (count_stops(engine, puzzle, &whole, 3) < 3) {
        fail_msg("%s is not stopped three times", engine != NULL ? engine->name : "each rank apart");
    }
    options.checkpoint = (hr_checkpoint_options){.directory = hr_test_directory, .every = 1e9, .resume = true};
    assert_int_equal(run(engine, puzzle, &options, &part, &error), HR_OK);
    assert_same(&part, &whole);
    hr_enumeration_clear(&part);
    options.max_depth = 2;
    assert_int_equal(run(engine, puzzle, &options, &part, &error), HR_USAGE);
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
}

HR_TEST_IN_DIRECTORY(test_engines_stopped_again_and_again_give_the_same) {
    static const hr_puzzle_options PUZZLES[] = {{.spec = "tile:3x3"},
                                                {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE},
                                                {.spec = "tile:2x4"},
                                                {.spec = "tile:4x2"},
                                                {.spec = "klotski:4x3"},
                                                {.spec = "tile:2x5"},
                                                {.spec = "tile:2x5", .metric = HR_METRIC_SLIDE}};
    enum { COUNT = sizeof PUZZLES / sizeof PUZZLES[0], SMALL = COUNT - 2 }; // others only for engines with bits
    for (size_t p = 0; p < COUNT; p++) {
        hr_puzzle *puzzle = made_puzzle(&PUZZLES[p]);
        for (const hr_engine *const *engine = hr_engines; *engine != NULL; engine++) {
            if (hr_engine_can_search(*engine, puzzle) && ((*engine)->rule != NULL || p < SMALL)) {
                check_stops(*engine, puzzle);
            }
            if (hr_engine_can_search(*engine, puzzle) && (*engine)->rule == &hr_unit_rule) {
                check_stops(NULL, puzzle);
            }
        }
        hr_puzzle_destroy(&puzzle);
    }
}

/// Counts events, and keeps the last text.
typedef struct events {
    size_t n[HR_EVENT_FAILED + 1];
    char text[512];
} events;

static void count_event(const hr_event *event, void *context) {
    events *e = context;
    e->n[event->kind]++;
    if (event->text != NULL) {
        (void)snprintf(e->text, sizeof e->text, "%s", event->text);
    }
}

HR_TEST_IN_DIRECTORY(test_damaged_checkpoint_falls_back_to_the_one_before) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    hr_error error = {.text = ""};
    hr_enumeration whole;
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &whole, &error), HR_OK);
    events e = {0};
    options.event = count_event;
    options.event_context = &e;
    options.checkpoint = (hr_checkpoint_options){.directory = hr_test_directory, .every = 0};
    options.max_depth = 20;
    hr_enumeration part;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_OK);
    hr_enumeration_clear(&part);
    if (rank() == 0) {
        assert_int_equal(e.n[HR_EVENT_LAYER], 21);
        assert_int_equal(e.n[HR_EVENT_CHECKPOINT], 21);
        hr_test_flip_bit(kept_path("checkpoint-000021"), 5000, 3);
    }
    barrier();
    options.max_depth = HR_DEPTH_UNREACHED;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_USAGE); // not without resume
    assert_non_null(strstr(error.text, "--resume"));
    hr_enumeration_clear(&part);
    options.checkpoint.resume = true;
    e = (events){0};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_OK);
    assert_same(&part, &whole);
    for (size_t d = 0; d < 20; d++) { // which the checkpoint has
        assert_int_equal(part.layers[d].bytes_sent, whole.layers[d].bytes_sent);
    }
    hr_enumeration_clear(&part);
    if (rank() == 0) {
        assert_int_equal(e.n[HR_EVENT_REFUSED], 1);
        assert_non_null(strstr(e.text, "checkpoint-000021: a damaged checkpoint"));
        assert_int_equal(e.n[HR_EVENT_RESUMED], 1);
        assert_int_equal(e.n[HR_EVENT_LAYER], 32 - 20); // layer 20 is made again
        assert_true(is_kept("checkpoint-000021.refused"));
    }
    // Both damaged: nothing is accepted, nothing is removed.
    hr_test_for_each_file(hr_test_directory, lengthen);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_FILE);
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST_IN_DIRECTORY(test_checkpoint_that_does_not_fit_stays) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    hr_error error = {.text = ""};
    hr_enumeration part;
    hr_enumerate_options options = {.max_depth = 20, .checkpoint = {.directory = hr_test_directory, .every = 1e9}};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_OK);
    hr_enumeration_clear(&part);
    options.checkpoint.resume = true;
    options.max_depth = HR_DEPTH_UNREACHED;
    options.memory_limit = 1;
    for (int attempt = 0; attempt < 3; attempt++) {
        assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_STOPPED);
        assert_int_equal(part.stop, HR_STOP_MEMORY);
        assert_non_null(strstr(error.text, "is of layer 20: go on with --resume"));
        assert_int_equal(part.hardest_listed, 0); // of a part of the layer nobody knows which they are
        hr_enumeration_clear(&part);
    }
    options.memory_limit = 0;
    hr_enumeration whole;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_OK);
    options.checkpoint = (hr_checkpoint_options){0};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &whole, &error), HR_OK);
    assert_same(&part, &whole);
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static hr_status lose_layer(void *context, hr_depth depth, hr_error *error) {
    return depth == 5 ? hr_error_set(error, HR_STOPPED, "planned") : HR_OK;
}

HR_TEST_IN_DIRECTORY(test_layer_that_the_sink_lost_is_not_kept) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                          .sink = {.on_layer = lose_layer,
                                                   .save_bytes = hr_test_save_no_bytes,
                                                   .save = hr_test_save_nothing,
                                                   .load = hr_test_load_nothing},
                                          .checkpoint = {.directory = hr_test_directory, .every = 1e9}};
    hr_enumeration part;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, NULL), HR_STOPPED);
    assert_int_equal(part.layer_count, 6);
    assert_false(hr_checkpoint_exists(hr_test_directory));
    hr_enumeration_clear(&part);
    hr_puzzle_destroy(&puzzle);
}

static uint64_t bytes_at(const void *count) { return *(const uint64_t *)count; }

/// Does a run that began so many seconds ago and may take 1000 stop now?
static bool stops_after(hr_run_watch *watch, double seconds) {
    watch->start = hr_comm_seconds() - seconds;
    watch->seen = HR_STOP_NONE;
    return hr_run_watch_stops(watch);
}

HR_TEST_IN_DIRECTORY(test_time_is_kept_for_the_next_checkpoint) {
    hr_checkpoint_store *store = open_store("a run");
    uint64_t bytes = 4000000000;
    const hr_enumerate_options options = {.max_seconds = 1000};
    hr_run_watch watch = {
        .comm = hr_test_world(), .options = &options, .saver = {.engine = &bytes, .bytes = bytes_at}, .keeper = {.store = store}};
    hr_run_watch_reserve(&watch, 20);
    assert_true(watch.reserve == 20 + 0.5 + 80); // nothing was written before: at 50 MB/s
    assert_true(!stops_after(&watch, 850) && stops_after(&watch, 950));
    watch.keeper.store = NULL;
    hr_run_watch_reserve(&watch, 20);
    assert_true(watch.reserve == 20);
    hr_checkpoint_close(&store);
}
