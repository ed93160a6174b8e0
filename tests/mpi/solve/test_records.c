// SPDX-License-Identifier: MIT
// What the records of a stream keep comes back as it was: times, and the solutions that a begun iteration has counted.

#include "mpi_test.h"

#include "solve/records.h"
#include "solving/tiles_stream.h"

enum { POSITIONS = 2 };

/// Two positions of the 8-puzzle, two moves and one move from the goal.
static void prepare(tiles_stream *t) {
    static const char *const texts[POSITIONS] = {"1 2 3 4 5 6 0 7 8", "1 2 3 4 5 6 7 0 8"};
    prepare_stream(t, 3, NULL, texts, POSITIONS);
}

HR_TEST(test_times_come_back) {
    tiles_stream t;
    prepare(&t);
    const hr_idastar_options options = {.complete = true};
    hr_idastar_records records;
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &t.positions, &options, &records, NULL), HR_OK);
    hr_idastar_result result = {.outcome = HR_IDASTAR_SOLVED, .length = 2, .lower_bound = 2, .solutions = 1, .seconds = 1234.5};
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(hr_idastar_records_add(&records, 0, &result, NULL), HR_OK);
    }
    const hr_idastar_progress progress = {.bound = 2, .nodes = 7, .seconds = 99.25};
    hr_idastar_records_note(&records, 1, &progress);
    assert_true(hr_idastar_records_progress(&records, 1).seconds == 99.25);
    hr_idastar_stream stream;
    memset(&stream, 0, sizeof stream);
    assert_int_equal(hr_idastar_records_collect(&records, &stream, NULL), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_true(stream.solutions[0].seconds == 1234.5);
        assert_true(stream.solutions[1].seconds == 99.25);
    }
    hr_idastar_stream_clear(&stream);
    assert_int_equal(hr_idastar_records_done(&records), hr_comm_rank(hr_test_world()) == 0 ? 1 : 0); // not shared yet
    assert_int_equal(hr_idastar_records_add(&records, 1, &result, NULL), HR_OK);
    assert_int_equal(hr_idastar_records_done(&records), hr_comm_rank(hr_test_world()) == 0 ? 2 : 1);
    assert_int_equal(hr_idastar_records_share(&records, NULL), HR_OK);
    assert_int_equal(hr_idastar_records_done(&records), 2);
    hr_idastar_records_close(&records);
}

/// What rank 0 has heard of checkpoints.
typedef struct heard {
    hr_event_kind kinds[8];
    size_t done[8];
    uint64_t bytes[8];
    size_t count;
} heard;

static void hear(const hr_event *event, void *context) {
    heard *h = context;
    const hr_idastar_step *step = event->more;
    assert_in_range(h->count, 0, 7);
    assert_true(event->seconds >= 1000 && event->seconds < 2000);
    assert_true(event->duration >= 0 && event->duration < 1000);
    h->kinds[h->count] = event->kind;
    h->done[h->count] = step->done;
    h->bytes[h->count++] = event->bytes;
}

/// Bytes of the checkpoint's file. The directory has a lock beside it, which is empty.
static uint64_t file_bytes;

static void measure(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    file_bytes += (uint64_t)ftell(file);
    assert_int_equal(fclose(file), 0);
}

static void check_solutions(const hr_idastar_stream *stream, const hr_idastar_result *result) {
    const hr_idastar_solution *a = &stream->solutions[0];
    const hr_idastar_solution *b = &stream->solutions[1];
    assert_int_equal(stream->count, POSITIONS);
    assert_int_equal(a->outcome, HR_IDASTAR_SOLVED);
    assert_int_equal(a->length, 2);
    assert_int_equal(a->lower_bound, 2);
    assert_int_equal(a->nodes, 11);
    assert_int_equal(a->expanded, 6);
    assert_int_equal(a->solutions, 4);
    assert_true(a->seconds == 3.5);
    assert_memory_equal(stream->paths + a->path_at, result->path, 2);
    assert_int_equal(stream->path_bytes, 2);
    assert_int_equal(b->outcome, HR_IDASTAR_STOPPED);
    assert_int_equal(b->length, 0);
    assert_int_equal(b->lower_bound, 3);
    assert_int_equal(b->nodes, 13);
    assert_int_equal(b->expanded, 8);
    assert_int_equal(b->solutions, 0);
    assert_true(b->seconds == 4.25);
}

/// Collective. Open the records again, and compare what rank 0 collects.
static void check_again(const hr_idastar_positions *positions, const hr_idastar_options *options, const hr_idastar_result *result) {
    hr_idastar_records records;
    hr_idastar_stream stream = {.solutions = NULL};
    assert_int_equal(hr_idastar_records_open(hr_test_world(), positions, options, &records, NULL), HR_OK);
    const hr_idastar_progress progress = hr_idastar_records_progress(&records, 1);
    assert_int_equal(progress.bound, 3);
    assert_int_equal(progress.begun.depth, 1);
    assert_int_equal(progress.begun.done, 2);
    assert_int_equal(progress.begun.next_bound, 5);
    assert_int_equal(progress.begun.length, 0);
    assert_int_equal(hr_idastar_records_done(&records), 1); // on every rank
    assert_int_equal(hr_idastar_records_collect(&records, &stream, NULL), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        check_solutions(&stream, result);
    }
    hr_idastar_stream_clear(&stream);
    hr_idastar_records_close(&records);
}

/// Find the move that solves the first position if it is made twice.
static void find_straight_path(const tiles_stream *t, uint8_t path[2]) {
    for (uint8_t move = 0; move < 4; move++) {
        hr_tiles_state states[3] = {t->roots[0]};
        uint8_t moves[HR_IDASTAR_FANOUT_MAX];
        for (int i = 0; i < 2 && memchr(moves, move, t->domain.moves(t->domain.context, &states[i], moves)) != NULL; i++) {
            t->domain.apply(t->domain.context, &states[i], move, &states[i + 1]);
            path[i] = move;
            if (i == 1 && t->domain.solved(t->domain.context, &states[2])) {
                return;
            }
        }
    }
    fail();
}

/// The last rank has a record, and the first one a position under way.
HR_TEST_IN_DIRECTORY(test_all_of_a_record_comes_back) {
    tiles_stream t;
    prepare(&t);
    heard h = {.count = 0};
    const hr_idastar_long_run long_run = {.checkpoint = {.directory = hr_test_directory, .every = 1e9, .resume = true},
                                          .identity = "a run",
                                          .began = hr_comm_seconds() - 1000,
                                          .event = hear,
                                          .event_context = &h};
    const hr_idastar_options options = {.complete = true, .long_run = &long_run};
    hr_idastar_result result = {
        .outcome = HR_IDASTAR_SOLVED, .length = 2, .lower_bound = 2, .nodes = 11, .expanded = 6, .solutions = 4, .seconds = 3.5};
    find_straight_path(&t, result.path);
    hr_idastar_progress progress = {.bound = 3, .nodes = 13, .expanded = 8, .seconds = 4.25};
    progress.begun = (hr_idastar_begun){.depth = 1, .done = 2, .nodes = 5, .next_bound = 5, .seconds = 2.5};
    hr_idastar_records records;
    hr_error error = {.text = ""};
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &t.positions, &options, &records, &error), HR_OK);
    assert_int_equal(hr_idastar_records_save(&records, true, &error), HR_OK); // there is nothing to save
    if (hr_comm_rank(hr_test_world()) == hr_comm_size(hr_test_world()) - 1) {
        assert_int_equal(hr_idastar_records_add(&records, 0, &result, &error), HR_OK);
    }
    hr_idastar_records_note(&records, 1, &progress);
    assert_int_equal(hr_idastar_records_save(&records, true, &error), HR_OK);
    assert_int_equal(hr_idastar_records_save(&records, true, &error), HR_OK); // there is nothing new
    hr_idastar_records_close(&records);
    file_bytes = 0;
    hr_test_for_each_file(hr_test_directory, measure);
    check_again(&t.positions, &options, &result);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(h.count, 2);
        assert_true(h.kinds[0] == HR_EVENT_CHECKPOINT && h.kinds[1] == HR_EVENT_RESUMED);
        assert_true(h.done[0] == 1 && h.done[1] == 1);
        assert_int_equal(h.bytes[0], file_bytes);
    }
}

HR_TEST(test_a_position_that_a_limit_has_ended_has_no_path) {
    tiles_stream t;
    prepare(&t);
    const hr_idastar_options options = {.long_run = NULL};
    const hr_idastar_result result = {.outcome = HR_IDASTAR_LIMIT, .length = 7, .lower_bound = 2};
    hr_idastar_stream stream = {.solutions = NULL};
    hr_idastar_records records;
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &t.positions, &options, &records, NULL), HR_OK);
    assert_int_equal(hr_idastar_records_add(&records, (size_t)hr_comm_rank(hr_test_world()) % 2, &result, NULL), HR_OK);
    assert_int_equal(hr_idastar_records_gather(&records, &stream, NULL), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_LIMIT);
        assert_int_equal(stream.solutions[0].length, 0);
        assert_int_equal(stream.path_bytes, 0);
    }
    hr_idastar_stream_clear(&stream);
    hr_idastar_records_close(&records);
}

/// Collective. Save what `fill` notes, and read it back. Returns the status of that, and of position 1 its progress.
static hr_status save_and_read(const hr_idastar_options *options, void (*fill)(hr_idastar_records *records, const void *what),
                               const void *what, hr_idastar_progress *progress) {
    tiles_stream t;
    prepare(&t);
    char directory[64];
    hr_test_make_directory(directory);
    const hr_idastar_long_run long_run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                          .identity = "a run"};
    hr_idastar_options kept = *options;
    kept.long_run = &long_run;
    hr_idastar_records records;
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &t.positions, &kept, &records, NULL), HR_OK);
    fill(&records, what);
    assert_int_equal(hr_idastar_records_save(&records, true, NULL), HR_OK);
    hr_idastar_records_close(&records);
    const hr_status status = hr_idastar_records_open(hr_test_world(), &t.positions, &kept, &records, NULL);
    *progress = status == HR_OK ? hr_idastar_records_progress(&records, 1) : (hr_idastar_progress){.bound = 0};
    assert_true(status != HR_OK || hr_idastar_records_progress(&records, 0).begun.done == 0);
    hr_idastar_records_close(&records);
    hr_test_remove_directory(directory);
    return status;
}

static void add_first(hr_idastar_records *records, const void *result) {
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(hr_idastar_records_add(records, 0, result, NULL), HR_OK);
    }
}

static void note_second(hr_idastar_records *records, const void *progress) { hr_idastar_records_note(records, 1, progress); }

/// A solution is proven to be the shortest; with a weight its bound may be less, but never more. Bounds end with the longest path.
HR_TEST(test_only_bounds_that_a_run_can_prove_are_read) {
    tiles_stream t;
    prepare(&t);
    hr_idastar_progress progress;
    hr_idastar_result solved = {.outcome = HR_IDASTAR_SOLVED, .length = 2, .solutions = 1};
    find_straight_path(&t, solved.path);
    for (int weighted = 0; weighted < 2; weighted++) {
        const hr_idastar_options options = {.weight = weighted ? (hr_idastar_weight){3, 2} : (hr_idastar_weight){0}};
        for (solved.lower_bound = 1; solved.lower_bound < 4; solved.lower_bound++) {
            const bool good = weighted ? solved.lower_bound <= 2 : solved.lower_bound == 2;
            assert_int_equal(save_and_read(&options, add_first, &solved, &progress), good ? HR_OK : HR_FILE);
        }
        const uint32_t most = HR_IDASTAR_PATH_MAX * (weighted ? 2 : 1);
        for (uint32_t bound = most - 1; bound <= most; bound++) {
            const hr_idastar_progress under_way = {.bound = bound};
            assert_int_equal(save_and_read(&options, note_second, &under_way, &progress), bound < most ? HR_OK : HR_FILE);
            assert_int_equal(progress.bound, bound < most ? bound : 0);
        }
    }
    for (uint32_t bound = HR_IDASTAR_PATH_MAX; bound <= HR_IDASTAR_PATH_MAX + 1; bound++) {
        const hr_idastar_result limited = {.outcome = HR_IDASTAR_LIMIT, .lower_bound = bound};
        const hr_status expected = bound == HR_IDASTAR_PATH_MAX ? HR_OK : HR_FILE;
        assert_int_equal(save_and_read(&(hr_idastar_options){0}, add_first, &limited, &progress), expected);
    }
}

/// An iteration that has found solutions is gone on with only by a run that completes its iterations.
HR_TEST(test_solutions_of_a_begun_iteration_come_back) {
    tiles_stream t;
    prepare(&t);
    hr_idastar_progress under_way = {.bound = 1, .nodes = 3, .seconds = 1};
    under_way.begun = (hr_idastar_begun){.depth = 1,
                                         .done = 1,
                                         .nodes = 5,
                                         .expanded = 2,
                                         .solutions = 3,
                                         .next_bound = HR_IDASTAR_NO_BOUND,
                                         .seconds = 2.5,
                                         .length = 1};
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = t.domain.moves(t.domain.context, &t.roots[1], moves);
    for (size_t i = 0; i < n; i++) { // one of them solves the position
        hr_tiles_state next;
        t.domain.apply(t.domain.context, &t.roots[1], moves[i], &next);
        under_way.begun.path[0] = t.domain.solved(t.domain.context, &next) ? moves[i] : under_way.begun.path[0];
    }
    hr_idastar_progress again;
    assert_int_equal(save_and_read(&(hr_idastar_options){.complete = true}, note_second, &under_way, &again), HR_OK);
    assert_int_equal(again.begun.solutions, 3);
    assert_int_equal(again.begun.nodes, 5);
    assert_int_equal(again.begun.expanded, 2);
    assert_true(again.begun.seconds == 2.5);
    assert_int_equal(save_and_read(&(hr_idastar_options){.complete = false}, note_second, &under_way, &again), HR_FILE);
}

/// Once an iteration is finished, the next one has no begun part.
HR_TEST(test_a_finished_iteration_is_not_begun) {
    tiles_stream t;
    prepare(&t);
    const hr_idastar_options options = {.complete = true};
    hr_idastar_records records;
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &t.positions, &options, &records, NULL), HR_OK);
    hr_idastar_records_note(&records, 1, &(hr_idastar_progress){.bound = 3, .begun = {.depth = 1, .done = 2, .nodes = 5}});
    hr_idastar_records_note(&records, 0, &(hr_idastar_progress){.bound = 2});
    assert_int_equal(hr_idastar_records_progress(&records, 0).begun.done, 0);
    assert_int_equal(hr_idastar_records_progress(&records, 1).begun.nodes, 5);
    hr_idastar_records_note(&records, 1, &(hr_idastar_progress){.bound = 5, .nodes = 9});
    assert_int_equal(hr_idastar_records_progress(&records, 1).begun.done, 0);
    assert_int_equal(hr_idastar_records_progress(&records, 1).begun.nodes, 0);
    hr_idastar_records_close(&records);
}
