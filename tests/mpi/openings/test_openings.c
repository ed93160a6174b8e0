// SPDX-License-Identifier: MIT
// All 4×5 openings against numbers from outside (tests/golden/klotski, see the README there).

#include "mpi_test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enumerate/frontier/frontier.h"
#include "openings/openings.h"

static hr_puzzle *create(const char *spec, hr_metric metric) {
    const hr_puzzle_options options = {.spec = spec, .metric = metric};
    hr_puzzle *puzzle = NULL;
    hr_error error;
    assert_int_equal(hr_puzzle_create(&options, &puzzle, &error), HR_OK);
    return puzzle;
}

static void run(const hr_puzzle *puzzle, hr_openings_options options, hr_openings *openings) {
    hr_error error = {.text = ""};
    if (hr_openings_run(hr_test_world(), puzzle, &options, openings, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
}

static json_t *load(const char *name) {
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/klotski/%s", HR_GOLDEN_DIR, name);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (root == NULL) {
        fail_msg("%s: %s", path, error.text);
    }
    return root;
}

static hr_count number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return (hr_count)json_integer_value(value);
}

/// Are the set's hardest openings those of the list of texts (or of objects with a text "board")?
static void check_hardest(const hr_puzzle *puzzle, const hr_openings_set *set, const json_t *boards) {
    assert_int_equal(set->hardest_count, json_array_size(boards));
    assert_int_equal(set->hardest_listed, json_array_size(boards));
    for (size_t i = 0; i < json_array_size(boards); i++) {
        const json_t *board = json_array_get(boards, i);
        const json_t *text = json_is_object(board) ? json_object_get(board, "board") : board;
        hr_state state = 0;
        hr_error error;
        assert_int_equal(hr_puzzle_parse(puzzle, json_string_value(text), &state, &error), HR_OK);
        size_t place = 0;
        while (place < set->hardest_listed && set->hardest[place] != state) {
            place++;
        }
        assert_true(place < set->hardest_listed);
        assert_true(place == 0 || set->hardest[place - 1] < state);
    }
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
    assert_int_equal(set->full.openings, number(row, "boards"));
    assert_int_equal(set->full.solved, number(row, "solved"));
    assert_int_equal(set->full.solvable, number(row, "solvable"));
    assert_int_equal(set->full.components, number(row, "components"));
    assert_int_equal(set->full.components_solvable, number(row, "components_with_solution"));
    assert_int_equal(set->largest_component, number(row, "largest_component"));
    (void)snprintf(key, sizeof key, "max_%s", metric);
    assert_int_equal(set->max_distance, number(row, key));
    (void)snprintf(key, sizeof key, "boards_at_max_%s", metric);
    assert_int_equal(set->hardest_count, number(row, key));
}

static const json_t *metric_entry(const json_t *root, const char *what, const char *metric) {
    char key[64];
    (void)snprintf(key, sizeof key, "%s_%s", what, metric);
    const json_t *entry = json_object_get(root, key);
    assert_non_null(entry);
    return entry;
}

static void test_classical_family_equals_reference(void **state) {
    (void)state;
    json_t *root = load("classical.json");
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
            const json_t *hardest = json_object_get(metric_entry(root, "hardest_per_horizontals", metric), key);
            check_hardest(puzzle, set, json_object_get(hardest, "boards"));
        }
        const hr_openings_counts *full = &openings.total.full;
        assert_int_equal(full->openings, number(total, "boards"));
        assert_int_equal(full->solved, number(total, "solved"));
        assert_int_equal(full->solvable, number(total, "solvable"));
        assert_int_equal(full->components, number(total, "components"));
        assert_int_equal(full->components_solvable, number(total, "components_with_solution"));
        assert_int_equal(openings.total.largest_component, number(total, "largest_component"));
        assert_int_equal(openings.total.mirror.openings, number(mirror, "boards_up_to_mirror"));
        assert_int_equal(openings.total.mirror.solvable, number(mirror, "solvable_up_to_mirror"));
        assert_int_equal(openings.total.mirror.solved, number(mirror, "solved_up_to_mirror"));
        assert_int_equal(openings.total.mirror.components, number(mirror, "components_up_to_mirror"));
        check_histogram(&openings, openings.total.histogram, metric_entry(root, "hist", metric));
        check_hardest(puzzle, &openings.total, json_object_get(metric_entry(root, "hardest", metric), "boards"));
        const double mean = json_real_value(metric_entry(root, "mean", metric));
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

/// What the sets have must add up to the totals.
static void check_sums(const hr_openings *openings) {
    hr_count openings_sum = 0;
    hr_count solvable = 0;
    for (size_t i = 0; i < openings->set_count; i++) {
        const hr_openings_set *set = &openings->sets[i];
        hr_count sum = 0;
        for (size_t depth = 0; depth < openings->depth_count; depth++) {
            sum += set->histogram[depth];
            assert_true(set->histogram_mirror[depth] <= set->histogram[depth]);
            assert_true(2 * set->histogram_mirror[depth] >= set->histogram[depth]);
        }
        assert_int_equal(sum, set->full.solvable);
        openings_sum += set->full.openings;
        solvable += sum;
    }
    assert_int_equal(openings_sum, openings->total.full.openings);
    assert_int_equal(solvable, openings->total.full.solvable);
}

static void test_all_openings_unit_equal_reference(void **state) {
    (void)state;
    json_t *totals = load("totals.json");
    hr_puzzle *puzzle = create("klotski", HR_METRIC_UNIT);
    hr_openings openings;
    run(puzzle, (hr_openings_options){.filter = HR_OPENINGS_ALL, .components = true}, &openings);
    assert_int_equal(openings.set_count, number(totals, "piece_sets"));
    assert_int_equal(openings.total.full.openings, number(totals, "boards"));
    assert_int_equal(openings.total.full.openings, hr_puzzle_describe(puzzle)->index_count);
    assert_int_equal(openings.total.full.solved, number(totals, "solved"));
    assert_int_equal(openings.total.full.solvable, number(totals, "solvable"));
    assert_int_equal(openings.total.full.components, number(totals, "components"));
    assert_int_equal(openings.total.full.components_solvable, number(totals, "components_with_solution"));
    assert_int_equal(openings.total.largest_component, number(totals, "largest_component"));
    check_histogram_file(&openings);
    check_sums(&openings);
    json_t *classical = load("classical.json"); // the hardest of all are classical ones
    check_hardest(puzzle, &openings.total, json_object_get(json_object_get(classical, "hardest_unit"), "boards"));
    json_decref(classical);
    json_decref(totals);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

/// The hardest of all openings are the same six boards in every metric, at 179, 150 and 138 (classical.json: hardest_slide,
/// hardest_move).
static void test_all_openings_other_metrics_equal_reference(void **state) {
    (void)state;
    json_t *classical = load("classical.json");
    json_t *totals = load("totals.json");
    for (int m = HR_METRIC_SLIDE; m <= HR_METRIC_MOVE; m++) {
        hr_puzzle *puzzle = create("klotski", (hr_metric)m);
        hr_openings openings;
        run(puzzle, (hr_openings_options){.filter = HR_OPENINGS_ALL}, &openings);
        const json_t *hardest = metric_entry(classical, "hardest", hr_metric_name((hr_metric)m));
        assert_int_equal(openings.total.max_distance, number(hardest, "distance"));
        check_hardest(puzzle, &openings.total, json_object_get(hardest, "boards"));
        assert_int_equal(openings.total.full.solvable, number(totals, "solvable"));
        assert_int_equal(openings.total.full.solved, number(totals, "solved"));
        assert_int_equal(openings.total.full.components, 0); // not counted
        check_sums(&openings);
        hr_openings_clear(&openings);
        hr_puzzle_destroy(&puzzle);
    }
    json_decref(totals);
    json_decref(classical);
}

static void test_one_piece_set_equals_reference(void **state) {
    (void)state;
    json_t *root = load("classical.json");
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
static void test_hardest_agrees_with_frontier_engine(void **state) {
    (void)state;
    hr_puzzle *puzzle = create("klotski:4x6", HR_METRIC_UNIT);
    hr_openings openings;
    run(puzzle, (hr_openings_options){.filter = {2, 5, 4, -1}}, &openings);
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, openings.total.hardest[0], text);
    hr_puzzle_destroy(&puzzle);
    const hr_puzzle_options options = {.spec = "klotski:4x6", .from = text};
    const hr_enumerate_options limits = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration enumeration;
    hr_error error;
    assert_int_equal(hr_puzzle_create(&options, &puzzle, &error), HR_OK);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &limits, &enumeration, &error), HR_OK);
    assert_int_equal(enumeration.first_solved, openings.total.max_distance);
    assert_true(openings.total.max_distance > 254);
    hr_enumeration_clear(&enumeration);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

static void expect_refused(const char *spec, const char *from, hr_openings_options options, hr_status status, const char *text) {
    const hr_puzzle_options puzzle_options = {.spec = spec, .from = from};
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    hr_openings openings;
    assert_int_equal(hr_puzzle_create(&puzzle_options, &puzzle, &error), HR_OK);
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, &error), status);
    assert_non_null(strstr(error.text, text));
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

static void test_bad_runs_refused(void **state) {
    (void)state;
    const hr_openings_options all = {.filter = HR_OPENINGS_ALL};
    expect_refused("tile:3x3", NULL, all, HR_USAGE, "openings are a Klotski board's");
    expect_refused("klotski", "横刀立马", all, HR_USAGE, "give no start");
    expect_refused("klotski", NULL, (hr_openings_options){.filter = {9, 0, 0, -1}}, HR_USAGE,
                   "no opening of the 4x5 board has these pieces");
    expect_refused("klotski", NULL, (hr_openings_options){.filter = HR_OPENINGS_ALL, .memory_limit = 1000}, HR_STOPPED,
                   "GiB are needed");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_classical_family_equals_reference),          cmocka_unit_test(test_all_openings_unit_equal_reference),
    cmocka_unit_test(test_all_openings_other_metrics_equal_reference), cmocka_unit_test(test_one_piece_set_equals_reference),
    cmocka_unit_test(test_hardest_agrees_with_frontier_engine),        cmocka_unit_test(test_bad_runs_refused),
};

HR_MPI_TEST_MAIN(tests)
