// SPDX-License-Identifier: MIT
// Ranks: 2 3 4
// Families that all ranks of several nodes search together give the same result, byte for byte, as families that each go to one
// rank. This machine pretends to be several nodes, with one rank or two on each, so that some results come from both kinds.
// Long tier: mpi.openings_shared has families that all ranks of one node search.

#include "same_openings.h"

#include <stdio.h>
#include <stdlib.h>

#include "openings/foresight/traffic.h"
#include "openings/store.h"

static int ranks(void) { return hr_comm_size(hr_test_world()); }

/// From now on this machine is that many nodes: rank r is on node r modulo `nodes`.
static void pretend(int nodes) {
    char text[16];
    (void)snprintf(text, sizeof text, "%d", nodes);
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", text, 1), 0);
}

/// Collective. Search the openings of a board alone, and on each number of nodes from 2 to the number of ranks. Returns the number
/// of distances.
static size_t compare(const hr_puzzle_options *board, hr_openings_filter filter, bool all) {
    hr_openings_options options = {.filter = filter, .components = true, .keep_distances = all, .sharing = HR_SHARING_NONE};
    hr_puzzle *puzzle = made_puzzle(board);
    hr_error error = {.text = ""};
    hr_openings alone;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &alone, &error), HR_OK);
    const uint64_t expected = all ? hr_hash_distances(puzzle, &alone) : 0;
    options.sharing = HR_SHARING_WIDE;
    for (int nodes = 2; nodes <= ranks(); nodes++) {
        hr_openings wide;
        pretend(nodes);
        if (hr_openings_run(hr_test_world(), puzzle, &options, &wide, &error) != HR_OK) {
            fail_msg("%s on %d nodes: %s", board->spec, nodes, error.text);
        }
        assert_non_null(wide.wide_team);
        hr_assert_same_openings(&wide, &alone);
        if (all) {
            assert_int_equal(hr_hash_distances(puzzle, &wide), expected);
        }
        hr_openings_clear(&wide);
    }
    const size_t depths = alone.depth_count;
    hr_openings_clear(&alone);
    hr_puzzle_destroy(&puzzle);
    return depths;
}

HR_TEST(test_wide_families_give_the_same) {
    static const char *const BOARDS[] = {"klotski:3x3", "klotski:3x4", "klotski:4x3", "klotski:4x4"};
    for (size_t i = 0; i < hr_test_of_tier(3, sizeof BOARDS / sizeof BOARDS[0]); i++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            const hr_puzzle_options board = {.spec = BOARDS[i], .metric = (hr_metric)metric};
            assert_true(compare(&board, HR_OPENINGS_ALL, true) > 1);
        }
    }
}

/// The families with two horizontals and two verticals have 8 free cells, those with one of each 12: 4 and 64 words in a frame.
HR_TEST(test_wide_families_of_4x5_give_the_same) {
    for (int metric = (int)hr_test_of_tier(HR_METRIC_MOVE, HR_METRIC_UNIT); metric <= HR_METRIC_MOVE; metric++) {
        const hr_puzzle_options board = {.spec = "klotski:4x5", .metric = (hr_metric)metric};
        assert_true(compare(&board, (hr_openings_filter){2, 2, -1, -1}, false) > 1);
        assert_true(compare(&board, (hr_openings_filter){1, 1, -1, -1}, false) > 1);
    }
}

/// 4×6 with two horizontals, five verticals and four singles has a distance above 254, which takes a second byte.
HR_TEST(test_wide_family_with_long_distances_gives_the_same) {
    const hr_puzzle_options board = {.spec = "klotski:4x6"};
    assert_true(compare(&board, (hr_openings_filter){2, 5, 4, -1}, false) > 255);
}

/// Collective. Search the openings of 4×5 that pass the filter on a node for each rank. Returns the foreseen traffic, divided by
/// what was sent.
static double foresee(hr_metric metric, hr_openings_filter filter) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x5", .metric = metric});
    const hr_openings_options options = {.filter = filter, .sharing = HR_SHARING_WIDE};
    hr_openings planned = {.depth_count = 0};
    hr_openings_run_state run = {.ranks = ranks(), .node_ranks = 1, .puzzle = puzzle, .options = &options, .result = &planned};
    assert_int_equal(hr_openings_prepare(&run, NULL), HR_OK);
    const double foreseen = hr_openings_sent(&run);
    hr_openings_plan_clear(&run);
    hr_openings_clear(&planned);
    hr_openings wide;
    pretend(ranks());
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &wide, NULL), HR_OK);
    const double sent = (double)wide.bytes_sent;
    hr_openings_clear(&wide);
    hr_puzzle_destroy(&puzzle);
    return foreseen / sent;
}

/// The families of 4×5 with four pieces or five besides the singles are most of its openings, and 4 or 16 words to a frame.
HR_TEST(test_what_nodes_send_is_foreseen_within_a_quarter) {
    for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        for (int verticals = (int)hr_test_of_tier(2, 1); verticals <= 2; verticals++) {
            const double ratio = foresee((hr_metric)metric, (hr_openings_filter){2, verticals, -1, -1});
            if (!(ratio > 0.8 && ratio < 1.25)) {
                fail_msg("metric %d, %d verticals: %g times what was sent", metric, verticals, ratio);
            }
        }
    }
}

/// The openings of 4×6 with seven dominoes. The largest of the eight families is a quarter of the work and takes 26 MiB.
static const hr_openings_filter SEVEN = {.horizontals = -1, .verticals = -1, .singles = -1, .dominoes = 7};

/// Bytes that the search of the largest family takes.
static uint64_t largest(const hr_puzzle *puzzle) {
    const hr_openings_options options = {.filter = SEVEN};
    hr_openings planned = {.depth_count = 0};
    hr_openings_run_state run = {.ranks = 1, .node_ranks = 1, .puzzle = puzzle, .options = &options, .result = &planned};
    assert_int_equal(hr_openings_prepare(&run, NULL), HR_OK);
    const uint64_t bytes = hr_openings_largest(&run);
    hr_openings_plan_clear(&run);
    hr_openings_clear(&planned);
    return bytes;
}

/// Collective. Search with so much memory on each node. Returns whether nodes have searched a family together.
static bool is_wide(const hr_puzzle *puzzle, uint64_t memory) {
    const hr_openings_options options = {.filter = SEVEN, .memory_limit = memory};
    hr_openings openings;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    const bool wide = openings.bytes_sent > 0;
    hr_openings_clear(&openings);
    return wide;
}

/// One of two nodes has the memory for the largest family if it has 48 MiB more for each of its ranks, for what they take besides.
/// Two searches take more than half of this program's time, so the short tier leaves them out: unit.openings_nodes has the rule.
HR_TEST(test_a_family_that_leaves_no_memory_for_the_ranks_goes_to_all_nodes) {
    if (hr_test_of_tier(0, 2) == 0) {
        return;
    }
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x6"});
    const uint64_t node_ranks = ((uint64_t)ranks() + 1) / 2;
    const uint64_t enough = largest(puzzle) + node_ranks * (UINT64_C(48) << 20);
    pretend(2);
    assert_false(is_wide(puzzle, enough));
    assert_true(is_wide(puzzle, enough - 1));
    hr_puzzle_destroy(&puzzle);
}

/// Stops a run after so many looks of the last rank.
static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0 && hr_comm_rank(hr_test_world()) == ranks() - 1; }

/// Collective. Run until nothing stops the run any more. Returns how often it was stopped.
static int go_on(const hr_puzzle *puzzle, const hr_openings_options *options, hr_openings *whole) {
    hr_error error = {.text = ""};
    hr_status status = HR_STOPPED;
    int stops = 0;
    for (long looks = 2; status == HR_STOPPED; looks += 2 + looks / 2) {
        looks_left = looks;
        status = hr_openings_run(hr_test_world(), puzzle, options, whole, &error);
        if (status == HR_STOPPED) {
            assert_int_equal(whole->stop, HR_STOP_SIGNAL);
            assert_true(whole->families_done <= whole->family_count);
            assert_int_equal(whole->unkept, 0);
            hr_openings_clear(whole);
            stops++;
        }
    }
    assert_int_equal(status, HR_OK);
    return stops;
}

/// One rank stops all, while they search a family together, and finished families are not searched again. Those whose distances are
/// kept in a checkpoint, too, are searched on one node.
HR_TEST(test_a_run_that_one_rank_stops_goes_on) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x4"});
    hr_openings alone;
    hr_openings_options options = {.filter = HR_OPENINGS_ALL, .components = true, .keep_distances = true};
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &alone, NULL), HR_OK);
    const uint64_t expected = hr_hash_distances(puzzle, &alone);
    options.sharing = HR_SHARING_WIDE;
    options.stop_wanted = stop_wanted;
    pretend(2);
    for (int distances = 0; distances <= 1; distances++) {
        char directory[64];
        hr_openings whole;
        hr_test_make_directory(directory);
        options.keep_distances = distances != 0;
        options.checkpoint = (hr_checkpoint_options){.directory = directory, .every = 1e9, .resume = true};
        assert_true(go_on(puzzle, &options, &whole) > 1);
        hr_assert_same_openings(&whole, &alone);
        if (options.keep_distances) {
            assert_int_equal(hr_hash_distances(puzzle, &whole), expected);
        }
        hr_openings_clear(&whole);
        hr_test_remove_directory(directory);
    }
    hr_openings_clear(&alone);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_wide_families_give_the_same_through_relays) { hr_test_through_relays(test_wide_families_give_the_same, cmocka_state); }
