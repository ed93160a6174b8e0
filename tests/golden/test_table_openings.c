// SPDX-License-Identifier: MIT
// All openings in each metric: the totals and the hardest ones from outside. Every named opening of openings.csv and
// openings40.csv, asked of a table of them: the published distance, and a path of so many legal moves to a solved board. Where the
// numbers come from stands in klotski/README.md.

#include "files/opened_table.h"
#include "openings_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "huarong/table.h"
#include "openings/table/write.h"

enum { METRICS = 3, LINE_MAX_BYTES = 256, FIELDS_MAX = 12 };

static const struct {
    const char *file;
    int code;           ///< which column has the CommonCode
    int first_distance; ///< which column has the distance in `unit`; `slide` and `move` follow
    int rows;
} LISTS[] = {
    {HR_GOLDEN_DIR "/klotski/openings.csv", 2, 7, 8},
    {HR_GOLDEN_DIR "/klotski/openings40.csv", 2, 3, 40},
};

/// The hardest of all openings are the same six boards in every metric, at 179, 150 and 138 (classical.json: hardest_slide,
/// hardest_move).
static void check_totals(const hr_puzzle *puzzle, hr_metric metric, const hr_openings *openings) {
    json_t *classical = hr_reference_load("classical.json");
    json_t *totals = hr_reference_load("totals.json");
    const json_t *hardest = hr_reference_entry(classical, "hardest", hr_metric_name(metric));
    assert_int_equal(openings->total.max_distance, hr_reference_number(hardest, "distance"));
    hr_check_hardest(puzzle, &openings->total, json_object_get(hardest, "boards"));
    assert_int_equal(openings->total.full.solvable, hr_reference_number(totals, "solvable"));
    assert_int_equal(openings->total.full.solved, hr_reference_number(totals, "solved"));
    assert_int_equal(openings->total.full.components, 0); // not counted
    hr_check_sums(openings);
    json_decref(totals);
    json_decref(classical);
}

/// Collective. A table of all openings at `path`.
static void make_table(hr_metric metric, const char *path) {
    const hr_puzzle_options options = {.spec = "klotski:4x5", .metric = metric};
    const hr_openings_options run = {.filter = HR_OPENINGS_ALL, .keep_distances = true};
    hr_openings openings = {.depth_count = 0};
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_status status = hr_openings_run(hr_test_world(), puzzle, &run, &openings, &error);
    if (status == HR_OK) {
        check_totals(puzzle, metric, &openings);
        status = hr_openings_write_table(hr_test_world(), puzzle, &run, &openings, &(hr_openings_file){path, true}, &error);
    }
    HR_TEST_OK(status, error);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

/// Is `to` among the successors of `from`?
static bool is_move(const hr_puzzle *puzzle, hr_state from, hr_state to, hr_state *successors) {
    const size_t n = hr_puzzle_expand(puzzle, &from, 1, successors, NULL);
    for (size_t i = 0; i < n; i++) {
        if (successors[i] == to) {
            return true;
        }
    }
    return false;
}

static void check_opening(const hr_table *table, const char *name, const char *code, hr_depth expected) {
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    const size_t steps = hr_table_describe(table)->max_distance + (size_t)1;
    hr_state *path = malloc(steps * sizeof *path);
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *successors);
    hr_depth distance = 0;
    size_t length = 0;
    assert_non_null(path);
    assert_non_null(successors);
    hr_state state = made_state(puzzle, code);
    assert_int_equal(hr_table_distance(table, &state, 1, &distance, NULL), HR_OK);
    if (distance != expected) {
        fail_msg("%s is %u moves from its solution, not %u", name, distance, expected);
    }
    const bool solvable = expected != HR_DEPTH_UNREACHED;
    assert_int_equal(hr_table_path(table, &state, path, &length, NULL), solvable ? HR_OK : HR_USAGE);
    assert_int_equal(length, solvable ? expected : 0);
    assert_int_equal(path[0], state);
    for (size_t i = 0; i < length; i++) {
        hr_step step;
        assert_true(is_move(puzzle, path[i], path[i + 1], successors));
        assert_int_equal(hr_puzzle_step(puzzle, &path[i], &path[i + 1], &step, NULL), HR_OK);
    }
    char text[HR_STATE_TEXT_MAX]; // solved: the 2×2 in the middle columns of the two bottom rows
    hr_puzzle_format(puzzle, &path[length], text);
    assert_true((memcmp(text + 13, "XX", 2) == 0 && memcmp(text + 17, "XX", 2) == 0) == solvable);
    free(successors);
    free(path);
}

/// Cut `line` at its commas.
static int split(char *line, char *fields[FIELDS_MAX]) {
    int n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at != NULL && n < FIELDS_MAX; n++) {
        char *comma = strchr(at, ',');
        fields[n] = at;
        if (comma != NULL) {
            *comma = '\0';
        }
        at = comma == NULL ? NULL : comma + 1;
    }
    return n;
}

static void check_list(const hr_table *table, int list, int metric) {
    char line[LINE_MAX_BYTES];
    char *fields[FIELDS_MAX];
    FILE *file = fopen(LISTS[list].file, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file)); // the names of the columns
    int rows = 0;
    for (; fgets(line, sizeof line, file) != NULL; rows++) {
        const int column = LISTS[list].first_distance + metric;
        assert_true(split(line, fields) > column);
        const long distance = strtol(fields[column], NULL, 10); // -1: not solvable
        check_opening(table, fields[0], fields[LISTS[list].code], distance < 0 ? HR_DEPTH_UNREACHED : (hr_depth)distance);
    }
    assert_int_equal(rows, LISTS[list].rows);
    assert_int_equal(fclose(file), 0);
}

static void check_metric(int metric) {
    char directory[64];
    char path[80];
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/table", directory);
    make_table((hr_metric)metric, path);
    hr_table *table = opened_table(path);
    for (int list = 0; list < 2; list++) {
        check_list(table, list, metric);
    }
    hr_table_close(&table);
    hr_test_remove_directory(directory);
}

/// In the short tier of the metric that has the greatest distances.
HR_TEST(test_named_openings) {
    for (int metric = HR_METRIC_UNIT; metric < (int)hr_test_of_tier(1, METRICS); metric++) {
        check_metric(metric);
    }
}
