// SPDX-License-Identifier: MIT
// The outputs of `huarong survey` and `huarong heuristics` with figures that are all different.

#include <jansson.h>

#include "cli/output/heuristics.h"
#include "cli/output/survey.h"
#include "printed.h"

/// Of each outcome one position, and one whose search has not begun.
static const hr_surveyed POSITIONS[] = {
    {1, "a.b", {.first_solved = 7, .layers = 10, .states = 1234, .seconds = 0.5}},
    {2, "b\"a", {.first_solved = HR_DEPTH_UNREACHED, .layers = 4, .states = 56, .seconds = 1.25}},
    {3, "c", {.first_solved = HR_DEPTH_UNREACHED, .layers = 5, .states = 78, .stop = HR_STOP_STATES, .seconds = 2}},
    {4, "d", {.first_solved = 3, .layers = 6, .states = 90, .stop = HR_STOP_MEMORY, .seconds = 3}},
    {5, "e", {.first_solved = HR_DEPTH_UNREACHED, .layers = 2, .states = 12, .stop = HR_STOP_MEMORY}},
    {6, "f", {.first_solved = HR_DEPTH_UNREACHED, .layers = 0, .states = 0, .stop = HR_STOP_TIME}},
};

enum { COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

/// What `print` prints of `context` is `expected`.
static void expect(void (*print)(const void *context, FILE *out), const void *context, const char *expected) {
    printed out = print_to_memory();
    print(context, out.stream);
    expect_printed(&out, expected);
}

/// Print all positions in the format *context.
static void print_positions(const void *context, FILE *out) {
    hr_survey_report report = {.words = &(hr_arguments){.count = 0}, .format = *(const hr_output_format *)context};
    assert_int_equal(hr_survey_begin(&report, out, NULL), HR_OK);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(hr_survey_print(&report, &POSITIONS[i], out, NULL), HR_OK);
    }
    assert_int_equal(hr_survey_end(&report, out, NULL), HR_OK);
}

HR_TEST(test_positions_have_the_names_and_bounds_of_their_outcomes) {
    expect(print_positions, &(hr_output_format){HR_FORMAT_TEXT},
           "a.b\t7\t1234\nb\"a\tunsolvable\t56\nc\t>=5\t>=78\nd\t3\t>=90\ne\t>=2\t>=12\nf\t>=0\t>=0\n");
    expect(print_positions, &(hr_output_format){HR_FORMAT_CSV},
           "id,board,outcome,length,lower_bound,states,complete,depth,seconds\n"
           "1,\"a.b\",solved,7,7,1234,true,9,0.500000\n"
           "2,\"b\"\"a\",unsolvable,,,56,true,3,1.250000\n"
           "3,\"c\",limit,,5,78,false,4,2.000000\n"
           "4,\"d\",solved,3,3,90,false,5,3.000000\n"
           "5,\"e\",limit,,2,12,false,1,0.000000\n"
           "6,\"f\",stopped,,0,0,false,,0.000000\n");
    expect(
        print_positions, &(hr_output_format){HR_FORMAT_JSON_LINES},
        "{\"number\":1,\"board\":\"a.b\",\"outcome\":\"solved\",\"length\":7,\"lower_bound\":7,\"states\":1234,\"complete\":true,"
        "\"stop\":\"none\",\"depth\":9,\"seconds\":0.5}\n"
        "{\"number\":2,\"board\":\"b\\\"a\",\"outcome\":\"unsolvable\",\"states\":56,\"complete\":true,\"stop\":\"none\",\"depth\":"
        "3,"
        "\"seconds\":1.25}\n"
        "{\"number\":3,\"board\":\"c\",\"outcome\":\"limit\",\"length\":null,\"lower_bound\":5,\"states\":78,\"complete\":false,"
        "\"stop\":\"max-states\",\"depth\":4,\"seconds\":2.0}\n"
        "{\"number\":4,\"board\":\"d\",\"outcome\":\"solved\",\"length\":3,\"lower_bound\":3,\"states\":90,\"complete\":false,"
        "\"stop\":\"memory\",\"depth\":5,\"seconds\":3.0}\n"
        "{\"number\":5,\"board\":\"e\",\"outcome\":\"limit\",\"length\":null,\"lower_bound\":2,\"states\":12,\"complete\":false,"
        "\"stop\":\"memory\",\"depth\":1,\"seconds\":0.0}\n"
        "{\"number\":6,\"board\":\"f\",\"outcome\":\"stopped\",\"length\":null,\"lower_bound\":0,\"states\":0,\"complete\":false,"
        "\"stop\":\"max-time\",\"depth\":null,\"seconds\":0.0}\n");
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(hr_survey_is_unbegun(&POSITIONS[i].row), i == COUNT - 1);
    }
    assert_false(hr_survey_is_unbegun(&(hr_survey_row){.layers = 1, .states = 1, .stop = HR_STOP_TIME}));
}

static void print_sums(const void *context, FILE *out) {
    (void)context;
    hr_survey_sums sums = {0};
    hr_error error;
    assert_int_equal(hr_survey_judge(&sums, &error), HR_OK);
    for (size_t i = 0; i < COUNT; i++) {
        hr_survey_sum(&POSITIONS[i].row, &sums);
    }
    hr_survey_print_sums(&sums, 90, out);
    assert_int_equal(hr_survey_judge(&sums, &error), HR_STOPPED);
    fprintf(out, "%s\n", error.text);
    sums = (hr_survey_sums){.positions = 1, .moves = 1, .states = 1};
    hr_survey_print_sums(&sums, 2, out);
}

HR_TEST(test_sums_of_a_survey) {
    expect(print_sums, NULL,
           "huarong survey: 6 positions, 10 moves, 1,470 states in 1 min 30 s\n"
           "huarong survey: unsolvable positions: 1\n"
           "stopped by the time limit, with 4 of 6 positions not searched to the end; their numbers are lower bounds\n"
           "huarong survey: 1 position, 1 move, 1 state in 2.00 s\n");
}

/// A solution that was to end the search leaves nothing open.
HR_TEST(test_a_position_left_after_its_solution_is_done) {
    const hr_survey_row row = {.first_solved = 5, .layers = 6, .states = 40, .stop = HR_STOP_SOLVED};
    hr_survey_sums sums = {0};
    hr_survey_sum(&row, &sums);
    assert_int_equal(hr_survey_judge(&sums, NULL), HR_OK);
    assert_int_equal(sums.moves, 5);
    assert_false(hr_survey_is_whole(&row));
}

static hr_measures make_measures(bool known) {
    hr_measures measures = {.puzzle = "tile:3x3", .goal = "a goal", .positions = 1000, .unsolvable = 7, .count = 2};
    static const uint32_t VALUES[][3] = {{4, 6, 6}, {2, 3, 5}};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < 3; i++) {
            hr_value_counts_add(&measures.measure[k].values, VALUES[k][i]);
        }
    }
    for (uint32_t i = 0; known && i < 4; i++) {
        hr_value_counts_add(&measures.distances, i < 3 ? 6 : 7);
    }
    (void)strcpy(measures.measure[0].name, "1,2/3");
    (void)strcpy(measures.measure[1].name, "walking");
    measures.measure[0].exact = 3;
    measures.measure[0].memory = 3 << 20;
    measures.measure[0].seconds = 2;
    measures.measure[1].exact = 1;
    measures.measure[1].seconds = 0.5;
    return measures;
}

static hr_status print_in(const void *context, hr_output_format format, FILE *out) {
    hr_measures measures = *(const hr_measures *)context;
    measures.format = format;
    return hr_measures_print(&measures, out, NULL);
}

static void print_measures(const void *context, FILE *out) {
    assert_int_equal(print_in(context, HR_FORMAT_TEXT, out), HR_OK);
    assert_int_equal(print_in(context, HR_FORMAT_CSV, out), HR_OK);
}

HR_TEST(test_measures_with_and_without_distances) {
    hr_measures measured = make_measures(true);
    expect(print_measures, &measured,
           "1,000 positions of tile:3x3\n"
           "distances of 4: mean 6.25, least 6, most 7\n"
           "\n"
           "heuristic            mean  least   most    exact     memory    made in\n"
           "1,2/3                5.33      4      6  75.00 %   3.00 MiB     2.00 s\n"
           "walking              3.33      2      5  25.00 %          -    0.500 s\n"
           "value,\"1,2/3\",walking,distance\n"
           "2,0,1,0\n3,0,1,0\n4,1,0,0\n5,0,1,0\n6,2,0,3\n7,0,0,1\n");
    measured = make_measures(false);
    measured.positions = 1;
    expect(print_measures, &measured,
           "1 position of tile:3x3\n"
           "\n"
           "heuristic            mean  least   most    exact     memory    made in\n"
           "1,2/3                5.33      4      6        -   3.00 MiB     2.00 s\n"
           "walking              3.33      2      5        -          -    0.500 s\n"
           "value,\"1,2/3\",walking,distance\n"
           "2,0,1,\n3,0,1,\n4,1,0,\n5,0,1,\n6,2,0,\n");
}

/// What is printed as JSON, but for the version, is `expected`.
static void expect_json(hr_status (*print)(const void *context, FILE *out), const void *context, const char *expected) {
    printed out = print_to_memory();
    assert_int_equal(print(context, out.stream), HR_OK);
    expect_json_printed(&out, expected);
}

static hr_status print_measures_json(const void *context, FILE *out) { return print_in(context, HR_FORMAT_JSON, out); }

static hr_status print_survey_json(const void *context, FILE *out) {
    hr_survey_report report = *(const hr_survey_report *)context;
    assert_int_equal(hr_survey_begin(&report, out, NULL), HR_OK);
    assert_int_equal(hr_survey_print(&report, &POSITIONS[5], out, NULL), HR_OK);
    return hr_survey_end(&report, out, NULL);
}

HR_TEST(test_json_has_each_figure_in_its_place) {
    hr_measures measured = make_measures(true);
#define HEURISTICS(first, second)                                                                                                  \
    "\"heuristics\":[{\"heuristic\":\"1,2/3\",\"values\":[[4,1],[6,2]],\"mean\":5.33333,\"least\":4,\"most\":6,\"exact\":" first   \
    ",\"memory\":3145728,\"seconds\":2.0},{\"heuristic\":\"walking\",\"values\":[[2,1],[3,1],[5,1]],\"mean\":3.33333,"             \
    "\"least\":2,\"most\":5,\"exact\":" second ",\"memory\":0,\"seconds\":0.5}]}"
    expect_json(print_measures_json, &measured,
                "{\"program\":\"huarong\",\"puzzle\":\"tile:3x3\",\"metric\":\"unit\",\"goal\":\"a goal\",\"positions\":1000,"
                "\"unsolvable\":7,\"distances\":{\"values\":[[6,3],[7,1]],\"mean\":6.25,\"least\":6,\"most\":7,\"positions\":4}"
                "," HEURISTICS("3", "1"));
    measured = make_measures(false);
    measured.goal = NULL;
    expect_json(print_measures_json, &measured,
                "{\"program\":\"huarong\",\"puzzle\":\"tile:3x3\",\"metric\":\"unit\",\"goal\":null,\"positions\":1000,"
                "\"unsolvable\":7,\"distances\":null," HEURISTICS("null", "null"));
    static const char *const WORDS[] = {"survey", "-"};
    const hr_survey_report report = {.words = &(hr_arguments){.texts = WORDS, .count = 2},
                                     .format = HR_FORMAT_JSON,
                                     .metric = HR_METRIC_MOVE,
                                     .ranks = 3,
                                     .seconds = 7};
    expect_json(
        print_survey_json, &report,
        "{\"program\":\"huarong\",\"puzzle\":\"blocks\",\"metric\":\"move\",\"command\":[\"huarong\",\"survey\",\"-\"],"
        "\"ranks\":3,\"positions\":[{\"number\":6,\"board\":\"f\",\"outcome\":\"stopped\",\"length\":null,\"lower_bound\":0,"
        "\"states\":0,\"complete\":false,\"stop\":\"max-time\",\"depth\":null,\"seconds\":0.0}],\"seconds\":7.0}");
}

HR_TEST(test_great_values_are_counted_together) {
    hr_value_counts counts = {0};
    hr_value_counts_add(&counts, HR_MEASURE_VALUES_MAX - 1);
    hr_value_counts_add(&counts, HR_MEASURE_VALUES_MAX);
    hr_value_counts_add(&counts, HR_MEASURE_VALUES_MAX - 2);
    assert_int_equal(counts.count[HR_MEASURE_VALUES_MAX - 1], 2);
    assert_int_equal(counts.most, HR_MEASURE_VALUES_MAX - 1);
    assert_int_equal(counts.least, HR_MEASURE_VALUES_MAX - 2);
    assert_int_equal(counts.total, 3);
}
