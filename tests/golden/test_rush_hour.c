// SPDX-License-Identifier: MIT
// Rush Hour against published numbers: see golden/blocks/README.md.
// Ranks: 1 2 3

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "enumerate/survey.h"

enum { POSITIONS_MAX = 1000, SPEC_MAX = 64 };

/// The published positions.
typedef struct positions {
    size_t count;
    char specs[POSITIONS_MAX][SPEC_MAX];
    hr_puzzle_options puzzles[POSITIONS_MAX];
    unsigned moves[POSITIONS_MAX];
    unsigned long long states[POSITIONS_MAX];
} positions;

static positions *read_positions(void) {
    positions *p = calloc(1, sizeof *p);
    FILE *file = fopen(HR_GOLDEN_DIR "/blocks/rush_hour.txt", "r");
    assert_non_null(p);
    assert_non_null(file);
    char line[200];
    while (fgets(line, sizeof line, file) != NULL && p->count < POSITIONS_MAX) {
        char board[40];
        const size_t i = p->count;
        if (line[0] != '#') {
            assert_int_equal(sscanf(line, "%u %36s %llu", &p->moves[i], board, &p->states[i]), 3);
            (void)snprintf(p->specs[i], SPEC_MAX, "blocks:rush:%s", board);
            p->puzzles[i] = (hr_puzzle_options){.spec = p->specs[i], .metric = HR_METRIC_SLIDE};
            p->count++;
        }
    }
    (void)fclose(file);
    return p;
}

static void test_rush_hour_moves_and_states(void **state) {
    (void)state;
    positions *p = read_positions();
    hr_survey_row *rows = calloc(POSITIONS_MAX, sizeof *rows);
    hr_error error = {.text = ""};
    assert_non_null(rows);
    assert_int_equal(p->count, 942);
    hr_survey survey = {.puzzles = p->puzzles, .count = p->count, .rows = rows, .stop = HR_STOP_SIGNAL};
    if (hr_survey_run(hr_test_world(), &survey, &(hr_enumerate_options){0}, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(survey.stop, HR_STOP_NONE);
    for (size_t i = 0; i < p->count; i++) {
        assert_int_equal(rows[i].stop, HR_STOP_NONE);
        assert_int_equal(rows[i].first_solved, p->moves[i]);
        assert_int_equal(rows[i].states, p->states[i]);
    }
    free(rows);
    free(p);
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(test_rush_hour_moves_and_states)};
HR_MPI_TEST_MAIN(tests)
