// SPDX-License-Identifier: MIT
// The states of a graph: those of a plain search, with its distances, and no more of them than are allowed. How writing a graph
// ends.

#include <unistd.h>

#include "files/opened_table.h"
#include "files/table_image.h"
#include "made_puzzle.h"
#include "report/graph/graph.h"

/// Each reached state of the image is a node with its distance, and there are no others.
static void check_graph(const hr_graph *graph, const hr_puzzle *puzzle, const table_image *image, size_t reached) {
    const hr_space *space = &graph->space;
    assert_int_equal(space->count, reached);
    for (hr_index i = 0; i < image->states; i++) {
        hr_state state = 0;
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        const uint32_t node = hr_space_find(space, &state);
        assert_int_equal(node == HR_STATE_SLOTS_NONE, image->distances[i] == HR_DEPTH_UNREACHED);
        if (node != HR_STATE_SLOTS_NONE) {
            assert_true(space->states[node] == state);
            assert_int_equal(space->distances[node], image->distances[i]);
        }
    }
}

/// With exactly as many states as are allowed, and with one more.
static void check_puzzle(const hr_puzzle *puzzle, const table_image *image, size_t reached) {
    hr_graph *graph = NULL;
    hr_error error = {.text = ""};
    char wanted[128];
    assert_int_equal(hr_graph_search(puzzle, reached, &graph, &error), HR_OK);
    check_graph(graph, puzzle, image, reached);
    hr_graph_destroy(&graph);
    assert_int_equal(hr_graph_search(puzzle, reached - 1, &graph, &error), HR_STOPPED);
    assert_null(graph);
    if (hr_puzzle_describe(puzzle)->reachable > 0) {
        (void)snprintf(wanted, sizeof wanted,
                       "the space has %zu states, more than %zu: give a larger --max-states, or a smaller space", reached,
                       reached - 1);
    } else {
        (void)snprintf(wanted, sizeof wanted, "the space has more than %zu states: give a larger --max-states, or a smaller space",
                       reached - 1);
    }
    assert_string_equal(error.text, wanted);
}

static void check_table(const char *path, const table_image *image, size_t reached) {
    hr_graph *graph = NULL;
    hr_error error = {.text = ""};
    char wanted[128];
    hr_table *table = opened_table(path);
    assert_int_equal(hr_graph_of_table(table, reached, &graph, &error), HR_OK);
    check_graph(graph, hr_table_puzzle(table), image, reached);
    hr_graph_destroy(&graph);
    assert_int_equal(hr_graph_of_table(table, reached - 1, &graph, &error), HR_STOPPED);
    assert_null(graph);
    (void)snprintf(wanted, sizeof wanted, "the table has %zu states, more than %zu: give a larger --max-states", reached,
                   reached - 1);
    assert_string_equal(error.text, wanted);
    hr_table_close(&table);
}

HR_TEST(test_as_many_states_as_are_allowed) {
    static const char TILES[] = "puzzle tile:3x2\nmetric unit\n";
    static const char KLOTSKI[] = "puzzle klotski:3x3\nmetric slide\n";
    const table_image_plan plans[] = {
        {.options = {.spec = "tile:3x2", .no_symmetry = true},
         .text = TILES,
         .encoding = HR_TABLE_INDEX,
         .value_bits = 8,
         .chunk_bytes = 65536},
        {.options = {.spec = "klotski:3x3", .metric = HR_METRIC_SLIDE, .no_symmetry = true},
         .text = KLOTSKI,
         .encoding = HR_TABLE_KEYS,
         .value_bits = 16,
         .chunk_bytes = 65536},
        {.options = {.spec = "klotski:3x3", .metric = HR_METRIC_SLIDE, .no_symmetry = true},
         .text = KLOTSKI,
         .encoding = HR_TABLE_INDEX,
         .value_bits = 8,
         .chunk_bytes = 65536},
    };
    char name[] = "/tmp/huarong-graph-XXXXXX";
    const int file = mkstemp(name);
    assert_true(file >= 0 && close(file) == 0);
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        size_t reached = 0;
        table_image image = table_image_make(&plans[i]);
        hr_puzzle *puzzle = made_puzzle(&plans[i].options);
        free(table_image_reached(&image, puzzle, HR_DEPTH_UNREACHED, &reached));
        assert_in_range(reached, 2, image.states);
        table_image_save(image.bytes, image.size, name);
        check_puzzle(puzzle, &image, reached);
        check_table(name, &image, reached);
        table_image_free(&image);
        hr_puzzle_destroy(&puzzle);
    }
    assert_int_equal(unlink(name), 0);
}

/// Fails, and counts how often it is tried (cookie_write_function_t).
static ssize_t fail_to_write(void *tries, const char *bytes, size_t size) {
    ++*(size_t *)tries;
    return 0;
}

HR_TEST(test_writing_ends_when_the_stream_fails) {
    hr_graph *graph = NULL;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:2x4", .no_symmetry = true});
    assert_int_equal(hr_graph_search(puzzle, 20160, &graph, NULL), HR_OK);
    for (hr_graph_format format = HR_GRAPH_GRAPHML; format < HR_GRAPH_COUNT; format++) {
        size_t tries = 0;
        FILE *out = fopencookie(&tries, "w", (cookie_io_functions_t){.write = fail_to_write});
        assert_int_equal(hr_graph_write(graph, format, false, out, NULL), HR_OK);
        assert_in_range(tries, 1, 300); // those of one batch of nodes; a whole graph of 20,160 nodes has more
        (void)fclose(out);
    }
    hr_graph_destroy(&graph);
    hr_puzzle_destroy(&puzzle);
}
