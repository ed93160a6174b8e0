// SPDX-License-Identifier: MIT
// All 4×5 openings in one metric, and the classical ones in each, against numbers from outside (tests/golden/klotski, see the
// README there). All openings in each metric: golden.table_openings.

#include "openings_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enumerate/frontier/frontier.h"

static hr_puzzle *create(const char *spec, hr_metric metric) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
}

static void run(const hr_puzzle *puzzle, hr_openings_options options, hr_openings *openings) {
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_openings_run(hr_test_world(), puzzle, &options, openings, &error), error);
}

static void check_histogram(const hr_openings *openings, const hr_count *histogram, const json_t *expected) {
    assert_int_equal(openings->depth_count, json_array_size(expected));
    for (size_t depth = 0; depth < openings->depth_count; depth++) {
        assert_int_equal(histogram[depth], (hr_count)json_integer_value(json_array_get(expected, depth)));
    }
}

/// One row of classical.json per number of horizontals.
static void check_classical_row(const hr_openings_set *set, const json_t *rows, const char *metric) {
    char key[32];
    (void)snprintf(key, sizeof key, "%d", set->pieces.horizontals);
    const json_t *row = json_object_get(rows, key);
    assert_int_equal(set->full.openings, hr_reference_number(row, "boards"));
    assert_int_equal(set->full.solved, hr_reference_number(row, "solved"));
    assert_int_equal(set->full.solvable, hr_reference_number(row, "solvable"));
    assert_int_equal(set->full.components, hr_reference_number(row, "components"));
    assert_int_equal(set->full.components_solvable, hr_reference_number(row, "components_with_solution"));
    assert_int_equal(set->largest_component, hr_reference_number(row, "largest_component"));
    (void)snprintf(key, sizeof key, "max_%s", metric);
    assert_int_equal(set->max_distance, hr_reference_number(row, key));
    (void)snprintf(key, sizeof key, "boards_at_max_%s", metric);
    assert_int_equal(set->hardest_count, hr_reference_number(row, key));
}

HR_TEST(test_classical_family_equals_reference) {
    json_t *root = hr_reference_load("classical.json");
    const json_t *total = json_object_get(root, "total");
    const json_t *mirror = json_object_get(root, "up_to_mirror");
    for (int m = HR_METRIC_UNIT; m <= HR_METRIC_MOVE; m++) {
        const char *metric = hr_metric_name((hr_metric)m);
        hr_puzzle *puzzle = create("klotski:4x5", (hr_metric)m);
        hr_openings openings;
        run(puzzle, (hr_openings_options){.filter = {-1, -1, 4, 5}, .components = true}, &openings);
        assert_int_equal(openings.set_count, 6);
        for (size_t i = 0; i < openings.set_count; i++) {
            const hr_openings_set *set = &openings.sets[i];
            check_classical_row(set, json_object_get(root, "per_horizontals"), metric);
            char key[8];
            (void)snprintf(key, sizeof key, "%d", set->pieces.horizontals);
            const json_t *hardest = json_object_get(hr_reference_entry(root, "hardest_per_horizontals", metric), key);
            hr_check_hardest(puzzle, set, json_object_get(hardest, "boards"));
        }
        const hr_openings_counts *full = &openings.total.full;
        assert_int_equal(full->openings, hr_reference_number(total, "boards"));
        assert_int_equal(full->solved, hr_reference_number(total, "solved"));
        assert_int_equal(full->solvable, hr_reference_number(total, "solvable"));
        assert_int_equal(full->components, hr_reference_number(total, "components"));
        assert_int_equal(full->components_solvable, hr_reference_number(total, "components_with_solution"));
        assert_int_equal(openings.total.largest_component, hr_reference_number(total, "largest_component"));
        assert_int_equal(openings.total.mirror.openings, hr_reference_number(mirror, "boards_up_to_mirror"));
        assert_int_equal(openings.total.mirror.solvable, hr_reference_number(mirror, "solvable_up_to_mirror"));
        assert_int_equal(openings.total.mirror.solved, hr_reference_number(mirror, "solved_up_to_mirror"));
        assert_int_equal(openings.total.mirror.components, hr_reference_number(mirror, "components_up_to_mirror"));
        check_histogram(&openings, openings.total.histogram, hr_reference_entry(root, "hist", metric));
        hr_check_hardest(puzzle, &openings.total, json_object_get(hr_reference_entry(root, "hardest", metric), "boards"));
        const double mean = json_real_value(hr_reference_entry(root, "mean", metric));
        assert_true(openings.total.mean_distance > mean - 1e-9 && openings.total.mean_distance < mean + 1e-9);
        hr_openings_clear(&openings);
        hr_puzzle_destroy(&puzzle);
    }
    json_decref(root);
}

static void check_histogram_file(const hr_openings *openings) {
    FILE *file = fopen(HR_GOLDEN_DIR "/klotski/hist_all_unit.csv", "r");
    assert_non_null(file);
    char line[200];
    assert_non_null(fgets(line, sizeof line, file));
    size_t rows = 0;
    for (; fgets(line, sizeof line, file) != NULL; rows++) {
        unsigned depth = 0;
        unsigned long long count = 0;
        assert_int_equal(sscanf(line, "%u,%llu", &depth, &count), 2);
        assert_int_equal(depth, rows);
        assert_true(depth < openings->depth_count);
        assert_int_equal(openings->total.histogram[depth], count);
    }
    (void)fclose(file);
    assert_int_equal(rows, openings->depth_count);
}

HR_TEST(test_all_openings_unit_equal_reference) {
    json_t *totals = hr_reference_load("totals.json");
    hr_puzzle *puzzle = create("klotski", HR_METRIC_UNIT);
    hr_openings openings;
    run(puzzle, (hr_openings_options){.filter = HR_OPENINGS_ALL, .components = true}, &openings);
    assert_int_equal(openings.set_count, hr_reference_number(totals, "piece_sets"));
    assert_int_equal(openings.total.full.openings, hr_reference_number(totals, "boards"));
    assert_int_equal(openings.total.full.openings, hr_puzzle_describe(puzzle)->index_count);
    assert_int_equal(openings.total.full.solved, hr_reference_number(totals, "solved"));
    assert_int_equal(openings.total.full.solvable, hr_reference_number(totals, "solvable"));
    assert_int_equal(openings.total.full.components, hr_reference_number(totals, "components"));
    assert_int_equal(openings.total.full.components_solvable, hr_reference_number(totals, "components_with_solution"));
    assert_int_equal(openings.total.largest_component, hr_reference_number(totals, "largest_component"));
    check_histogram_file(&openings);
    hr_check_sums(&openings);
    json_t *classical = hr_reference_load("classical.json"); // the hardest of all are classical ones
    hr_check_hardest(puzzle, &openings.total, json_object_get(json_object_get(classical, "hardest_unit"), "boards"));
    json_decref(classical);
    json_decref(totals);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_one_piece_set_equals_reference) {
    json_t *root = hr_reference_load("classical.json");
    hr_puzzle *puzzle = create("klotski", HR_METRIC_UNIT);
    hr_openings openings;
    run(puzzle, (hr_openings_options){.filter = {1, 4, 4, -1}, .components = true}, &openings);
    assert_int_equal(openings.set_count, 1);
    check_classical_row(&openings.sets[0], json_object_get(root, "per_horizontals"), "unit");
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
    json_decref(root);
}

/// The hardest opening of a set on 4×6, and the frontier engine's way from it to its nearest solved board.
HR_TEST(test_hardest_agrees_with_frontier_engine) {
    hr_puzzle *puzzle = create("klotski:4x6", HR_METRIC_UNIT);
    hr_openings openings;
    run(puzzle, (hr_openings_options){.filter = {2, 5, 4, -1}}, &openings);
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, openings.total.hardest, text);
    hr_puzzle_destroy(&puzzle);
    const hr_puzzle_options options = {.spec = "klotski:4x6", .from = text};
    const hr_enumerate_options limits = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration enumeration;
    assert_int_equal(hr_puzzle_create(&options, &puzzle, NULL), HR_OK);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &limits, &enumeration, NULL), HR_OK);
    assert_int_equal(enumeration.first_solved, openings.total.max_distance);
    assert_true(openings.total.max_distance > 254);
    hr_enumeration_clear(&enumeration);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

static void expect_refused(const char *spec, const char *from, hr_openings_options options, hr_status status, const char *text) {
    const hr_puzzle_options puzzle_options = {.spec = spec, .from = from};
    hr_error error = {.text = ""};
    hr_openings openings;
    hr_puzzle *puzzle = made_puzzle(&puzzle_options);
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, &error), status);
    assert_non_null(strstr(error.text, text));
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_bad_runs_refused) {
    const hr_openings_options all = {.filter = HR_OPENINGS_ALL};
    expect_refused("tile:3x3", NULL, all, HR_USAGE, "openings are a Klotski board's");
    expect_refused("klotski", "横刀立马", all, HR_USAGE, "give no start");
    expect_refused("klotski", NULL, (hr_openings_options){.filter = {9, 0, 0, -1}}, HR_USAGE,
                   "no opening of the 4x5 board has these pieces");
    expect_refused("klotski", NULL, (hr_openings_options){.filter = HR_OPENINGS_ALL, .memory_limit = 1000}, HR_STOPPED,
                   "would be needed for the ranks of a node, but only 1000 bytes may be used (--memory)");
}
