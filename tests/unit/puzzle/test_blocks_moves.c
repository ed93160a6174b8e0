// SPDX-License-Identifier: MIT
// The successors of blocks puzzles against a slow, obvious twin, which moves letters in drawings. All states of small puzzles are
// compared in all metrics: the ways of the twin must give the same set of states.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "huarong/puzzle.h"

enum { CELLS_MAX = 128, FOUND_MAX = 4096, STATES_MAX = 60000 };

/// A puzzle, and the rules that the twin needs.
typedef struct sample {
    const char *spec;
    const char *gates;      ///< signs of gates
    const char *passing;    ///< letters that pass all gates
    const char *horizontal; ///< letters that move only left and right
    const char *vertical;   ///< letters that move only up and down
    const char *fixed;      ///< letters that do not move
    size_t states;          ///< states that the start reaches; 0: not known from elsewhere
} sample;

static const sample SAMPLES[] = {
    {"blocks:start: a**b/a**b/cdde/cfge/h..i; goal: ..../..../..../.**./.**.", "", "", "", "", "", 25955},
    // The Pennant puzzle has 1,398 states (TLA+ examples, SlidingPuzzles).
    {"blocks:start: **aa/**bb/de../fghh/fgii; goal: ..../..../..../**../**..", "", "", "", "", "", 1398},
    {"blocks:start: aab/a.b/..*; goal: *../.../...", "", "", "", "", "", 0},
    {"blocks:start: a.a../b...c/..*..; goal: ...../...../*....; scattered: a", "", "", "", "", "", 0},
    {"blocks:start: ab#./a.-./*.#.; goal: ..../...*/....; gate: - *", "-", "*", "", "", "", 0},
    {"blocks:start: ab+..a/..#..c/*.#..c; goal: ....../...*../......; gate: + *b; scattered: a; fixed: c", "+", "*b", "", "", "c",
     0},
    {"blocks:start: AA.B/..CB/D.C./D...; exit: A right; horizontal: A; vertical: BCD", "", "", "A", "BCD", "", 0},
    {"blocks:rush:BBoooCooooDCAAooDCooooDooEEEooooooFF", "", "", "ABEF", "CD", "", 0},
    {"blocks:start: ab.c/de.f/gh.i; goal: ca../..../....", "", "", "", "", "", 0},
    // No cell is reached by several pieces, and no piece covers what the goal asks for.
    {"blocks:start: a../...; goal: ..a/...", "", "", "", "", "", 6},
    {"blocks:start: a.#b./..#..; goal: ...../.a..b", "", "", "", "", "", 16},
    // 69 cells, of which only * reaches those behind the gate.
    {"blocks:start: ####......../a.b#......../c.d#......../.**-......../e.f#......../####......../####........; "
     "goal: ............/............/............/............/............/............/........**..; gate: - *",
     "-", "*", "", "", "", 0},
    // GNOME's Shark, in the packing by order without a frame: 66 bits by places.
    {"blocks:start: ########.../#nrr.s.#.../#n*op.q#.../#***jml#.../#hhijkl#.../#ffcddg-.../#abcdde-.../########...; "
     "goal: .........../.........../.........../.........../.........../.........../.........*./........***; gate: - *; inside: *",
     "-", "*", "", "", "", 0},
    // GNOME's Climb 24 Pro, in the packing by order with a frame: 113 bits by places.
    {"blocks:start: ####.####/#aa...bb#/#ccdddee#/#ccfggee#/#hhffgnn#/#ihklmno#/#ijkzmpo#/#jjqqqpp#/#rrs*tuu#/#rr***uu#/#########; "
     "goal: ....*..../...***.../........./........./........./........./........./........./........./........./.........",
     "", "", "", "", "", 0},
    // Eighteen singles have too many ranks for a table.
    {"blocks:start: abcdef/ghijkl/mnopqr/....../....../.....*; goal: *...../....../....../....../....../......", "", "", "", "", "",
     0},
    // Twelve singles that the goal tells apart: 36^12 states, which need multipliers that are no powers of two.
    {"blocks:start: abcdef/ghijkl/....../....../....../......; goal: lkjihg/fedcba", "", "", "", "", "", 0},
};

/// A drawing in which the twin moves pieces.
typedef struct drawing {
    const sample *rules;
    int width;
    int height;
    char ground[CELLS_MAX]; ///< what is under the pieces
    char cells[CELLS_MAX];
} drawing;

static bool has(const char *letters, char c) { return c != '\0' && strchr(letters, c) != NULL; }

static void read_drawing(const char *text, drawing *d) {
    int at = 0;
    d->width = (int)strcspn(text, "/");
    for (; *text != '\0'; text++) {
        if (*text != '/') {
            d->cells[at++] = *text;
        }
    }
    d->height = at / d->width;
}

static void write_drawing(const drawing *d, char text[HR_STATE_TEXT_MAX]) {
    for (int at = 0; at < d->width * d->height; at++) {
        if (at > 0 && at % d->width == 0) {
            *text++ = '/';
        }
        *text++ = d->cells[at];
    }
    *text = '\0';
}

/// Move all cells with this letter by one cell. False if they cannot.
static bool shift(drawing *d, char letter, int dx, int dy) {
    drawing moved = *d;
    if (has(d->rules->fixed, letter) || (dx != 0 && has(d->rules->vertical, letter)) ||
        (dy != 0 && has(d->rules->horizontal, letter))) {
        return false;
    }
    for (int at = 0; at < d->width * d->height; at++) {
        moved.cells[at] = d->cells[at] == letter ? d->ground[at] : d->cells[at];
    }
    for (int at = 0; at < d->width * d->height; at++) {
        if (d->cells[at] != letter) {
            continue;
        }
        const int x = at % d->width + dx;
        const int y = at / d->width + dy;
        if (x < 0 || y < 0 || x >= d->width || y >= d->height) {
            return false;
        }
        char *to = &moved.cells[y * d->width + x];
        const bool gate = has(d->rules->gates, *to);
        if ((*to != '.' && !gate) || (gate && !has(d->rules->passing, letter))) {
            return false;
        }
        *to = letter;
    }
    *d = moved;
    return true;
}

static const int STEPS[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};

/// The states that the twin has found.
typedef struct finds {
    const hr_puzzle *puzzle;
    hr_state states[FOUND_MAX];
    size_t n;
} finds;

static int compare(const void *a, const void *b) {
    hr_state x;
    hr_state y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static size_t sort_unique(hr_state *states, size_t n) {
    qsort(states, n, sizeof *states, compare);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || states[i] != states[kept - 1]) {
            states[kept++] = states[i];
        }
    }
    return kept;
}

static hr_state state_of(const hr_puzzle *puzzle, const char *text) {
    hr_state state = 0;
    hr_error error = {.text = ""};
    if (hr_puzzle_parse(puzzle, text, &state, &error) != HR_OK) {
        fail_msg("%s: %s", text, error.text);
    }
    return state;
}

static void find(finds *f, const drawing *d) {
    char text[HR_STATE_TEXT_MAX];
    write_drawing(d, text);
    assert_true(f->n < FOUND_MAX);
    f->states[f->n++] = state_of(f->puzzle, text);
}

/// Move the piece along any path. `seen` is the drawings that the piece has made.
static void wander(finds *f, drawing d, char letter, char seen[][CELLS_MAX], int *count) {
    for (int i = 0; i < 4; i++) {
        drawing next = d;
        if (!shift(&next, letter, STEPS[i][0], STEPS[i][1])) {
            continue;
        }
        bool known = false;
        for (int k = 0; k < *count; k++) {
            known = known || memcmp(seen[k], next.cells, sizeof next.cells) == 0;
        }
        if (!known) {
            assert_true(*count < CELLS_MAX);
            memcpy(seen[(*count)++], next.cells, sizeof next.cells);
            find(f, &next);
            wander(f, next, letter, seen, count);
        }
    }
}

static void move_letter(finds *f, const drawing *d, hr_metric metric, char letter) {
    if (metric == HR_METRIC_MOVE) {
        char seen[CELLS_MAX][CELLS_MAX];
        int count = 1;
        memcpy(seen[0], d->cells, sizeof d->cells);
        wander(f, *d, letter, seen, &count);
        return;
    }
    for (int i = 0; i < 4; i++) {
        drawing moved = *d;
        while (shift(&moved, letter, STEPS[i][0], STEPS[i][1])) {
            find(f, &moved);
            if (metric == HR_METRIC_UNIT) {
                break;
            }
        }
    }
}

/// Compare the successors of one state.
static void compare_state(const hr_puzzle *puzzle, hr_metric metric, drawing d, hr_state state, hr_state *successors, size_t n) {
    finds *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->puzzle = puzzle;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    assert_int_equal(state_of(puzzle, text), state);
    read_drawing(text, &d);
    bool done[128] = {false};
    for (int at = 0; at < d.width * d.height; at++) {
        const char c = d.cells[at];
        if (c != '.' && c != '|' && !has(d.rules->gates, c) && !done[(unsigned char)c]) {
            done[(unsigned char)c] = true;
            move_letter(f, &d, metric, c);
        }
    }
    f->n = sort_unique(f->states, f->n);
    n = sort_unique(successors, n);
    assert_int_equal(n, f->n);
    assert_memory_equal(successors, f->states, n * sizeof *successors);
    for (size_t i = 0; i < n; i++) {
        hr_step step;
        assert_int_equal(hr_puzzle_step(puzzle, state, successors[i], &step, NULL), HR_OK);
        assert_int_equal(hr_puzzle_validate(puzzle, successors[i], NULL), HR_OK);
    }
    free(f);
}

static void search(const sample *s, hr_metric metric, size_t most) {
    const hr_puzzle_options options = {.spec = s->spec, .metric = metric, .no_symmetry = true};
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    if (hr_puzzle_create(&options, &puzzle, &error) != HR_OK) {
        fail_msg("%s: %s", s->spec, error.text);
    }
    const size_t room = hr_puzzle_describe(puzzle)->max_successors;
    hr_state *states = malloc(STATES_MAX * sizeof *states);
    hr_state *successors = malloc(room * sizeof *successors);
    assert_non_null(states);
    assert_non_null(successors);
    uint64_t cursor = 0;
    size_t count = hr_puzzle_sources(puzzle, &cursor, states, 1);
    drawing d = {.rules = s};
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, states[0], text);
    read_drawing(text, &d);
    for (int at = 0; at < d.width * d.height; at++) {
        d.ground[at] = (char)(d.cells[at] == '|' || has(s->gates, d.cells[at]) ? d.cells[at] : '.');
    }
    for (size_t i = 0; i < count && i < most; i++) {
        uint16_t made = 0;
        const size_t n = hr_puzzle_expand(puzzle, &states[i], 1, successors, &made);
        assert_int_equal(n, made);
        assert_true(n <= room);
        compare_state(puzzle, metric, d, states[i], successors, n);
        for (size_t k = 0; k < n && count < most; k++) {
            bool known = false;
            for (size_t j = 0; j < count && !known; j++) {
                known = states[j] == successors[k];
            }
            if (!known) {
                states[count++] = successors[k];
            }
        }
    }
    free(successors);
    free(states);
    hr_puzzle_destroy(&puzzle);
}

static void test_successors_equal_those_of_moved_letters(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            search(&SAMPLES[i], metric, 150);
        }
    }
}

/// Counts the states that a start reaches, with a sorted list of all states.
static size_t count_reachable(const hr_puzzle *puzzle) {
    const size_t room = hr_puzzle_describe(puzzle)->max_successors;
    hr_state *seen = malloc(STATES_MAX * sizeof *seen);
    hr_state *layer = malloc(STATES_MAX * sizeof *layer);
    hr_state *next = malloc(STATES_MAX * (room + 1) * sizeof *next);
    assert_true(seen != NULL && layer != NULL && next != NULL);
    uint64_t cursor = 0;
    size_t width = hr_puzzle_sources(puzzle, &cursor, layer, 1);
    size_t count = 0;
    while (width > 0) {
        memcpy(seen + count, layer, width * sizeof *layer);
        count = sort_unique(seen, count + width);
        size_t n = hr_puzzle_expand(puzzle, layer, width, next, NULL);
        n = sort_unique(next, n);
        width = 0;
        for (size_t i = 0; i < n; i++) {
            if (bsearch(&next[i], seen, count, sizeof *seen, compare) == NULL) {
                layer[width++] = next[i];
            }
        }
        assert_true(count + width <= STATES_MAX);
    }
    free(seen);
    free(layer);
    free(next);
    return count;
}

static void test_counts_equal_the_published_ones(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE && SAMPLES[i].states > 0; metric++) {
            hr_puzzle *puzzle = NULL;
            const hr_puzzle_options options = {.spec = SAMPLES[i].spec, .metric = metric};
            assert_int_equal(hr_puzzle_create(&options, &puzzle, NULL), HR_OK);
            assert_int_equal(count_reachable(puzzle), SAMPLES[i].states);
            hr_puzzle_destroy(&puzzle);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_successors_equal_those_of_moved_letters),
        cmocka_unit_test(test_counts_equal_the_published_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
