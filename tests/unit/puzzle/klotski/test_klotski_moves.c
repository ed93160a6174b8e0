// SPDX-License-Identifier: MIT
// The bit-parallel successors, mirror and orbits against slow twins that work on letters.

// clang-format off
// clang-format on

#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "unit_test.h"

enum { CELLS_MAX = 32, BOARDS_PER_SIZE = 400, SUCCESSORS_MAX = 1024 };

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

typedef struct grid {
    int width;
    int height;
    char cells[CELLS_MAX + 1];
} grid;

/// A random board: pieces dropped on random free places.
static grid random_grid(int width, int height, uint64_t *seed) {
    grid g = {.width = width, .height = height};
    const int cells = width * height;
    memset(g.cells, '.', (size_t)cells);
    const int x = (int)(next_random(seed) % (uint64_t)(width - 1));
    const int y = (int)(next_random(seed) % (uint64_t)(height - 1));
    for (int i = 0; i < 4; i++) {
        g.cells[(y + i / 2) * width + x + i % 2] = 'X';
    }
    int empty = cells - 4;
    const int keep = 2 + (int)(next_random(seed) % 6);
    for (int attempt = 0; attempt < 10 * cells && empty > keep; attempt++) {
        const int c = (int)(next_random(seed) % (uint64_t)cells);
        const unsigned kind = (unsigned)(next_random(seed) % 3);
        if (g.cells[c] != '.') {
            continue;
        }
        if (kind == 0) {
            g.cells[c] = 'o';
            empty--;
        } else if (kind == 1 && c % width < width - 1 && g.cells[c + 1] == '.' && empty >= 4) {
            g.cells[c] = 'L';
            g.cells[c + 1] = 'R';
            empty -= 2;
        } else if (kind == 2 && c + width < cells && g.cells[c + width] == '.' && empty >= 4) {
            g.cells[c] = 'T';
            g.cells[c + width] = 'B';
            empty -= 2;
        }
    }
    return g;
}

/// The size of the piece whose top left cell this is; false for other cells.
static bool piece_at(const grid *g, int cell, int *wide, int *tall) {
    const char letter = g->cells[cell];
    const char *first = strchr(g->cells, 'X');
    *wide = letter == 'L' || letter == 'X' ? 2 : 1;
    *tall = letter == 'T' || letter == 'X' ? 2 : 1;
    return letter == 'o' || letter == 'L' || letter == 'T' || (letter == 'X' && first == g->cells + cell);
}

/// Move the piece at `cell` by one cell; false if it can't.
static bool shift(const grid *from, int cell, int dx, int dy, grid *to) {
    int wide = 0;
    int tall = 0;
    if (!piece_at(from, cell, &wide, &tall)) {
        return false;
    }
    *to = *from;
    const int x = cell % from->width;
    const int y = cell / from->width;
    if (x + dx < 0 || y + dy < 0 || x + dx + wide > from->width || y + dy + tall > from->height) {
        return false;
    }
    for (int i = 0; i < wide * tall; i++) {
        to->cells[(y + i / wide) * from->width + x + i % wide] = '.';
    }
    for (int i = 0; i < wide * tall; i++) {
        const int target = (y + dy + i / wide) * from->width + x + dx + i % wide;
        if (to->cells[target] != '.') {
            return false;
        }
        to->cells[target] = from->cells[(y + i / wide) * from->width + x + i % wide];
    }
    return true;
}

static const int DX[4] = {1, -1, 0, 0};
static const int DY[4] = {0, 0, 1, -1};

typedef struct grid_set {
    grid grids[SUCCESSORS_MAX];
    int count;
} grid_set;

/// Add a grid unless it is there; returns whether it was added.
static bool add(grid_set *set, const grid *g) {
    for (int i = 0; i < set->count; i++) {
        if (strcmp(set->grids[i].cells, g->cells) == 0) {
            return false;
        }
    }
    assert_true(set->count < SUCCESSORS_MAX);
    set->grids[set->count++] = *g;
    return true;
}

/// All places of one piece along any path.
static void walk(grid_set *set, const grid *from, const grid *g, int cell) {
    for (int d = 0; d < 4; d++) {
        grid next;
        if (shift(g, cell, DX[d], DY[d], &next) && strcmp(next.cells, from->cells) != 0 && add(set, &next)) {
            walk(set, from, &next, cell + DX[d] + DY[d] * g->width);
        }
    }
}

static void slow_successors(const grid *g, hr_metric metric, grid_set *set) {
    set->count = 0;
    for (int cell = 0; cell < g->width * g->height; cell++) {
        if (metric == HR_METRIC_MOVE) {
            walk(set, g, g, cell);
            continue;
        }
        for (int d = 0; d < 4; d++) {
            grid here = *g;
            grid next;
            for (int at = cell; shift(&here, at, DX[d], DY[d], &next); at += DX[d] + DY[d] * g->width) {
                (void)add(set, &next);
                here = next;
                if (metric == HR_METRIC_UNIT) {
                    break;
                }
            }
        }
    }
}

static int compare_states(const void *a, const void *b) {
    const hr_state x = *(const hr_state *)a;
    const hr_state y = *(const hr_state *)b;
    return (x > y) - (x < y);
}

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

static void check_successors(const hr_puzzle *puzzle, const grid *g) {
    static grid_set slow;
    static hr_state expected[SUCCESSORS_MAX];
    static hr_state found[SUCCESSORS_MAX];
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    slow_successors(g, info->metric, &slow);
    for (int i = 0; i < slow.count; i++) {
        expected[i] = parse(puzzle, slow.grids[i].cells);
    }
    const hr_state state = parse(puzzle, g->cells);
    uint16_t counted = 0;
    assert_true(info->max_successors <= SUCCESSORS_MAX);
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, found, &counted);
    assert_int_equal(n, counted);
    assert_true(n < info->max_successors);
    if (n != (size_t)slow.count) {
        fail_msg("%s, %s: %zu successors, expected %d", g->cells, hr_metric_name(info->metric), n, slow.count);
    }
    qsort(expected, n, sizeof *expected, compare_states);
    qsort(found, n, sizeof *found, compare_states);
    assert_memory_equal(found, expected, n * sizeof *found);
    hr_error error;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(hr_puzzle_validate(puzzle, &found[i], &error), HR_OK);
    }
}

static grid mirror(const grid *g) {
    grid result = *g;
    for (int cell = 0; cell < g->width * g->height; cell++) {
        const char letter = g->cells[cell];
        const int x = cell % g->width;
        result.cells[cell - x + g->width - 1 - x] = letter == 'L' ? 'R' : letter == 'R' ? 'L' : letter;
    }
    return result;
}

static void check_mirror(const hr_puzzle *puzzle, const grid *g) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const grid mirrored = mirror(g);
    const hr_state state = parse(puzzle, g->cells);
    const hr_state image = parse(puzzle, mirrored.cells);
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

static void test_successors_equal_slow_twin(void **unused) {
    (void)unused;
    uint64_t seed = UINT64_C(20261121);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int s = 0; s < SPEC_COUNT; s++) {
        for (int m = HR_METRIC_UNIT; m <= HR_METRIC_MOVE; m++) {
            hr_puzzle *puzzle = create(SPECS[s], (hr_metric)m);
            const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
            for (int i = 0; i < BOARDS_PER_SIZE; i++) {
                const grid g = random_grid(info->width, info->height, &seed);
                check_successors(puzzle, &g);
                check_mirror(puzzle, &g);
            }
            hr_puzzle_destroy(&puzzle);
        }
    }
}

static void test_expand_keeps_order_of_states(void **unused) {
    (void)unused;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_successors_equal_slow_twin),
        cmocka_unit_test(test_expand_keeps_order_of_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
