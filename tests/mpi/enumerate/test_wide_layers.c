// SPDX-License-Identifier: MIT
// Layers of puzzles whose states need more than 64 bits, on any number of ranks, against a slow, obvious twin: it moves letters in
// drawings, and keeps all drawings that it has seen in one sorted array.
// Long tier: golden.wide_rush_hour and cli.wide search puzzles with 128 bits.

#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "enumerate/frontier/frontier.h"
#include "moved_letters.h"

enum { LAYERS_MAX = 40, SEEN_ENOUGH = 4000 };

typedef struct sample {
    const char *start;
    const char *goal;
    const char *alike; ///< words, each the letters of interchangeable pieces; "": the goal tells all pieces apart
    rules rules;
    bool symmetry; ///< the board has one
} sample;

static const sample SAMPLES[] = {
    // American Pie with its gate: 101 bits by places.
    {"a*bcdefg#/**bhhhhg#/*iijjkkg#/liimnoop#/qiirrr..#/qstuvv..#/qwwxvv..#/#####--##/........./........./.........",
     "........./........./........./........./........./........./........./........./........*/.......**/.......*.; "
     "gate: - *; inside: *",
     "acdefmnpstux jkow",
     {"-", "*", "", "", ""},
     false},
    // Singles that the goal tells apart: 106 bits by places.
    {"abcdefgh/ijklmnop/qrst..../......../........", "tsrqponm/lkjihgfe/dcba", "", {"", "", "", "", ""}, false},
    // Four times ten singles: 114 bits by order, 138 by places.
    {"abcdefghi/jklmnopqr/stuvwxyzA/BCDEFGHIJ/KLMN...../.........",
     "NMLKJIHGF/EDCBAzyxw/vutsrqpon/mlkjihgfe/dcba; alike: abcdefghij; alike: klmnopqrst; alike: uvwxyzABCD; alike: EFGHIJKLMN",
     "abcdefghij klmnopqrst uvwxyzABCD EFGHIJKLMN",
     {"", "", "", "", ""},
     false},
    // A board with a mirror image: 104 bits by places.
    {"aabcCBAA/ddbeEBDD/fghhHHGF/fgi..IGF/jjikKIJJ/lmmkKMML/ln....NL/.np..PN.",
     "......../......../......../......../......../......../......../...cC...; cover: cC",
     "aAdDhHjJmM bBfFgGiIkKlLnN cCeEpP",
     {"", "", "", "", ""},
     true},
};

enum { SAMPLE_COUNT = sizeof SAMPLES / sizeof SAMPLES[0] };

/// A drawing, and the same with one letter for all pieces that are alike.
typedef struct seen {
    char key[CELLS_MAX];
    drawing drawing;
} seen;

/// The twin's search.
typedef struct twin {
    const sample *sample;
    seen *found; ///< [n] the drawings of all layers; those of the layer in the making are not sorted
    size_t n;
    size_t capacity;
    size_t layer_count;
    size_t layers[LAYERS_MAX]; ///< [layer_count] drawings
} twin;

/// The first of the letters that are like this one.
static char first_alike(const char *words, char letter) {
    const char *at = strchr(words, letter);
    if (at == NULL) {
        return letter;
    }
    while (at > words && at[-1] != ' ') {
        at--;
    }
    return *at;
}

/// Each piece gets its first letter at its first cell, and '~' at the others. So alike pieces side by side are still told apart.
static void write_key(const sample *s, seen *one) {
    bool begun[128] = {false};
    memset(one->key, 0, sizeof one->key);
    for (int at = 0; at < one->drawing.width * one->drawing.height; at++) {
        const char c = one->drawing.cells[at];
        one->key[at] = !is_piece(&one->drawing, at) ? c : begun[(unsigned char)c] ? '~' : first_alike(s->alike, c);
        begun[(unsigned char)c] = true;
    }
}

static int compare(const void *a, const void *b) { return memcmp(((const seen *)a)->key, ((const seen *)b)->key, CELLS_MAX); }

static void take(void *context, const drawing *d) {
    twin *t = context;
    if (t->n == t->capacity) {
        t->capacity = 2 * t->capacity + 1024;
        t->found = realloc(t->found, t->capacity * sizeof *t->found);
        assert_non_null(t->found);
    }
    t->found[t->n].drawing = *d;
    write_key(t->sample, &t->found[t->n++]);
}

/// Sort `found[from..n)`, and drop what is there twice or in found[0..from).
static void settle(twin *t, size_t from) {
    size_t kept = from;
    qsort(t->found + from, t->n - from, sizeof *t->found, compare);
    for (size_t i = from; i < t->n; i++) {
        const bool again = kept > from && compare(&t->found[i], &t->found[kept - 1]) == 0;
        if (!again && bsearch(&t->found[i], t->found, from, sizeof *t->found, compare) == NULL) {
            t->found[kept++] = t->found[i];
        }
    }
    t->n = kept;
    t->layers[t->layer_count++] = kept - from;
}

/// Local. Search until there are enough drawings.
static void search(twin *t, hr_metric metric) {
    drawing start = {.rules = &t->sample->rules};
    char text[HR_STATE_TEXT_MAX];
    (void)strcpy(text, t->sample->start);
    for (char *c = text; *c != '\0'; c++) {
        *c = (char)(*c == '#' ? '|' : *c);
    }
    read_drawing(text, &start);
    find_ground(&start);
    take(t, &start);
    settle(t, 0);
    for (size_t begin = 0; t->n < SEEN_ENOUGH && t->layer_count < LAYERS_MAX;) {
        const size_t end = t->n;
        drawing *layer = malloc((end - begin) * sizeof *layer);
        assert_non_null(layer);
        for (size_t i = begin; i < end; i++) {
            layer[i - begin] = t->found[i].drawing;
        }
        qsort(t->found, end, sizeof *t->found, compare);
        for (size_t i = 0; i < end - begin; i++) {
            move_letters(&layer[i], metric, take, t);
        }
        free(layer);
        settle(t, end);
        begin = end;
    }
}

/// Compare the engine's layers with the twin's.
static void check(const twin *t, hr_metric metric, bool symmetry) {
    char text[512];
    (void)strcpy(text, "start: ");
    (void)strcat(text, t->sample->start);
    (void)strcat(text, "; goal: ");
    (void)strcat(text, t->sample->goal);
    const hr_puzzle_options options = {.spec = "blocks:FILE", .text = text, .metric = metric, .no_symmetry = !symmetry};
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_puzzle_create(&options, &puzzle, &error), error);
    assert_int_equal(hr_puzzle_describe(puzzle)->symmetry_order > 1, symmetry && t->sample->symmetry);
    hr_enumeration result;
    const hr_enumerate_options run = {.max_depth = (hr_depth)t->layer_count - 1};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, &error), HR_OK);
    assert_int_equal(result.layer_count, t->layer_count);
    for (size_t d = 0; d < t->layer_count; d++) {
        assert_int_equal(result.layers[d].states, t->layers[d]);
    }
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_layers_are_those_of_moved_letters) {
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            twin t = {.sample = &SAMPLES[i]};
            if (hr_comm_rank(hr_test_world()) == 0) {
                search(&t, metric);
            }
            assert_int_equal(hr_comm_broadcast(hr_test_world(), &t.layer_count, sizeof t.layer_count, NULL), HR_OK);
            assert_int_equal(hr_comm_broadcast(hr_test_world(), t.layers, sizeof t.layers, NULL), HR_OK);
            check(&t, metric, true);
            check(&t, metric, false);
            free(t.found);
        }
    }
}
