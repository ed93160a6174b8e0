// SPDX-License-Identifier: MIT
// The output of `huarong solve`, with figures that are all different.

#include <jansson.h>

#include "cli/output/found.h"
#include "made_puzzle.h"
#include "printed.h"

enum { FOUND = 4 };

typedef struct fixture {
    hr_puzzle *puzzle;
    hr_state states[3]; ///< two moves from the goal, one, none
    hr_iteration levels[2];
    hr_found found[FOUND]; ///< one of each outcome
    hr_found_report report;
} fixture;

static int set_up(void **state) {
    static const char *const TEXTS[] = {"1 2 3 4 5 6 0 7 8", "1 2 3 4 5 6 7 0 8", "1 2 3 4 5 6 7 8 0"};
    static const char *const WORDS[] = {"solve", "tile:3x3"};
    static const hr_arguments COMMAND = {.texts = WORDS, .count = 2};
    static const hr_drawing DRAWING = {.draw = false};
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(hr_puzzle_parse(f->puzzle, TEXTS[i], &f->states[i], NULL), HR_OK);
    }
    f->levels[0] = (hr_iteration){.bound = 9, .finished = true, .nodes = 10, .expanded = 11, .seconds = 0.25};
    f->levels[1] = (hr_iteration){.bound = 12, .nodes = 13, .expanded = 14, .seconds = 0.75};
    f->found[0] = (hr_found){.number = 3, .start = &f->states[0]};
    f->found[0].path = (hr_path){.outcome = HR_PATH_SOLVED,
                                 .states = f->states,
                                 .count = 3,
                                 .visited = 101,
                                 .expanded = 102,
                                 .solutions = 5,
                                 .reopened = 103,
                                 .memory = 104,
                                 .bound = 1,
                                 .seconds = 0.5,
                                 .both_ways = true,
                                 .iterations = f->levels,
                                 .iteration_count = 1};
    f->found[1] = (hr_found){.name = "b\"", .number = 4, .start = &f->states[1]};
    f->found[1].path = (hr_path){.outcome = HR_PATH_UNSOLVABLE, .visited = 201, .seconds = 1.5};
    f->found[2] = (hr_found){.number = 7, .start = &f->states[0]};
    f->found[2].path = (hr_path){.outcome = HR_PATH_LIMIT,
                                 .visited = 301,
                                 .bound = 12,
                                 .seconds = 2.5,
                                 .iterations = f->levels,
                                 .iteration_count = 2,
                                 .limit = "at a limit"};
    f->found[3] = (hr_found){.number = 8, .start = &f->states[1]};
    f->found[3].path = (hr_path){.outcome = HR_PATH_STOPPED, .visited = 401, .bound = 13, .seconds = 3.5, .limit = "by a signal"};
    f->report = (hr_found_report){.words = &COMMAND,
                                  .puzzle = f->puzzle,
                                  .algorithm = "layers",
                                  .heuristic = "none",
                                  .counted = "state",
                                  .details = true,
                                  .all = true,
                                  .several = true,
                                  .drawing = &DRAWING,
                                  .ranks = 2,
                                  .seconds = 9};
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    hr_puzzle_destroy(&f->puzzle);
    free(f);
    return 0;
}

/// Print the first `n` positions.
static printed print(fixture *f, hr_output_format format, size_t n) {
    printed out = print_to_memory();
    f->report.format = format;
    f->report.sums = (hr_found_sums){.positions = 0};
    assert_int_equal(hr_found_begin(&f->report, out.stream, NULL), HR_OK);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(hr_found_print(&f->report, &f->found[i], out.stream, NULL), HR_OK);
    }
    assert_int_equal(hr_found_end(&f->report, out.stream, NULL), HR_OK);
    return out;
}

static void expect(fixture *f, hr_output_format format, size_t n, const char *expected) {
    printed out = print(f, format, n);
    expect_printed(&out, expected);
}

/// Add the first `n` positions to the sums of the report.
static void sum_up(fixture *f, size_t n) {
    printed out = print(f, HR_FORMAT_CSV, n);
    free(end_of_printing(&out));
}

#define SOLVED                                                                                                                     \
    "{\"number\":3,\"state\":\"1 2 3 4 5 6 0 7 8\",\"code\":null,\"outcome\":\"solved\",\"length\":2,\"lower_bound\":1,"           \
    "\"nodes\":101,\"expanded\":102,\"reopened\":103,\"memory\":104,\"bidirectional\":true,\"seconds\":0.5,"                       \
    "\"solutions\":5,\"moves\":\"RR\",\"iterations\":[{\"bound\":9,\"nodes\":10,\"expanded\":11,\"seconds\":0.25}],"               \
    "\"steps\":[{\"move\":\"R\",\"piece\":\"tile\",\"direction\":\"R\",\"from\":[0,2],\"to\":[1,2],\"tiles\":[7],"                 \
    "\"state\":\"1 2 3 4 5 6 7 0 8\",\"code\":null},{\"move\":\"R\",\"piece\":\"tile\",\"direction\":\"R\",\"from\":[1,2],"        \
    "\"to\":[2,2],\"tiles\":[8],\"state\":\"1 2 3 4 5 6 7 8 0\",\"code\":null}]}"
#define UNSOLVABLE                                                                                                                 \
    "{\"number\":4,\"name\":\"b\\\"\",\"state\":\"1 2 3 4 5 6 7 0 8\",\"code\":null,\"outcome\":\"unsolvable\",\"nodes\":201,"     \
    "\"seconds\":1.5,\"iterations\":[]}"
#define LIMITED                                                                                                                    \
    "{\"number\":7,\"state\":\"1 2 3 4 5 6 0 7 8\",\"code\":null,\"outcome\":\"limit\",\"length\":null,\"lower_bound\":12,"        \
    "\"nodes\":301,\"seconds\":2.5,\"iterations\":[{\"bound\":9,\"nodes\":10,\"expanded\":11,\"seconds\":0.25},"                   \
    "{\"bound\":12,\"nodes\":13,\"expanded\":14,\"seconds\":0.75,\"finished\":false}]}"
#define STOPPED                                                                                                                    \
    "{\"number\":8,\"state\":\"1 2 3 4 5 6 7 0 8\",\"code\":null,\"outcome\":\"stopped\",\"length\":null,\"lower_bound\":13,"      \
    "\"nodes\":401,\"seconds\":3.5,\"iterations\":[]}"

#define SEARCH "search     101 states, 0.500 s, layers\n"

HR_TEST_BETWEEN(test_json_has_each_figure_in_its_place, set_up, tear_down) {
    fixture *f = *cmocka_state;
    expect(f, HR_FORMAT_JSON_LINES, FOUND, SOLVED "\n" UNSOLVABLE "\n" LIMITED "\n" STOPPED "\n");
    printed out = print(f, HR_FORMAT_JSON, 2);
    expect_json_printed(
        &out,
        "{\"program\":\"huarong\",\"puzzle\":\"tile:3x3\",\"metric\":\"unit\",\"command\":[\"huarong\",\"solve\",\"tile:3x3\"],"
        "\"goal\":\"1 2 3 4 5 6 7 8 0\",\"algorithm\":\"layers\",\"heuristic\":\"none\",\"ranks\":2,\"positions\":[" SOLVED
        "," UNSOLVABLE "],\"seconds\":9.0}");
}

HR_TEST_BETWEEN(test_csv_has_each_figure_in_its_place, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->found[3].path.bound = 0; // it is proven, too
    expect(f, HR_FORMAT_CSV, FOUND,
           "id,state,outcome,length,lower_bound,nodes,seconds,moves,solutions\n"
           "3,\"1 2 3 4 5 6 0 7 8\",solved,2,1,101,0.500000,\"RR\",5\n"
           "\"b\"\"\",\"1 2 3 4 5 6 7 0 8\",unsolvable,,,201,1.500000,\"\",\n"
           "7,\"1 2 3 4 5 6 0 7 8\",limit,,12,301,2.500000,\"\",\n"
           "8,\"1 2 3 4 5 6 7 0 8\",stopped,,0,401,3.500000,\"\",\n");
    f->report.all = false;
    expect(f, HR_FORMAT_CSV, 1,
           "id,state,outcome,length,lower_bound,nodes,seconds,moves\n"
           "3,\"1 2 3 4 5 6 0 7 8\",solved,2,1,101,0.500000,\"RR\"\n");
}

HR_TEST_BETWEEN(test_listed_solutions_in_each_form, set_up, tear_down) {
    fixture *f = *cmocka_state;
    const hr_state ways[] = {f->states[0], f->states[1], f->states[2], f->states[0], f->states[1], f->states[2]};
    f->found[0].path.states = (hr_state *)ways;
    f->found[0].path.more = 1;
    f->report.list = true;
    f->report.details = false;
    expect(f, HR_FORMAT_TEXT, 2, "3\t2\t5\tRR\n3\t2\t5\tRR\nb\"\tunsolvable\n");
    expect(f, HR_FORMAT_CSV, 2,
           "id,state,outcome,length,lower_bound,nodes,seconds,moves,solutions,solution\n"
           "3,\"1 2 3 4 5 6 0 7 8\",solved,2,1,101,0.500000,\"RR\",5,1\n"
           "3,\"1 2 3 4 5 6 0 7 8\",solved,2,1,101,0.500000,\"RR\",5,2\n"
           "\"b\"\"\",\"1 2 3 4 5 6 7 0 8\",unsolvable,,,201,1.500000,\"\",,\n");
    expect(f, HR_FORMAT_JSON_LINES, 1,
           "{\"number\":3,\"state\":\"1 2 3 4 5 6 0 7 8\",\"code\":null,\"outcome\":\"solved\",\"length\":2,"
           "\"lower_bound\":1,\"nodes\":101,\"expanded\":102,\"reopened\":103,\"memory\":104,"
           "\"bidirectional\":true,\"seconds\":0.5,\"solutions\":5,\"moves\":\"RR\",\"list\":[\"RR\",\"RR\"]}\n");
    f->report.several = false;
    expect(f, HR_FORMAT_TEXT, 1,
           "2 moves, 5 shortest solutions\nmoves      RR\ntiles      7 8\n"
           "moves      RR\ntiles      7 8\n" SEARCH);
}

HR_TEST_BETWEEN(test_a_line_of_text_for_each_position, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->found[2].given = " \tgiven \t so\r\n";
    expect(f, HR_FORMAT_TEXT, FOUND, "3\t2\t5\tRR\nb\"\tunsolvable\ngiven   so\t>=12\n8\t>=13\n");
    f->found[0].path.solutions = HR_WAYS_MAX;
    expect(f, HR_FORMAT_TEXT, 1, "3\t2\t>=9223372036854775807\tRR\n");
    f->report.all = false;
    expect(f, HR_FORMAT_TEXT, 1, "3\t2\tRR\n");
}

HR_TEST_BETWEEN(test_the_only_position_takes_several_lines, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->report.several = false;
    f->report.weight = (hr_idastar_weight){.numerator = 5, .denominator = 4};
    expect(
        f, HR_FORMAT_TEXT, 1,
        "2 moves, the shortest solution has at least 1 (weight 5/4), 5 shortest solutions\nmoves      RR\ntiles      7 8\n" SEARCH);
    f->report.weight = (hr_idastar_weight){.numerator = 0};
    f->report.all = false;
    f->found[0].path.states++;
    f->found[0].path.count--;
    expect(f, HR_FORMAT_TEXT, 1, "1 move\nmoves      R\ntiles      8\n" SEARCH);
    f->found[0] = f->found[2];
    expect(f, HR_FORMAT_TEXT, 1, "at least 12 moves: stopped at a limit after 301 states\n");
    f->found[0].path.bound = 1;
    expect(f, HR_FORMAT_TEXT, 1, "at least 1 move: stopped at a limit after 301 states\n");
    f->found[0].path.bound = 2;
    f->found[0].path.visited = 1;
    expect(f, HR_FORMAT_TEXT, 1, "at least 2 moves: stopped at a limit after 1 state\n");
    f->found[0].path.bound = 0;
    expect(f, HR_FORMAT_TEXT, 1, "stopped at a limit before the search\n");
    f->found[0] = f->found[1];
    expect(f, HR_FORMAT_TEXT, 1, "unsolvable: there is no solution, none of the 201 states that can be reached is solved\n");
    f->found[0].path.visited = 2;
    expect(f, HR_FORMAT_TEXT, 1, "unsolvable: there is no solution, none of the 2 states that can be reached is solved\n");
    f->found[0].path.visited = 1;
    expect(f, HR_FORMAT_TEXT, 1, "unsolvable: there is no solution, and no move is possible\n");
    (void)strcpy(f->found[0].unsolvable.text, "unsolvable: so it is");
    expect(f, HR_FORMAT_TEXT, 1, "unsolvable: so it is\n");
}

/// The result of all positions is `status`, with this message.
static void expect_judged(const fixture *f, bool resumable, const char *message) {
    hr_error error = {.text = ""};
    assert_int_equal(hr_found_judge(&f->report, resumable, &error), message[0] == '\0' ? HR_OK : HR_STOPPED);
    assert_string_equal(error.text, message);
}

HR_TEST_BETWEEN(test_the_message_is_that_of_the_last_open_position, set_up, tear_down) {
    fixture *f = *cmocka_state;
    sum_up(f, 2);
    expect_judged(f, true, "");
    sum_up(f, FOUND);
    expect_judged(f, true,
                  "stopped by a signal, with 2 of 4 positions not solved; their lower bounds are proven; go on with --resume");
    f->report.several = false;
    expect_judged(f, false, "stopped by a signal: every solution has at least 13 moves");
    expect_judged(f, true, "stopped by a signal: every solution has at least 13 moves; go on with --resume");
    f->report.sums.last.bound = 1;
    expect_judged(f, true, "stopped by a signal: every solution has at least 1 move; go on with --resume");
    f->report.sums.last.stop = HR_STOP_MEMORY; // its text says how to go on
    expect_judged(f, true, "stopped by a signal: every solution has at least 1 move");
    f->report.sums.last.bound = 0;
    expect_judged(f, true, "stopped by a signal before the search");
    f->report.sums.last.stop = HR_STOP_TIME;
    expect_judged(f, true, "stopped by a signal before the search; go on with --resume");
}

static void expect_sums(const fixture *f, const char *expected) {
    printed out = print_to_memory();
    hr_found_print_sums(&f->report, out.stream);
    expect_printed(&out, expected);
}

HR_TEST_BETWEEN(test_sums_of_all_positions, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->found[3] = f->found[1];
    (void)strcpy(f->found[1].unsolvable.text, "unsolvable: so it is");
    sum_up(f, FOUND);
    expect_sums(f, "huarong solve: 4 positions, 2 moves, 804 states in 9.00 s (layers)\n"
                   "huarong solve: unsolvable positions: 2; the first: so it is\n");
    (void)strcpy(f->report.sums.why.text, "so it is");
    f->report.sums.unsolvable = 1;
    f->report.sums.positions = f->report.sums.moves = f->report.sums.nodes = 1;
    expect_sums(f, "huarong solve: 1 position, 1 move, 1 state in 9.00 s (layers)\n"
                   "huarong solve: unsolvable positions: 1; the first: so it is\n");
    f->report.sums.why.text[0] = '\0';
    expect_sums(f, "huarong solve: 1 position, 1 move, 1 state in 9.00 s (layers)\nhuarong solve: unsolvable positions: 1\n");
}

/// What was given is a name, unless it is the letters of the state in another form.
HR_TEST(test_what_was_given_is_a_name_if_it_has_other_letters) {
    static const struct {
        const char *given;
        bool named;
    } CASES[] = {{"XXXX..", false}, {"xx XX/..", false}, {"XXXX", false}, {"XXX", true},
                 {"XXXXo", true},   {"1A9BF0C", true},   {"", true}};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:2x3"});
    const hr_found_report report = {.puzzle = puzzle};
    hr_state start = HR_STATE_NONE;
    hr_found found = {.name = "a name", .start = &start};
    assert_int_equal(hr_puzzle_parse(puzzle, "XXXX..", &start, NULL), HR_OK);
    assert_string_equal(hr_found_name(&report, &found), "a name");
    found.name = NULL;
    assert_null(hr_found_name(&report, &found));
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        found.given = CASES[i].given;
        assert_ptr_equal(hr_found_name(&report, &found), CASES[i].named ? found.given : NULL);
    }
    hr_puzzle_destroy(&puzzle);
}
