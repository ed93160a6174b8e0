// SPDX-License-Identifier: MIT
#ifndef HR_STOPPED_STREAM_H
#define HR_STOPPED_STREAM_H

// A stream of two positions for IDA*, which is stopped at a checkpoint and goes on.

#include "mpi_test.h"

#include "forge.h"
#include "solve/idastar/packets.h"
#include "solve/records_format.h"
#include "solving/tiles_stream.h"

/// The search's moves, as hr_tiles_direction numbers them.
enum { UP = 0, LEFT = 1, DOWN = 3 };

/// One that is solved when the run is stopped, and one that is under way: Korf's number 19, 1.3 million nodes.
enum { EASY, HARD, POSITIONS };
static const char *const TEXT[POSITIONS] = {"4 1 2 3 5 0 6 7 8 9 10 11 12 13 14 15", "7 11 8 3 14 0 6 15 1 4 13 9 5 12 2 10"};

static tiles_stream both;

/// What rank 0 has heard of a run. The wish to stop has no context, so it is kept here.
static struct {
    int checkpoints; ///< written so far
    int most;        ///< stop after so many; 0: never
    size_t refusals;
    char text[512]; ///< of the last refusal
} heard;

static inline bool stop_wanted(void) { return heard.most > 0 && heard.checkpoints >= heard.most; }

static inline void hear(const hr_event *event, void *unused) {
    heard.checkpoints += event->kind == HR_EVENT_CHECKPOINT;
    if (event->kind == HR_EVENT_REFUSED) {
        heard.refusals++;
        (void)snprintf(heard.text, sizeof heard.text, "%s", event->text);
    }
}

/// Collective. Run until so many checkpoints have been written, 0: to the end.
static inline hr_status run(const char *directory, bool complete, int most, hr_idastar_stream *stream, hr_error *error) {
    const hr_idastar_long_run long_run = {
        .checkpoint = {.directory = directory, .every = 1e-9, .resume = true},
        .identity = "two positions",
        .stop_wanted = stop_wanted,
        .event = hear,
    };
    const hr_idastar_options options = {
        .complete = complete, .long_run = &long_run, .split_nodes = 1000, .span_seconds = 1e-9, .subtrees = 8};
    heard.most = most;
    heard.checkpoints = 0;
    heard.refusals = 0;
    return hr_idastar_stream_solve(hr_test_world(), &both.positions, &options, stream, error);
}

/// Collective. Run and stop until the newest checkpoint has a record and a begun iteration.
static inline void make_checkpoint(const char *directory, bool complete) {
    while (!hr_forge_newest_has(directory, HR_RECORDS_BEGUN) || !hr_forge_newest_has(directory, HR_RECORDS_DONE)) {
        hr_error error = {.text = ""};
        hr_idastar_stream stream;
        HR_TEST_OK(run(directory, complete, 1, &stream, &error), error);
        assert_int_equal(stream.stop, HR_STOP_SIGNAL);
        hr_idastar_stream_clear(&stream);
    }
}

#endif
