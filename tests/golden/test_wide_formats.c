// SPDX-License-Identifier: MIT
// The checkpoint and the table of puzzles whose states need more than 64 bits, byte by byte.
// Ranks: 1

#include "files/golden_checkpoints.h"
#include "files/opened_table.h"

#include "enumerate/frontier/frontier.h"
#include "huarong/table.h"
#include "made_puzzle.h"

static hr_status search(hr_puzzle *puzzle, hr_enumerate_options *options, hr_enumeration *result, hr_error *error) {
    return hr_frontier_enumerate(hr_test_world(), puzzle, options, result, error);
}

/// Singles that the goal tells apart: 106 bits.
static const golden_run RUN = {
    "wide.checkpoint",
    {.spec = "blocks:singles", .text = "start: abcdefgh/ijklmnop/qrst..../......../........; goal: tsrqponm/lkjihgfe/dcba"},
    2,
    search,
    false,
};

HR_TEST(test_a_run_writes_and_reads_the_golden_checkpoint) { golden_check_read(&RUN); }

HR_TEST(test_a_run_refuses_other_versions) { golden_check_versions(&RUN); }

/// Twenty pieces in a row, which pass the gap on: 66 bits, 21 states.
HR_TEST(test_a_table_has_the_golden_bytes_and_is_read) {
    static golden_file written;
    char directory[64];
    char path[80];
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/table", directory);
    const hr_puzzle_options spec = {.spec = "blocks:row", .text = "start: abcdefghijklmnopqrst.; goal: .abcdefghijklmnopqrst"};
    hr_puzzle *puzzle = made_puzzle(&spec);
    hr_table_order order = {.path = path};
    hr_enumeration result = {.layers = NULL};
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(
        hr_engine_frontier.run(&hr_engine_frontier, &(hr_run_task){hr_test_world(), puzzle, &options, &result}, &order, NULL),
        HR_OK);
    golden_read(path, &written);
    golden_expect(&written, "wide.table");
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
    (void)snprintf(path, sizeof path, "%s/formats/wide.table", HR_GOLDEN_DIR);
    hr_state from[2];
    hr_depth distance = 0;
    hr_table *table = opened_table(path);
    assert_int_equal(hr_table_describe(table)->version, 2);
    assert_int_equal(hr_table_check(table, 0, UINT64_MAX, NULL), HR_OK);
    assert_int_equal(hr_puzzle_parse(hr_table_puzzle(table), "abcdefghijklm.nopqrst", from, NULL), HR_OK);
    assert_int_equal(hr_table_distance(table, from, 1, &distance, NULL), HR_OK);
    assert_int_equal(distance, 7);
    hr_table_close(&table);
}
