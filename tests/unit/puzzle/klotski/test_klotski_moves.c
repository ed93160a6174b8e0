// SPDX-License-Identifier: MIT
// The bit-parallel successors, mirror and orbits against slow twins that work on letters.

#include "core/sorting.h"
#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "moved_letters.h"
#include "unit_test.h"

enum { BOARDS_PER_SIZE = 400, SUCCESSORS_MAX = 1024 };

static const char *const SPECS[] = {"klotski:4x5", "klotski:5x4",  "klotski:2x3",  "klotski:3x2", "klotski:3x3",
                                    "klotski:5x5", "klotski:4x6",  "klotski:6x4",  "klotski:4x8", "klotski:8x4",
                                    "klotski:5x6", "klotski:2x16", "klotski:16x2", "klotski:3x7"};
enum { SPEC_COUNT = sizeof SPECS / sizeof SPECS[0] };

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(0x2545F4914F6CDD1D) >> 11;
}

/// Write a Klotski board into `text[0..cells)`, in which each piece of the drawing, a letter of its own, has the letters of its
/// shape.
static void write_board(const drawing *d, char text[HR_STATE_TEXT_MAX]) {
    const int cells = d->width * d->height;
    for (int at = 0; at < cells; at++) {
        const char letter = d->cells[at];
        const bool right = at % d->width + 1 < d->width && d->cells[at + 1] == letter;
        const bool left = at % d->width > 0 && d->cells[at - 1] == letter;
        const bool below = at + d->width < cells && d->cells[at + d->width] == letter;
        const bool above = at >= d->width && d->cells[at - d->width] == letter;
        text[at] = letter == '.'                         ? '.'
                   : (right || left) && (below || above) ? 'X'
                   : right                               ? 'L'
                   : left                                ? 'R'
                   : below                               ? 'T'
                   : above                               ? 'B'
                                                         : 'o';
    }
    text[cells] = '\0';
}

/// A random board: the 2x2, and pieces dropped on random free places.
static drawing random_board(int width, int height, uint64_t *seed) {
    static const rules free_pieces = {.gates = "", .passing = "", .horizontal = "", .vertical = "", .fixed = ""};
    drawing d = {.rules = &free_pieces, .width = width, .height = height};
    const int cells = width * height;
    memset(d.ground, '.', (size_t)cells);
    memset(d.cells, '.', (size_t)cells);
    const int corner = (int)(next_random(seed) % (uint64_t)(height - 1)) * width + (int)(next_random(seed) % (uint64_t)(width - 1));
    d.cells[corner] = d.cells[corner + 1] = d.cells[corner + width] = d.cells[corner + width + 1] = '0';
    int empty = cells - 4;
    char letter = '1'; // and the letters behind it
    const int keep = 2 + (int)(next_random(seed) % 6);
    for (int attempt = 0; attempt < 10 * cells && empty > keep; attempt++) {
        const int c = (int)(next_random(seed) % (uint64_t)cells);
        const int steps[] = {0, c % width < width - 1 ? 1 : 0, c + width < cells ? width : 0};
        const unsigned kind = (unsigned)(next_random(seed) % 3);
        const int other = c + steps[kind];
        if (d.cells[c] != '.' || d.cells[other] != '.' || (kind > 0 && (other == c || empty < 4))) {
            continue;
        }
        d.cells[c] = d.cells[other] = letter++;
        empty -= kind > 0 ? 2 : 1;
    }
    return d;
}

/// The boards after one move, each once: two pieces may be alike.
typedef struct board_set {
    const hr_puzzle *puzzle;
    hr_state states[SUCCESSORS_MAX];
    size_t count;
} board_set;

static hr_puzzle *create(const char *spec, hr_metric metric) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
}

static hr_state parse(const hr_puzzle *puzzle, const char *text) {
    hr_state state = 0;
    hr_error error = {.text = ""};
    if (hr_puzzle_parse(puzzle, text, &state, &error) != HR_OK) {
        fail_msg("%s: %s", text, error.text);
    }
    return state;
}

static void add_board(void *context, const drawing *d) {
    board_set *set = context;
    char text[HR_STATE_TEXT_MAX];
    write_board(d, text);
    assert_true(set->count < SUCCESSORS_MAX);
    set->states[set->count++] = parse(set->puzzle, text);
}

static void check_successors(const hr_puzzle *puzzle, const drawing *d) {
    static board_set expected;
    static hr_state found[SUCCESSORS_MAX];
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    char text[HR_STATE_TEXT_MAX];
    expected.puzzle = puzzle;
    expected.count = 0;
    move_letters(d, info->metric, add_board, &expected);
    expected.count = hr_sort_distinct(expected.states, expected.count, 1);
    write_board(d, text);
    const hr_state state = parse(puzzle, text);
    uint16_t counted = 0;
    assert_true(info->max_successors <= SUCCESSORS_MAX);
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, found, &counted);
    assert_int_equal(n, counted);
    assert_true(n < info->max_successors);
    if (n != expected.count) {
        fail_msg("%s, %s: %zu successors, expected %zu", text, hr_metric_name(info->metric), n, expected.count);
    }
    hr_sort_states(found, n);
    assert_memory_equal(found, expected.states, n * sizeof *found);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(hr_puzzle_validate(puzzle, &found[i], NULL), HR_OK);
    }
}

static drawing mirror(const drawing *d) {
    drawing result = *d;
    for (int cell = 0; cell < d->width * d->height; cell++) {
        result.cells[cell - 2 * (cell % d->width) + d->width - 1] = d->cells[cell];
    }
    return result;
}

static void check_mirror(const hr_puzzle *puzzle, const drawing *d) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const drawing mirrored = mirror(d);
    char texts[2][HR_STATE_TEXT_MAX];
    write_board(d, texts[0]);
    write_board(&mirrored, texts[1]);
    const hr_state state = parse(puzzle, texts[0]);
    const hr_state image = parse(puzzle, texts[1]);
    const hr_state smaller = state < image ? state : image;
    hr_state both[2] = {state, image};
    uint8_t sizes[2];
    hr_state images[HR_IMAGES_MAX];
    hr_puzzle_orbit_size(puzzle, both, 2, sizes);
    if (info->symmetry_order == 1) { // the default exit of a board with an odd number of columns is not in its middle
        assert_int_equal(info->width % 2, 1);
        assert_int_equal(sizes[0], 1);
        assert_int_equal(hr_puzzle_images(puzzle, &state, images), 1);
        return;
    }
    assert_int_equal(sizes[0], state == image ? 1 : 2);
    assert_int_equal(sizes[1], sizes[0]);
    assert_int_equal(hr_puzzle_images(puzzle, &state, images), sizes[0]);
    assert_true(images[0] == smaller);
    assert_true(images[sizes[0] - 1] == (state < image ? image : state));
    hr_puzzle_canonicalise(puzzle, both, 2);
    assert_true(both[0] == smaller && both[1] == smaller);
}

HR_TEST(test_successors_equal_slow_twin) {
    uint64_t seed = UINT64_C(20261121);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int s = 0; s < SPEC_COUNT; s++) {
        for (int m = HR_METRIC_UNIT; m <= HR_METRIC_MOVE; m++) {
            hr_puzzle *puzzle = create(SPECS[s], (hr_metric)m);
            const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
            for (int i = 0; i < BOARDS_PER_SIZE; i++) {
                const drawing d = random_board(info->width, info->height, &seed);
                check_successors(puzzle, &d);
                check_mirror(puzzle, &d);
            }
            hr_puzzle_destroy(&puzzle);
        }
    }
}

HR_TEST(test_expand_keeps_order_of_states) {
    hr_puzzle *puzzle = create("klotski:4x5", HR_METRIC_UNIT);
    const size_t most = hr_puzzle_describe(puzzle)->max_successors;
    enum { N = 300 };
    hr_state states[N];
    hr_state *successors = calloc(N * most, sizeof *successors);
    hr_state *single = calloc(most, sizeof *single);
    uint16_t counts[N];
    uint64_t cursor = 0;
    assert_non_null(successors);
    assert_non_null(single);
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, states, N), N);
    const size_t total = hr_puzzle_expand(puzzle, states, N, successors, counts);
    size_t at = 0;
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(hr_puzzle_expand(puzzle, &states[i], 1, single, NULL), counts[i]);
        assert_memory_equal(single, successors + at, counts[i] * sizeof *single);
        at += counts[i];
    }
    assert_int_equal(at, total);
    free(successors);
    free(single);
    hr_puzzle_destroy(&puzzle);
}
