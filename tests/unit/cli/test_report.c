// SPDX-License-Identifier: MIT
#include "cli/output/boards.h"
#include "cli/output/enumeration.h"
#include "cli/output/states.h"
#include "printed.h"

// The whole 2x2 puzzle, which is a ring of 12 states, from a start two moves off the goal; the numbers that cost time are made up.
static hr_layer LAYERS[] = {
    {.states = 1, .canonical = 1, .fingerprint = 0x1a, .bytes_sent = 0},
    {.states = 2, .canonical = 2, .fingerprint = 0xfedcba9876543210, .bytes_sent = 1024},
    {.states = 1234567, .canonical = 617284, .solved = 1, .fingerprint = 3, .seconds = 0.5, .bytes_sent = 2048},
};
static uint64_t kept_bytes[sizeof LAYERS / sizeof LAYERS[0]];

typedef struct fixture {
    hr_puzzle *puzzle;
    hr_enumeration result;
    hr_enumeration_report report;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    const hr_puzzle_options options = {.spec = "tile:2x2", .from = "1 0 3 2"};
    hr_error error;
    if (hr_puzzle_create(&options, &f->puzzle, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    f->result = (hr_enumeration){.layers = LAYERS,
                                 .layer_count = 3,
                                 .states = 1234570,
                                 .canonical = 617287,
                                 .first_solved = 2,
                                 .whole = true,
                                 .hardest_listed = 2,
                                 .seconds = 2,
                                 .scratch_read = 5 << 20,
                                 .scratch_written = 4 << 20,
                                 .peak_memory = 3 << 20};
    assert_int_equal(hr_puzzle_parse(f->puzzle, "0 1 3 2", &f->result.hardest[0], &error), HR_OK);
    assert_int_equal(hr_puzzle_parse(f->puzzle, "1 2 3 0", &f->result.hardest[1], &error), HR_OK);
    static const hr_drawing DRAWING = {.draw = true};
    static const char *const WORDS[] = {"enumerate", "tile:2x2"};
    static const hr_arguments COMMAND = {.texts = WORDS, .count = 2};
    f->report = (hr_enumeration_report){.words = &COMMAND,
                                        .drawing = &DRAWING,
                                        .puzzle = f->puzzle,
                                        .result = &f->result,
                                        .engine = "frontier",
                                        .ranks = 2,
                                        .hardest_listed = 6};
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    hr_puzzle_destroy(&f->puzzle);
    free(f);
    return 0;
}

static printed print(const hr_enumeration_report *report, hr_output_format format) {
    hr_enumeration_report shown = *report;
    shown.format = format;
    printed out = print_to_memory();
    assert_int_equal(hr_enumeration_report_print(&shown, out.stream, NULL), HR_OK);
    return out;
}

static char *text_of(const hr_enumeration_report *report) {
    printed out = print(report, HR_FORMAT_TEXT);
    return end_of_printing(&out);
}

static void says(const hr_enumeration_report *report, const char *part) {
    char *text = text_of(report);
    if (strstr(text, part) == NULL) {
        fail_msg("no '%s' in:\n%s", part, text);
    }
    free(text);
}

HR_TEST_BETWEEN(test_text_is_for_people, set_up, tear_down) {
    const fixture *f = *cmocka_state;
    char *text = text_of(&f->report);
    assert_string_equal(text, "Puzzle      tile:2x2, metric unit\n"
                              "From        1 0 3 2\n"
                              "Goal        1 2 3 0\n"
                              "Symmetry    2 images of a state\n"
                              "Engine      frontier on 2 ranks\n"
                              "\n"
                              "depth     states  canonical  fingerprint\n"
                              "    0          1          1  000000000000001a\n"
                              "    1          2          2  fedcba9876543210\n"
                              "    2  1,234,567    617,284  0000000000000003\n"
                              "\n"
                              "States      1,234,570 (617,287 canonical), the whole space\n"
                              "Depth       2\n"
                              "Solved      first at depth 2, 1 state; layer 1 has 2\n"
                              "Farthest    1,234,567 states at depth 2, the first 2:\n"
                              "            0 1 3 2\n"
                              "            1 2 3 0\n"
                              "            ┌───┬───┐  ┌───┬───┐\n"
                              "            │ · │ 1 │  │ 1 │ 2 │\n"
                              "            ├───┼───┤  ├───┼───┤\n"
                              "            │ 3 │ 2 │  │ 3 │ · │\n"
                              "            └───┴───┘  └───┴───┘\n"
                              "Time        2.00 s, 617 thousand states/s (309 thousand canonical)\n"
                              "Memory      3.00 MiB at the peak, all ranks together\n"
                              "Scratch     5.00 MiB read, 4.00 MiB written\n"
                              "Sent        3.00 KiB between ranks\n");
    free(text);
}

HR_TEST_BETWEEN(test_text_says_why_it_stopped, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->result.whole = false;
    f->result.stop = HR_STOP_DEPTH;
    says(&f->report, "stopped at the depth asked for");
    says(&f->report, "Last layer  1,234,567 states at depth 2");
    f->result.stop = HR_STOP_STATES;
    says(&f->report, "stopped at the number of states asked for");
    f->result.stop = HR_STOP_MEMORY;
    says(&f->report, "stopped at the memory limit");
    f->result.first_solved = HR_DEPTH_UNREACHED;
    says(&f->report, "Solved      not so far");
    f->result.whole = true;
    f->result.stop = HR_STOP_NONE;
    says(&f->report, "Solved      never");
}

HR_TEST_BETWEEN(test_text_says_whether_the_table_is_there, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->report.table = "2x2.table";
    f->report.table_written = true;
    says(&f->report, "\nTable       2x2.table\n");
    f->result.stop = HR_STOP_SIGNAL; // while the table was being written
    f->report.table_written = false;
    says(&f->report, "\nTable       2x2.table: not written\n");
    says(&f->report, "the whole space\n");
}

/// What is 0 is told where it could be something else.
HR_TEST_BETWEEN(test_text_tells_what_went_to_disks_and_ranks, set_up, tear_down) {
    fixture *f = *cmocka_state;
    for (size_t i = 0; i < f->result.layer_count; i++) {
        kept_bytes[i] = LAYERS[i].bytes_sent;
        LAYERS[i].bytes_sent = 0;
    }
    f->result.scratch_read = 0;
    says(&f->report, "\nScratch     0 bytes read, 4.00 MiB written\nSent        0 bytes between ranks\n");
    f->result.scratch_written = 0;
    f->report.ranks = 1;
    char *text = text_of(&f->report);
    assert_null(strstr(text, "Scratch"));
    assert_null(strstr(text, "Sent"));
    assert_non_null(strstr(text, "\nEngine      frontier on 1 rank\n"));
    free(text);
    for (size_t i = 0; i < f->result.layer_count; i++) {
        LAYERS[i].bytes_sent = kept_bytes[i];
    }
}

HR_TEST_BETWEEN(test_an_empty_result_is_no_trouble, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->result = (hr_enumeration){.stop = HR_STOP_MEMORY, .first_solved = HR_DEPTH_UNREACHED};
    says(&f->report, "States      0 (0 canonical), stopped at the memory limit\nSolved      not so far\nTime");
}

HR_TEST_BETWEEN(test_csv_has_a_line_per_layer, set_up, tear_down) {
    const fixture *f = *cmocka_state;
    printed out = print(&f->report, HR_FORMAT_CSV);
    expect_printed(&out, "depth,states,canonical,solved,fingerprint\n"
                         "0,1,1,0,000000000000001a\n"
                         "1,2,2,0,fedcba9876543210\n"
                         "2,1234567,617284,1,0000000000000003\n");
}

#define RUN                                                                                                                        \
    "{\"program\":\"huarong\",\"puzzle\":\"tile:2x2\",\"metric\":\"unit\",\"command\":[\"huarong\",\"enumerate\",\"tile:2x2\"],"   \
    "\"source\":\"1 0 3 2\",\"goal\":\"1 2 3 0\",\"symmetry_order\":2,\"engine\":\"frontier\",\"ranks\":2,"

HR_TEST_BETWEEN(test_json_has_each_figure_in_its_place, set_up, tear_down) {
    const fixture *f = *cmocka_state;
    printed out = print(&f->report, HR_FORMAT_JSON);
    expect_json_printed(
        &out, RUN
        "\"complete\":true,\"stop\":\"none\",\"states\":1234570,\"canonical\":617287,\"depth\":2,"
        "\"first_solved\":{\"depth\":2,\"states\":1,\"states_before\":2},\"layers\":["
        "{\"depth\":0,\"states\":1,\"canonical\":1,\"solved\":0,\"fingerprint\":\"000000000000001a\",\"seconds\":0.0,\"bytes_"
        "sent\":0},"
        "{\"depth\":1,\"states\":2,\"canonical\":2,\"solved\":0,\"fingerprint\":\"fedcba9876543210\",\"seconds\":0.0,\"bytes_"
        "sent\":1024},"
        "{\"depth\":2,\"states\":1234567,\"canonical\":617284,\"solved\":1,\"fingerprint\":\"0000000000000003\",\"seconds\":0.5,"
        "\"bytes_sent\":2048}],\"hardest\":{\"depth\":2,\"count\":1234567,\"listed\":[{\"state\":\"0 1 3 2\",\"code\":null},"
        "{\"state\":\"1 2 3 0\",\"code\":null}]},\"table\":null,\"seconds\":2.0,\"peak_memory\":3145728,\"scratch_read\":5242880,"
        "\"scratch_written\":4194304}");
}

HR_TEST_BETWEEN(test_json_keeps_its_keys_when_there_is_nothing, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->result = (hr_enumeration){.stop = HR_STOP_MEMORY, .first_solved = HR_DEPTH_UNREACHED};
    printed out = print(&f->report, HR_FORMAT_JSON);
    expect_json_printed(&out,
                        RUN "\"complete\":false,\"stop\":\"memory\",\"states\":0,\"canonical\":0,\"depth\":null,"
                            "\"first_solved\":null,\"layers\":[],\"hardest\":null,\"table\":null,\"seconds\":0.0,\"peak_memory\":0,"
                            "\"scratch_read\":0,\"scratch_written\":0}");
}

/// The JSON of the report has this part.
static void json_says(const hr_enumeration_report *report, const char *part) {
    printed out = print(report, HR_FORMAT_JSON);
    char *text = end_of_printing(&out);
    if (strstr(text, part) == NULL) {
        fail_msg("no '%s' in: %s", part, text);
    }
    free(text);
}

HR_TEST_BETWEEN(test_listing_is_cut_to_what_was_asked_for, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->report.hardest_listed = 1;
    says(&f->report, "Farthest    1,234,567 states at depth 2, the first 1:\n            0 1 3 2\n            ┌");
    f->report.hardest_listed = 0;
    says(&f->report, "Farthest    1,234,567 states at depth 2\nTime");
}

/// So many boards take so many rows, each of five lines, on so many columns.
static void expect_rows(const fixture *f, const char *columns, size_t boards, size_t rows) {
    hr_state states[30];
    for (size_t i = 0; i < boards; i++) {
        states[i] = f->result.hardest[0];
    }
    printed out = print_to_memory();
    const hr_drawing drawing = {.draw = true};
    assert_int_equal(setenv("COLUMNS", columns, 1), 0);
    hr_states_draw(f->puzzle, states, boards, &drawing, 1, out.stream);
    char *text = end_of_printing(&out);
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    assert_int_equal(lines, 5 * rows);
    free(text);
}

HR_TEST_BETWEEN(test_drawings_fill_the_columns, set_up, tear_down) {
    const fixture *f = *cmocka_state;
    expect_rows(f, "21", 5, 3); // an indent of 1, two boards of 9 columns, a gap of 2
    expect_rows(f, "20", 5, 5);
    expect_rows(f, "1", 2, 2);
    expect_rows(f, "9999", HR_BOARDS_ROW_MAX, 1);
    expect_rows(f, "9999", HR_BOARDS_ROW_MAX + 1, 2);
}

HR_TEST_BETWEEN(test_the_last_layer_is_told_in_words_for_its_number, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->result.layer_count = 2;
    f->report.drawing = NULL;
    says(&f->report, "\nFarthest    2 states at depth 1\n            0 1 3 2\n            1 2 3 0\nTime"); // all of them
    f->result.layer_count = 1;
    f->result.hardest_listed = 1;
    says(&f->report, "\nFarthest    1 state at depth 0\n            0 1 3 2\nTime");
    f->result.first_solved = 0; // no layer is before it
    LAYERS[0].solved = 1;
    says(&f->report, "\nSolved      first at depth 0, 1 state\nFarthest");
    json_says(&f->report, "\"states_before\":null");
    LAYERS[0].solved = 0;
}

HR_TEST_BETWEEN(test_layers_without_fingerprints_have_none, set_up, tear_down) {
    fixture *f = *cmocka_state;
    hr_layer layers[] = {{.states = 1, .canonical = 1}, {.states = 2, .canonical = 2}};
    f->result.layers = layers;
    f->result.layer_count = 2;
    f->result.first_solved = HR_DEPTH_UNREACHED;
    says(&f->report, "\ndepth  states  canonical\n    0       1          1\n    1       2          2\n\n");
    json_says(&f->report, "\"fingerprint\":null");
    layers[1].fingerprint = 10;
    says(&f->report, "\n    0       1          1  0000000000000000\n    1       2          2  000000000000000a\n");
}

HR_TEST_BETWEEN(test_json_tells_whether_the_table_is_there, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->report.table = "t";
    json_says(&f->report, "\"table\":false");
    f->report.table_written = true;
    json_says(&f->report, "\"table\":true");
}

/// A stream that is no terminal has the columns that the environment says, if they can be.
HR_TEST_BETWEEN(test_columns_come_from_the_environment, set_up, tear_down) {
    static const struct {
        const char *text;
        int columns;
    } ENVIRONMENTS[] = {{"9999", 9999}, {"10000", 80}, {"1", 1}, {"0", 80}, {"-5", 80}, {"wide", 80}, {"", 80}};
    printed out = print_to_memory();
    for (size_t i = 0; i < sizeof ENVIRONMENTS / sizeof ENVIRONMENTS[0]; i++) {
        assert_int_equal(setenv("COLUMNS", ENVIRONMENTS[i].text, 1), 0);
        assert_int_equal(hr_boards_terminal_columns(out.stream), ENVIRONMENTS[i].columns);
    }
    assert_int_equal(unsetenv("COLUMNS"), 0);
    assert_int_equal(hr_boards_terminal_columns(out.stream), 80);
    expect_printed(&out, "");
}
