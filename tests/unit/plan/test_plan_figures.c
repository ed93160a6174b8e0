// SPDX-License-Identifier: MIT
// What a plan makes of an engine's forecast: traffic, times and their range, nodes and disks, with figures that are easy to reckon.

#include "core/files/disk.h"
#include "made_puzzle.h"
#include "plan/plan.h"

/// What the engine forecasts.
static hr_forecast forecast;

/// What it was asked to forecast.
static hr_planned_run asked;

static hr_status foresee(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                         hr_forecast *planned, hr_error *error) {
    asked = *run;
    *planned = forecast;
    return HR_OK;
}

static hr_status accept(const hr_puzzle *puzzle, hr_error *error) { return (void)puzzle, (void)error, HR_OK; }

static const hr_engine ENGINE = {.name = "reckoned", .scratch = true, .check = accept, .plan = foresee};

/// A rank has half of the work, of which it does 100 in a second.
static int set_up(void **state) {
    forecast = (hr_forecast){.states = 1000,
                             .rank_memory = 5000,
                             .rank_base = 1000,
                             .traffic = 900000,
                             .between = 500000,
                             .work = 6000,
                             .busiest = 0.5,
                             .rate = {.median = 100, .low = 50, .high = 200, .runs = 3},
                             .scratch_rate = {.median = 100, .low = 50, .high = 400},
                             .overlapped = true};
    return 0;
}

static hr_plan plan(hr_plan_options options) {
    hr_plan made;
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    options.link_bytes = 10000;
    options.run.max_depth = HR_DEPTH_UNREACHED;
    HR_TEST_OK(hr_plan_run(NULL, puzzle, &ENGINE, &options, &made, &error), error);
    hr_puzzle_destroy(&puzzle);
    return made;
}

/// A plan for six ranks, four to a node, of nodes with so many bytes.
static hr_plan plan_two_nodes(uint64_t node_memory) {
    return plan((hr_plan_options){.run = {.ranks = 6, .node_ranks = 4}, .node_memory = node_memory});
}

static bool near(double a, double b) { return a > b * 0.999999 && a < b * 1.000001; }

/// The engine that the caller names is asked.
HR_TEST_BETWEEN(test_the_engine_is_asked_for_the_run, set_up, NULL) {
    const hr_plan made = plan((hr_plan_options){.run = {.ranks = 6, .node_ranks = 4, .distances = true}, .node_memory = 1000000});
    assert_string_equal(made.engine, "reckoned");
    assert_true(asked.ranks == 6 && asked.node_ranks == 4 && asked.distances && !asked.checkpoints);
    assert_int_equal(asked.node_memory, 1000000);
    assert_int_equal(asked.max_depth, HR_DEPTH_UNREACHED);
    (void)plan((hr_plan_options){.run = {.ranks = 3, .node_ranks = 4}});
    assert_true(asked.ranks == 3 && asked.node_ranks == 3 && !asked.distances && asked.node_memory == 0);
}

/// Of a rank's messages a third leave the node. Each of two nodes sends half of them, and half of what nodes send besides.
HR_TEST_BETWEEN(test_traffic_and_times, set_up, NULL) {
    hr_plan made = plan_two_nodes(1000000);
    assert_string_equal(made.engine, "reckoned");
    assert_true(near(made.traffic, 800000) && near(made.link_traffic, 400000) && near(made.link_seconds, 40));
    assert_true(near(made.compute_seconds, 30) && made.scratch_seconds == 0 && made.disk_rate == 0);
    assert_true(near(made.seconds, 40) && near(made.seconds_low, 40) && near(made.seconds_high, 60));
    forecast.overlapped = false; // it sends, and then goes on
    made = plan_two_nodes(1000000);
    assert_true(near(made.seconds, 70) && near(made.seconds_low, 55) && near(made.seconds_high, 100));
    made = plan((hr_plan_options){.run = {.ranks = 4, .node_ranks = 4}, .node_memory = 1000000}); // one node
    assert_true(near(made.traffic, 500000) && near(made.link_seconds, 50));
}

/// What more ranks do not lower is needed on each node.
HR_TEST_BETWEEN(test_nodes_that_have_the_memory, set_up, NULL) {
    static const struct {
        uint64_t bytes;
        int nodes;
    } NODES[] = {{20000, 0}, {19999, 2}, {14000, 3}, {10000, 5}, {4001, 24001}, {4000, -1}, {1, -1}};
    for (size_t i = 0; i < sizeof NODES / sizeof NODES[0]; i++) {
        const hr_plan made = plan_two_nodes(NODES[i].bytes);
        assert_int_equal(made.node_memory, 20000);
        assert_int_equal(made.node_limit.bytes, NODES[i].bytes);
        assert_string_equal(made.node_limit.source, "--memory");
        assert_int_equal(made.nodes, NODES[i].nodes);
    }
    forecast.rank_apart = 500; // of each of four ranks
    assert_int_equal(plan_two_nodes(14000).nodes, 4);
    assert_int_equal(plan_two_nodes(6000).nodes, -1);
    forecast.rank_apart = 0;
    forecast.rank_memory = UINT64_C(1) << 40;
    assert_int_equal(plan_two_nodes(4001).nodes, 1000000000); // no more are told
    forecast.memory_fixed = true;
    assert_int_equal(plan_two_nodes(14000).nodes, -1);
    forecast.memory_fixed = false;
    assert_int_equal(plan_two_nodes(UINT64_C(1) << 60).nodes, 0);
}

/// Disks that all nodes see move all bytes, while the engine works.
HR_TEST_BETWEEN(test_disks_of_all_nodes, set_up, NULL) {
    forecast.scratch = 9000;
    forecast.scratch_moved = 8000;
    hr_plan made = plan((hr_plan_options){
        .run = {.ranks = 6, .node_ranks = 4, .scratch = {.paths = {"/proc/none/directory"}, .count = 1}}, .node_memory = 1000000});
    assert_true(!made.scratch_apart && asked.scratch_shared);
    assert_int_equal(made.scratch_room, UINT64_MAX);
    assert_int_equal(made.scratch_node, 6000);
    assert_true(made.scratch_share == 1 && near(made.scratch_seconds, 80));
    assert_true(near(made.seconds, 80) && near(made.seconds_low, 40) && near(made.seconds_high, 160));
    forecast.scratch_moved = 100; // other things take longer
    made = plan((hr_plan_options){.run = {.ranks = 6, .node_ranks = 4, .scratch = {.paths = {"/proc/none/directory"}, .count = 1}},
                                  .node_memory = 1000000});
    assert_true(near(made.scratch_seconds, 1) && near(made.seconds, 40));
}

/// A node with room for more ranks than the run has only those of the run.
HR_TEST_BETWEEN(test_a_node_that_is_not_full, set_up, NULL) {
    forecast.scratch = 9000;
    const hr_plan made = plan((hr_plan_options){
        .run = {.ranks = 4, .node_ranks = 6, .scratch = {.paths = {"/proc/none/directory"}, .count = 1}}, .node_memory = 1000000});
    assert_int_equal(made.node_memory, 20000);
    assert_false(asked.scratch_shared); // there is one node
    assert_int_equal(made.scratch_node, 9000);
    assert_true(made.scratch_share == 1 && near(made.traffic, 500000) && near(made.link_traffic, 500000));
}

/// Each node's own disks move its share, and what crosses from node to node is waited for.
HR_TEST_BETWEEN(test_disks_of_each_node, set_up, NULL) {
    static const char PLACE[] = "/dev/shm";
    hr_disk disk;
    if (!hr_disk_look(PLACE, &disk) || disk.kind != HR_DISK_MEMORY) {
        skip();
    }
    forecast.scratch = 9000;
    forecast.scratch_moved = 9000;
    for (int ranks = 4; ranks <= 6; ranks += 2) {
        const hr_plan made = plan((hr_plan_options){
            .run = {.ranks = ranks, .node_ranks = 4, .scratch = {.paths = {PLACE}, .count = 1}}, .node_memory = 1000000});
        const bool apart = ranks > 4;
        assert_int_equal(made.scratch_apart, apart);
        assert_false(asked.scratch_shared);
        assert_int_equal(made.scratch_node, apart ? 6000 : 9000);
        assert_true(near(made.scratch_share, apart ? 4.0 / 6 : 1) && near(made.scratch_seconds, apart ? 60 : 90));
        assert_true(near(made.seconds, apart ? 70 : 90)); // 30 of computing and 40 of sending
        assert_true(made.scratch_room < UINT64_MAX);
    }
}
