// SPDX-License-Identifier: MIT
// What a page has of a table and of a board: its states, ways from the hardest ones, and the exit.

#include "files/one_file.h"
#include "files/opened_table.h"
#include "files/table_image.h"
#include "made_puzzle.h"
#include "report/page/groups.h"
#include "report/page/page_space.h"
#include "report/page/ways.h"
#include "unit_test.h"

static hr_table *open_table(const table_image_plan *plan, table_image *image) {
    *image = table_image_make(plan);
    table_image_save(image->bytes, image->size, one_path);
    return opened_table(one_path);
}

/// Each state once, in the order of the table.
static void check_space(const hr_table *table, const table_image *image, bool all) {
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    size_t n = 0;
    hr_space space;
    hr_state *states = table_image_room(image->states * sizeof *states);
    for (hr_index i = 0; i < image->states; i++) {
        if (all || image->distances[i] != HR_DEPTH_UNREACHED) {
            hr_puzzle_unindex(puzzle, &i, 1, &states[n++]);
        }
    }
    if (hr_table_describe(table)->encoding == HR_TABLE_KEYS) {
        qsort(states, n, sizeof *states, table_image_compare);
    }
    assert_int_equal(hr_page_space_of_table(table, &space, NULL), HR_OK);
    assert_int_equal(space.count, n);
    assert_memory_equal(space.states, states, n * sizeof *states);
    hr_space_clear(&space);
    free(states);
}

/// A way from each of the first twelve hardest states, each state of it one move nearer to the source.
static void check_ways(const hr_table *table, const table_image *image, bool ends_solved) {
    const hr_table_info *info = hr_table_describe(table);
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    json_t *ways = json_array();
    assert_int_equal(hr_page_add_ways(table, ways, NULL), HR_OK);
    assert_int_equal(json_array_size(ways), !ends_solved ? 0 : info->hardest_count < 12 ? info->hardest_count : 12);
    for (size_t w = 0; w < json_array_size(ways); w++) {
        const json_t *way = json_array_get(ways, w);
        hr_state before = 0;
        assert_int_equal(json_array_size(way), info->max_distance + 1);
        for (hr_depth i = 0; i <= info->max_distance; i++) {
            hr_index index = 0;
            hr_step step;
            hr_state state = made_state(puzzle, json_string_value(json_array_get(way, i)));
            hr_puzzle_index(puzzle, &state, 1, &index);
            assert_int_equal(image->distances[index], info->max_distance - i);
            assert_true(i == 0 ? state == info->hardest[w] : hr_puzzle_step(puzzle, &before, &state, &step, NULL) == HR_OK);
            before = state;
        }
    }
    json_decref(ways);
}

HR_TEST(test_states_and_ways_of_tables) {
    static const struct {
        table_image_plan plan;
        bool all;  ///< of openings, states that reach no solved one, too
        bool ways; ///< ways end at a solved state
    } CASES[] = {
        {{{.spec = "tile:3x2"}, "puzzle tile:3x2\nmetric unit\n", HR_TABLE_INDEX, 8, 65536}, false, true},
        {{{.spec = "tile:2x3"}, "puzzle tile:2x3\nmetric unit\n", HR_TABLE_KEYS, 8, 65536}, false, true},
        {{{.spec = "tile:4x2"}, "puzzle tile:4x2\nmetric unit\n", HR_TABLE_INDEX, 8, 65536}, false, true}, // several batches
        {{{.spec = "tile:4x2"}, "puzzle tile:4x2\nmetric unit\n", HR_TABLE_KEYS, 8, 65536}, false, true},
        {{{.spec = "tile:2x3", .from = "1 2 3 4 0 5"},
          "puzzle tile:2x3\nmetric unit\nfrom 1 2 3 4 0 5\n",
          HR_TABLE_INDEX,
          16,
          65536},
         false,
         false},
        {{{.spec = "klotski:3x3"}, "puzzle klotski:3x3\nmetric unit\n", HR_TABLE_INDEX, 8, 65536}, true, true},
        {{{.spec = "klotski:3x3"}, "puzzle klotski:3x3\nmetric unit\n", HR_TABLE_KEYS, 8, 65536}, false, true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        table_image image;
        hr_table *table = open_table(&CASES[i].plan, &image);
        check_space(table, &image, CASES[i].all);
        check_ways(table, &image, CASES[i].ways);
        hr_table_close(&table);
        table_image_free(&image);
    }
}

/// The exit of a board, and where its cells are, row · width + column.
static void check_exit(const hr_puzzle_options *options, const char *wanted) {
    hr_puzzle *puzzle = made_puzzle(options);
    json_t *cells = NULL;
    hr_state state = made_source(puzzle);
    assert_int_equal(hr_page_exit(puzzle, &state, &cells, NULL), HR_OK);
    char *text = json_dumps(cells, JSON_COMPACT);
    assert_string_equal(text, wanted);
    free(text);
    json_decref(cells);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_the_exit_has_the_cells_to_which_pieces_go) {
    check_exit(&(hr_puzzle_options){.spec = "klotski:4x5"}, "[13,14,17,18]");
    check_exit(&(hr_puzzle_options){.spec = "klotski:3x5", .exit = "0,2"}, "[6,7,9,10]");
    check_exit(&(hr_puzzle_options){.spec = "klotski:5x3", .exit = "3,0"}, "[3,4,8,9]");
    check_exit(&(hr_puzzle_options){.spec = "blocks:start: a.../....; goal: ..../...a"}, "[7]");
    check_exit(&(hr_puzzle_options){.spec = "blocks:start: #####/#a..#/#...#/#####; goal: ...../...../...a./....."}, "[13]");
    check_exit(&(hr_puzzle_options){.spec = "blocks:start: ####/##a./##../##..; goal: ..../..../..../...a"}, "[15]");
    check_exit(&(hr_puzzle_options){.spec = "blocks:start: ###/###/a../...; goal: .../.../.../..a"}, "[11]");
}

HR_TESTS_BETWEEN(make_one_file, remove_one_file)
