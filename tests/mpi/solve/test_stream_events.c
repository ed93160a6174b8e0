// SPDX-License-Identifier: MIT
// What a stream tells while it runs: positions that are done, their nodes, and the iterations of each. And what it says of
// positions that a stop has left.

#include "mpi_test.h"

#include <math.h>

#include "solving/tiles_stream.h"

enum { POSITIONS = 5, UNFINISHED_AT = 2000 };

/// These positions are 0, 1, 31, 2 and 28 moves from the goal.
static const char *const TEXTS[POSITIONS] = {"1 2 3 4 5 6 7 8 0", "1 2 3 4 5 6 7 0 8", "8 6 7 2 5 4 3 0 1", "1 2 3 4 5 6 0 7 8",
                                             "0 8 7 6 5 4 3 2 1"};

typedef struct task {
    tiles_stream stream;
    size_t told;        ///< positions told to `done`
    size_t events;      ///< POSITION events
    hr_count nodes;     ///< nodes of the present position's iterations
    hr_count expanded;  ///< nodes expanded in them
    size_t done;        ///< `done` of the last event
    hr_count all_nodes; ///< `nodes` of the last event
    double split;       ///< seconds of all iterations that are split
    double busy;        ///< seconds with work in them
    size_t ticks;
} task;

static void prepare(task *t) {
    *t = (task){.told = 0};
    prepare_stream(&t->stream, 3, NULL, TEXTS, POSITIONS);
}

/// Positions of the 15-puzzle, of which the first one is far from the goal, and so is the second one if it is `far`, else it is
/// one move away.
static void prepare_hard(task *t, size_t count, bool far) {
    const char *const texts[] = {"0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1",
                                 far ? "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1" : "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"};
    *t = (task){.told = 0};
    prepare_stream(&t->stream, 4, NULL, texts, count);
}

static void hear(const hr_event *event, void *context) {
    task *t = context;
    const hr_idastar_step *step = event->more;
    assert_true(event->seconds >= event->duration && event->seconds < 1000);
    assert_true(step->done >= t->done && step->nodes >= t->all_nodes);
    if (event->kind == HR_EVENT_ITERATION) {
        assert_int_equal(step->position, t->events);
        assert_int_equal(step->iteration->position, t->events);
        assert_int_equal(step->done, t->events);
        assert_true(event->duration == step->iteration->seconds);
        t->nodes += step->iteration->nodes;
        t->expanded += step->iteration->expanded;
        const double split = step->iteration->balance < 1 ? step->iteration->seconds : 0; // each rank rests before the end
        t->split += split;
        t->busy += step->iteration->balance * split * hr_comm_size(hr_test_world());
    } else if (event->kind == HR_EVENT_POSITION) {
        assert_int_equal(step->position, t->events++);
        assert_int_equal(step->done, t->events);
        assert_int_equal(step->nodes - t->all_nodes, step->result->nodes);
        assert_true(event->duration == step->result->seconds);
        assert_int_equal(t->nodes + 1 + step->result->unfinished, step->result->nodes); // the root is no iteration's
        assert_int_equal(t->expanded + step->result->unfinished_expanded, step->result->expanded);
        t->nodes = 0;
        t->expanded = 0;
    }
    t->done = step->done;
    t->all_nodes = step->nodes;
}

static void deliver(const hr_idastar_stream *stream, size_t first, size_t end, void *context) {
    task *t = context;
    assert_int_equal(first, t->told);
    assert_in_range(end, first + 1, stream->count);
    for (size_t i = first; i < end; i++) {
        assert_int_not_equal(stream->solutions[i].outcome, HR_IDASTAR_STOPPED);
    }
    t->told = end;
}

/// Only rank 0 has a line of progress to keep alive.
static void count_tick(void *context) {
    assert_int_equal(hr_comm_rank(hr_test_world()), 0);
    ((task *)context)->ticks++;
}

static void ignore(const hr_idastar_iteration *iteration, void *context) {}

/// On rank 0: the iterations of a position ascend, and have all of its nodes but the root.
static void check_rounds(const hr_idastar_stream *stream, size_t position) {
    const hr_idastar_solution *solution = &stream->solutions[position];
    const bool solved = solution->outcome == HR_IDASTAR_SOLVED;
    const hr_iteration *after = NULL;
    hr_count nodes = 1;
    hr_count expanded = 0;
    for (const hr_iteration *round; (round = hr_idastar_stream_round(stream, position, after)) != NULL; after = round) {
        nodes += round->nodes;
        expanded += round->expanded;
        assert_in_range(round->expanded, 1, round->nodes);
        assert_true(after != NULL ? round->bound < after->bound : !solved || round->bound == solution->length);
        assert_int_equal(round->finished, after != NULL || solved);
        assert_true(round->seconds >= 0 && round->seconds <= solution->seconds + 1e-6);
    }
    assert_int_equal(nodes, solution->nodes);
    assert_int_equal(expanded, solution->expanded);
    assert_true(after != NULL || solution->length == 0);
}

/// Solve the positions, each on one rank, or if `together` one after the other on all of them.
static void run(bool together, hr_count max_nodes) {
    task t;
    prepare(&t);
    const hr_idastar_long_run long_run = {.identity = "a run",
                                          .began = hr_comm_seconds(),
                                          .event = hear,
                                          .event_context = &t,
                                          .rounds = true,
                                          .done = deliver,
                                          .tick = count_tick,
                                          .done_context = &t};
    const hr_idastar_options options = {.max_nodes = max_nodes,
                                        .iteration = together ? ignore : NULL,
                                        .split_nodes = max_nodes == 0 ? 1000 : 0,
                                        .long_run = &long_run};
    hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
    assert_int_equal(stream.stop, HR_STOP_NONE);
    assert_int_equal(stream.split, together && hr_comm_size(hr_test_world()) > 1 ? POSITIONS : 0);
    if (hr_comm_rank(hr_test_world()) == 0) {
        static const uint32_t lengths[POSITIONS] = {0, 1, 31, 2, 28};
        hr_count sum = 0;
        size_t moves = 0;
        for (size_t i = 0; i < POSITIONS; i++) {
            const bool solved = max_nodes == 0 || stream.solutions[i].nodes <= max_nodes;
            assert_int_equal(stream.solutions[i].outcome, solved ? HR_IDASTAR_SOLVED : HR_IDASTAR_LIMIT);
            assert_int_equal(stream.solutions[i].length, solved ? lengths[i] : 0);
            assert_in_range(stream.solutions[i].lower_bound, solved ? lengths[i] : 1, lengths[i]);
            check_rounds(&stream, i);
            sum += stream.solutions[i].nodes;
            moves += stream.solutions[i].length;
        }
        assert_int_equal(stream.path_bytes, moves); // each path is there once
        assert_true(t.ticks > 0);
        if (max_nodes == 0) {
            assert_true((t.split > 0) == (stream.split > 0));
            assert_true(fabs(stream.split_seconds - t.split) < 1e-6 && fabs(stream.busy_seconds - t.busy) < 1e-6);
        }
        assert_int_equal(t.told, POSITIONS);
        assert_int_equal(t.done, POSITIONS);
        assert_int_equal(t.all_nodes, sum);
        assert_true(!together || t.events == POSITIONS);
    }
    hr_idastar_stream_clear(&stream);
}

HR_TEST(test_events_count_positions_and_nodes) {
    for (int together = 0; together < 2; together++) {
        run(together != 0, 0);
        run(together != 0, UNFINISHED_AT);
    }
}

/// True on the last rank, whose results nobody prints.
static bool last_rank_stops(void) { return hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world()); }

/// These positions are so easy that no search among them looks for a reason to stop.
HR_TEST(test_a_stop_comes_between_easy_positions) {
    task t;
    prepare(&t);
    const hr_idastar_long_run long_run = {.identity = "a run", .began = hr_comm_seconds(), .stop_wanted = last_rank_stops};
    const hr_idastar_options options = {.iteration = ignore, .long_run = &long_run};
    t.stream.roots[2] = t.stream.roots[3];
    t.stream.roots[3] = t.stream.roots[1];
    t.stream.positions.count = 4;
    hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
    assert_int_equal(stream.stop, HR_STOP_SIGNAL);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_SOLVED);
        for (size_t i = 1; i < stream.count; i++) {
            assert_int_equal(stream.solutions[i].outcome, HR_IDASTAR_STOPPED);
        }
    }
    hr_idastar_stream_clear(&stream);
}

/// Positions that have used up their seconds on one rank are not begun again by all of them. These are far from the goal.
HR_TEST(test_no_position_gets_its_seconds_twice) {
    task t;
    prepare_hard(&t, 2, true);
    const hr_idastar_options options = {.max_seconds = 1e-3};
    hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
    assert_int_equal(stream.stop, HR_STOP_NONE);
    assert_int_equal(stream.split, 0);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_LIMIT);
        assert_int_equal(stream.solutions[1].outcome, HR_IDASTAR_LIMIT);
    }
    hr_idastar_stream_clear(&stream);
}

/// The iterations so far. The wish to stop has no context.
static struct {
    uint32_t next_bound; ///< of the last one
    int iterations;
} followed;

static void follow(const hr_idastar_iteration *iteration, void *context) {
    followed.next_bound = iteration->next.bound;
    followed.iterations++;
}

static bool has_followed(void) { return followed.iterations > 0; }

/// On rank 0: the last iteration of a position that was stopped is the one that comes next. All of them have taken no longer than
/// the position, where no other rank's clock counts.
static void check_stopped_rounds(const hr_idastar_stream *stream) {
    const hr_iteration *last = hr_idastar_stream_round(stream, 0, NULL);
    assert_non_null(last);
    assert_int_equal(last->bound, followed.next_bound);
    assert_false(last->finished);
    double seconds = 0;
    hr_count nodes = 1;
    hr_count expanded = 0;
    for (const hr_iteration *round = last; round != NULL; round = hr_idastar_stream_round(stream, 0, round)) {
        seconds += round->seconds;
        nodes += round->nodes;
        expanded += round->expanded;
    }
    assert_int_equal(nodes, stream->solutions[0].nodes);
    assert_int_equal(expanded, stream->solutions[0].expanded);
    assert_true(seconds <= stream->solutions[0].seconds + 1e-5 || hr_comm_size(hr_test_world()) > 1);
}

/// With a weight p/q a solution has at least as many moves as the next iteration's bound over p, and no fewer than the heuristic
/// says.
HR_TEST(test_a_stopped_position_has_a_bound_in_moves) {
    static const hr_idastar_weight WEIGHTS[] = {{1, 1}, {3, 2}, {4, 3}, {5, 4}, {7, 5}};
    task t;
    prepare_hard(&t, 1, true);
    const uint32_t h = t.stream.domain.heuristic(t.stream.domain.context, &t.stream.roots[0]);
    const hr_idastar_long_run long_run = {
        .identity = "a run", .began = hr_comm_seconds(), .stop_wanted = has_followed, .rounds = true};
    int rounded = 0;
    for (size_t i = 0; i < sizeof WEIGHTS / sizeof WEIGHTS[0]; i++) {
        const hr_idastar_options options = {.weight = WEIGHTS[i], .iteration = follow, .long_run = &long_run};
        followed.iterations = 0;
        hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
        assert_int_equal(stream.stop, HR_STOP_SIGNAL);
        if (hr_comm_rank(hr_test_world()) == 0) {
            const uint32_t p = WEIGHTS[i].numerator;
            const uint32_t least = (followed.next_bound + p - 1) / p;
            assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_STOPPED);
            assert_int_equal(stream.solutions[0].lower_bound, least > h ? least : h);
            rounded += least > h && followed.next_bound % p != 0;
            check_stopped_rounds(&stream);
        }
        hr_idastar_stream_clear(&stream);
    }
    assert_true(rounded > 0 || hr_comm_rank(hr_test_world()) > 0);
}

static bool at_once(void) { return true; }

static void count_all(const hr_event *event, void *context) {
    task *t = context;
    const hr_idastar_step *step = event->more;
    t->done = event->kind == HR_EVENT_ITERATION ? t->done : step->done;
    t->all_nodes = event->kind == HR_EVENT_ITERATION ? t->all_nodes : step->nodes;
}

/// A run that has solved all of its positions has not been stopped.
HR_TEST(test_a_stop_after_the_last_position_is_none) {
    task t;
    prepare(&t);
    const hr_idastar_long_run long_run = {.identity = "a run", .began = hr_comm_seconds(), .stop_wanted = at_once};
    const hr_idastar_options options = {.iteration = ignore, .long_run = &long_run};
    t.stream.positions.count = 1;
    hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
    assert_int_equal(stream.stop, HR_STOP_NONE);
    hr_idastar_stream_clear(&stream);
}

/// The first position needs more than the million nodes that one rank makes of it, and has its limit beyond them.
HR_TEST(test_a_hard_position_is_put_off_to_its_limit) {
    enum { MOST = 1200000 };
    task t;
    prepare_hard(&t, 2, false);
    const hr_idastar_long_run long_run = {.identity = "a run",
                                          .began = hr_comm_seconds(),
                                          .event = count_all,
                                          .event_context = &t,
                                          .rounds = true,
                                          .done = deliver, // its first iterations come before its result
                                          .done_context = &t};
    const hr_idastar_options options = {.max_nodes = MOST, .long_run = &long_run};
    hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
    assert_int_equal(stream.split, hr_comm_size(hr_test_world()) > 1 ? 1 : 0);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_LIMIT);
        assert_true(stream.solutions[0].nodes >= MOST);
        assert_int_equal(stream.solutions[1].length, 1);
        check_rounds(&stream, 0);
        check_rounds(&stream, 1);
        assert_int_equal(t.done, 2);
        assert_int_equal(t.all_nodes, stream.solutions[0].nodes + stream.solutions[1].nodes);
    }
    hr_idastar_stream_clear(&stream);
    const hr_idastar_options least = {.max_nodes = 1000000}; // as many as one rank makes
    stream = solve_stream(&t.stream.positions, &least);
    assert_int_equal(stream.split, 0);
    hr_idastar_stream_clear(&stream);
}

/// More than half of the run's time is over when it begins. A checkpoint is planned to take the other half.
HR_TEST_IN_DIRECTORY(test_time_is_left_for_a_last_checkpoint) {
    task t;
    prepare(&t);
    t.stream.positions.count = 3;
    for (int keeps = 0; keeps < 2; keeps++) {
        const hr_idastar_long_run long_run = {.checkpoint = {.directory = keeps ? hr_test_directory : NULL, .every = 1e9},
                                              .identity = "a run",
                                              .began = hr_comm_seconds() - (keeps ? 0.5 : 500),
                                              .max_seconds = keeps ? 0.9 : 900};
        const hr_idastar_options options = {.iteration = ignore, .long_run = &long_run};
        hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
        assert_int_equal(stream.stop, keeps ? HR_STOP_TIME : HR_STOP_NONE);
        hr_idastar_stream_clear(&stream);
    }
}
