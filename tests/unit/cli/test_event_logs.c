// SPDX-License-Identifier: MIT
// What events become: lines of the logs of enumerations, of openings and of searches of states, and messages on standard error.

#include "cli/output/log/astar.h"
#include "cli/output/log/enumeration.h"
#include "cli/output/log/openings.h"
#include "cli/output/log/solve.h"
#include "kept_log.h"
#include "solve/astar/astar.h"
#include "unit_test.h"

static void tell_openings(fixture *f, hr_openings_event event) {
    event.progress.families_done = 3;
    event.progress.families = 9;
    event.progress.openings_done = 700;
    const hr_event told = {
        .kind = event.kind, .seconds = 16, .duration = event.duration, .bytes = event.bytes, .text = event.text, .more = &event};
    hr_openings_log_event(&told, &f->log);
}

HR_TEST_BETWEEN(test_openings, set_up, tear_down) {
    fixture *f = *cmocka_state;
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

HR_TEST_BETWEEN(test_a_quiet_run_tells_trouble_only, set_up, tear_down) {
    fixture *f = *cmocka_state;
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
    event.more = "both"; // a search from both sides tells the sum of their depths
    hr_enumeration_log_event(&event, &f->log);
    event.more = NULL;
    event.kind = HR_EVENT_REFUSED;
    hr_enumeration_log_event(&event, &f->log);
    hr_enumeration_log_end(&f->log, &run);
    expect(f,
           "{\"event\":\"resumed\",\"seconds\":16.0,\"duration\":0.0,\"rank\":0,\"done\":3,\"families\":9,\"total\":700}\n"
           "{\"event\":\"family\",\"seconds\":16.0,\"duration\":0.0,\"rank\":0,\"done\":3,\"families\":9,\"horizontals\":0,"
           "\"verticals\":0,\"states\":300,\"total\":700,\"states_per_second\":0.0,\"memory\":1}\n"
           "{\"event\":\"resumed\",\"seconds\":1.0,\"duration\":2.0,\"bytes\":2048,\"depth\":2}\n"
           "{\"event\":\"failed\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"depth\":2}\n"
           "{\"event\":\"failed\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"depth\":2,\"side\":\"both\"}\n"
           "{\"event\":\"refused\",\"seconds\":1.0,\"duration\":2.0,\"reason\":\"no space\",\"depth\":2}\n"
           "{\"event\":\"end\",\"stop\":\"max-time\",\"layers\":3,\"total\":11,\"seconds\":6.0,\"memory\":7}\n",
           "huarong test: no checkpoint of layer 2, the run goes on: no space\n"
           "huarong test: no checkpoint of layers of both sides, whose depths add up to 2, the run goes on: no space\n"
           "huarong test: refused: no space\n");
}

HR_TEST_BETWEEN(test_layers, set_up, tear_down) {
    fixture *f = *cmocka_state;
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

/// Tell the log the result of a position, after `positions` have been read.
static void tell_path(hr_solve_log *log, size_t number, size_t positions, const hr_path *path, double seconds) {
    log->positions = positions;
    hr_solve_log_path(log, number, path, seconds);
}

HR_TEST_BETWEEN(test_positions_of_a_search_of_states, set_up, tear_down) {
    fixture *f = *cmocka_state;
    hr_solve_log log = {.log = f->log};
    hr_path easy = {.outcome = HR_PATH_SOLVED, .count = 4, .bound = 3, .visited = 100, .seconds = 0.99};
    tell_path(&log, 2, 6, &easy, 0.99); // too early for a line
    tell_path(&log, 4, 6, &easy, 2);
    hr_path hard = {.outcome = HR_PATH_LIMIT, .bound = 7, .visited = 600, .seconds = 1};
    tell_path(&log, 5, 6, &hard, 4);
    tell_path(&log, 6, 6, &easy, 4.5);
    tell_path(&log, 8, 1, &easy, 6);
    tell_path(&log, 9, 8, &easy, 6.5);
    expect(
        f,
        "{\"event\":\"positions\",\"seconds\":2.0,\"duration\":2.0,\"done\":2,\"positions\":6,\"nodes\":200,\"total\":200,"
        "\"nodes_per_second\":100.0}\n"
        "{\"event\":\"position\",\"seconds\":4.0,\"duration\":1.0,\"done\":3,\"positions\":6,\"position\":5,\"outcome\":\"limit\","
        "\"nodes\":600,\"total\":800,\"nodes_per_second\":600.0,\"lower_bound\":7}\n"
        "{\"event\":\"position\",\"seconds\":6.0,\"duration\":0.99,\"done\":5,\"positions\":1,\"position\":8,\"outcome\":"
        "\"solved\","
        "\"nodes\":100,\"total\":1000,\"nodes_per_second\":101.01,\"lower_bound\":3,\"length\":3}\n",
        "");
}

/// The iterations of a position end one after the other, the last one when the position does. A search that began earlier than the
/// run is older than its log.
HR_TEST_BETWEEN(test_iterations_of_a_search_of_states, set_up, tear_down) {
    fixture *f = *cmocka_state;
    hr_iteration levels[] = {{.bound = 4, .finished = true, .nodes = 10, .expanded = 6, .seconds = 0.5},
                             {.bound = 6, .finished = true, .nodes = 30, .expanded = 20, .seconds = 0},
                             {.bound = 8, .nodes = 100, .expanded = 70, .seconds = 2}};
    hr_path path = {
        .outcome = HR_PATH_LIMIT, .bound = 8, .visited = 141, .seconds = 2.5, .iterations = levels, .iteration_count = 3};
    hr_solve_log log = {.log = f->log, .done = 1, .nodes = 9};
    tell_path(&log, 7, 3, &path, 4);
    log.iterations_told = true; // each layer has had its line
    tell_path(&log, 8, 3, &path, 8);
    log.iterations_told = false;
    path.iteration_count = 1;
    tell_path(&log, 9, 1, &path, 0.25);
    expect(
        f,
        "{\"event\":\"iteration\",\"seconds\":2.0,\"duration\":0.5,\"done\":1,\"positions\":3,\"position\":7,\"bound\":4,"
        "\"nodes\":10,\"expanded\":6,\"total\":11,\"nodes_per_second\":20.0}\n"
        "{\"event\":\"iteration\",\"seconds\":2.0,\"duration\":0.0,\"done\":1,\"positions\":3,\"position\":7,\"bound\":6,"
        "\"nodes\":30,\"expanded\":20,\"total\":41,\"nodes_per_second\":0.0}\n"
        "{\"event\":\"iteration\",\"seconds\":4.0,\"duration\":2.0,\"done\":1,\"positions\":3,\"position\":7,\"bound\":8,"
        "\"nodes\":100,\"expanded\":70,\"total\":141,\"nodes_per_second\":50.0,\"finished\":false}\n"
        "{\"event\":\"position\",\"seconds\":4.0,\"duration\":2.5,\"done\":2,\"positions\":3,\"position\":7,\"outcome\":\"limit\","
        "\"nodes\":141,\"total\":150,\"nodes_per_second\":56.4,\"lower_bound\":8}\n"
        "{\"event\":\"position\",\"seconds\":8.0,\"duration\":2.5,\"done\":3,\"positions\":3,\"position\":8,\"outcome\":\"limit\","
        "\"nodes\":141,\"total\":291,\"nodes_per_second\":56.4,\"lower_bound\":8}\n"
        "{\"event\":\"iteration\",\"seconds\":0.25,\"duration\":0.5,\"done\":3,\"positions\":1,\"position\":9,\"bound\":4,"
        "\"nodes\":10,\"expanded\":6,\"total\":11,\"nodes_per_second\":20.0}\n"
        "{\"event\":\"position\",\"seconds\":0.25,\"duration\":2.5,\"done\":4,\"positions\":1,\"position\":9,\"outcome\":\"limit\","
        "\"nodes\":141,\"total\":432,\"nodes_per_second\":56.4,\"lower_bound\":8}\n",
        "");
}

static void tell_astar(fixture *f, hr_event_kind kind) {
    const hr_astar_progress progress = {.bound = 12, .expanded = 30, .generated = 70, .memory = 9};
    const hr_event event = {
        .kind = kind, .seconds = 4, .duration = 0.5, .stalled = 0.25, .bytes = 2048, .text = "no space", .more = &progress};
    hr_astar_log_event(&event, &f->log);
}

HR_TEST_BETWEEN(test_checkpoints_of_astar, set_up, tear_down) {
    fixture *f = *cmocka_state;
    for (int i = 0; i < 2; i++) {
        tell_astar(f, HR_EVENT_RESUMED);
        tell_astar(f, HR_EVENT_REFUSED);
        tell_astar(f, HR_EVENT_FAILED);
        tell_astar(f, HR_EVENT_CHECKPOINT);
        f->meter.out = NULL; // a quiet run tells trouble only
    }
#define OF_ASTAR ",\"lower_bound\":12,\"nodes\":70,\"expanded\":30}\n"
#define LINES_OF_ASTAR                                                                                                             \
    "{\"event\":\"resumed\",\"seconds\":4.0,\"duration\":0.5,\"bytes\":2048" OF_ASTAR                                              \
    "{\"event\":\"refused\",\"seconds\":4.0,\"duration\":0.5,\"reason\":\"no space\"" OF_ASTAR                                     \
    "{\"event\":\"failed\",\"seconds\":4.0,\"duration\":0.5,\"reason\":\"no space\"" OF_ASTAR                                      \
    "{\"event\":\"checkpoint\",\"seconds\":4.0,\"duration\":0.5,\"bytes\":2048,\"lower_bound\":12,\"nodes\":70,\"expanded\":30,"   \
    "\"stalled\":0.25}\n"
    expect(f, LINES_OF_ASTAR LINES_OF_ASTAR,
           "huarong test: going on at bound 12; the checkpoint of 2.00 KiB was read in 0.500 s\n"
           "huarong test: refused: no space\n"
           "huarong test: no checkpoint of bound 12, the run goes on: no space\n"
           "huarong test: refused: no space\n"
           "huarong test: no checkpoint of bound 12, the run goes on: no space\n");
}

/// A log that cannot be written ends there, and the run goes on; that is told once.
HR_TEST_BETWEEN(test_a_log_that_cannot_be_written_is_given_up, set_up, tear_down) {
    fixture *f = *cmocka_state;
    assert_int_equal(fclose(f->log.file), 0);
    f->log.file = fopen("/dev/full", "w");
    assert_non_null(f->log.file);
    hr_run_log_write(&f->log, "start", json_object(), json_object());
    assert_null(f->log.file);
    hr_run_log_write(&f->log, "end", json_object(), json_object());
    f->log.file = fopen("/dev/null", "w");
    assert_non_null(f->log.file);
    hr_run_log_write(&f->log, "start", NULL, json_object()); // for which there was no memory
    assert_null(f->log.file);
    f->log.file = fopen("/dev/null", "w");
    assert_non_null(f->log.file);
    hr_run_log_write(&f->log, "start", json_object(), NULL);
    assert_null(f->log.file);
    expect(f, "",
           "huarong test: the log cannot be written any more: No space left on device\n"
           "huarong test: the log cannot be written any more: Cannot allocate memory\n"
           "huarong test: the log cannot be written any more: Cannot allocate memory\n");
}
