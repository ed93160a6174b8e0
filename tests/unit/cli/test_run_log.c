// SPDX-License-Identifier: MIT
// A run's log: each line is in the file as soon as its event has happened, and its figures are those of the event.

#include <time.h>
#include <unistd.h>

#include "cli/output/log/enumeration.h"
#include "cli/output/log/solve.h"
#include "files/one_file.h"
#include "unit_test.h"

/// The line number `number` of the file, from 0; NULL if it is not there.
static json_t *line_of(int number) {
    FILE *file = fopen(one_path, "r");
    assert_non_null(file);
    char text[1024];
    json_t *line = NULL;
    for (int i = 0; i <= number && fgets(text, sizeof text, file) != NULL; i++) {
        line = i == number ? json_loads(text, 0, NULL) : NULL;
    }
    assert_int_equal(fclose(file), 0);
    return line;
}

static double number_of(const json_t *line, const char *key) {
    const json_t *number = json_object_get(line, key);
    assert_true(json_is_number(number));
    return json_number_value(number);
}

static void expect_event(const json_t *line, const char *name) {
    const char *event = json_string_value(json_object_get(line, "event"));
    assert_non_null(event);
    assert_string_equal(event, name);
}

/// The first line says how much memory the run may use, where that is known.
HR_TEST(test_first_line_tells_the_memory_of_a_node) {
    hr_meter meter = {.prefix = "huarong"};
    hr_run_log log = {.meter = &meter, .ranks = 1, .memory = {.bytes = 123456789012, .source = "--memory"}, .memory_known = true};
    assert_int_equal(hr_run_log_begin(&log, one_path, "tile:3x3", "frontier", NULL), HR_OK);
    json_t *line = line_of(0);
    assert_true(number_of(line, "node_limit") == 123456789012.0);
    assert_string_equal(json_string_value(json_object_get(line, "node_limit_source")), "--memory");
    json_decref(line);
    hr_run_log_end(&log, HR_STOP_NONE, json_object());
    assert_int_equal(truncate(one_path, 0), 0);
}

/// Each line has its time of day, in UTC wherever the machine is.
HR_TEST(test_lines_have_the_time_of_day_in_utc) {
    hr_meter meter = {.prefix = "huarong"};
    hr_run_log log = {.meter = &meter, .ranks = 1};
    assert_int_equal(setenv("TZ", "XXX-9", 1), 0); // nine hours before
    tzset();
    const time_t before = time(NULL);
    assert_int_equal(hr_run_log_begin(&log, one_path, "tile:3x3", "frontier", NULL), HR_OK);
    hr_run_log_end(&log, HR_STOP_NONE, json_object());
    for (int i = 0; i < 2; i++) {
        json_t *line = line_of(i);
        struct tm read = {.tm_isdst = 0};
        const char *end = strptime(json_string_value(json_object_get(line, "time")), "%Y-%m-%dT%H:%M:%SZ", &read);
        assert_true(end != NULL && *end == '\0');
        assert_in_range(timegm(&read), before, time(NULL));
        json_decref(line);
    }
    assert_int_equal(unsetenv("TZ"), 0);
    tzset();
    assert_int_equal(truncate(one_path, 0), 0);
}

HR_TEST(test_layer_is_in_the_file_with_its_own_speed) {
    hr_meter meter = {.prefix = "huarong"};
    hr_run_log log = {.meter = &meter, .ranks = 4};
    assert_int_equal(hr_run_log_begin(&log, one_path, "tile:3x3", "frontier", NULL), HR_OK);
    json_t *line = line_of(0);
    expect_event(line, "start");
    assert_true(number_of(line, "ranks") == 4);
    assert_null(json_object_get(line, "node_limit"));
    json_decref(line);
    hr_layer layers[2] = {{.states = 1, .canonical = 1}, {.states = 500, .canonical = 200, .bytes_sent = 77}};
    const hr_enumeration run = {.layers = layers, .layer_count = 2, .states = 501, .canonical = 201};
    const hr_event event = {
        .kind = HR_EVENT_LAYER, .enumeration = &run, .seconds = 100, .duration = 2, .memory = 4096, .busiest = 75};
    hr_enumeration_log_event(&event, &log);
    line = line_of(1);
    expect_event(line, "layer");
    const struct {
        const char *key;
        double value;
    } figures[] = {{"depth", 1},   {"seconds", 100},           {"duration", 2},    {"states", 500},  {"canonical", 200},
                   {"total", 501}, {"states_per_second", 250}, {"bytes_sent", 77}, {"memory", 4096}, {"balance", 1.5}};
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        assert_true(number_of(line, figures[i].key) == figures[i].value);
    }
    json_decref(line);
    hr_enumeration_log_end(&log, &run);
    line = line_of(2);
    expect_event(line, "end");
    json_decref(line);
}

/// Line `number` of the log is about positions, with these figures.
static void expect_positions(int number, const char *event, double done, double nodes, double total, double duration) {
    json_t *line = line_of(number);
    expect_event(line, event);
    assert_true(number_of(line, "done") == done);
    assert_true(number_of(line, "nodes") == nodes);
    assert_true(number_of(line, "total") == total);
    assert_true(number_of(line, "duration") == duration);
    assert_true(number_of(line, "nodes_per_second") == nodes / duration);
    json_decref(line);
}

HR_TEST(test_lines_of_positions_have_the_nodes_and_seconds_since_the_line_before) {
    const size_t place[] = {0, 1, 2, 3, 4, 5};
    hr_solve_log log = {.place = place, .positions = 6, .quiet = true, .began = 0, .meter = {.prefix = "huarong"}};
    log.log = (hr_run_log){.meter = &log.meter, .ranks = 2};
    assert_int_equal(truncate(one_path, 0), 0);
    assert_int_equal(hr_run_log_begin(&log.log, one_path, "tile:4x4", "idastar", NULL), HR_OK);
    hr_idastar_step easy = {.done = 1, .nodes = 100};
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_POSITIONS, .seconds = 0.5, .more = &easy}, &log); // too early for a line
    easy = (hr_idastar_step){.done = 3, .nodes = 600};
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_POSITIONS, .seconds = 2, .more = &easy}, &log);
    easy = (hr_idastar_step){.done = 4, .nodes = 1000};
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_POSITIONS, .seconds = 4, .more = &easy}, &log);
    const hr_idastar_result result = {.outcome = HR_IDASTAR_SOLVED, .length = 50, .nodes = 8000, .seconds = 4};
    const hr_idastar_step hard = {.done = 5, .nodes = 9000, .position = 4, .result = &result};
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_POSITION, .seconds = 8, .duration = 4, .more = &hard}, &log);
    easy = (hr_idastar_step){.done = 6, .nodes = 9016};
    hr_solve_log_event(&(hr_event){.kind = HR_EVENT_POSITIONS, .seconds = 16, .more = &easy}, &log);
    hr_solve_log_end(&log);
    expect_positions(1, "positions", 3, 600, 600, 2);
    expect_positions(2, "positions", 4, 400, 1000, 2);
    expect_positions(3, "position", 5, 8000, 9000, 4);
    expect_positions(4, "positions", 6, 16, 9016, 8);
    json_t *line = line_of(5);
    expect_event(line, "end");
    assert_true(number_of(line, "total") == 9016);
    json_decref(line);
}

HR_TESTS_BETWEEN(make_one_file, remove_one_file)
