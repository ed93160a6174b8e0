// SPDX-License-Identifier: MIT
// Runs that write a table, stopped at every point: a run that ends with HR_OK has written the right table, and one that was stopped
// has written none, and goes on from its checkpoint to the right one.
// Ranks: 1 3
// Long tier: cli.failure stops runs while they write a table.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "puzzle/puzzle_ops.h"
#include "same_bits.h"
#include "tabulate/sink/sink.h"

static int rank(void) { return hr_comm_rank(hr_test_world()); }

static bool is_last_rank(void) { return rank() == hr_comm_size(hr_test_world()) - 1; }

/// Looks of this rank so far, and the one at which the last rank wants to stop.
static long looks;
static long stop_at;
static bool stop_wanted(void) { return looks++ >= stop_at && is_last_rank(); }

typedef enum engine { FRONTIER, PLANES, LINES } engine;

/// How a table is made.
typedef struct plan {
    const char *spec;
    const char *goal;
    engine engine;       ///< with LINES in the metric `slide`
    bool unlisted;       ///< the search is repeated to list the last layer
    bool copy;           ///< ranks send each other words as over several nodes
    bool keys;           ///< a table of keys, as if nothing was known of the puzzle's index
    hr_count max_states; ///< 0: the whole space; else there is no table
} plan;

/// A run and its table.
typedef struct job {
    const plan *plan;
    hr_puzzle_options options;
    hr_puzzle *puzzle;
    hr_enumeration result;
    hr_table_sink *sink;
    char directory[64];
    char path[96];
} job;

static void begin(job *j, const plan *p) {
    *j = (job){.plan = p, .options = {.spec = p->spec, .goal = p->goal}};
    j->options.metric = p->engine == LINES ? HR_METRIC_SLIDE : HR_METRIC_UNIT;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_puzzle_create(&j->options, &j->puzzle, &error), error);
    if (p->keys) {
        j->puzzle->info.index_count = 0;
    }
    hr_test_make_directory(j->directory);
    (void)snprintf(j->path, sizeof j->path, "%s/table", j->directory);
}

static void end(job *j) {
    hr_enumeration_clear(&j->result);
    hr_puzzle_destroy(&j->puzzle);
    hr_test_remove_directory(j->directory);
}

static hr_status write_table(void *context, const hr_stop_look *look, hr_error *error) {
    job *j = context;
    return hr_table_sink_write(j->sink, j->path, true, &j->result, look, error);
}

static hr_status run_by_bits(job *j, const hr_enumerate_options *options, hr_error *error) {
    hr_table_order order = {.path = j->path, .force = true};
    return run_bits(j->puzzle, options, &(hr_bits_tuning){.order = &order, .unlisted = j->plan->unlisted, .copy = j->plan->copy},
                    &j->result, error);
}

static hr_status run_frontier(job *j, hr_enumerate_options *options, hr_error *error) {
    assert_int_equal(hr_table_sink_create(hr_test_world(), j->puzzle, 0, &j->sink, NULL), HR_OK);
    options->sink = hr_table_sink_handlers(j->sink);
    const hr_status status = hr_frontier_enumerate(hr_test_world(), j->puzzle, options, &j->result, error);
    hr_table_sink_destroy(&j->sink);
    return status;
}

/// A wrong checkpoint would be refused, and the run would go on from the one before it.
static void refuse_nothing(const hr_event *event, void *context) { assert_int_not_equal(event->kind, HR_EVENT_REFUSED); }

/// Collective. Search and write, stopped after `at` looks; `every`: seconds between checkpoints, negative for none.
static hr_status run(job *j, long at, double every, hr_error *error) {
    char kept[96];
    (void)snprintf(kept, sizeof kept, "%s.kept", j->directory);
    hr_enumerate_options options = {
        .max_depth = HR_DEPTH_UNREACHED, .max_states = j->plan->max_states, .stop_wanted = stop_wanted, .event = refuse_nothing};
    if (every >= 0) {
        options.checkpoint = (hr_checkpoint_options){.directory = kept, .every = every, .resume = true};
    }
    looks = 0;
    stop_at = at;
    hr_enumeration_clear(&j->result);
    if (j->plan->engine == FRONTIER) {
        options.conclusion = (hr_conclusion){.run = write_table, .context = j};
        return run_frontier(j, &options, error);
    }
    return run_by_bits(j, &options, error);
}

/// The table's checksum on all ranks, 0 if there is no table.
static uint64_t table_sum(const job *j) {
    uint64_t sum = 0;
    assert_int_equal(hr_comm_sum(hr_test_world(), &sum, 1, NULL), HR_OK);
    FILE *file = rank() == 0 ? fopen(j->path, "rb") : NULL;
    if (file != NULL) {
        int byte = 0;
        while ((byte = getc(file)) != EOF) {
            sum = (sum ^ (unsigned)byte) * UINT64_C(0x100000001b3) + 1;
        }
        assert_int_equal(fclose(file), 0);
        assert_int_equal(unlink(j->path), 0);
    }
    assert_int_equal(hr_comm_sum(hr_test_world(), &sum, 1, NULL), HR_OK);
    return sum;
}

static void remove_kept(const job *j) {
    char kept[96];
    (void)snprintf(kept, sizeof kept, "%s.kept", j->directory);
    hr_test_remove_directory(kept);
}

static void assert_stopped(const job *j, const hr_error *error, bool kept) {
    assert_int_equal(j->result.stop, HR_STOP_SIGNAL);
    assert_non_null(strstr(error->text, "stopped by a signal"));
    assert_int_equal(strstr(error->text, "go on with --resume") != NULL, kept);
    assert_int_equal(table_sum(j), 0); // nothing half-written has the table's name
}

static void assert_same(const hr_enumeration *a, const hr_enumeration *b) {
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->layer_count, b->layer_count);
    assert_int_equal(a->hardest_listed, b->hardest_listed);
    assert_memory_equal(a->hardest, b->hardest, a->hardest_listed * sizeof a->hardest[0]);
}

/// How many runs were stopped in what follows the search.
typedef struct stops {
    int repeating; ///< while the last layer's states were searched for again
    int writing;   ///< while the table was written
} stops;

/// Stop a run after `at` looks, and if there is a checkpoint go on to the end. False if it was not stopped.
static bool check_stop(job *j, long at, const hr_enumeration *whole, uint64_t expected, stops *s) {
    hr_error error = {.text = ""};
    const bool kept = at % 2 == 1;
    const hr_status status = run(j, at, kept ? 1e9 : -1, &error);
    if (status == HR_OK) {
        assert_same(&j->result, whole);
        assert_int_equal(table_sum(j), expected);
    } else {
        assert_int_equal(status, HR_STOPPED);
        assert_stopped(j, &error, kept && j->result.layer_count > 0);
        s->repeating += strstr(error.text, "while the states of the last layer were searched for") != NULL;
        s->writing += strstr(error.text, "while the table was being written") != NULL;
    }
    if (kept) {
        assert_int_equal(run(j, INT32_MAX, 1e9, &error), HR_OK);
        assert_same(&j->result, whole);
        assert_int_equal(table_sum(j), expected);
        remove_kept(j);
    }
    return status == HR_STOPPED;
}

/// Stop runs at many looks, and at each of the last ones.
static stops check_stops(const plan *p) {
    enum { LAST = 12 };
    const long step = (long)hr_test_of_tier(123, 41);
    job j;
    begin(&j, p);
    hr_error error = {.text = ""};
    HR_TEST_OK(run(&j, INT32_MAX, -1, &error), error);
    uint64_t total = is_last_rank() ? (uint64_t)looks : 0;
    assert_int_equal(hr_comm_max(hr_test_world(), &total, 1, NULL), HR_OK);
    hr_enumeration whole = j.result;
    j.result = (hr_enumeration){.layers = NULL};
    const uint64_t expected = table_sum(&j);
    assert_int_equal(expected != 0, p->max_states == 0);
    stops s = {0};
    for (long at = 0; check_stop(&j, at, &whole, expected, &s);) {
        const long before_last = (long)total - LAST - at;
        at += before_last <= 0 ? 1 : before_last < step ? before_last : step;
    }
    hr_enumeration_clear(&whole);
    end(&j);
    return s;
}

HR_TEST(test_planes_stopped_while_the_table_is_written) {
    const plan shared = {.spec = "tile:3x3", .engine = PLANES};
    const plan copied = {.spec = "tile:2x4", .engine = PLANES, .copy = true};
    assert_true(check_stops(&shared).writing > 0);
    assert_true(check_stops(&copied).writing > 0);
}

HR_TEST(test_frontier_stopped_while_the_table_is_written) {
    const plan index = {.spec = "tile:2x4"};
    const plan keys = {.spec = "tile:2x4", .keys = true};
    assert_true(check_stops(&index).writing > 0);
    assert_true(check_stops(&keys).writing > 0);
}

HR_TEST(test_a_repeated_search_leaves_the_table_right) {
    const plan p = {.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8", .engine = PLANES, .unlisted = true};
    const stops s = check_stops(&p);
    assert_true(s.repeating > 0);
    assert_true(s.writing > 0);
}

HR_TEST(test_a_stop_in_a_repeated_search_is_told) {
    const plan p = {.spec = "tile:2x5", .engine = PLANES, .max_states = 100000};
    assert_true(check_stops(&p).repeating > 0);
}

HR_TEST(test_lines_stopped_anywhere_write_the_same_table) {
    const plan listed = {.spec = "tile:2x4", .engine = LINES};
    const plan unlisted = {.spec = "tile:2x4", .engine = LINES, .unlisted = true};
    assert_true(check_stops(&listed).writing > 0);
    const stops s = check_stops(&unlisted);
    assert_true(s.repeating > 0);
    assert_true(s.writing > 0);
}

/// A file that appears while an engine searches is replaced only if the order says so.
HR_TEST(test_a_file_in_the_table_s_place_is_kept_unless_forced) {
    for (size_t i = 0; hr_engines[i] != NULL; i++) {
        const plan p = {.spec = "tile:2x4", .engine = PLANES};
        const plan in_slide = {.spec = "tile:2x4", .engine = LINES};
        job j;
        begin(&j, &p);
        if (!hr_engine_can_search(hr_engines[i], j.puzzle)) {
            end(&j);
            begin(&j, &in_slide);
        }
        if (rank() == 0) {
            FILE *file = fopen(j.path, "wb");
            assert_non_null(file);
            assert_true(fputs("another's", file) >= 0);
            assert_int_equal(fclose(file), 0);
        }
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
        hr_error error = {.text = ""};
        hr_table_order order = {.path = j.path};
        const hr_run_task task = {hr_test_world(), j.puzzle, &options, &j.result};
        assert_int_equal(hr_engines[i]->run(hr_engines[i], &task, &order, &error), HR_FILE);
        assert_non_null(strstr(error.text, "already exists"));
        assert_true(order.begun && !order.written);
        assert_int_equal(j.result.states, 20160);
        hr_enumeration_clear(&j.result);
        order = (hr_table_order){.path = j.path, .force = true, .states = 20160};
        assert_int_equal(hr_engines[i]->run(hr_engines[i], &task, &order, &error), HR_OK);
        assert_true(order.begun && order.written);
        assert_true(table_sum(&j) != 0);
        hr_enumeration_clear(&j.result);
        order = (hr_table_order){.path = j.path, .states = 20161};
        assert_int_equal(hr_engines[i]->run(hr_engines[i], &task, &order, &error), HR_CHECK);
        assert_string_equal(error.text, "the number of states is 20,160, but --expect says 20,161");
        assert_true(order.begun && !order.written);
        assert_int_equal(table_sum(&j), 0);
        end(&j);
    }
}
