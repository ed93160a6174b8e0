// SPDX-License-Identifier: MIT
// The output of `huarong plan`: each figure in its place, and scratch directories with and without a system that tells the room
// there.

#include <jansson.h>

#include "cli/output/plan.h"
#include "made_puzzle.h"
#include "printed.h"

static printed print_plan(const hr_plan *plan, const hr_planned_run *run, hr_output_format format) {
    const hr_puzzle_options options = {.spec = "tile:3x3"};
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_planned planned = {.puzzle = puzzle, .run = run, .plan = plan, .format = format};
    printed out = print_to_memory();
    assert_int_equal(hr_plan_print(&planned, out.stream, NULL), HR_OK);
    hr_puzzle_destroy(&puzzle);
    return out;
}

/// Returns what is printed of a plan; the caller frees the text.
static char *text_of(const hr_plan *plan, const hr_planned_run *run, hr_output_format format) {
    printed out = print_plan(plan, run, format);
    return end_of_printing(&out);
}

/// Returns what is printed of a plan that puts 1,000 bytes on disks with this room, or 500 on each of two nodes' own disks; the
/// caller frees the text.
static char *print(hr_output_format format, uint64_t room, bool apart) {
    const hr_planned_run run = {.ranks = apart ? 2 : 1, .node_ranks = 1, .scratch = {.count = 1}};
    const hr_plan plan = {.engine = "planes",
                          .forecast = {.scratch = 1000, .scratch_rate = {.runs = 1, .median = 1}, .rate_from = "tile:3x3"},
                          .node_limit = {.bytes = UINT64_MAX},
                          .scratch_apart = apart,
                          .scratch_node = apart ? 500 : 1000,
                          .scratch_room = room};
    return text_of(&plan, &run, format);
}

static void expect_of(hr_output_format format, uint64_t room, bool apart, const char *part) {
    char *text = print(format, room, apart);
    if (strstr(text, part) == NULL) {
        fail_msg("no '%s' in: %s", part, text);
    }
    free(text);
}

static void expect(hr_output_format format, uint64_t room, const char *part) { expect_of(format, room, false, part); }

HR_TEST(test_each_node_has_room_for_its_own_states) {
    expect_of(HR_FORMAT_TEXT, 500, true, " on disk, 500 bytes from each node, ");
    expect_of(HR_FORMAT_TEXT, 500, true, " on each node, measured\nRoom        500 bytes free there: enough\n");
    expect_of(HR_FORMAT_TEXT, 499, true, "\nRoom        499 bytes free there: too little\n");
}

HR_TEST(test_room_is_enough_too_little_or_unknown) {
    expect(HR_FORMAT_TEXT, 1000, "\nRoom        1000 bytes free there: enough\n");
    expect(HR_FORMAT_TEXT, 999, "\nRoom        999 bytes free there: too little\n");
    expect(HR_FORMAT_TEXT, UINT64_MAX, "\nRoom        unknown: ");
    expect(HR_FORMAT_JSON, 999, "\"scratch_room\":999,");
    expect(HR_FORMAT_JSON, UINT64_MAX, "\"scratch_room\":null,");
}

static void expect_whole(const hr_plan *plan, hr_planned_run run, const char *expected) {
    printed out = print_plan(plan, &run, HR_FORMAT_TEXT);
    expect_printed(&out, expected);
}

static const hr_plan PLAN = {.engine = "planes",
                             .forecast = {.states = 1234,
                                          .layers = 32,
                                          .rank_memory = 1 << 20,
                                          .scratch = 3 << 20,
                                          .scratch_moved = 5 << 20,
                                          .scratch_rate = {.runs = 1, .median = 7 << 20},
                                          .table = 11 << 20,
                                          .checkpoint = 13 << 20,
                                          .rate = {.median = 2000, .low = 1000, .high = 3000, .runs = 5},
                                          .rate_from = "tile:3x4",
                                          .overlapped = true},
                             .node_memory = 4 << 20,
                             .node_limit = {.bytes = 17 << 20, .source = "--memory"},
                             .nodes = 1500,
                             .traffic = 19 << 20,
                             .link_traffic = 23 << 20,
                             .compute_seconds = 30,
                             .link_seconds = 20,
                             .scratch_seconds = 10,
                             .scratch_node = 2 << 20,
                             .scratch_room = 1 << 20,
                             .disk_rate = 1 << 20,
                             .seconds = 31,
                             .seconds_low = 21,
                             .seconds_high = 41};

HR_TEST(test_text_has_each_figure_in_its_place) {
    hr_plan plan = PLAN;
    plan.disk_bytes = 50 << 20;
    plan.disk_room = 51 << 20;
    expect_whole(&plan, (hr_planned_run){.ranks = 9, .node_ranks = 4, .scratch = {.count = 1}},
                 "Puzzle      tile:3x3, metric unit\n"
                 "Engine      planes on 9 ranks, 3 nodes\n"
                 "States      about 1,234 or fewer\n"
                 "Memory      1.00 MiB a rank, 4.00 MiB a node of 4 ranks\n"
                 "Node        17.0 MiB may be used (--memory): too little, about 1,500 such nodes would do\n"
                 "Layers      about 32\n"
                 "Scratch     3.00 MiB on disk, 2.00 MiB from each node, about 5.00 MiB read and written in 10.0 s at 7.00 MiB/s, "
                 "measured\n"
                 "Room        1.00 MiB free there: too little\n"
                 "Table       11.0 MiB, 11.0 s to write at 1.00 MiB/s, measured\n"
                 "Checkpoint  about 13.0 MiB, 13.0 s to write at 1.00 MiB/s, measured\n"
                 "Room        51.0 MiB free there: enough\n"
                 "Traffic     at most 19.0 MiB between nodes, 23.0 MiB from each\n"
                 "Time        31.0 s, between 21.0 s and 41.0 s: computing 30.0 s, sending 20.0 s meanwhile\n"
                 "Rate        2.00 thousand states x layers a second and rank, between 1.00 thousand and 3.00 thousand in 5 short "
                 "runs, measured on tile:3x4\n");
    plan.forecast.states_exact = true;
    plan.forecast.layers = 0;
    plan.forecast.scratch_rate.runs = 0; // a full disk
    plan.disk_rate = 0;
    plan.disk_room = 0;
    plan.forecast.table = 0;
    plan.forecast.between = 1;
    plan.forecast.overlapped = false;
    plan.node_memory = 1 << 20;
    plan.nodes = 0;
    expect_whole(&plan, (hr_planned_run){.ranks = 1, .node_ranks = 1, .scratch = {.count = 1}},
                 "Puzzle      tile:3x3, metric unit\n"
                 "Engine      planes on 1 rank\n"
                 "States      1,234\n"
                 "Memory      1.00 MiB a rank, 1.00 MiB a node of 1 rank\n"
                 "Node        17.0 MiB may be used (--memory): enough\n"
                 "Scratch     3.00 MiB on disk, about 5.00 MiB read and written\n"
                 "Room        1.00 MiB free there: too little\n"
                 "Checkpoint  about 13.0 MiB\n"
                 "Room        0 bytes free there: too little\n"
                 "Traffic     about 19.0 MiB between nodes, 23.0 MiB from each\n"
                 "Time        31.0 s, between 21.0 s and 41.0 s: computing 30.0 s, sending 20.0 s\n"
                 "Rate        2.00 thousand states a second and rank, between 1.00 thousand and 3.00 thousand in 5 short runs, "
                 "measured on tile:3x4\n");
}

/// What is printed as JSON, but for the version, is `expected`.
static void expect_json(const hr_plan *plan, hr_planned_run run, const char *expected) {
    printed out = print_plan(plan, &run, HR_FORMAT_JSON);
    expect_json_printed(&out, expected);
}

HR_TEST(test_json_has_each_figure_in_its_place) {
    hr_plan plan = PLAN;
    plan.forecast.work = 51;
    plan.forecast.busiest = 1.25;
    plan.forecast.rate.share = 0.75;
    expect_json(
        &plan, (hr_planned_run){.ranks = 9, .node_ranks = 4},
        "{\"program\":\"huarong\",\"puzzle\":\"tile:3x3\",\"metric\":\"unit\",\"engine\":\"planes\",\"oversubscribed\":false,"
        "\"ranks\":9,\"states\":1234,\"states_exact\":false,\"rank_memory\":1048576,\"node_memory\":4194304,"
        "\"node_limit\":17825792,\"node_limit_source\":\"--memory\",\"nodes_needed\":1500,\"table\":11534336,"
        "\"layers\":32.0,\"layers_exact\":false,\"traffic\":1.99229e7,\"link_traffic\":2.41172e7,\"rate\":2000.0,"
        "\"calibration\":\"tile:3x4\",\"busiest\":1.25,\"compute_seconds\":30.0,\"link_seconds\":20.0,\"seconds\":31.0,"
        "\"scratch\":3145728,\"scratch_moved\":5.24288e6,\"scratch_rate\":7.34003e6,\"scratch_seconds\":10.0,"
        "\"scratch_node\":2097152,\"scratch_apart\":false,\"scratch_room\":1048576,\"nodes\":3,\"checkpoint\":13631488,"
        "\"disk_rate\":1.04858e6,\"table_seconds\":11.0,\"checkpoint_seconds\":13.0,\"work\":51.0,\"rate_low\":1000.0,"
        "\"rate_high\":3000.0,\"rate_runs\":5,\"processor_share\":0.75,\"seconds_low\":21.0,\"seconds_high\":41.0}");
    plan.forecast.states_exact = plan.forecast.layers_exact = true;
    plan.node_limit = (hr_memory_bound){.bytes = UINT64_MAX, .source = "nothing"};
    plan.nodes = -1;
    plan.disk_rate = 0;
    char *text = text_of(&plan, &(hr_planned_run){.ranks = 8, .node_ranks = 4}, HR_FORMAT_JSON);
    static const char *const PARTS[] = {"\"states_exact\":true", "\"layers_exact\":true",      "\"node_limit\":null",
                                        "\"nodes_needed\":null", "\"node_limit_source\":null", "\"nodes\":2,",
                                        "\"table_seconds\":0.0", "\"checkpoint_seconds\":0.0"};
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        assert_non_null(strstr(text, PARTS[i]));
    }
    free(text);
}

/// A node's memory is judged with `nodes` nodes needed, and this is said.
static void expect_node(hr_plan plan, int nodes, uint64_t node_memory, const char *expected) {
    plan.nodes = nodes;
    plan.node_memory = node_memory;
    char *text = text_of(&plan, &(hr_planned_run){.ranks = 9, .node_ranks = 4}, HR_FORMAT_TEXT);
    const char *line = strstr(text, "\nNode ");
    const char *next = strstr(text, "\nLayers ");
    assert_non_null(next);
    if (expected == NULL) {
        assert_null(line);
    } else {
        assert_non_null(line);
        assert_int_equal(next - line, strlen(expected));
        assert_memory_equal(line, expected, strlen(expected));
    }
    free(text);
}

HR_TEST(test_nodes_with_too_little_memory) {
    static const char USED[] = "\nNode        17.0 MiB may be used (--memory): ";
    char text[200];
    hr_plan plan = PLAN;
    (void)snprintf(text, sizeof text, "%stoo little on any number of such nodes, plan fewer ranks a node", USED);
    expect_node(plan, -1, 4 << 20, text);
    (void)snprintf(text, sizeof text, "%stoo little on any number of such nodes", USED);
    expect_node(plan, -1, 1 << 20, text);
    plan.forecast.memory_fixed = true; // more nodes do not help
    (void)snprintf(text, sizeof text, "%stoo little, plan fewer ranks a node", USED);
    expect_node(plan, -1, 4 << 20, text);
    (void)snprintf(text, sizeof text, "%stoo little even for one rank", USED);
    expect_node(plan, -1, 1 << 20, text);
    plan.node_limit.bytes = UINT64_MAX;
    expect_node(plan, 0, 4 << 20, NULL);
}
