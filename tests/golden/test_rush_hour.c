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

HR_TEST(test_rush_hour_moves_and_states) {
    positions *p = read_positions();
    hr_survey_row *rows = calloc(POSITIONS_MAX, sizeof *rows);
    hr_error error = {.text = ""};
    assert_non_null(rows);
    assert_int_equal(p->count, 942);
    hr_survey survey = {.puzzles = p->puzzles, .count = p->count, .rows = rows, .stop = HR_STOP_SIGNAL};
    HR_TEST_OK(hr_survey_run(hr_test_world(), &survey, &(hr_enumerate_options){0}, &error), error);
    assert_int_equal(survey.stop, HR_STOP_NONE);
    for (size_t i = 0; i < p->count; i++) {
        assert_int_equal(rows[i].stop, HR_STOP_NONE);
        assert_int_equal(rows[i].first_solved, p->moves[i]);
        assert_int_equal(rows[i].states, p->states[i]);
    }
    free(rows);
    free(p);
}

/// Each tenth position as six lines in which X is the red car, and A another one: the moves are those that X needs.
HR_TEST(test_the_red_car_is_x_whatever_a_is) {
    enum { STEP = 10, CELLS = 36, LENGTH = 6 * 7 + 1 };
    positions *p = read_positions();
    size_t count = 0;
    char(*texts)[LENGTH] = calloc(POSITIONS_MAX / STEP, sizeof *texts);
    hr_survey_row rows[POSITIONS_MAX / STEP];
    assert_non_null(texts);
    for (size_t i = 0; i + STEP <= p->count; i += STEP, count++) {
        const char *board = p->specs[i] + strlen("blocks:rush:");
        for (size_t cell = 0; cell < CELLS; cell++) {
            const char c = board[cell];
            texts[count][cell / 6 * 7 + cell % 6] = c == 'A' ? 'X' : c == 'B' ? 'A' : c == 'o' ? '.' : c;
            texts[count][cell / 6 * 7 + 6] = '\n';
        }
        p->puzzles[count] = (hr_puzzle_options){.spec = "blocks:FILE", .text = texts[count], .metric = HR_METRIC_SLIDE};
    }
    assert_int_equal(count, 94);
    hr_survey survey = {.puzzles = p->puzzles, .count = count, .rows = rows};
    assert_int_equal(hr_survey_run(hr_test_world(), &survey, &(hr_enumerate_options){0}, NULL), HR_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(rows[i].first_solved, p->moves[i * STEP]);
        assert_int_equal(rows[i].states, p->states[i * STEP]);
    }
    free(texts);
    free(p);
}

/// Six positions in `slide` and in `unit`, which has as many states.
HR_TEST(test_steps_of_six_positions) {
    FILE *file = fopen(HR_GOLDEN_DIR "/blocks/rush_hour_steps.txt", "r");
    assert_non_null(file);
    char line[200];
    int count = 0;
    for (; fgets(line, sizeof line, file) != NULL; count += line[0] != '#') {
        char board[40];
        char spec[SPEC_MAX];
        unsigned moves[2]; // unit, slide
        unsigned long long states = 0;
        if (line[0] == '#') {
            continue;
        }
        assert_int_equal(sscanf(line, "%36s %u %u %llu", board, &moves[1], &moves[0], &states), 4);
        (void)snprintf(spec, sizeof spec, "blocks:rush:%s", board);
        const hr_puzzle_options puzzles[] = {{.spec = spec, .metric = HR_METRIC_UNIT}, {.spec = spec, .metric = HR_METRIC_SLIDE}};
        hr_survey_row rows[2];
        hr_survey survey = {.puzzles = puzzles, .count = 2, .rows = rows};
        assert_int_equal(hr_survey_run(hr_test_world(), &survey, &(hr_enumerate_options){0}, NULL), HR_OK);
        for (int metric = 0; metric < 2; metric++) {
            assert_int_equal(rows[metric].first_solved, moves[metric]);
            assert_int_equal(rows[metric].states, states);
        }
    }
    (void)fclose(file);
    assert_int_equal(count, 6);
}
