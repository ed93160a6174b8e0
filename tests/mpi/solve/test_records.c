// SPDX-License-Identifier: MIT
// What the records of a stream keep comes back as it was: times, and the solutions that a begun iteration has counted.

#include "mpi_test.h"

#include <string.h>

#include "solve/records.h"
#include "solve/stream.h"
#include "solve/tiles/manhattan.h"

enum { POSITIONS = 2 };

/// Two positions of the 8-puzzle, two moves and one move from the goal.
typedef struct task {
    hr_tiles tiles;
    hr_tiles_manhattan_context context;
    hr_idastar_domain domain;
    hr_tiles_state roots[POSITIONS];
    double told[POSITIONS]; ///< seconds that an event told for each position
} task;

static void prepare(task *t) {
    static const char *const texts[POSITIONS] = {"1 2 3 4 5 6 0 7 8", "1 2 3 4 5 6 7 0 8"};
    *t = (task){.told = {0}};
    assert_int_equal(hr_tiles_create(3, 3, NULL, &t->tiles, NULL), HR_OK);
    for (int i = 0; i < POSITIONS; i++) {
        assert_int_equal(hr_tiles_parse(&t->tiles, texts[i], &t->roots[i], NULL), HR_OK);
    }
    hr_tiles_manhattan_domain(&t->tiles, &t->context, &t->domain);
}

static void test_times_come_back(void **state) {
    (void)state;
    task t;
    prepare(&t);
    const hr_idastar_positions positions = {.domain = &t.domain, .roots = t.roots, .stride = sizeof t.roots[0], .count = POSITIONS};
    const hr_idastar_options options = {.complete = true};
    hr_idastar_records records;
    hr_error error = {.text = ""};
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &positions, &options, &records, &error), HR_OK);
    hr_idastar_result result = {.outcome = HR_IDASTAR_SOLVED, .length = 2, .lower_bound = 2, .solutions = 1, .seconds = 1234.5};
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(hr_idastar_records_add(&records, 0, &result, &error), HR_OK);
    }
    const hr_idastar_progress progress = {.bound = 2, .nodes = 7, .seconds = 99.25};
    hr_idastar_records_note(&records, 1, &progress);
    assert_true(hr_idastar_records_progress(&records, 1).seconds == 99.25);
    hr_idastar_stream stream;
    memset(&stream, 0, sizeof stream);
    assert_int_equal(hr_idastar_records_collect(&records, &stream, &error), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_true(stream.solutions[0].seconds == 1234.5);
        assert_true(stream.solutions[1].seconds == 99.25);
    }
    hr_idastar_stream_clear(&stream);
    hr_idastar_records_close(&records);
}

static void test_solutions_of_a_begun_iteration_come_back(void **state) {
    (void)state;
    task t;
    prepare(&t);
    char directory[64];
    hr_test_make_directory(directory);
    const hr_idastar_positions positions = {.domain = &t.domain, .roots = t.roots, .stride = sizeof t.roots[0], .count = POSITIONS};
    const hr_idastar_long_run long_run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                          .identity = "a run"};
    const hr_idastar_options options = {.complete = true, .long_run = &long_run};
    hr_idastar_records records;
    hr_error error = {.text = ""};
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &positions, &options, &records, &error), HR_OK);
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    hr_idastar_progress progress = {.bound = 1, .nodes = 3, .seconds = 1};
    progress.begun = (hr_idastar_begun){
        .depth = 1, .done = 1, .nodes = 5, .solutions = 3, .next_bound = HR_IDASTAR_NO_BOUND, .seconds = 2.5, .length = 1};
    const size_t n = t.domain.moves(t.domain.context, &t.roots[1], moves);
    for (size_t i = 0; i < n; i++) { // one of them solves the position
        hr_tiles_state next;
        t.domain.apply(t.domain.context, &t.roots[1], moves[i], &next);
        progress.begun.path[0] = t.domain.solved(t.domain.context, &next) ? moves[i] : progress.begun.path[0];
    }
    hr_idastar_records_note(&records, 1, &progress);
    assert_int_equal(hr_idastar_records_save(&records, &error), HR_OK);
    hr_idastar_records_close(&records);
    assert_int_equal(hr_idastar_records_open(hr_test_world(), &positions, &options, &records, &error), HR_OK);
    const hr_idastar_progress again = hr_idastar_records_progress(&records, 1);
    assert_int_equal(again.begun.solutions, 3);
    assert_int_equal(again.begun.nodes, 5);
    assert_true(again.begun.seconds == 2.5);
    assert_int_equal(hr_idastar_records_progress(&records, 0).begun.done, 0);
    hr_idastar_records_close(&records);
    hr_test_remove_directory(directory);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_times_come_back),
    cmocka_unit_test(test_solutions_of_a_begun_iteration_come_back),
};
HR_MPI_TEST_MAIN(tests)
