// SPDX-License-Identifier: MIT
// The output of `huarong solve` for a search by IDA*, with figures that are all different. The puzzle is made up: a state is a
// letter, and a move goes so many letters on.

#include <jansson.h>

#include "cli/output/solve.h"
#include "printed.h"

static void format(const void *board, const void *state, char text[HR_STATE_TEXT_MAX]) {
    (void)board;
    (void)snprintf(text, HR_STATE_TEXT_MAX, "%c", *(const char *)state);
}

static void move_text(const void *board, const void *state, uint8_t move, char text[16]) {
    (void)board;
    (void)snprintf(text, 16, "%c+%d", *(const char *)state, move);
}

static int detail(const void *board, const void *state, uint8_t move) {
    (void)board;
    return *(const char *)state - 'a' + 10 * move;
}

static void other_goal(const void *board, char text[HR_STATE_TEXT_MAX]) {
    (void)board;
    (void)snprintf(text, HR_STATE_TEXT_MAX, "y");
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    (void)context;
    *(char *)next = (char)(*(const char *)state + move);
}

static const hr_position_kind KIND = {.state_bytes = 1,
                                      .separator = "; ",
                                      .details = "letters",
                                      .unsolvable = "it is so",
                                      .other_goal = other_goal,
                                      .format = format,
                                      .move = move_text,
                                      .detail = detail};
static const hr_position_kind PLAIN = {
    .state_bytes = 1, .separator = " ", .unsolvable = "it is so", .format = format, .move = move_text};
static const hr_idastar_domain DOMAIN = {.state_bytes = 1, .apply = apply};

enum { POSITIONS = 5, STRIDE = 2 };

typedef struct fixture {
    hr_idastar_solution solutions[4]; ///< solved, limit, no route, stopped
    hr_iteration rounds[3];
    uint8_t paths[5];
    hr_idastar_stream stream;
    hr_solve_settings settings;
    hr_solve_view view;
    hr_solve_log log;
    hr_solve_report report;
} fixture;

static int set_up(void **state) {
    static const unsigned char ROOTS[] = "a-b-c-d-e-";
    static const size_t PLACE[POSITIONS] = {1, 0, SIZE_MAX, 2, 3};
    static const hr_solve_text TEXTS[POSITIONS] = {
        {.number = 11}, {.name = "n", .number = 12}, {.number = 13}, {.number = 14}, {.number = 15}};
    static const char *const WORDS[] = {"solve"};
    static const hr_arguments COMMAND = {.texts = WORDS, .count = 1};
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->solutions[0] = (hr_idastar_solution){.outcome = HR_IDASTAR_SOLVED,
                                            .length = 2,
                                            .lower_bound = 1,
                                            .nodes = 101,
                                            .expanded = 102,
                                            .solutions = 1034,
                                            .seconds = 0.5,
                                            .path_at = 3,
                                            .rounds = 3};
    f->solutions[1] = (hr_idastar_solution){
        .outcome = HR_IDASTAR_LIMIT, .lower_bound = 12, .nodes = 201, .expanded = 202, .seconds = 1.5, .rounds = 2};
    f->solutions[2] =
        (hr_idastar_solution){.outcome = HR_IDASTAR_NO_ROUTE, .lower_bound = 99, .nodes = 301, .expanded = 302, .seconds = 2.5};
    f->solutions[3] =
        (hr_idastar_solution){.outcome = HR_IDASTAR_STOPPED, .lower_bound = 11, .nodes = 401, .expanded = 402, .seconds = 3.5};
    f->rounds[0] = (hr_iteration){.bound = 21, .finished = true, .nodes = 22, .expanded = 23, .seconds = 0.25};
    f->rounds[1] = (hr_iteration){.bound = 31, .nodes = 32, .expanded = 33, .seconds = 0.75};
    f->rounds[2] = (hr_iteration){.bound = 41, .finished = true, .nodes = 42, .expanded = 43, .seconds = 0.125, .previous = 1};
    memcpy(f->paths, (const uint8_t[]){7, 7, 7, 3, 2}, 5);
    f->stream = (hr_idastar_stream){.solutions = f->solutions, .count = 4, .paths = f->paths, .rounds = f->rounds};
    f->settings = (hr_solve_settings){.algorithm = "idastar", .details = true, .all = true};
    f->view = (hr_solve_view){.kind = &KIND, .domain = &DOMAIN, .puzzle = "letters", .goal = "z", .heuristic = "none at all"};
    f->log.log.meter = &f->log.meter;
    f->log.stop = HR_STOP_SIGNAL;
    f->report = (hr_solve_report){.words = &COMMAND,
                                  .view = &f->view,
                                  .settings = &f->settings,
                                  .roots = ROOTS,
                                  .stride = STRIDE,
                                  .count = POSITIONS,
                                  .place = PLACE,
                                  .texts = TEXTS,
                                  .stream = &f->stream,
                                  .log = &f->log,
                                  .ranks = 3,
                                  .seconds = 9};
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    free(*state);
    return 0;
}

/// Print the positions `first` to `end` − 1. What is said to people goes to `talk`.
static printed print(fixture *f, hr_output_format format_asked, size_t first, size_t end, FILE *talk) {
    printed out = print_to_memory();
    f->settings.output.format = format_asked;
    f->report.sums = (hr_solve_sums){.positions = 0};
    assert_int_equal(hr_solve_print_begin(&f->report, out.stream, NULL), HR_OK);
    for (size_t i = first; i < end; i++) {
        assert_int_equal(hr_solve_print_position(&f->report, i, out.stream, NULL), HR_OK);
    }
    assert_int_equal(hr_solve_print_end(&f->report, talk, NULL), HR_OK);
    return out;
}

static void expect(fixture *f, hr_output_format format_asked, const char *expected) {
    printed out = print(f, format_asked, 0, POSITIONS, NULL);
    expect_printed(&out, expected);
}

#define LIMITED                                                                                                                    \
    "{\"number\":11,\"state\":\"a\",\"outcome\":\"limit\",\"length\":null,\"lower_bound\":12,\"nodes\":201,\"expanded\":202,"      \
    "\"seconds\":1.5,\"solutions\":0,\"iterations\":[{\"bound\":31,\"nodes\":32,\"expanded\":33,\"seconds\":0.75,"                 \
    "\"finished\":false}]}"
#define SOLVED                                                                                                                     \
    "{\"number\":12,\"name\":\"n\",\"state\":\"b\",\"outcome\":\"solved\",\"length\":2,\"lower_bound\":1,\"nodes\":101,"           \
    "\"expanded\":102,\"seconds\":0.5,\"solutions\":1034,\"moves\":\"b+3; e+2\",\"iterations\":[{\"bound\":21,\"nodes\":22,"       \
    "\"expanded\":23,\"seconds\":0.25},{\"bound\":41,\"nodes\":42,\"expanded\":43,\"seconds\":0.125}],"                            \
    "\"steps\":[{\"move\":\"b+3\",\"letters\":[31],\"state\":\"e\"},{\"move\":\"e+2\",\"letters\":[24],\"state\":\"g\"}]}"
#define STOPPED                                                                                                                    \
    "{\"number\":15,\"state\":\"e\",\"outcome\":\"stopped\",\"length\":null,\"lower_bound\":11,\"nodes\":401,\"expanded\":402,"    \
    "\"seconds\":3.5,\"solutions\":0,\"iterations\":[]}"

static void test_json_has_each_figure_in_its_place(void **state) {
    fixture *f = *state;
    expect(f, HR_FORMAT_JSON_LINES,
           LIMITED "\n" SOLVED "\n{\"number\":13,\"state\":\"c\",\"outcome\":\"unsolvable\"}\n"
                   "{\"number\":14,\"state\":\"d\",\"outcome\":\"unsolvable\"}\n" STOPPED "\n");
    printed out = print(f, HR_FORMAT_JSON, 0, 2, NULL);
    expect_json_printed(&out, "{\"program\":\"huarong\",\"puzzle\":\"letters\",\"metric\":\"unit\",\"command\":[\"huarong\","
                              "\"solve\"],\"goal\":\"z\",\"algorithm\":\"idastar\",\"heuristic\":\"none at all\",\"ranks\":3,"
                              "\"positions\":[" LIMITED "," SOLVED "],\"seconds\":9.0}");
}

static void test_csv_has_each_figure_in_its_place(void **state) {
    fixture *f = *state;
    expect(f, HR_FORMAT_CSV,
           "id,state,outcome,length,lower_bound,nodes,seconds,moves,solutions\n"
           "11,\"a\",limit,,12,201,1.500000,\"\",\n"
           "\"n\",\"b\",solved,2,1,101,0.500000,\"b+3; e+2\",1034\n"
           "13,\"c\",unsolvable,,,0,0.000000,\"\",\n"
           "14,\"d\",unsolvable,,,301,2.500000,\"\",\n"
           "15,\"e\",stopped,,11,401,3.500000,\"\",\n");
}

// Five letters on, by moves of up to four: in two moves there are four ways.
static size_t up_to_four(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    (void)context;
    (void)state;
    memcpy(moves, (const uint8_t[]){1, 2, 3, 4}, 4);
    return 4;
}

static uint32_t no_bound(const void *context, const void *state) {
    (void)context;
    (void)state;
    return 0;
}

static bool is_g(const void *context, const void *state) {
    (void)context;
    return *(const char *)state == 'g';
}

static void test_listed_solutions_in_each_form(void **state) {
    fixture *f = *state;
    static const hr_idastar_domain LISTED = {
        .state_bytes = 1, .apply = apply, .moves = up_to_four, .heuristic = no_bound, .solved = is_g};
    f->view.domain = &LISTED;
    f->settings.list = 3;
    f->settings.details = false;
    expect(f, HR_FORMAT_TEXT,
           "11\t>=12\nn\t2\t1034\tb+1; c+4\nn\t2\t1034\tb+2; d+3\nn\t2\t1034\tb+3; e+2\n"
           "13\tunsolvable\n14\tunsolvable\n15\t>=11\n");
    printed out = print(f, HR_FORMAT_CSV, 0, 2, NULL);
    expect_printed(&out, "id,state,outcome,length,lower_bound,nodes,seconds,moves,solutions,solution\n"
                         "11,\"a\",limit,,12,201,1.500000,\"\",,\n"
                         "\"n\",\"b\",solved,2,1,101,0.500000,\"b+1; c+4\",1034,1\n"
                         "\"n\",\"b\",solved,2,1,101,0.500000,\"b+2; d+3\",1034,2\n"
                         "\"n\",\"b\",solved,2,1,101,0.500000,\"b+3; e+2\",1034,3\n");
    f->settings.list = 9;
    out = print(f, HR_FORMAT_JSON_LINES, 1, 2, NULL);
    char *text = end_of_printing(&out);
    json_t *line = json_loads(text, 0, NULL);
    free(text);
    assert_non_null(line);
    static const char *const WAYS[] = {"b+1; c+4", "b+2; d+3", "b+3; e+2", "b+4; f+1"};
    assert_int_equal(json_array_size(json_object_get(line, "list")), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(json_string_value(json_array_get(json_object_get(line, "list"), i)), WAYS[i]);
    }
    assert_string_equal(json_string_value(json_object_get(line, "moves")), WAYS[0]);
    json_decref(line);
    f->settings.long_run.max_seconds = 1e-9; // the time ends the search for further solutions
    out = print_to_memory();
    hr_error error = {.text = ""};
    assert_int_equal(hr_solve_print_position(&f->report, 1, out.stream, &error), HR_STOPPED);
    assert_string_equal(error.text, "stopped while the solutions were being listed");
    expect_printed(&out, "");
}

static void test_a_line_of_text_for_each_position_and_their_sums(void **state) {
    fixture *f = *state;
    expect(f, HR_FORMAT_TEXT, "11\t>=12\nn\t2\t1034\tb+3; e+2\n13\tunsolvable\n14\tunsolvable\n15\t>=11\n");
    f->settings.all = false;
    printed talk = print_to_memory();
    printed out = print(f, HR_FORMAT_TEXT, 0, POSITIONS, talk.stream);
    expect_printed(&out, "11\t>=12\nn\t2\tb+3; e+2\n13\tunsolvable\n14\tunsolvable\n15\t>=11\n");
    assert_int_equal(f->report.sums.open, 2);
    assert_int_equal(f->report.sums.bound, 11);
    assert_string_equal(f->report.sums.stop, "by a signal");
    f->solutions[0].length = 1;
    f->solutions[0].nodes = 1;
    for (size_t i = 0; i < 3; i++) {
        f->view.kind = i < 2 ? &KIND : &PLAIN;
        out = print(f, HR_FORMAT_TEXT, i, i + 1, talk.stream);
        free(end_of_printing(&out));
    }
    expect_printed(&talk, "huarong solve: 5 positions, 2 moves, 1,004 nodes in 9.00 s (none at all)\n"
                          "huarong solve: unsolvable positions: 1 (it is so, but --goal 'y' is reached)\n"
                          "huarong solve: 1 position, 0 moves, 201 nodes in 9.00 s (none at all)\n"
                          "huarong solve: 1 position, 1 move, 1 node in 9.00 s (none at all)\n"
                          "huarong solve: 1 position, 0 moves, 0 nodes in 9.00 s (none at all)\n");
}

/// Print solution number `place` as that of the only position.
static void expect_single(fixture *f, size_t place, const char *expected) {
    f->report.single = true;
    f->report.count = 1;
    f->report.place = &place;
    printed out = print(f, HR_FORMAT_TEXT, 0, 1, stderr);
    expect_printed(&out, expected);
}

static void test_the_only_position_takes_several_lines(void **state) {
    fixture *f = *state;
    f->settings.weight = (hr_idastar_weight){.numerator = 5, .denominator = 4};
    expect_single(f, 0,
                  "2 moves, the shortest solution has at least 1 (weight 5/4)\nmoves      a+3; d+2\nletters    30 23\n"
                  "solutions  1,034\nsearch     101 nodes, 0.500 s, none at all\n");
    f->settings.all = false;
    f->solutions[0].length = 1;
    f->solutions[0].nodes = 1;
    f->view.kind = &PLAIN;
    expect_single(f, 0, "1 move\nmoves      a+3\nsearch     1 node, 0.500 s, none at all\n");
    f->solutions[0].length = f->solutions[0].lower_bound = 0;
    expect_single(f, 0, "0 moves: solved already\n");
    f->settings.all = true;
    f->solutions[0].solutions = 1;
    expect_single(f, 0, "0 moves: solved already\nsolutions  1\n");
    expect_single(f, 1, "at least 12 moves: stopped at a limit\nsearch     201 nodes, 1.50 s, none at all\n");
    f->solutions[1].lower_bound = 1;
    expect_single(f, 1, "at least 1 move: stopped at a limit\nsearch     201 nodes, 1.50 s, none at all\n");
    expect_single(f, 2, "unsolvable: no sequence of moves leads to the goal\nsearch     301 nodes, 2.50 s, none at all\n");
    expect_single(f, 3, "at least 11 moves: stopped by a signal\nsearch     401 nodes, 3.50 s, none at all\n");
    expect_single(f, SIZE_MAX, "unsolvable: it is so\n");
    f->view.kind = &KIND;
    expect_single(f, SIZE_MAX, "unsolvable: it is so, but the position reaches --goal 'y'\n");
}

static void expect_stop(const fixture *f, hr_idastar_solution solution, const char *expected) {
    char text[HR_SOLVE_STOP_MAX];
    hr_solve_stop_text(&f->report, &solution, text);
    assert_string_equal(text, expected);
}

/// Each limit is told if it was reached, and lack of memory before the others.
static void test_the_limit_that_ended_a_search(void **state) {
    fixture *f = *state;
    hr_idastar_solution solution = {.outcome = HR_IDASTAR_LIMIT, .nodes = 1000, .seconds = 90};
    expect_stop(f, solution, "at a limit");
    f->settings.max_nodes = 1001;
    expect_stop(f, solution, "at a limit");
    f->settings.max_seconds = 90;
    expect_stop(f, solution, "at 1 min 30 s (--position-time)");
    f->settings.max_seconds = 60;
    expect_stop(f, solution, "at 1 min 00 s (--position-time)");
    f->settings.max_seconds = 91;
    expect_stop(f, solution, "at a limit");
    f->settings.max_seconds = 1;
    f->settings.max_nodes = 1000;
    expect_stop(f, solution, "at 1,000 nodes (--position-nodes)");
    f->settings.max_nodes = 1;
    expect_stop(f, solution, "at 1 node (--position-nodes)");
    solution.lacked_memory = true;
    expect_stop(f, solution, "for lack of memory");
    solution.outcome = HR_IDASTAR_STOPPED;
    expect_stop(f, solution, "by a signal");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_json_has_each_figure_in_its_place),     TEST(test_csv_has_each_figure_in_its_place),
        TEST(test_listed_solutions_in_each_form),         TEST(test_a_line_of_text_for_each_position_and_their_sums),
        TEST(test_the_only_position_takes_several_lines), TEST(test_the_limit_that_ended_a_search),
    };
    return cmocka_run_group_tests_name("results of IDA*", tests, NULL, NULL);
}
