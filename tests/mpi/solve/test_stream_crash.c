// SPDX-License-Identifier: MIT
// Ranks: 1 3
// A stream of positions that dies right after one of its checkpoints, each in turn: the run that goes on from it has the same
// result. And what such a run says that is stopped at once.

#include <dirent.h>
#include <unistd.h>

#include "mpi_test.h"
#include "solve/idastar/packets.h"
#include "solve/records.h"
#include "solving/tiles_stream.h"
#include "solving/two_moves.h"

enum { POSITIONS = 3, SAVED_MAX = 200, NAME_MAX_BYTES = 160 };

static const char PREFIX[] = "checkpoint-"; ///< and six digits: a checkpoint's name
enum { LENGTH = sizeof PREFIX - 1 };

typedef struct task {
    tiles_stream stream;
    char directory[64];       ///< of the checkpoints
    char saved[64];           ///< a directory: what the checkpoints were, under numbers
    char names[SAVED_MAX][8]; ///< their six digits
    uint64_t count;           ///< of them
} task;

static void prepare(task *t) {
    static const char *const TEXTS[POSITIONS] = {"8 6 7 2 5 4 3 0 1", "1 2 3 4 5 6 7 8 0", "6 4 7 8 5 0 3 2 1"};
    *t = (task){.count = 0};
    prepare_stream(&t->stream, 3, NULL, TEXTS, POSITIONS);
    hr_test_make_directory(t->directory);
    hr_test_make_directory(t->saved);
}

/// On rank 0: keep the newest checkpoint.
static void save_newest(const hr_event *event, void *context) {
    task *t = context;
    if (event->kind != HR_EVENT_CHECKPOINT) {
        return;
    }
    assert_true(t->count < SAVED_MAX);
    char *newest = t->names[t->count];
    DIR *directory = opendir(t->directory);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (strncmp(entry->d_name, PREFIX, LENGTH) == 0 && strlen(entry->d_name) == LENGTH + 6 &&
            strcmp(entry->d_name + LENGTH, newest) > 0) {
            memcpy(newest, entry->d_name + LENGTH, 7);
        }
    }
    assert_int_equal(closedir(directory), 0);
    char from[NAME_MAX_BYTES];
    char to[NAME_MAX_BYTES];
    (void)snprintf(from, sizeof from, "%s/%s%s", t->directory, PREFIX, newest);
    (void)snprintf(to, sizeof to, "%s/%d", t->saved, (int)t->count);
    assert_int_equal(link(from, to), 0);
    t->count++;
}

/// The iteration callback makes all ranks solve one position after the other.
static void note_iteration(const hr_idastar_iteration *iteration, void *context) {}

static hr_idastar_stream solve(task *t, const char *directory, hr_event_handler event) {
    const hr_idastar_long_run long_run = {.checkpoint = {.directory = directory, .every = 1e-9, .resume = true},
                                          .identity = "three",
                                          .event = event,
                                          .event_context = t};
    const hr_idastar_options options = {.long_run = directory != NULL ? &long_run : NULL, .iteration = note_iteration};
    return solve_stream(&t->stream.positions, &options);
}

HR_TEST(test_a_stream_goes_on_from_each_of_its_checkpoints) {
    task t;
    prepare(&t);
    hr_idastar_stream expected = solve(&t, NULL, NULL);
    hr_idastar_stream stream = solve(&t, t.directory, save_newest);
    expect_same_streams(&expected, &stream);
    hr_idastar_stream_clear(&stream);
    assert_int_equal(hr_comm_max(hr_test_world(), &t.count, 1, NULL), HR_OK);
    assert_true(t.count > POSITIONS);
    for (uint64_t i = 0; i < t.count; i++) {
        char directory[64];
        hr_test_make_directory(directory);
        if (hr_comm_rank(hr_test_world()) == 0) {
            char from[NAME_MAX_BYTES];
            char to[NAME_MAX_BYTES];
            (void)snprintf(from, sizeof from, "%s/%d", t.saved, (int)i);
            (void)snprintf(to, sizeof to, "%s/%s%s", directory, PREFIX, t.names[i]);
            assert_int_equal(link(from, to), 0);
        }
        stream = solve(&t, directory, NULL);
        expect_same_streams(&expected, &stream);
        hr_idastar_stream_clear(&stream);
        hr_test_remove_directory(directory);
    }
    hr_idastar_stream_clear(&expected);
    hr_test_remove_directory(t.directory);
    hr_test_remove_directory(t.saved);
}

static bool at_once(void) { return true; }

/// Collective. Write a checkpoint in which the first position is done, and the last one has a begun iteration.
static void make_checkpoint(const hr_idastar_positions *positions, const hr_idastar_options *options) {
    hr_idastar_records records;
    const hr_idastar_result done = {.outcome = HR_IDASTAR_SOLVED, .nodes = 1, .solutions = 1};
    const hr_idastar_progress under_way = {.bound = 23,
                                           .nodes = 1300,
                                           .expanded = 700,
                                           .seconds = 5,
                                           .begun = {.depth = 1, .done = 1, .nodes = 50, .expanded = 20, .next_bound = 25}};
    assert_int_equal(hr_idastar_records_open(hr_test_world(), positions, options, &records, NULL), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(hr_idastar_records_add(&records, 0, &done, NULL), HR_OK);
    }
    hr_idastar_records_note(&records, positions->count - 1, &under_way);
    assert_int_equal(hr_idastar_records_save(&records, true, NULL), HR_OK);
    hr_idastar_records_close(&records);
}

static void count_done(const hr_event *event, void *context) {
    const hr_idastar_step *step = event->more;
    const bool counts = event->kind == HR_EVENT_POSITION || event->kind == HR_EVENT_POSITIONS;
    *(size_t *)context = counts && step->done > *(size_t *)context ? step->done : *(size_t *)context;
}

/// A run that goes on, and stops before it comes to the last position, counts what the run before it has done.
HR_TEST(test_what_an_earlier_run_has_done_counts) {
    task t;
    prepare(&t);
    const hr_tiles_state hard = t.stream.roots[0];
    t.stream.roots[0] = t.stream.roots[1]; // which is solved
    t.stream.roots[1] = hard;
    size_t done = 0;
    const hr_idastar_long_run long_run = {.checkpoint = {.directory = t.directory, .every = 1e9, .resume = true},
                                          .identity = "a run",
                                          .began = hr_comm_seconds(),
                                          .stop_wanted = at_once,
                                          .event = count_done,
                                          .event_context = &done};
    const hr_idastar_options options = {.long_run = &long_run};
    make_checkpoint(&t.stream.positions, &options);
    hr_idastar_stream stream = solve_stream(&t.stream.positions, &options);
    assert_int_equal(stream.stop, HR_STOP_SIGNAL);
    if (hr_comm_rank(hr_test_world()) == 0) {
        const hr_idastar_solution *last = &stream.solutions[2];
        assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_SOLVED);
        assert_int_equal(done, stream.solutions[1].outcome == HR_IDASTAR_SOLVED ? 2 : 1);
        assert_int_equal(last->outcome, HR_IDASTAR_STOPPED);
        assert_int_equal(last->lower_bound, 23);
        assert_int_equal(last->nodes, 1350); // with those of the begun iteration
        assert_int_equal(last->expanded, 720);
        assert_true(last->seconds == 5);
    }
    hr_idastar_stream_clear(&stream);
    hr_test_remove_directory(t.directory);
    hr_test_remove_directory(t.saved);
}

/// For a tree without leaves whose nodes are all alike.
static void stay(const void *context, const void *state, uint8_t move, void *next) { memcpy(next, state, sizeof(uint32_t)); }

/// A run cuts an iteration into some thousands of subtrees. A checkpoint with more than a run could walk to is read without its
/// begun iteration, which starts anew.
HR_TEST(test_an_iteration_begun_too_deep_starts_anew) {
    static const uint32_t root = 7;
    const hr_idastar_domain domain = {
        .state_bytes = sizeof root, .moves = two_moves, .apply = stay, .heuristic = no_estimate, .solved = is_never_solved};
    const hr_idastar_positions positions = {.domain = &domain, .roots = &root, .stride = sizeof root, .count = 1};
    static const uint32_t DEPTHS[] = {3, HR_IDASTAR_PACKET_DEPTH_MAX};
    for (size_t i = 0; i < sizeof DEPTHS / sizeof DEPTHS[0]; i++) {
        char directory[64];
        hr_test_make_directory(directory);
        const hr_idastar_long_run long_run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                              .identity = "a tree"};
        const hr_idastar_options options = {.long_run = &long_run};
        const hr_idastar_progress under_way = {
            .bound = 100, .nodes = 9, .begun = {.depth = DEPTHS[i], .done = 1, .next_bound = HR_IDASTAR_NO_BOUND}};
        hr_idastar_records records;
        assert_int_equal(hr_idastar_records_open(hr_test_world(), &positions, &options, &records, NULL), HR_OK);
        hr_idastar_records_note(&records, 0, &under_way);
        assert_int_equal(hr_idastar_records_save(&records, true, NULL), HR_OK);
        hr_idastar_records_close(&records);
        assert_int_equal(hr_idastar_records_open(hr_test_world(), &positions, &options, &records, NULL), HR_OK);
        const hr_idastar_progress again = hr_idastar_records_progress(&records, 0);
        assert_int_equal(again.bound, 100);
        assert_int_equal(again.nodes, 9);
        assert_int_equal(again.begun.done, i == 0);
        hr_idastar_records_close(&records);
        hr_test_remove_directory(directory);
    }
}
