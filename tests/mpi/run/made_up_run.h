// SPDX-License-Identifier: MIT
#ifndef HR_MADE_UP_RUN_H
#define HR_MADE_UP_RUN_H

// A watched run whose engine is made up: a checkpoint has one word of each rank, and the time that the engine takes and the trouble
// that it has are known.

#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"
#include "run/checkpoint/checkpoint.h"
#include "run/watch.h"

enum { MADE_UP_PAUSE = 20000, SECTION = 1, EVENTS = 8 };
#define MADE_UP_PAUSED 0.02   ///< seconds that MADE_UP_PAUSE microseconds last
#define MADE_UP_EARLIER 100.0 ///< seconds that the run has taken before

/// A run, its made-up engine, and all that it has told.
typedef struct made_up_run {
    char directory[64];
    hr_puzzle *puzzle;
    hr_enumerate_options options;
    hr_enumeration result;
    hr_run_watch watch;
    hr_run_saver saver;
    hr_error error;
    hr_status trouble; ///< what the last rank's `put` comes to
    bool pauses;       ///< `put` and the sink's `save` take their time
    uint64_t bytes;    ///< the size that made_up_bytes returns
    uint64_t taken;    ///< number of words that made_up_take has read
    hr_event events[EVENTS];
    char text[512]; ///< of the last event that has one
    size_t told;
} made_up_run;

static inline int made_up_rank(void) { return hr_comm_rank(hr_test_world()); }
static inline int made_up_ranks(void) { return hr_comm_size(hr_test_world()); }

static inline uint64_t made_up_bytes(const void *engine) { return ((const made_up_run *)engine)->bytes; }

static inline hr_status made_up_put(const void *engine, hr_checkpoint_writer *writer, hr_error *error) {
    const made_up_run *s = engine;
    const uint64_t key = (uint64_t)made_up_rank();
    if (s->pauses) {
        (void)usleep(MADE_UP_PAUSE);
    }
    if (s->trouble != HR_OK && made_up_rank() == made_up_ranks() - 1) {
        return hr_error_set(error, s->trouble, "planned");
    }
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION, key, key}, &key, sizeof key, error);
}

static inline hr_status made_up_take_word(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    made_up_run *s = context;
    assert_int_equal(piece->first, piece->last);
    assert_int_equal(piece->size, sizeof piece->first);
    assert_memory_equal(piece->bytes, &piece->first, piece->size);
    s->taken++;
    return HR_OK;
}

static inline hr_status made_up_take(void *engine, hr_checkpoint_reader *reader, hr_error *error) {
    return hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION, 0, UINT64_MAX}, made_up_take_word, engine, error);
}

static inline void made_up_forget(void *engine) { ((made_up_run *)engine)->taken = 0; }

static inline uint64_t made_up_save_bytes(void *context) { return 0; }

static inline hr_status made_up_save(void *context, hr_checkpoint_writer *writer, hr_error *error) {
    if (((const made_up_run *)context)->pauses) {
        (void)usleep(MADE_UP_PAUSE);
    }
    return HR_OK;
}

static inline hr_status made_up_load(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error) {
    return HR_OK;
}

static inline void made_up_on_event(const hr_event *event, void *context) {
    made_up_run *s = context;
    assert_true(s->told < EVENTS && made_up_rank() == 0);
    s->events[s->told++] = *event;
    if (event->text != NULL) {
        (void)snprintf(s->text, sizeof s->text, "%s", event->text);
    }
}

/// Collective. Begin to watch a run; with `keeps`, a run with checkpoints. It has taken MADE_UP_EARLIER seconds before.
static inline hr_status made_up_begin(made_up_run *s, bool keeps) {
    s->result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    s->error = (hr_error){.text = ""};
    s->told = 0;
    s->options.event = made_up_on_event;
    s->options.event_context = s;
    s->options.checkpoint.directory = keeps ? s->directory : NULL;
    const hr_run_task task = {hr_test_world(), s->puzzle, &s->options, &s->result};
    const hr_status status = hr_run_watch_begin(&s->watch, &task, "made-up", &s->saver, &s->error);
    s->watch.keeper.origin -= MADE_UP_EARLIER;
    return status;
}

/// Add the first `n` layers, one second each.
static inline void made_up_add_layers(made_up_run *s, size_t n) {
    hr_enumeration found;
    const hr_enumerate_options options = {.max_depth = (hr_depth)n - 1};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), s->puzzle, &options, &found, NULL), HR_OK);
    for (size_t d = 0; d < n; d++) {
        found.layers[d].seconds = 1;
        found.layers[d].bytes_sent = 1000 + d;
        assert_int_equal(hr_enumeration_add(&s->result, &found.layers[d], NULL), HR_OK);
    }
    hr_enumeration_clear(&found);
}

static inline void made_up_end(made_up_run *s) {
    hr_run_watch_end(&s->watch);
    hr_enumeration_clear(&s->result);
}

static inline void made_up_set_up(made_up_run *s) {
    *s = (made_up_run){.bytes = sizeof(uint64_t)};
    hr_test_make_directory(s->directory);
    s->puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 0 8"});
    s->options = (hr_enumerate_options){.max_depth = HR_DEPTH_UNREACHED, .checkpoint = {.every = 1e9, .resume = true}};
    s->saver = (hr_run_saver){
        .engine = s, .layout = 7, .bytes = made_up_bytes, .put = made_up_put, .take = made_up_take, .forget = made_up_forget};
}

static inline void made_up_tear_down(made_up_run *s) {
    hr_puzzle_destroy(&s->puzzle);
    hr_test_remove_directory(s->directory);
}

#endif
