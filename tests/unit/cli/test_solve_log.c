// SPDX-License-Identifier: MIT
// What the events of IDA* become: lines of its log, its live line, and messages on standard error.

#include "cli/output/log/solve.h"
#include "kept_log.h"
#include "unit_test.h"

HR_TEST_BETWEEN(test_messages_of_ida, set_up, tear_down) {
    fixture *f = *cmocka_state;
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
HR_TEST_BETWEEN(test_iterations_and_results_of_ida, set_up, tear_down) {
    fixture *f = *cmocka_state;
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

HR_TEST_BETWEEN(test_one_position_has_all_its_lines, set_up, tear_down) {
    fixture *f = *cmocka_state;
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

HR_TEST_BETWEEN(test_the_live_line_of_ida, set_up, tear_down) {
    fixture *f = *cmocka_state;
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

HR_TEST_BETWEEN(test_times_are_those_of_the_run, set_up, tear_down) {
    fixture *f = *cmocka_state;
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
