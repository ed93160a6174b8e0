// SPDX-License-Identifier: MIT
// The result of `huarong openings` with figures that are all different, so that each must stand in its own place.

#include <jansson.h>

#include "cli/output/openings.h"
#include "printed.h"

static const hr_count HISTOGRAM[] = {11, 12, 13};
static const hr_count MIRROR[] = {6, 7, 8};

typedef struct fixture {
    hr_puzzle *puzzle;
    hr_openings_set sets[3]; // known, known without a solution, not known
    hr_openings openings;
    hr_openings_report report;
} fixture;

static hr_openings_set make_set(hr_state hardest) {
    return (hr_openings_set){
        .known = true,
        .pieces = {1, 2, 3},
        .full = {.openings = 1000, .solved = 11, .solvable = 36, .components = 21, .components_solvable = 22},
        .mirror = {.openings = 500, .solved = 6, .solvable = 19, .components = 31, .components_solvable = 32},
        .largest_component = 41,
        .max_distance = 2,
        .mean_distance = 1.25,
        .hardest_count = 13,
        .hardest_listed = 1,
        .hardest = {hardest},
        .histogram = HISTOGRAM,
        .histogram_mirror = MIRROR,
    };
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = "klotski:2x3"}, &f->puzzle, NULL), HR_OK);
    hr_state hardest = 0;
    assert_int_equal(hr_puzzle_parse(f->puzzle, "XXXX..", &hardest, NULL), HR_OK);
    f->sets[0] = make_set(hardest);
    f->sets[1] = (hr_openings_set){.known = true,
                                   .pieces = {4, 5, 6},
                                   .full = {.openings = 51, .components = 52},
                                   .largest_component = 53,
                                   .max_distance = HR_DEPTH_UNREACHED};
    f->sets[2] = (hr_openings_set){.pieces = {7, 8, 9}, .full = {.openings = 61}};
    f->openings = (hr_openings){
        .mirror = true,
        .components = true,
        .depth_count = 3,
        .total = f->sets[0],
        .sets = f->sets,
        .set_count = 3,
        .family_count = 5,
        .families_done = 4,
        .stop = HR_STOP_TIME,
        .seconds =
            {.frames = 1, .expand = 2, .mark = 3, .components = 4, .hardest = 5, .keep = 6, .combine = 7, .table = 8, .total = 9},
        .peak_memory = 7 << 20};
    static const char *const WORDS[] = {"openings"};
    static const hr_arguments COMMAND = {.texts = WORDS, .count = 1};
    f->report = (hr_openings_report){.words = &COMMAND,
                                     .puzzle = f->puzzle,
                                     .openings = &f->openings,
                                     .filter = "all piece sets",
                                     .ranks = 2,
                                     .hardest_listed = 6,
                                     .sets = true};
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    hr_puzzle_destroy(&f->puzzle);
    free(f);
    return 0;
}

static printed print(const hr_openings_report *report, hr_output_format format) {
    hr_openings_report shown = *report;
    shown.format = format;
    printed out = print_to_memory();
    assert_int_equal(hr_openings_report_print(&shown, out.stream, NULL), HR_OK);
    return out;
}

/// Returns what is printed; the caller frees the text.
static char *text_of(const hr_openings_report *report, hr_output_format format) {
    printed out = print(report, format);
    return end_of_printing(&out);
}

/// The text of the report is `expected`, from the line that begins with `first`.
static void expect_text(const hr_openings_report *report, const char *first, const char *expected) {
    char *text = text_of(report, HR_FORMAT_TEXT);
    const char *from = strstr(text, first);
    assert_non_null(from);
    assert_string_equal(from, expected);
    free(text);
}

HR_TEST_BETWEEN(test_text_has_each_figure_in_its_place, set_up, tear_down) {
    const fixture *f = *cmocka_state;
    expect_text(
        &f->report, "Goal",
        "Goal        2x2 at 0,1\n"
        "Pieces      all piece sets\n"
        "Engine      openings on 2 ranks\n"
        "Incomplete  4 of 5 families; counts, distances and the hardest openings are theirs\n"
        "\n"
        "                            in full     up to mirror\n"
        "Openings                      1,000              500\n"
        "Solvable                         36               19\n"
        "Not solvable                    964              481\n"
        "Solved                           11                6\n"
        "Components                       21               31\n"
        "  with a solution                22               32\n"
        "Largest component                41\n"
        "Piece sets                        3\n"
        "\n"
        "distance         openings     up to mirror\n"
        "       0               11                6\n"
        "       1               12                7\n"
        "       2               13                8\n"
        "\n"
        "Mean        1.25 moves\n"
        "Hardest     13 openings at distance 2, the first 1:\n"
        "            XXXX..\n"
        "\n"
        "  h   v   s        openings        solvable          solved  components   solvable    largest  greatest  openings\n"
        "  1   2   3            1000              36              11          21         22         41         2        13\n"
        "  4   5   6              51               0               0          52          0         53         -         -\n"
        "  7   8   9              61  not known\n"
        "h, v, s: horizontals, verticals, singles. greatest: distance, and how many openings have it.\n"
        "\n"
        "Time        9.00 s: frames 1.00, expand 2.00, mark 3.00, components 4.00, hardest 5.00, keep 6.00, combine 7.00, "
        "table 8.00\n"
        "Memory      7.00 MiB at the peak, all ranks together\n");
}

HR_TEST_BETWEEN(test_without_a_list_only_the_number_of_the_hardest_is_told, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->report.sets = false;
    f->report.hardest_listed = 0;
    char *text = text_of(&f->report, HR_FORMAT_TEXT);
    assert_non_null(strstr(text, "\nHardest     13 openings at distance 2\nTime "));
    free(text);
    f->report.hardest_listed = 6;
    f->openings.total.hardest_count = 1; // all are listed
    text = text_of(&f->report, HR_FORMAT_TEXT);
    assert_non_null(strstr(text, "\nHardest     1 opening at distance 2\n            XXXX..\nTime "));
    free(text);
}

HR_TEST_BETWEEN(test_text_says_why_none_is_hardest, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->report.sets = false;
    f->openings.total.max_distance = HR_DEPTH_UNREACHED;
    const char *cost =
        "Time        9.00 s: frames 1.00, expand 2.00, mark 3.00, components 4.00, hardest 5.00, keep 6.00, combine 7.00, "
        "table 8.00\nMemory      7.00 MiB at the peak, all ranks together\n";
    const char *const reasons[] = {"none: nothing can be solved", "not known: so far nothing can be solved",
                                   "not known: nothing was searched"};
    for (int unknown = 0; unknown < 3; unknown++) {
        for (int i = 0; i < 3; i++) {
            f->sets[i].known = unknown == 0 || (unknown == 1 && i != 1);
        }
        char expected[400];
        (void)snprintf(expected, sizeof expected, "Hardest     %s\n%s", reasons[unknown], cost);
        expect_text(&f->report, "Hardest", expected);
    }
}

static void expect_csv(const hr_openings_report *report, hr_output_format format, const char *expected) {
    printed out = print(report, format);
    expect_printed(&out, expected);
}

HR_TEST_BETWEEN(test_csv_has_known_sets_only, set_up, tear_down) {
    fixture *f = *cmocka_state;
    expect_csv(&f->report, HR_FORMAT_CSV,
               "distance,openings,openings_mirror\n0,11,6\n1,12,7\n2,13,8\n# incomplete: 4 of 5 families\n");
    expect_csv(
        &f->report, HR_FORMAT_CSV_SETS,
        "horizontals,verticals,singles,openings,solved,solvable,components,components_solvable,largest_component,max_distance,"
        "mean_distance,hardest_count,hardest\n"
        "1,2,3,1000,11,36,21,22,41,2,1.250000,13,XXXX..\n"
        "4,5,6,51,0,0,52,0,53,,,,\n"
        "# incomplete: 4 of 5 families\n");
    f->openings.families_done = 5;
    f->openings.mirror = false;
    expect_csv(&f->report, HR_FORMAT_CSV, "distance,openings,openings_mirror\n0,11,\n1,12,\n2,13,\n");
}

HR_TEST_BETWEEN(test_json_has_each_figure_in_its_place, set_up, tear_down) {
    const fixture *f = *cmocka_state;
    printed out = print(&f->report, HR_FORMAT_JSON);
#define SET                                                                                                                        \
    "\"openings\":1000,\"solved\":11,\"solvable\":36,\"unsolvable\":964,\"components\":21,\"components_solvable\":22,"             \
    "\"largest_component\":41,\"max_distance\":2,\"mean_distance\":1.25,\"histogram\":[11,12,13],"                                 \
    "\"hardest\":{\"distance\":2,\"count\":13,\"listed\":[{\"state\":\"XXXX..\",\"code\":null}]},"                                 \
    "\"mirror\":{\"openings\":500,\"solved\":6,\"solvable\":19,\"unsolvable\":481,\"components\":31,\"components_solvable\":32,"   \
    "\"histogram\":[6,7,8]}}"
    const char expected[] =
        "{\"program\":\"huarong\",\"puzzle\":\"klotski:2x3\",\"metric\":\"unit\",\"command\":[\"huarong\",\"openings\"],"
        "\"goal\":\"2x2 at 0,1\",\"pieces\":\"all piece sets\",\"ranks\":2,\"complete\":false,\"stop\":\"max-time\",\"families\":5,"
        "\"families_done\":4,\"piece_sets\":3,\"total\":{" SET ",\"sets\":[{\"horizontals\":1,\"verticals\":2,\"singles\":3," SET
        ",{\"horizontals\":4,\"verticals\":5,\"singles\":6,\"openings\":51,\"solved\":0,\"solvable\":0,\"unsolvable\":51,"
        "\"components\":52,\"components_solvable\":0,\"largest_component\":53,\"max_distance\":null,\"mean_distance\":null,"
        "\"histogram\":[],\"hardest\":null,\"mirror\":{\"openings\":0,\"solved\":0,\"solvable\":0,\"unsolvable\":0,\"components\":"
        "0,"
        "\"components_solvable\":0,\"histogram\":[]}}],\"seconds\":{\"frames\":1.0,\"expand\":2.0,\"mark\":3.0,\"components\":4.0,"
        "\"hardest\":5.0,\"keep\":6.0,\"combine\":7.0,\"table\":8.0,\"total\":9.0},\"peak_memory\":7340032}";
    expect_json_printed(&out, expected);
}

/// Without a count of components, and up to mirror, nothing stands in the place of these figures.
HR_TEST_BETWEEN(test_what_is_not_counted_is_left_out, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->openings.components = false;
    f->openings.mirror = false;
    f->openings.families_done = f->openings.family_count;
    expect_csv(
        &f->report, HR_FORMAT_CSV_SETS,
        "horizontals,verticals,singles,openings,solved,solvable,components,components_solvable,largest_component,max_distance,"
        "mean_distance,hardest_count,hardest\n"
        "1,2,3,1000,11,36,,,,2,1.250000,13,XXXX..\n"
        "4,5,6,51,0,0,,,,,,,\n");
    char *text = text_of(&f->report, HR_FORMAT_JSON);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    const json_t *total = json_object_get(root, "total");
    static const char *const KEYS[] = {"components", "components_solvable", "largest_component", "mirror"};
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        assert_true(json_is_null(json_object_get(total, KEYS[i])));
    }
    json_decref(root);
    text = text_of(&f->report, HR_FORMAT_TEXT);
    static const char EXPECTED[] = "Engine      openings on 2 ranks\n"
                                   "\n"
                                   "                            in full\n"
                                   "Openings                      1,000\n"
                                   "Solvable                         36\n"
                                   "Not solvable                    964\n"
                                   "Solved                           11\n"
                                   "Piece sets                        3\n"
                                   "\n"
                                   "distance         openings\n"
                                   "       0               11\n";
    const char *from = strstr(text, "Engine");
    assert_non_null(from);
    assert_memory_equal(from, EXPECTED, sizeof EXPECTED - 1);
    assert_non_null(strstr(text, "\n  h   v   s        openings        solvable          solved  greatest  openings\n"
                                 "  1   2   3            1000              36              11         2        13\n"));
    free(text);
}

/// A signal may come while the table is written, when all openings have been searched.
HR_TEST_BETWEEN(test_a_stop_does_not_make_known_openings_incomplete, set_up, tear_down) {
    fixture *f = *cmocka_state;
    f->openings.families_done = f->openings.family_count;
    char *text = text_of(&f->report, HR_FORMAT_JSON);
    assert_non_null(strstr(text, "\"complete\":true"));
    assert_non_null(strstr(text, "\"stop\":\"max-time\""));
    free(text);
}
