// SPDX-License-Identifier: MIT
// What events become: lines of the logs of openings and of searches of states, and messages on standard error.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cli/output/log/enumeration.h"
#include "cli/output/log/openings.h"
#include "cli/output/log/solve.h"
#include "cli/output/log/states.h"

/// A log that goes to memory, and standard error, which goes to memory, too.
typedef struct fixture {
    char *lines;
    char *messages;
    size_t size[2];
    FILE *standard_error;
    hr_meter meter;
    hr_run_log log;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->standard_error = stderr;
    f->meter = (hr_meter){.prefix = "huarong test", .out = f->standard_error};
    f->log = (hr_run_log){.file = open_memstream(&f->lines, &f->size[0]), .meter = &f->meter, .ranks = 2};
    stderr = open_memstream(&f->messages, &f->size[1]);
    assert_non_null(f->log.file);
    assert_non_null(stderr);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    FILE *messages = stderr;
    stderr = f->standard_error;
    if (messages != f->standard_error) { // the test has failed before `expect`
        (void)fclose(messages);
    }
    if (f->log.file != NULL) {
        (void)fclose(f->log.file);
    }
    free(f->lines);
    free(f->messages);
    free(f);
    return 0;
}

/// Close the streams. The lines, without their times of day, are `lines`, and standard error has `messages`.
static void expect(fixture *f, const char *lines, const char *messages) {
    FILE *log = f->log.file;
    FILE *standard_error = stderr;
    f->log.file = NULL;
    stderr = f->standard_error;
    assert_true(log == NULL || fclose(log) == 0);
    assert_int_equal(fclose(standard_error), 0);
    static const char TIME[] = "\"time\":\"";
    for (char *at = f->lines; (at = strstr(at, TIME)) != NULL;) {
        char *end = strchr(at + sizeof TIME, ',');
        assert_non_null(end);
        memmove(at, end + 1, strlen(end + 1) + 1);
    }
    assert_string_equal(f->lines, lines);
    assert_string_equal(f->messages, messages);
}

static void tell_openings(fixture *f, hr_openings_event event) {
    event.progress.families_done = 3;
    event.progress.families = 9;
    event.progress.openings_done = 700;
    const hr_event told = {
        .kind = event.kind, .seconds = 16, .duration = event.duration, .bytes = event.bytes, .text = event.text, .more = &event};
    hr_openings_log_event(&told, &f->log);
}

static void test_openings(void **state) {
    fixture *f = *state;
    tell_openings(f, (hr_openings_event){.kind = HR_EVENT_RESUMED, .duration = 2});
    tell_openings(
        f,
        (hr_openings_event){
            .kind = HR_EVENT_FAMILY, .rank = 1, .family = 5, .pieces = {2, 4, 6}, .openings = 300, .duration = 4, .memory = 8192});
    tell_openings(f, (hr_openings_event){.kind = HR_EVENT_CHECKPOINT, .rank = 1, .duration = 0.5, .bytes = 77});
    tell_openings(f, (hr_openings_event){.kind = HR_EVENT_REFUSED, .text = "a.records: damaged"});
    tell_openings(f, (hr_openings_event){.kind = HR_EVENT_FAILED, .rank = 1, .text = "no space"});
    tell_openings(f, (hr_openings_event){.kind = HR_EVENT_FAILED, .rank = 0, .text = "no space"}); // it is told once
    const hr_openings openings = {.progress = {.openings_done = 800}, .seconds = {.total = 32}, .peak_memory = 16384};
    hr_openings_log_end(&f->log, &openings, HR_STOP_SIGNAL);
    assert_null(f->log.file);
    expect(f,
           "{\"event\":\"resumed\",\"seconds\":16.0,\"duration\":2.0,\"rank\":0,\"done\":3,\"families\":9,\"total\":700}\n"
           "{\"event\":\"family\",\"seconds\":16.0,\"duration\":4.0,\"rank\":1,\"done\":3,\"families\":9,\"horizontals\":2,"
           "\"verticals\":4,\"states\":300,\"total\":700,\"states_per_second\":75.0,\"memory\":8192}\n"
           "{\"event\":\"checkpoint\",\"seconds\":16.0,\"duration\":0.5,\"bytes\":77,\"rank\":1,\"done\":3,\"families\":9}\n"
           "{\"event\":\"refused\",\"seconds\":16.0,\"duration\":0.0,\"reason\":\"a.records: damaged\",\"rank\":0,\"done\":3,"
           "\"families\":9}\n"
           "{\"event\":\"failed\",\"seconds\":16.0,\"duration\":0.0,\"reason\":\"no space\",\"rank\":1,\"done\":3,\"families\":9}\n"
           "{\"event\":\"failed\",\"seconds\":16.0,\"duration\":0.0,\"reason\":\"no space\",\"rank\":0,\"done\":3,\"families\":9}\n"
           "{\"event\":\"end\",\"stop\":\"signal\",\"total\":800,\"seconds\":32.0,\"memory\":16384}\n",
           "huarong test: going on after 3 of 9 families, which were read in 2.00 s\n"
           "huarong test: refused: a.records: damaged; what it held is searched again\n"
           "huarong test: rank 1 cannot keep what it has finished, the run goes on: no space\n");
}

static void test_a_quiet_run_tells_trouble_only(void **state) {
    fixture *f = *state;
    f->meter.out = NULL;
    tell_openings(f, (hr_openings_event){.kind = HR_EVENT_RESUMED, .duration = 0});
    tell_openings(f, (hr_openings_event){.kind = HR_EVENT_FAMILY, .openings = 300, .memory = 1}); // no time has passed
    hr_layer layers[3] = {{.states = 1}, {.states = 2}, {.states = 8}};
    const hr_enumeration run = {
        .layers = layers, .layer_count = 3, .states = 11, .stop = HR_STOP_TIME, .seconds = 6, .peak_memory = 7};
    hr_event event = {
        .kind = HR_EVENT_RESUMED, .seconds = 1, .duration = 2, .bytes = 2048, .enumeration = &run, .text = "no space"};
    hr_enumeration_log_event(&event, &f->log);
    event.kind = HR_EVENT_FAILED;
    hr_enumeration_log_event(&event, &f->log);
    event.kind = HR_EVENT_REFUSED;
    hr_enumeration_log_event(&event, &f->log);
    hr_enumeration_log_end(&f->log, &run);
    expect(f,
           "{\"event\":\"resumed\",\"seconds\":16.0,\"duration\":0.0,\"rank\":0,\"done\":3,\"families\":9,\"total\":700}\n"
           "{\"event\":\"family\",\"seconds\":16.0,\"duration\":0.0,\"rank\":0,\"done\":3,\"families\":9,\"horizontals\":0,"
           "\"verticals\":0,\"states\":300,\"total\":700,\"states_per_second\":0.0,\"memory\":1}\n"
           "{\"event\":\"resumed\",\"seconds\":1.0,\"duration\":2.0,\"bytes\":2048,\"depth\":2}\n"
           "{\"event\":\"failed\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"depth\":2}\n"
           "{\"event\":\"refused\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"depth\":2}\n"
           "{\"event\":\"end\",\"stop\":\"max-time\",\"layers\":3,\"total\":11,\"seconds\":6.0,\"memory\":7}\n",
           "huarong test: no checkpoint of layer 2, the run goes on: no space\n"
           "huarong test: refused: no space\n");
}

static void test_layers(void **state) {
    fixture *f = *state;
    hr_layer layers[2] = {{.states = 1}, {.states = 8}};
    const hr_enumeration run = {.layers = layers, .layer_count = 2, .states = 9};
    hr_event event = {.kind = HR_EVENT_RESUMED, .seconds = 1, .duration = 2, .bytes = 2048, .enumeration = &run};
    hr_enumeration_log_event(&event, &f->log);
    event =
        (hr_event){.kind = HR_EVENT_LAYER, .seconds = 3, .busiest = 5, .enumeration = &run}; // no time, and no state has an image
    hr_enumeration_log_event(&event, &f->log);
    event =
        (hr_event){.kind = HR_EVENT_CHECKPOINT, .seconds = 4, .duration = 0.5, .stalled = 0.25, .bytes = 9, .enumeration = &run};
    hr_enumeration_log_event(&event, &f->log);
    expect(
        f,
        "{\"event\":\"resumed\",\"seconds\":1.0,\"duration\":2.0,\"bytes\":2048,\"depth\":1}\n"
        "{\"event\":\"layer\",\"seconds\":3.0,\"duration\":0.0,\"states\":8,\"canonical\":0,\"total\":9,\"states_per_second\":0.0,"
        "\"bytes_sent\":0,\"memory\":0,\"balance\":1.0,\"depth\":1}\n"
        "{\"event\":\"checkpoint\",\"seconds\":4.0,\"duration\":0.5,\"bytes\":9,\"stalled\":0.25,\"depth\":1}\n",
        "huarong test: going on after layer 1; the checkpoint of 2.00 KiB was read in 2.00 s\n");
}

static void test_positions_of_a_search_of_states(void **state) {
    fixture *f = *state;
    hr_states_log log = {.log = f->log};
    hr_path easy = {.outcome = HR_PATH_SOLVED, .count = 4, .bound = 3, .visited = 100, .seconds = 0.99};
    hr_states_log_position(&log, 2, 6, &easy, "solved", 0.99); // too early for a line
    hr_states_log_position(&log, 4, 6, &easy, "solved", 2);
    hr_path hard = {.outcome = HR_PATH_LIMIT, .bound = 7, .visited = 600, .seconds = 1};
    hr_states_log_position(&log, 5, 6, &hard, "limit", 4);
    hr_states_log_position(&log, 6, 6, &easy, "solved", 4.5);
    hr_states_log_position(&log, 8, 1, &easy, "solved", 6);
    hr_states_log_position(&log, 9, 8, &easy, "solved", 6.5);
    hr_states_log_end(&log, 8, HR_STOP_TIME, 8);
    f->log.file = NULL;
    expect(
        f,
        "{\"event\":\"positions\",\"seconds\":2.0,\"duration\":2.0,\"done\":2,\"positions\":6,\"nodes\":200,\"total\":200,"
        "\"nodes_per_second\":100.0}\n"
        "{\"event\":\"position\",\"seconds\":4.0,\"duration\":1.0,\"done\":3,\"positions\":6,\"position\":5,\"outcome\":\"limit\","
        "\"nodes\":600,\"total\":800,\"nodes_per_second\":600.0,\"lower_bound\":7}\n"
        "{\"event\":\"position\",\"seconds\":6.0,\"duration\":0.99,\"done\":5,\"positions\":1,\"position\":8,\"outcome\":"
        "\"solved\","
        "\"nodes\":100,\"total\":1000,\"nodes_per_second\":101.01,\"lower_bound\":3,\"length\":3}\n"
        "{\"event\":\"positions\",\"seconds\":8.0,\"duration\":2.0,\"done\":6,\"positions\":8,\"nodes\":100,\"total\":1100,"
        "\"nodes_per_second\":50.0}\n"
        "{\"event\":\"end\",\"stop\":\"max-time\",\"done\":6,\"positions\":8,\"total\":1100,\"seconds\":8.0}\n",
        "");
}

static void test_messages_of_ida(void **state) {
    fixture *f = *state;
    const size_t place[] = {0, SIZE_MAX, 1};
    hr_solve_log log = {.place = place, .positions = 2, .log = f->log};
    log.log.meter = &log.meter;
    hr_idastar_step step = {.done = 1};
    hr_event event = {.kind = HR_EVENT_RESUMED, .seconds = 1, .duration = 2, .bytes = 64, .text = "no space", .more = &step};
    hr_solve_log_event(&event, &log);
    event.kind = HR_EVENT_POSITIONS; // nothing new
    event.seconds = 8;
    hr_solve_log_event(&event, &log);
    event.seconds = 1;
    event.kind = HR_EVENT_REFUSED;
    hr_solve_log_event(&event, &log);
    step.done = 9; // of no account
    event.kind = HR_EVENT_FAILED;
    hr_solve_log_event(&event, &log);
    log.quiet = true;
    hr_solve_log_event(&event, &log);
    step.done = 2;
    step.nodes = 40;
    event.kind = HR_EVENT_CHECKPOINT;
    hr_solve_log_event(&event, &log);
    event.kind = HR_EVENT_POSITIONS;
    event.seconds = 9; // a second after the one before
    hr_solve_log_event(&event, &log);
    assert_int_equal(hr_solve_log_number(&log, 1), 3);
    hr_solve_log_next(&log, place, 5, 10);
    assert_int_equal(hr_solve_log_number(&log, 1), 13);
    assert_int_equal(log.positions, 7);
    expect(f,
           "{\"event\":\"resumed\",\"seconds\":1.0,\"duration\":2.0,\"bytes\":64,\"done\":1,\"positions\":2}\n"
           "{\"event\":\"refused\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"done\":1,\"positions\":2}\n"
           "{\"event\":\"failed\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"done\":1,\"positions\":2}\n"
           "{\"event\":\"failed\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"done\":1,\"positions\":2}\n"
           "{\"event\":\"checkpoint\",\"seconds\":1.0,\"duration\":2.0,\"bytes\":64,\"done\":2,\"positions\":2}\n"
           "{\"event\":\"positions\",\"seconds\":9.0,\"duration\":1.0,\"done\":2,\"positions\":2,\"nodes\":40,\"total\":40,"
           "\"nodes_per_second\":40.0}\n",
           "huarong solve: going on after 1 of 2 positions, which were read in 2.00 s\n"
           "huarong solve: warning: no space\n"
           "huarong solve: warning: no space\n");
}

static void tell_iteration(hr_solve_log *log, size_t position, double seconds, hr_idastar_iteration iteration) {
    const hr_idastar_step step = {.position = position, .done = 5, .iteration = &iteration};
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_ITERATION, .seconds = seconds, .duration = iteration.seconds, .more = &step},
                       log);
}

static void tell_result(hr_solve_log *log, hr_idastar_step step, double seconds, double duration, hr_idastar_result result) {
    step.result = &result;
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_POSITION, .seconds = seconds, .duration = duration, .more = &step}, log);
}

// Iterations have lines once their position has taken a second. The input holds the positions in another order.
static void test_iterations_and_results_of_ida(void **state) {
    fixture *f = *state;
    const size_t place[] = {1, SIZE_MAX, 0, 2};
    hr_solve_log log = {.place = place, .positions = 4, .log = f->log};
    log.log.meter = &log.meter;
    tell_iteration(&log, 0, 0.5,
                   (hr_idastar_iteration){.bound = 10,
                                          .nodes = 100,
                                          .expanded = 51,
                                          .seconds = 0.25,
                                          .balance = 0.5,
                                          .steals = 3,
                                          .next = {.nodes = 101, .seconds = 0.5}});
    tell_iteration(&log, 0, 2.5,
                   (hr_idastar_iteration){.bound = 12,
                                          .nodes = 500,
                                          .expanded = 251,
                                          .seconds = 2,
                                          .balance = 0.75,
                                          .steals = 4,
                                          .next = {.nodes = 600, .seconds = 2.5}});
    tell_result(&log, (hr_idastar_step){.position = 0, .done = 1, .nodes = 600}, 3, 3,
                (hr_idastar_result){
                    .outcome = HR_IDASTAR_SOLVED, .nodes = 600, .expanded = 301, .seconds = 4, .lower_bound = 12, .length = 14});
    tell_iteration(&log, 1, 3.25,
                   (hr_idastar_iteration){.bound = 4, .nodes = 50, .expanded = 26, .seconds = 0.25, .next = {.seconds = 0.25}});
    tell_result(&log, (hr_idastar_step){.position = 1, .done = 2, .nodes = 650}, 3.25, 0.25,
                (hr_idastar_result){.outcome = HR_IDASTAR_SOLVED, .nodes = 50, .expanded = 26});
    tell_iteration(
        &log, 2, 4.75,
        (hr_idastar_iteration){
            .bound = 6, .nodes = 30, .expanded = 16, .seconds = 1.5, .balance = 1, .next = {.nodes = 680, .seconds = 1}});
    tell_result(&log, (hr_idastar_step){.position = 2, .done = 3, .nodes = 700}, 5, 2,
                (hr_idastar_result){.outcome = HR_IDASTAR_NO_ROUTE, .nodes = 50, .expanded = 26, .seconds = 2, .lower_bound = 6});
    tell_iteration(&log, 1, 5.25,
                   (hr_idastar_iteration){.bound = 4, .nodes = 50, .expanded = 26, .seconds = 0.25, .next = {.seconds = 0.25}});
    const size_t next[] = {0, 1};
    hr_solve_log_next(&log, next, 2, 4);
    tell_iteration(
        &log, 1, 6,
        (hr_idastar_iteration){.bound = 8, .nodes = 60, .expanded = 31, .seconds = 0.5, .next = {.nodes = 60, .seconds = 0.5}});
    tell_result(&log, (hr_idastar_step){.position = 1, .done = 2, .nodes = 300}, 6.5, 1,
                (hr_idastar_result){.outcome = HR_IDASTAR_LIMIT, .nodes = 300, .expanded = 151, .lower_bound = 9, .length = 14});
    free(log.waiting);
    expect(
        f,
        "{\"event\":\"iteration\",\"seconds\":0.5,\"duration\":0.25,\"done\":0,\"positions\":4,\"position\":3,\"bound\":10,"
        "\"nodes\":100,\"expanded\":51,\"total\":101,\"nodes_per_second\":400.0,\"busy\":0.5,\"steals\":3}\n"
        "{\"event\":\"iteration\",\"seconds\":2.5,\"duration\":2.0,\"done\":0,\"positions\":4,\"position\":3,\"bound\":12,"
        "\"nodes\":500,\"expanded\":251,\"total\":600,\"nodes_per_second\":250.0,\"busy\":0.75,\"steals\":4}\n"
        "{\"event\":\"position\",\"seconds\":3.0,\"duration\":3.0,\"done\":1,\"positions\":4,\"position\":3,\"outcome\":\"solved\","
        "\"nodes\":600,\"expanded\":301,\"total\":600,\"nodes_per_second\":150.0,\"lower_bound\":12,\"length\":14}\n"
        "{\"event\":\"iteration\",\"seconds\":4.75,\"duration\":1.5,\"done\":2,\"positions\":4,\"position\":4,\"bound\":6,"
        "\"nodes\":30,\"expanded\":16,\"total\":680,\"nodes_per_second\":20.0,\"busy\":1.0,\"steals\":0}\n"
        "{\"event\":\"position\",\"seconds\":5.0,\"duration\":2.0,\"done\":3,\"positions\":4,\"position\":4,\"outcome\":"
        "\"unsolvable\",\"nodes\":50,\"expanded\":26,\"total\":700,\"nodes_per_second\":25.0}\n"
        "{\"event\":\"iteration\",\"seconds\":6.0,\"duration\":0.5,\"done\":5,\"positions\":6,\"position\":6,\"bound\":8,"
        "\"nodes\":60,\"expanded\":31,\"total\":60,\"nodes_per_second\":120.0,\"busy\":0.0,\"steals\":0}\n"
        "{\"event\":\"position\",\"seconds\":6.5,\"duration\":1.0,\"done\":5,\"positions\":6,\"position\":6,\"outcome\":\"limit\","
        "\"nodes\":300,\"expanded\":151,\"total\":1000,\"nodes_per_second\":0.0,\"lower_bound\":9}\n",
        "");
}

static void test_one_position_has_all_its_lines(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 2; i++) { // and so have many with --iterations
        const size_t place[] = {0, 1};
        hr_solve_log log = {.place = place, .positions = 1 + (size_t)i, .iterations = i == 1, .log = f->log};
        log.log.meter = &log.meter;
        tell_iteration(
            &log, 0, 0.25,
            (hr_idastar_iteration){.bound = 2, .nodes = 5, .expanded = 3, .seconds = 0.25, .next = {.nodes = 5, .seconds = 0.25}});
        tell_result(&log, (hr_idastar_step){.position = 0, .done = 1, .nodes = 5}, 0.25, 0.25,
                    (hr_idastar_result){
                        .outcome = HR_IDASTAR_SOLVED, .nodes = 5, .expanded = 3, .seconds = 0.25, .lower_bound = 2, .length = 2});
        free(log.waiting);
    }
#define LINES(positions)                                                                                                           \
    "{\"event\":\"iteration\",\"seconds\":0.25,\"duration\":0.25,\"done\":0,\"positions\":" positions                              \
    ",\"position\":1,\"bound\":2,\"nodes\":5,\"expanded\":3,\"total\":5,\"nodes_per_second\":20.0,\"busy\":0.0,\"steals\":0}\n"    \
    "{\"event\":\"position\",\"seconds\":0.25,\"duration\":0.25,\"done\":1,\"positions\":" positions                               \
    ",\"position\":1,\"outcome\":\"solved\",\"nodes\":5,\"expanded\":3,\"total\":5,\"nodes_per_second\":20.0,\"lower_bound\":2,"   \
    "\"length\":2}\n"
    expect(f, LINES("1") LINES("2"), "");
}

static void test_the_live_line_of_ida(void **state) {
    fixture *f = *state;
    hr_solve_log log = {.positions = 1, .nodes = 1000, .log = f->log, .under_way = {.nodes = 500}};
    hr_meter_init(&log.meter, HR_PROGRESS_ALWAYS, stderr, "huarong solve", 1, 0);
    log.meter.columns = 80;
    hr_solve_log_show(&log, 0.05); // too early
    hr_solve_log_show(&log, 2);
    log.positions = 2;
    log.done = 1;
    log.under_way.bound = 12;
    hr_solve_log_show(&log, 3);
    log.under_way.bound = HR_IDASTAR_NO_BOUND;
    hr_solve_log_show(&log, 4);
    log.meter.columns = 21;
    hr_solve_log_show(&log, 5);
    const hr_idastar_step step = {.done = 2, .nodes = 1600, .result = &(hr_idastar_result){.outcome = HR_IDASTAR_SOLVED}};
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_FAILED, .text = "no space", .more = &step}, &log); // takes the line away
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_POSITION, .more = &step}, &log);
    log.meter.live = false; // a line of a batch log is not cut
    hr_solve_log_show(&log, 6.5);
    expect(f, "{\"event\":\"failed\",\"seconds\":0.0,\"duration\":0.0,\"reason\":\"no space\",\"done\":1,\"positions\":2}\n",
           "\r1,500 nodes  750/s  2.00 s"
           "\r1 of 2 positions  bound 12  1,500 nodes  500/s  3.00 s"
           "\r1 of 2 positions  1,500 nodes  375/s  4.00 s          "
           "\r1 of 2 positions  1,                        "
           "\r                    \rhuarong solve: warning: no space\n"
           "huarong solve: 2 of 2 positions  1,600 nodes  246/s  6.50 s\n");
}

/// Read the line number `number` of the log, from 0, of an event `name` that is about as old as the run.
static json_t *read_line(const fixture *f, int number, const char *name) {
    const char *at = f->lines;
    for (int i = 0; i < number; i++) {
        at = strchr(at, '\n') + 1;
    }
    json_t *line = json_loads(at, JSON_DISABLE_EOF_CHECK, NULL);
    const double seconds = json_number_value(json_object_get(line, "seconds"));
    assert_string_equal(json_string_value(json_object_get(line, "event")), name);
    assert_true(seconds >= 50 && seconds < 10000);
    assert_int_equal(json_integer_value(json_object_get(line, "done")), 2);
    assert_int_equal(json_integer_value(json_object_get(line, "positions")), 7);
    return line;
}

static void test_times_are_those_of_the_run(void **state) {
    fixture *f = *state;
    hr_solve_log log = {.positions = 7,
                        .done = 2,
                        .nodes = 30,
                        .told = -1e9,
                        .told_nodes = 10,
                        .before = 5,
                        .position = 4,
                        .began = hr_comm_seconds() - 50};
    log.log = f->log;
    log.log.meter = &log.meter;
    hr_solve_log_heuristic(&log, "6-6-3", 0.25);
    hr_solve_log_end(&log);
    f->log.file = NULL;
    json_t *line = read_line(f, 0, "heuristic");
    assert_true(json_number_value(json_object_get(line, "duration")) == 0.25);
    assert_string_equal(json_string_value(json_object_get(line, "heuristic")), "6-6-3");
    json_decref(line);
    line = read_line(f, 1, "positions");
    assert_true(json_number_value(json_object_get(line, "duration")) >= 1e9);
    assert_int_equal(json_integer_value(json_object_get(line, "nodes")), 20);
    json_decref(line);
    json_decref(read_line(f, 2, "end"));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_openings),
        TEST(test_a_quiet_run_tells_trouble_only),
        TEST(test_layers),
        TEST(test_positions_of_a_search_of_states),
        TEST(test_messages_of_ida),
        TEST(test_iterations_and_results_of_ida),
        TEST(test_one_position_has_all_its_lines),
        TEST(test_the_live_line_of_ida),
        TEST(test_times_are_those_of_the_run),
    };
    return cmocka_run_group_tests_name("event logs", tests, NULL, NULL);
}
