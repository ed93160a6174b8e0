// SPDX-License-Identifier: MIT
// IDA* that is stopped and goes on: a search, an iteration in spans, and a stream with checkpoints give what they give undisturbed.

#include "mpi_test.h"

#include "positions.h"
#include "solve/idastar/packets.h"
#include "solve/records.h"
#include "solving/idastar_task.h"
#include "solving/tiles_stream.h"
#include "solving/two_moves.h"

/// Stops a search after so many questions; the ranks ask at different moments.
static bool count_down(void *context) {
    int *left = context;
    return --*left <= 0;
}

HR_TEST(test_a_search_that_was_stopped_goes_on_to_the_same_result) {
    task t; // Korf's number 73: 3 million nodes
    prepare(&t, 4, 4, KORF_GOAL, "6 14 10 5 15 8 7 1 3 4 2 0 12 9 11 13");
    hr_idastar_result expected;
    solve(hr_test_world(), &t, &(hr_idastar_options){0}, &expected);
    hr_idastar_options options = {.stop_wanted = count_down};
    hr_idastar_result result;
    int stops = -1;
    do {
        int left = 1 << ++stops;
        options.stop_context = &left;
        solve(stops % 2 == 0 ? hr_test_world() : NULL, &t, &options, &result); // with all ranks, and with one
        if (result.outcome == HR_IDASTAR_STOPPED) {
            assert_true(result.lower_bound >= t.domain.heuristic(t.domain.context, &t.root));
            assert_true(result.lower_bound <= expected.length);
            assert_int_equal(result.nodes, result.progress.nodes); // those of the unfinished iteration come again
            assert_int_equal(result.expanded, result.progress.expanded);
            options.from = result.progress;
        }
    } while (result.outcome == HR_IDASTAR_STOPPED);
    assert_true(stops >= 2);
    assert_int_equal(HR_IDASTAR_SOLVED, result.outcome);
    assert_int_equal(expected.nodes, result.nodes);
    assert_int_equal(expected.expanded, result.expanded);
    assert_int_equal(expected.length, result.length);
    assert_memory_equal(expected.path, result.path, result.length);
}

/// Manhattan distance, which counts how often it is asked for.
typedef struct counted {
    task t;
    uint64_t values; ///< calls of the heuristic so far
} counted;

static counted *asked; ///< of the test that runs

static uint32_t count_value(const void *context, const void *state) {
    asked->values++;
    return hr_tiles_manhattan(((const hr_tiles_manhattan_context *)context)->tiles, state);
}

/// Korf and Felner's position 38, whose tree is cut long before the bound. The engine expands up to 262,144 nodes near its limit
/// itself and asks for some three values each; the domain's own search is to generate nearly all the others.
HR_TEST(test_a_search_that_goes_on_is_soon_left_to_the_domain) {
    counted c = {.values = 0};
    prepare(&c.t, 5, 5, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24",
            "10 3 24 12 0 7 8 11 14 21 22 23 2 1 9 17 18 6 20 4 13 15 5 19 16");
    const uint32_t h = c.t.domain.heuristic(c.t.domain.context, &c.t.root);
    c.t.domain.heuristic = count_value;
    asked = &c;
    hr_idastar_result result;
    const hr_idastar_options options = {.from = {.bound = h + 12, .nodes = 1}, .max_nodes = 5000000};
    solve(NULL, &c.t, &options, &result);
    assert_int_equal(HR_IDASTAR_LIMIT, result.outcome);
    assert_true(result.nodes >= options.max_nodes);
    assert_true(c.values < result.nodes / 4);
    asked = NULL;
}

typedef struct parts_kept {
    hr_idastar_progress last;
    size_t count;
} parts_kept;

static void keep_span(const hr_idastar_progress *progress, void *context) {
    parts_kept *kept = context;
    assert_true(progress->begun.done > 0 &&
                (kept->count == 0 || progress->begun.done > kept->last.begun.done || progress->bound > kept->last.bound));
    kept->last = *progress;
    kept->count++;
}

/// In short spans, stopped again and again, with all ranks and with one by turns.
static void solve_in_parts(const task *t, hr_idastar_options options) {
    hr_idastar_result expected;
    hr_idastar_result result;
    solve(NULL, t, &options, &expected);
    parts_kept kept = {.count = 0};
    options.span = keep_span;
    options.span_seconds = 1e-9;
    options.subtrees = 8;
    options.iteration_context = &kept;
    options.stop_wanted = count_down;
    options.split_nodes = 1000;
    size_t inside = 0;
    int stops = 0;
    do {
        int left = 4 << stops;
        options.stop_context = &left;
        kept.count = 0;
        solve(stops % 2 == 0 ? hr_test_world() : NULL, t, &options, &result);
        if (result.outcome == HR_IDASTAR_STOPPED) {
            const bool same = options.from.begun.done > 0 && options.from.bound == result.progress.bound;
            assert_true(!same || result.progress.begun.seconds >= options.from.begun.seconds);
            inside += result.progress.begun.done > 0;
            options.from = result.progress;
            options.from.begun.seconds += 1000; // as if it had taken long
        }
        stops++;
    } while (result.outcome == HR_IDASTAR_STOPPED);
    assert_true(inside > 0);
    assert_int_equal(HR_IDASTAR_SOLVED, result.outcome);
    assert_int_equal(expected.nodes, result.nodes);
    assert_int_equal(expected.expanded, result.expanded);
    assert_int_equal(expected.solutions, result.solutions);
    assert_int_equal(expected.length, result.length);
    assert_memory_equal(expected.path, result.path, result.length);
}

HR_TEST(test_an_iteration_goes_on_where_it_was_stopped) {
    static const char *const TEXT[] = {"6 14 10 5 15 8 7 1 3 4 2 0 12 9 11 13", "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"};
    for (size_t i = 0; i < sizeof TEXT / sizeof *TEXT; i++) {
        task t;
        prepare(&t, 4, 4, KORF_GOAL, TEXT[i]);
        solve_in_parts(&t, (hr_idastar_options){0});
        solve_in_parts(&t, (hr_idastar_options){.complete = true});
        solve_in_parts(&t, (hr_idastar_options){.weight = {5, 4}});
    }
}

/// A domain without branches.
static size_t only_move(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    moves[0] = 0;
    return 1;
}

static void next_number(const void *context, const void *state, uint8_t move, void *next) {
    uint32_t number;
    memcpy(&number, state, sizeof number);
    number++;
    memcpy(next, &number, sizeof number);
}

HR_TEST(test_parts_of_a_narrow_tree_can_be_kept) {
    const hr_idastar_domain chain = {.state_bytes = sizeof(uint32_t),
                                     .moves = only_move,
                                     .apply = next_number,
                                     .heuristic = no_estimate,
                                     .solved = is_never_solved};
    const uint32_t root = 0;
    hr_idastar_worker worker;
    assert_int_equal(hr_idastar_worker_create(&chain, &root, (hr_idastar_weight){1, 1}, false, &worker, NULL), HR_OK);
    hr_idastar_worker_begin(&worker, 1000);
    size_t depth = 0;
    assert_int_equal(hr_idastar_packets_count(&worker, 4096, &depth), 1);
    assert_int_equal(depth, HR_IDASTAR_PACKET_DEPTH_MAX);  // a checkpoint of a greater one is taken for damaged
    assert_true(hr_idastar_packets_within(&worker, 5, 6)); // the root, and a node at each depth
    assert_false(hr_idastar_packets_within(&worker, 5, 5));
    hr_idastar_worker_destroy(&worker);
}

HR_TEST(test_tree_is_walked_no_further_than_asked) {
    task t; // Korf's number 88: 65 moves
    prepare(&t, 4, 4, KORF_GOAL, "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4");
    hr_idastar_worker worker;
    assert_int_equal(hr_idastar_worker_create(&t.domain, &t.root, (hr_idastar_weight){1, 1}, false, &worker, NULL), HR_OK);
    hr_idastar_worker_begin(&worker, 63);
    assert_true(hr_idastar_packets_within(&worker, 5, 1000));
    assert_false(hr_idastar_packets_within(&worker, 5, 10));
    assert_false(hr_idastar_packets_within(&worker, HR_IDASTAR_PACKET_DEPTH_MAX, 1000000)); // without a limit for days
    hr_idastar_worker_destroy(&worker);
}

HR_TEST(test_records_write_only_what_is_new) {
    hr_idastar_records records;
    const hr_idastar_positions positions = {.count = 2};
    const hr_idastar_options options = {.long_run = NULL};
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &positions, &options, &records, NULL), HR_OK);
    hr_idastar_progress progress = {.bound = 40, .begun = {.depth = 9, .done = 3}};
    for (uint64_t done = 3; done < 6; done++) {
        progress.begun.done = done;
        hr_idastar_records_note(&records, 1, &progress);
        assert_true(records.changed);
        records.changed = 0;
        hr_idastar_records_note(&records, 1, &progress); // stopped before another span was done
        assert_false(records.changed);
    }
    progress = (hr_idastar_progress){.bound = 42};
    hr_idastar_records_note(&records, 1, &progress);
    assert_true(records.changed);
    hr_idastar_records_close(&records);
}

// A stream that is stopped again and again.

enum { STREAM = 8, HARD = 3 };
static int stream_questions; // the wish to stop has no context

static bool stream_stop_wanted(void) { return --stream_questions <= 0; }

static hr_status run_stream(const tiles_stream *t, const hr_idastar_long_run *long_run, hr_idastar_stream *stream,
                            hr_error *error) {
    const hr_idastar_options options = {.long_run = long_run, .split_nodes = 200000, .span_seconds = 1e-9, .subtrees = 8};
    return hr_idastar_stream_solve(hr_test_world(), &t->positions, &options, stream, error);
}

/// Some of Korf's positions, of which the last ones are hard enough to be split.
static void read_stream(tiles_stream *t) {
    hr_position found[STREAM];
    hr_position position;
    const char *texts[STREAM];
    size_t easy = 0;
    size_t hard = 0;
    FILE *file = fopen(HR_GOLDEN_DIR "/korf100.csv", "r");
    assert_non_null(file);
    while (easy + hard < STREAM && hr_position_read(file, 16, &position)) {
        const uint64_t nodes = position.number[3];
        if (nodes < 1400000 && easy < STREAM - HARD) {
            found[easy++] = position;
        } else if (nodes >= 1400000 && nodes < 2500000 && hard < HARD) {
            found[STREAM - HARD + hard++] = position;
        }
    }
    (void)fclose(file);
    assert_int_equal(STREAM, easy + hard);
    for (size_t i = 0; i < STREAM; i++) {
        texts[i] = found[i].text;
    }
    prepare_stream(t, 4, KORF_GOAL, texts, STREAM);
}

HR_TEST_IN_DIRECTORY(test_a_stream_goes_on_from_its_checkpoints) {
    tiles_stream t;
    read_stream(&t);
    hr_error error;
    hr_idastar_stream expected;
    assert_int_equal(HR_OK, run_stream(&t, NULL, &expected, &error));
    hr_idastar_long_run long_run = {
        .checkpoint = {.directory = hr_test_directory, .every = 1e-9}, .identity = "eight", .stop_wanted = stream_stop_wanted};
    hr_idastar_stream stream = {.stop = HR_STOP_SIGNAL};
    int stops = -1;
    for (; stream.stop != HR_STOP_NONE; long_run.checkpoint.resume = true) {
        hr_idastar_stream_clear(&stream);
        stream_questions = 2 << ++stops;
        assert_int_equal(HR_OK, run_stream(&t, &long_run, &stream, &error));
        assert_true(stream.stop == HR_STOP_NONE || stream.stop == HR_STOP_SIGNAL);
        for (size_t i = 0; i < stream.count; i++) { // rank 0
            const hr_idastar_solution *solution = &stream.solutions[i];
            assert_true(solution->outcome == HR_IDASTAR_STOPPED ? solution->lower_bound <= expected.solutions[i].length
                                                                : solution->length == expected.solutions[i].length);
        }
    }
    assert_true(stops >= 2);
    expect_same_streams(&expected, &stream);
    hr_idastar_stream_clear(&stream);

    stream_questions = 2; // what is done is not done again
    assert_int_equal(HR_OK, run_stream(&t, &long_run, &stream, &error));
    assert_int_equal(HR_STOP_NONE, stream.stop);
    expect_same_streams(&expected, &stream);
    hr_idastar_stream_clear(&stream);

    long_run.identity = "nine";
    assert_int_equal(HR_FILE, run_stream(&t, &long_run, &stream, &error));
    assert_non_null(strstr(error.text, "another run"));
    long_run.identity = "eight";
    long_run.checkpoint.resume = false;
    assert_int_equal(HR_USAGE, run_stream(&t, &long_run, &stream, &error));
    assert_non_null(strstr(error.text, "--resume"));
    hr_idastar_stream_clear(&expected);
}

static void ignore_span(const hr_idastar_progress *progress, void *context) {}

/// The nodes of the spans that an iteration has finished count, too.
HR_TEST(test_a_limit_on_nodes_holds_over_the_spans_of_an_iteration) {
    task t; // Korf's number 73: the last of its iterations has most of 3 million nodes
    prepare(&t, 4, 4, KORF_GOAL, "6 14 10 5 15 8 7 1 3 4 2 0 12 9 11 13");
    for (uint64_t most = 800000; most <= 2400000; most += 800000) {
        hr_idastar_options options = {.max_nodes = most};
        hr_idastar_result whole;
        hr_idastar_result parts;
        solve(NULL, &t, &options, &whole);
        options.span = ignore_span;
        options.span_seconds = 1e-9;
        options.subtrees = 8;
        solve(NULL, &t, &options, &parts);
        assert_int_equal(HR_IDASTAR_LIMIT, whole.outcome);
        assert_int_equal(HR_IDASTAR_LIMIT, parts.outcome);
        assert_int_equal(whole.nodes, parts.nodes);
    }
}
