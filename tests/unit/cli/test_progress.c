// SPDX-License-Identifier: MIT
#include "cli/output/progress.h"
#include "printed.h"

static const hr_enumeration DONE = {.states = 1000000};

static hr_progress at(double seconds) {
    return (hr_progress){
        .enumeration = &DONE, .depth = 24, .layer_states = 500000, .layer_done = 0.25, .seconds = seconds, .memory = 1 << 30};
}

HR_TEST(test_line_says_layer_states_rate_memory_time) {
    hr_meter meter;
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, stderr, "huarong enumerate", 4, 0);
    const hr_progress progress = at(3);
    char line[HR_METER_LINE_MAX];
    hr_meter_format(&meter, &progress, 200, line);
    assert_string_equal(line, "layer 24 25%  1,500,000 states  500 thousand/s  4.00 GiB  3.00 s");
}

HR_TEST(test_line_estimates_the_rest_of_a_known_total) {
    hr_meter meter;
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, stderr, "huarong enumerate", 1, 6000000);
    const hr_progress progress = at(30);
    char line[HR_METER_LINE_MAX];
    hr_meter_format(&meter, &progress, 200, line);
    assert_string_equal(line, "layer 24 25%  1,500,000 states  50.0 thousand/s  1.00 GiB  30.0 s  25%, 1 min 30 s left"
                              "  [#####...............]");
}

/// The line of a run with `total` states ends with `expected`.
static void expect_end(hr_progress progress, hr_count total, const char *expected) {
    hr_meter meter;
    char line[HR_METER_LINE_MAX];
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, stderr, "huarong enumerate", 1, total);
    hr_meter_format(&meter, &progress, 200, line);
    const size_t length = strlen(line);
    assert_true(length > strlen(expected));
    assert_string_equal(line + length - strlen(expected), expected);
}

HR_TEST(test_estimates_begin_and_end) {
    expect_end(at(1.99), 3000000, "  1.99 s  50%  [##########..........]"); // too early
    expect_end(at(2), 3000000, "  2.00 s  50%, 2.00 s left  [##########..........]");
    expect_end(at(2), 30000000, "  2.00 s  5%, 38.0 s left  [#...................]");
    expect_end(at(2), 150000000, "  2.00 s  1%  [....................]"); // too little
    expect_end(at(2), 120000000, "  2.00 s  1%, 2 min 38 s left  [....................]");
    expect_end(at(4), 2062500, "  4.00 s  72%, 1.50 s left  [##############......]");
    expect_end(at(4), 1600000, "  4.00 s  93%, 1.00 s left  [##################..]");
    expect_end(at(4), 1500000, "  4.00 s  100%  [####################]");
    expect_end(at(4), 1400000, "  4.00 s  100%  [####################]"); // the total is exceeded
    hr_progress progress = at(4);
    progress.layer_done = 1.5;
    expect_end(progress, 0, " 24 100%  1,500,000 states  375 thousand/s  1.00 GiB  4.00 s");
}

HR_TEST(test_line_keeps_to_the_columns) {
    hr_meter meter;
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, stderr, "huarong enumerate", 1, 6000000);
    const hr_progress progress = at(30);
    for (int columns = 0; columns < 300; columns++) {
        char line[HR_METER_LINE_MAX];
        hr_meter_format(&meter, &progress, columns, line);
        assert_true(strlen(line) <= (size_t)columns);
    }
}

/// The line says this on so many columns.
static void expect_within(int columns, const char *expected) {
    static const hr_enumeration ONE = {.states = 0};
    const hr_progress progress = {
        .enumeration = &ONE, .depth = 7, .layer_states = 1, .layer_done = 0.5, .seconds = 0.25, .memory = 2048};
    hr_meter meter;
    char line[HR_METER_LINE_MAX];
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, stderr, "huarong enumerate", 3, 0);
    hr_meter_format(&meter, &progress, columns, line);
    assert_string_equal(line, expected);
}

HR_TEST(test_each_part_is_there_as_soon_as_it_fits) {
    expect_within(10000, "layer 7 50%  1 state  4/s  6.00 KiB  0.250 s");
    expect_within(44, "layer 7 50%  1 state  4/s  6.00 KiB  0.250 s");
    expect_within(43, "layer 7 50%  1 state  4/s  6.00 KiB");
    expect_within(35, "layer 7 50%  1 state  4/s  6.00 KiB");
    expect_within(20, "layer 7 50%  1 state");
    expect_within(11, "layer 7 50%");
    expect_within(0, "");
    expect_within(-1, "");
}

HR_TEST(test_nothing_is_said_of_a_speed_before_time_has_passed) {
    static const hr_enumeration ONE = {.states = 2};
    hr_progress progress = {.enumeration = &ONE, .depth = 7, .layer_done = 0.5, .memory = 2048};
    hr_meter meter;
    char line[HR_METER_LINE_MAX];
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, stderr, "huarong enumerate", 1, 0);
    hr_meter_format(&meter, &progress, 200, line);
    assert_null(strstr(line, "/s"));
    progress.layer_done = 0;
    progress.seconds = 0.5;
    hr_meter_format(&meter, &progress, 200, line);
    assert_string_equal(line, "layer 7  0%  2 states  4/s  2.00 KiB  0.500 s");
}

HR_TEST(test_only_a_live_line_has_the_width_of_a_terminal) {
    printed out = print_to_memory();
    hr_meter meter;
    assert_int_equal(setenv("COLUMNS", "30", 1), 0);
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, out.stream, "huarong enumerate", 1, 0);
    assert_int_equal(meter.columns, 30);
    hr_meter_init(&meter, HR_PROGRESS_AUTO, out.stream, "huarong enumerate", 1, 0);
    assert_int_equal(meter.columns, HR_METER_LINE_MAX - 1);
    meter.total = 6000000;
    const hr_progress progress = at(30);
    char line[HR_METER_LINE_MAX];
    hr_meter_format(&meter, &progress, 200, line); // without a bar
    assert_string_equal(line, "layer 24 25%  1,500,000 states  50.0 thousand/s  1.00 GiB  30.0 s  25%, 1 min 30 s left");
    assert_int_equal(unsetenv("COLUMNS"), 0);
    expect_printed(&out, "");
}

HR_TEST(test_a_live_line_leaves_the_last_column_free) {
    for (int columns = 69; columns <= 70; columns++) {
        printed out = print_to_memory();
        hr_meter meter;
        hr_meter_init(&meter, HR_PROGRESS_ALWAYS, out.stream, "huarong enumerate", 1, 0);
        meter.columns = columns;
        const hr_progress progress = at(100);
        hr_meter_update(&progress, &meter);
        expect_printed(&out, columns < 70 ? "\rlayer 24 25%  1,500,000 states  15.0 thousand/s  1.00 GiB"
                                          : "\rlayer 24 25%  1,500,000 states  15.0 thousand/s  1.00 GiB  1 min 40 s");
    }
}

HR_TEST(test_log_lines_grow_sparse) {
    printed out = print_to_memory();
    hr_meter meter;
    hr_meter_init(&meter, HR_PROGRESS_AUTO, out.stream, "huarong enumerate", 1, 0);
    int lines = 0;
    for (int tenth = 0; tenth <= 36000; tenth++) { // one hour
        const hr_progress progress = at(tenth / 10.0);
        hr_meter_update(&progress, &meter);
        fflush(out.stream);
        if (tenth == 99) {
            assert_int_equal(out.into->size, 0);
        }
    }
    hr_meter_end(&meter);
    char *text = end_of_printing(&out);
    for (const char *at_line = text; (at_line = strchr(at_line, '\n')) != NULL; at_line++) {
        lines++;
    }
    // at 10, 20, 40, 80, 160, 320 s, and every 300 s from there
    assert_int_equal(lines, 16);
    static const char *const TIMES[] = {"10.0 s", "20.0 s", "40.0 s", "1 min 20 s", "2 min 40 s", "5 min 20 s", "10 min 20 s"};
    const char *line = text;
    for (size_t i = 0; i < sizeof TIMES / sizeof TIMES[0]; i++) {
        const char *end = strchr(line, '\n');
        assert_memory_equal(end - strlen(TIMES[i]), TIMES[i], strlen(TIMES[i]));
        line = end + 1;
    }
    assert_ptr_equal(strstr(text, "huarong enumerate: layer 24 25%  1,500,000 states"), text);
    assert_null(strchr(text, '\r'));
    free(text);
}

HR_TEST(test_a_note_comes_once_before_the_first_line) {
    static const hr_progress_mode MODES[] = {HR_PROGRESS_AUTO, HR_PROGRESS_ALWAYS, HR_PROGRESS_NEVER};
    for (size_t i = 0; i < sizeof MODES / sizeof MODES[0]; i++) {
        printed out = print_to_memory();
        hr_meter meter;
        hr_meter_init(&meter, MODES[i], out.stream, "huarong enumerate", 1, 0);
        (void)snprintf(meter.note, sizeof meter.note, "may use 7 GiB");
        hr_progress progress = at(0.01);
        hr_meter_update(&progress, &meter);
        fflush(out.stream);
        assert_int_equal(out.into->size, 0); // a short run says nothing
        for (int second = 1; second <= 100; second++) {
            progress = at(second);
            hr_meter_update(&progress, &meter);
        }
        char *text = end_of_printing(&out);
        static const char SAID[] = "huarong enumerate: may use 7 GiB\n";
        if (MODES[i] == HR_PROGRESS_NEVER) {
            assert_string_equal(text, "");
        } else {
            assert_ptr_equal(strstr(text, SAID), text);
            assert_null(strstr(text + sizeof SAID - 1, "may use"));
            assert_non_null(strstr(text, "layer 24"));
        }
        free(text);
    }
}

HR_TEST(test_a_launcher_that_wants_whole_lines_gets_them) {
    printed out = print_to_memory();
    hr_meter meter;
    assert_int_equal(setenv("PRTE_LAUNCHED", "1", 1), 0);
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, out.stream, "huarong enumerate", 1, 0);
    assert_int_equal(unsetenv("PRTE_LAUNCHED"), 0);
    for (int tenth = 0; tenth <= 100; tenth++) {
        const hr_progress progress = at(tenth / 10.0);
        hr_meter_update(&progress, &meter);
    }
    hr_meter_end(&meter);
    char *text = end_of_printing(&out);
    int lines = 0;
    for (const char *at_line = text; (at_line = strchr(at_line, '\n')) != NULL; at_line++) {
        lines++;
    }
    assert_int_equal(lines, 4); // at 1, 2, 4 and 8 s
    assert_null(strchr(text, '\r'));
    free(text);
}

HR_TEST(test_live_line_is_overwritten_and_taken_away) {
    printed out = print_to_memory();
    hr_meter meter;
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, out.stream, "huarong enumerate", 1, 0);
    meter.columns = 80;
    hr_progress progress = at(100);
    hr_meter_update(&progress, &meter);
    progress.seconds = 100.05; // too soon
    hr_meter_update(&progress, &meter);
    progress.seconds = 101;
    progress.layer_states = 0;
    hr_meter_update(&progress, &meter);
    hr_meter_end(&meter);
    hr_meter_end(&meter);
    expect_printed(&out, "\rlayer 24 25%  1,500,000 states  15.0 thousand/s  1.00 GiB  1 min 40 s"
                         "\rlayer 24 25%  1,000,000 states  9.90 thousand/s  1.00 GiB  1 min 41 s"
                         "\r                                                                     \r");
}

HR_TEST(test_a_live_line_comes_every_tenth_of_a_second) {
    hr_meter meter;
    hr_meter_init(&meter, HR_PROGRESS_ALWAYS, stderr, "huarong enumerate", 1, 0);
    assert_false(hr_meter_due(&meter, 0.09));
    assert_true(hr_meter_due(&meter, 0.1));
}

HR_TEST(test_never_is_silent) {
    printed out = print_to_memory();
    hr_meter meter;
    hr_meter_init(&meter, HR_PROGRESS_NEVER, out.stream, "huarong enumerate", 1, 0);
    const hr_progress progress = at(1000);
    hr_meter_update(&progress, &meter);
    hr_meter_end(&meter);
    expect_printed(&out, "");
}
