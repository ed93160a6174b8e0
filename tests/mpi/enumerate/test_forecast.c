// SPDX-License-Identifier: MIT
// Ranks: 1 3
// What each engine says of a planned run, figure by figure, computed by hand from the board. Only the rate is measured, by
// one run (quick_rates.c): it is at least that of all the time that the forecast takes.
// Long tier: the plans of cli.plan hold the same figures.

#include "mpi_test.h"

#include "enumerate/bits/disk.h"
#include "enumerate/bits/memory.h"
#include "enumerate/bits/slide/slide.h"
#include "enumerate/bits/unit/unit.h"
#include "enumerate/frontier/frontier.h"

#define MIB ((uint64_t)1 << 20)

static const hr_planned_run WHOLE = {.ranks = 1, .node_ranks = 1, .max_depth = HR_DEPTH_UNREACHED};

/// Collective. The engine's forecast. Its rate comes from a search that has so much work.
static hr_forecast plan(const hr_engine *engine, const hr_puzzle_options *options, const hr_planned_run *run, double work) {
    hr_puzzle *puzzle = made_puzzle(options);
    hr_forecast forecast;
    hr_error error = {.text = ""};
    const double begin = hr_comm_seconds();
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); // no rank plans before all have looked at the clock
    HR_TEST_OK(engine->plan(engine, hr_test_world(), puzzle, run, &forecast, &error), error);
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK);
    const double taken = hr_comm_seconds() - begin;
    const hr_rates *rate = &forecast.rate;
    assert_true(rate->median * taken * hr_comm_size(hr_test_world()) >= work);
    assert_true(rate->low == rate->median && rate->median == rate->high && rate->runs == 3);
    hr_puzzle_destroy(&puzzle);
    return forecast;
}

/// 15!/2 states in 85 layers (golden/tile). A plane has 14!/2 states with 60 in a word of 8 bytes, and each of 14 · 13 · 12 · 11
/// parts is the share of a thousandth at most 25 times.
HR_TEST(test_what_planes_take) {
    const double plane = 43589145600.0 / 60 * 8;
    hr_planned_run run = WHOLE;
    run.ranks = 1000;
    run.node_ranks = 10;
    hr_bits_needs needs;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:5x3"});
    for (int distances = 0; distances < 2; distances++) {
        run.distances = distances != 0;
        // The board of 3×4 has 12!/2 states in 54 layers.
        const hr_forecast f = plan(&hr_engine_planes, &(hr_puzzle_options){.spec = "tile:5x3"}, &run, 239500800.0 * 54);
        assert_int_equal(hr_bits_foresee(&hr_unit_rule, puzzle, &run, &needs, NULL), HR_OK);
        assert_int_equal(f.states, 653837184000);
        assert_true(f.states_exact && f.layers_exact && f.overlapped);
        assert_false(f.memory_fixed);
        assert_int_equal(f.layers, 85);
        assert_int_equal(f.rank_memory, needs.rank_bytes);
        assert_int_equal(f.rank_base, 48 * MIB);
        assert_true(f.work == 653837184000.0 * 85);
        assert_true(f.busiest == 25.0 / 24024);
        assert_true(f.traffic == 85.0 / 2 * (2 * 4 * plane)); // four windows cross parts, each up and down
        assert_int_equal(f.checkpoint, (uint64_t)(15 * plane) * (distances ? 2 : 1));
        assert_in_range(f.table, distances ? (uint64_t)(15 * plane) : 0, distances ? (uint64_t)(15.01 * plane) : 0);
        assert_true(f.scratch == 0 && f.scratch_moved == 0 && f.scratch_rate.runs == 0);
        assert_string_equal(f.rate_from, "tile:3x4");
    }
    hr_puzzle_destroy(&puzzle);
}

/// On a node that has next to no memory all 14 planes of 2×7 lie on disks; two windows cross parts. Else what is left to a rank
/// beside its buffers takes planes, to less than two parts.
HR_TEST_IN_DIRECTORY(test_what_planes_on_disks_take) {
    const double plane = 13.0 * 479001600 / 2 / 60 * 8;
    hr_planned_run run = WHOLE;
    run.scratch = (hr_scratch_options){.paths = {hr_test_directory}, .count = 1};
    run.node_memory = 1;
    const hr_forecast f = plan(&hr_engine_planes, &(hr_puzzle_options){.spec = "tile:2x7"}, &run, 239500800.0);
    assert_int_equal(f.scratch, (uint64_t)(14 * plane));
    const double layer = f.scratch_moved / f.layers;
    assert_true(layer > 0.5 * (1.5 * 14 + 2) * plane && layer < 0.6 * (1.5 * 14 + 2) * plane);
    const hr_rates *disk = &f.scratch_rate;
    assert_true(disk->runs == 3 && disk->low > 1 && disk->low <= disk->median && disk->median <= disk->high && f.layers > 0);
    assert_true(f.memory_fixed); // more nodes do not lower what a rank needs for the parts that it works on
    assert_int_equal(f.checkpoint, 0);
    assert_int_equal(f.table, 0);
    assert_string_equal(f.rate_from, "tile:2x6");

    run.ranks = 4;
    run.node_ranks = 2;
    run.node_memory = 1024 * MIB;
    const hr_forecast some = plan(&hr_engine_planes, &(hr_puzzle_options){.spec = "tile:2x7"}, &run, 239500800.0);
    const double part = 14 * plane / (13 * 12);
    assert_true(some.rank_memory <= 512 * MIB && (double)some.rank_memory > 512.0 * (double)MIB - 2 * part);
    const double left = 480.0 * (double)MIB - (double)HR_BITS_BUFFERS * part * 16 / 14;
    const double resident = (14 * plane - (double)some.scratch) / 4;
    assert_true(resident < left && resident > 0.97 * left - 2 * part);
    assert_true(some.scratch_moved < f.scratch_moved);
    run.checkpoints = true; // for which planes in memory are written, too
    const hr_forecast kept = plan(&hr_engine_planes, &(hr_puzzle_options){.spec = "tile:2x7"}, &run, 239500800.0);
    assert_int_equal(kept.scratch, f.scratch);
    const double more = (kept.scratch_moved - some.scratch_moved) / kept.layers / (double)(kept.scratch - some.scratch);
    assert_true(more > 0.25 && more < 0.3);
    run.ranks = 64; // which would have more parts in memory
    const hr_forecast many = plan(&hr_engine_planes, &(hr_puzzle_options){.spec = "tile:2x7"}, &run, 239500800.0);
    assert_true(many.traffic == kept.traffic && many.busiest == 3.0 / 156);
}

/// The lines of 4 rows and 3 columns with two buffers, 12!/2 states in 34 layers (golden/tile), and for a table a byte and a bit a
/// state. A plane has 11!/2 states.
HR_TEST(test_what_lines_take) {
    const double plane = 19958400.0 / 60 * 8;
    const double states = 239500800.0;
    hr_planned_run run = WHOLE;
    run.ranks = 8;
    run.node_ranks = 8;
    for (int distances = 0; distances < 2; distances++) {
        run.distances = distances != 0;
        const hr_forecast f =
            plan(&hr_engine_lines, &(hr_puzzle_options){.spec = "tile:4x3", .metric = HR_METRIC_SLIDE}, &run, states * 34);
        assert_int_equal(f.states, 239500800);
        assert_true(f.states_exact && f.layers_exact && f.overlapped);
        assert_false(f.memory_fixed);
        assert_int_equal(f.layers, 34);
        assert_true(f.work == states * 34);
        assert_true(f.busiest == 14.0 / 110);                                           // parts
        const double memory = (10 * plane + (distances ? states + 12 * plane : 0)) / 8; // beside 48 MiB
        assert_in_range(f.rank_memory - 48 * MIB, (uint64_t)memory, (uint64_t)(1.05 * memory));
        assert_int_equal(f.checkpoint, (uint64_t)(7 * plane + (distances ? states : 0)));
        assert_in_range(f.table, distances ? (uint64_t)states : 0, distances ? (uint64_t)(1.001 * states) : 0);
        assert_true(f.traffic == 34.0 * 3 * 2 * plane + (distances ? states : 0)); // the table's bytes go to who writes them
        assert_true(f.rank_base == 48 * MIB && f.scratch == 0);
        assert_string_equal(f.rate_from, "tile:3x4");
    }
}

/// On several nodes the words that cross by two windows lie in memory, for two rounds of parts, of which a plane has 110.
HR_TEST(test_what_lines_take_on_several_nodes) {
    const hr_puzzle_options options = {.spec = "tile:4x3", .metric = HR_METRIC_SLIDE};
    const double part = 19958400.0 / 60 * 8 / 110;
    hr_planned_run run = WHOLE;
    run.ranks = 8;
    run.node_ranks = 8;
    const hr_forecast one = plan(&hr_engine_lines, &options, &run, 239500800.0 * 34);
    run.node_ranks = 4;
    const hr_forecast two = plan(&hr_engine_lines, &options, &run, 239500800.0 * 34);
    assert_in_range(two.rank_memory - one.rank_memory, (uint64_t)(2 * 2 * 2 * part), (uint64_t)(1.01 * 2 * 2 * 2 * part));
    assert_int_equal(one.rank_apart, (uint64_t)(2 * 2 * 2 * part));
    assert_true(two.rank_base == one.rank_base + one.rank_apart && two.rank_apart == 0);
    assert_true(two.traffic == one.traffic);
}

/// On two nodes the words that a rank reads for the other one lie in 4 MiB of memory. The windows that cross parts bring three
/// planes each in a layer, at most.
HR_TEST_IN_DIRECTORY(test_what_lines_on_disks_of_several_nodes_take) {
    const hr_puzzle_options options = {.spec = "tile:2x7", .metric = HR_METRIC_SLIDE};
    const double plane = 13.0 * 479001600 / 2 / 60 * 8;
    hr_planned_run run = WHOLE;
    run.scratch = (hr_scratch_options){.paths = {hr_test_directory}, .count = 1};
    run.node_memory = 1;
    run.ranks = 5;
    run.node_ranks = 5;
    const hr_forecast one = plan(&hr_engine_lines, &options, &run, 239500800.0);
    run.node_ranks = 2;
    const hr_forecast two = plan(&hr_engine_lines, &options, &run, 239500800.0);
    assert_int_equal(two.rank_memory, one.rank_memory + 4 * MIB);
    assert_true(one.busiest == 32.0 / 156 && two.busiest == one.busiest); // parts
    assert_true(two.memory_fixed && two.overlapped);
    assert_true(two.scratch == one.scratch && two.scratch_moved == one.scratch_moved);
    assert_true(two.layers > 0 && two.traffic == two.layers * 3.0 * 2 * plane);
}

/// Two nodes that share the disks read there what crosses parts, and send each other nothing. With 4 GiB a rank the rest lies in
/// memory. Of the lines of 2×7 the first row and both columns cross parts, with two buffers each, by two windows; of the planes
/// four.
HR_TEST_IN_DIRECTORY(test_what_disks_that_nodes_share_take) {
    const double plane = 13.0 * 479001600 / 2 / 60 * 8;
    const struct {
        const hr_engine *engine;
        hr_metric metric;
        double planes; ///< that cross parts
        double moved;  ///< planes that are moved in a layer, if nothing is skipped
    } ENGINES[] = {{&hr_engine_lines, HR_METRIC_SLIDE, 6, 3 + 3 + 2 * 2}, {&hr_engine_planes, HR_METRIC_UNIT, 4, 4 + 2 + 2}};
    for (int i = 0; i < 2; i++) {
        const hr_puzzle_options options = {.spec = "tile:2x7", .metric = ENGINES[i].metric};
        hr_planned_run run = WHOLE;
        run.scratch = (hr_scratch_options){.paths = {hr_test_directory}, .count = 1};
        run.node_memory = 8192 * MIB;
        run.ranks = 4;
        run.node_ranks = 2;
        const hr_forecast apart = plan(ENGINES[i].engine, &options, &run, 239500800.0);
        assert_true(apart.scratch == 0 && apart.scratch_moved == 0 && apart.traffic > 0);
        run.scratch_shared = true;
        const hr_forecast shared = plan(ENGINES[i].engine, &options, &run, 239500800.0);
        assert_int_equal(shared.scratch, (uint64_t)(ENGINES[i].planes * plane));
        const double share = shared.scratch_moved / shared.layers / (ENGINES[i].moved * plane);
        assert_true(share >= 0.5 && share < 0.6);
        assert_true(shared.traffic == 0);
        const double less = (double)(apart.rank_memory - shared.rank_memory);
        assert_true(less > ENGINES[i].planes * plane / 4 && less < 1.02 * ENGINES[i].planes * plane / 4);
    }
}

HR_TEST(test_what_lines_of_small_boards_take) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:5x2", .metric = HR_METRIC_SLIDE});
    hr_bits_needs needs;
    assert_int_equal(hr_bits_foresee(&hr_slide_rule, puzzle, &WHOLE, &needs, NULL), HR_OK);
    assert_in_range(needs.rank_bytes, 48 * MIB + UINT64_C(9) * 24192, 48 * MIB + UINT64_C(10) * 24192); // planes of 9!/2/60 words
    hr_puzzle_destroy(&puzzle);
    hr_planned_run run = WHOLE;
    const hr_puzzle_options options = {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE};
    const hr_puzzle_options turned = {.spec = "tile:4x2", .metric = HR_METRIC_SLIDE};
    assert_string_equal(plan(&hr_engine_lines, &options, &run, 239500800.0).rate_from, "tile:2x6");
    assert_string_equal(plan(&hr_engine_lines, &turned, &run, 239500800.0).rate_from, "tile:2x6");
    hr_forecast forecast;
    puzzle = made_puzzle(&options);
    run.max_depth = 5;
    assert_int_equal(hr_engine_lines.plan(&hr_engine_lines, hr_test_world(), puzzle, &run, &forecast, NULL), HR_USAGE);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_planes_are_planned_for_whole_spaces) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    hr_planned_run run = WHOLE;
    run.max_depth = 5;
    hr_forecast forecast;
    hr_error error = {.text = ""};
    assert_int_equal(hr_engine_planes.plan(&hr_engine_planes, hr_test_world(), puzzle, &run, &forecast, &error), HR_USAGE);
    assert_string_equal(error.text, "planes are planned for whole spaces: leave out --max-depth");
    hr_puzzle_destroy(&puzzle);
}

/// The layers of 3×3 (golden/tile): 23952, 20224 and 24047 states are the largest ones. A state has 24/9 successors in the mean.
HR_TEST(test_what_the_frontier_takes) {
    const hr_puzzle_options options = {.spec = "tile:3x3", .no_symmetry = true};
    const uint64_t slab = 2 << 20; // the states of a rank take one
    hr_planned_run run = WHOLE;
    run.ranks = 4;
    for (int distances = 0; distances < 2; distances++) {
        run.distances = distances != 0;
        const hr_forecast f = plan(&hr_engine_frontier, &options, &run, 181440);
        assert_int_equal(f.states, 181440);
        assert_true(f.states_exact);
        assert_false(f.memory_fixed || f.overlapped || f.layers_exact);
        assert_int_equal(f.layers, 0);
        assert_true(f.work == 181440 && f.busiest == 0.25);
        assert_true(f.traffic > 181440.0 * 8 * 2.5 && f.traffic < 181440.0 * 8 * 2.9);
        assert_int_equal(f.rank_base, hr_frontier_base_bytes(NULL, 4));
        assert_int_equal(f.rank_memory - f.rank_base, slab + (distances ? 181440 / 4 : 0));
        assert_int_equal(f.checkpoint, 24047 * 8 + (distances ? 181440 : 0)); // with marks one layer is kept
        assert_in_range(f.table, distances ? 181440 : 0, distances ? 181440 + 8192 : 0);
        assert_true(f.scratch == 0 && f.scratch_moved == 0);
        assert_string_equal(f.rate_from, "its own first layers");
    }
    run.distances = false;
    run.max_depth = 5; // 1, 2, 4, 8, 16 and 20 states
    const hr_forecast f = plan(&hr_engine_frontier, &options, &run, 51);
    assert_int_equal(f.states, 51);
    assert_int_equal(f.rank_memory - f.rank_base, slab);
}

/// Without an index a sink keeps the states themselves, and nobody knows the table's size before.
HR_TEST(test_what_the_frontier_takes_without_an_index) {
    const hr_puzzle_options options = {.spec = "blocks:ma"};
    hr_planned_run run = WHOLE;
    const hr_forecast without = plan(&hr_engine_frontier, &options, &run, 110804.0 / 4); // at most four images each
    run.distances = true;
    const hr_forecast with = plan(&hr_engine_frontier, &options, &run, 110804.0 / 4);
    assert_int_equal(without.states, 110804); // TLA+ Examples, SlidingPuzzles
    assert_int_equal(with.checkpoint - without.checkpoint, 110804 * 8);
    assert_int_equal(with.rank_memory, without.rank_memory);
    assert_int_equal(with.table, 0);
}
