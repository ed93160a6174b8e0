// SPDX-License-Identifier: MIT
// Ranks: 1 2 3
// Tables of the line engine are those of the frontier engine, byte for byte: with the blank's home in every cell, from another
// source, and after stops.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enumerate/frontier/frontier.h"
#include "enumerate/lines/lines.h"

/// Files in a directory of this test's own.
typedef struct place {
    char directory[64];
    char lines[96];
    char frontier[96];
    char kept[96]; ///< the directory of checkpoints
} place;

static void make_place(place *p) {
    hr_test_make_directory(p->directory);
    (void)snprintf(p->lines, sizeof p->lines, "%s/lines", p->directory);
    (void)snprintf(p->frontier, sizeof p->frontier, "%s/frontier", p->directory);
    (void)snprintf(p->kept, sizeof p->kept, "%s/kept", p->directory);
}

static hr_puzzle *create(int width, int height, int blank, const char *from) {
    char spec[32];
    char goal[100] = "";
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    for (int cell = 0, tile = 1; cell < width * height; cell++) {
        const size_t used = strlen(goal);
        (void)snprintf(goal + used, sizeof goal - used, "%d ", cell == blank ? 0 : tile++);
    }
    hr_puzzle *puzzle = NULL;
    const hr_puzzle_options options = {.spec = spec, .goal = goal, .from = from, .metric = HR_METRIC_SLIDE};
    assert_int_equal(hr_puzzle_create(&options, &puzzle, NULL), HR_OK);
    return puzzle;
}

static const hr_enumerate_options WHOLE = {.max_depth = HR_DEPTH_UNREACHED};

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const char *path, int prefix) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_table_order order = {.path = path, .force = true};
    const hr_lines_tuning tuning = {.order = &order, .prefix_given = prefix >= 0, .prefix = prefix};
    const hr_status status = hr_lines_search(hr_test_world(), puzzle, options, &tuning, &result, &error);
    if (status != HR_OK && status != HR_STOPPED) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(order.written, status == HR_OK);
    hr_enumeration_clear(&result);
    return status;
}

static void search_with_frontier(const hr_puzzle *puzzle, const char *path) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_table_order order = {.path = path, .force = true};
    assert_int_equal(hr_engine_frontier.run(hr_test_world(), puzzle, &WHOLE, &order, &result, &error), HR_OK);
    hr_enumeration_clear(&result);
}

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

static void assert_same_files(const char *a, const char *b) {
    if (hr_comm_rank(hr_test_world()) > 0) {
        return;
    }
    size_t sizes[2];
    uint8_t *first = read_file(a, &sizes[0]);
    uint8_t *second = read_file(b, &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_true(sizes[0] > 4096);
    assert_memory_equal(first, second, sizes[0]);
    free(first);
    free(second);
}

static void compare(int width, int height, int blank, const char *from) {
    place p;
    make_place(&p);
    hr_puzzle *puzzle = create(width, height, blank, from);
    assert_int_equal(search(puzzle, &WHOLE, p.lines, -1), HR_OK);
    search_with_frontier(puzzle, p.frontier);
    assert_same_files(p.lines, p.frontier);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.directory);
}

static void test_table_is_the_frontier_engine_s_with_every_goal_cell(void **state) {
    (void)state;
    for (int blank = 0; blank < 9; blank++) {
        compare(3, 3, blank, NULL);
    }
    for (int blank = 0; blank < 8; blank++) {
        compare(2, 4, blank, NULL);
        compare(4, 2, blank, NULL);
    }
    compare(3, 3, 8, "8 6 7 2 5 4 3 0 1");
}

static void test_table_of_two_times_five_is_the_frontier_engine_s(void **state) {
    (void)state;
    for (int blank = 0; blank < 10; blank++) {
        compare(2, 5, blank, NULL);
    }
    compare(5, 2, 4, NULL);
}

static int looks_left;
static bool after_some_looks(void) { return looks_left-- <= 0; }

static void test_table_after_stops_is_the_same(void **state) {
    (void)state;
    place p;
    make_place(&p);
    hr_puzzle *puzzle = create(2, 5, 9, NULL);
    search_with_frontier(puzzle, p.frontier);
    int stops = 0;
    hr_status status = HR_STOPPED;
    while (status == HR_STOPPED && stops < 100) {
        hr_enumerate_options options = WHOLE;
        options.stop_wanted = after_some_looks;
        options.checkpoint = (hr_checkpoint_options){.directory = p.kept, .every = 1e9, .resume = true};
        looks_left = hr_comm_rank(hr_test_world()) == 0 ? 12 + stops % 5 : 1 << 30;
        status = search(puzzle, &options, p.lines, stops % 4);
        stops += status == HR_STOPPED;
    }
    assert_int_equal(status, HR_OK);
    assert_true(stops > 2);
    assert_same_files(p.lines, p.frontier);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.kept);
    hr_test_remove_directory(p.directory);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_table_is_the_frontier_engine_s_with_every_goal_cell),
    cmocka_unit_test(test_table_of_two_times_five_is_the_frontier_engine_s),
    cmocka_unit_test(test_table_after_stops_is_the_same),
};
HR_MPI_TEST_MAIN(tests)
