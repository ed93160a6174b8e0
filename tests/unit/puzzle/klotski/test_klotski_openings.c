// SPDX-License-Identifier: MIT
// The named openings, solved by a plain breadth-first search: every row of the reference tables in every metric.

#include "core/hash/state.h"
#include "huarong/klotski.h"
#include "huarong/puzzle.h"
#include "unit_test.h"

#ifndef HR_GOLDEN_DIR
#error "HR_GOLDEN_DIR is the folder tests/golden"
#endif

enum { SLOTS = 1 << 18, STATES_MAX = 100000, COLUMNS_MAX = 12 };

typedef struct search {
    hr_puzzle *puzzles[3]; ///< by metric
    hr_state *slots;       ///< [SLOTS] open addressing
    hr_state *queue;       ///< [STATES_MAX]
    hr_state *successors;
} search;

typedef struct outcome {
    size_t component;    ///< states reached
    long solved;         ///< distance of the first solved one, −1 if there is none
    size_t layer_before; ///< states one nearer than that
} outcome;

static void insert(search *s, hr_state state, size_t *count) {
    size_t slot = hr_hash_state(state) % SLOTS;
    while (s->slots[slot] != HR_STATE_NONE) {
        if (s->slots[slot] == state) {
            return;
        }
        slot = (slot + 1) % SLOTS;
    }
    assert_true(*count < STATES_MAX);
    s->slots[slot] = state;
    s->queue[(*count)++] = state;
}

static outcome run(search *s, hr_metric metric, hr_state from) {
    const hr_puzzle *puzzle = s->puzzles[metric];
    outcome result = {.solved = -1};
    memset(s->slots, 0xFF, SLOTS * sizeof *s->slots);
    size_t count = 0;
    size_t last_layer = 0;
    insert(s, from, &count);
    long depth = 0;
    for (size_t begin = 0; begin < count; depth++) {
        const size_t end = count;
        for (size_t i = begin; i < end; i++) {
            uint8_t solved = 0;
            hr_puzzle_solved(puzzle, &s->queue[i], 1, &solved);
            if (solved != 0 && result.solved < 0) {
                result.solved = depth;
                result.layer_before = last_layer;
            }
            const size_t n = hr_puzzle_expand(puzzle, &s->queue[i], 1, s->successors, NULL);
            for (size_t k = 0; k < n; k++) {
                insert(s, s->successors[k], &count);
            }
        }
        last_layer = end - begin;
        begin = end;
    }
    result.component = count;
    return result;
}

static int open_search(void **state) {
    search *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->slots = calloc(SLOTS, sizeof *s->slots);
    s->queue = calloc(STATES_MAX, sizeof *s->queue);
    s->successors = calloc(1024, sizeof *s->successors);
    for (int m = 0; m < 3; m++) {
        const hr_puzzle_options options = {.spec = "klotski:4x5", .metric = (hr_metric)m};
        assert_int_equal(hr_puzzle_create(&options, &s->puzzles[m], NULL), HR_OK);
    }
    *state = s;
    return 0;
}

static int close_search(void **state) {
    search *s = *state;
    for (int m = 0; m < 3; m++) {
        hr_puzzle_destroy(&s->puzzles[m]);
    }
    free(s->slots);
    free(s->queue);
    free(s->successors);
    free(s);
    return 0;
}

/// Split a line at its commas, in place.
static size_t split(char *line, char *columns[COLUMNS_MAX]) {
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at != NULL && count < COLUMNS_MAX;) {
        columns[count++] = at;
        at = strchr(at, ',');
        if (at != NULL) {
            *at++ = '\0';
        }
    }
    return count;
}

static FILE *open_golden(const char *name) {
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/klotski/%s", HR_GOLDEN_DIR, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fail_msg("cannot open %s", path);
    }
    return file;
}

static hr_state parse(const search *s, const char *text) {
    hr_state state = 0;
    hr_error error = {.text = ""};
    if (hr_puzzle_parse(s->puzzles[0], text, &state, &error) != HR_OK) {
        fail_msg("%s: %s", text, error.text);
    }
    return state;
}

/// The row's board by letters and by CommonCode; and by its name, or that with a 2.
static hr_state check_names(const search *s, char *const *columns) {
    const hr_state state = parse(s, columns[1]);
    assert_true(parse(s, columns[2]) == state);
    char code[HR_STATE_TEXT_MAX];
    hr_puzzle_code(s->puzzles[0], &state, code);
    assert_string_equal(code, columns[2]);
    if (parse(s, columns[0]) != state) {
        char second[64];
        (void)snprintf(second, sizeof second, "%s2", columns[0]);
        assert_true(parse(s, second) == state);
    }
    return state;
}

static void check_metrics(search *s, hr_state state, char *const *expected, outcome outcomes[3]) {
    for (int m = 0; m < 3; m++) {
        outcomes[m] = run(s, (hr_metric)m, state);
        assert_int_equal(outcomes[m].solved, strtol(expected[m], NULL, 10));
        assert_int_equal(outcomes[m].component, outcomes[0].component);
    }
}

HR_TEST(test_table_of_eight) {
    search *s = *cmocka_state;
    FILE *file = open_golden("openings.csv");
    char line[512];
    int rows = 0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file) != NULL) {
        char *columns[COLUMNS_MAX];
        assert_int_equal(split(line, columns), 11);
        outcome outcomes[3];
        const hr_state opening = check_names(s, columns);
        assert_true(parse(s, columns[0]) == opening); // this table's boards have the plain names
        check_metrics(s, opening, columns + 7, outcomes);
        assert_int_equal(outcomes[0].component, strtol(columns[6], NULL, 10));
        assert_int_equal(outcomes[0].layer_before, strtol(columns[10], NULL, 10));
        rows++;
    }
    (void)fclose(file);
    assert_int_equal(rows, 8);
}

HR_TEST(test_table_of_forty) {
    search *s = *cmocka_state;
    FILE *file = open_golden("openings40.csv");
    char line[512];
    int rows = 0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file) != NULL) {
        char *columns[COLUMNS_MAX];
        assert_int_equal(split(line, columns), 6);
        outcome outcomes[3];
        check_metrics(s, check_names(s, columns), columns + 3, outcomes);
        rows++;
    }
    (void)fclose(file);
    assert_int_equal(rows, 40);
}

HR_TESTS_BETWEEN(open_search, close_search)
