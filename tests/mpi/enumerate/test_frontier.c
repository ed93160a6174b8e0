// SPDX-License-Identifier: MIT
// The frontier engine against its slow twin: every figure of every layer, on any number of ranks.

#include "mpi_test.h"

#include <string.h>

#include "enumerate/frontier/frontier.h"
#include "frontier_base.h"
#include "slow/slow_search.h"

static void check_layers(const hr_enumeration *result, const hr_slow_search *slow) {
    for (size_t d = 0; d < result->layer_count; d++) {
        assert_int_equal(result->layers[d].states, slow->states[d]);
        assert_int_equal(result->layers[d].canonical, slow->canonical[d]);
        assert_int_equal(result->layers[d].fingerprint, slow->fingerprint[d]);
    }
}

/// Run engine and twin and compare everything.
static void check(const hr_puzzle_options *options, hr_depth max_depth) {
    hr_puzzle *puzzle = made_puzzle(options);
    hr_slow_search slow;
    hr_slow_search_run(puzzle, max_depth, &slow);
    const hr_enumerate_options run = {.max_depth = max_depth};
    hr_enumeration result;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    assert_int_equal(result.layer_count, slow.layer_count);
    check_layers(&result, &slow);
    if (hr_comm_rank(hr_test_world()) == 0) {
        const size_t expected = slow.last_count < HR_HARDEST_MAX ? slow.last_count : HR_HARDEST_MAX;
        assert_int_equal(result.hardest_listed, expected);
        assert_memory_equal(result.hardest, slow.last, expected * sizeof(hr_state));
    }
    if (hr_puzzle_describe(puzzle)->has_target) {
        size_t first = 0;
        while (first < slow.layer_count && slow.solved[first] == 0) {
            first++;
        }
        assert_int_equal(result.first_solved, first == slow.layer_count ? HR_DEPTH_UNREACHED : first);
        for (size_t d = 0; d < slow.layer_count; d++) {
            assert_int_equal(result.layers[d].solved, slow.solved[d]);
        }
    }
    hr_enumeration_clear(&result);
    hr_slow_search_clear(&slow);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_small_tile_boards_with_every_goal_cell) {
    static const char *const goals[] = {
        "0 1 2 3 4 5", "1 0 2 3 4 5", "1 2 0 3 4 5", "1 2 3 0 4 5", "1 2 3 4 0 5", "1 2 3 4 5 0",
    };
    for (size_t g = 0; g < sizeof goals / sizeof goals[0]; g++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_SLIDE; metric++) {
            for (int plain = 0; plain < 2; plain++) {
                check(
                    &(hr_puzzle_options){
                        .spec = "tile:3x2", .metric = (hr_metric)metric, .goal = goals[g], .no_symmetry = plain == 1},
                    HR_DEPTH_UNREACHED);
                check(
                    &(hr_puzzle_options){
                        .spec = "tile:2x3", .metric = (hr_metric)metric, .goal = goals[g], .no_symmetry = plain == 1},
                    HR_DEPTH_UNREACHED);
            }
        }
    }
}

HR_TEST(test_eight_puzzle_from_corner_centre_and_edge) {
    static const char *const goals[] = {NULL, "1 2 3 4 0 5 6 7 8", "1 0 2 3 4 5 6 7 8"};
    for (size_t g = 0; g < sizeof goals / sizeof goals[0]; g++) {
        for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_SLIDE; metric++) {
            check(&(hr_puzzle_options){.spec = "tile:3x3", .metric = (hr_metric)metric, .goal = goals[g]}, HR_DEPTH_UNREACHED);
        }
    }
}

HR_TEST(test_fifteen_puzzle_with_and_without_symmetry) {
    check(&(hr_puzzle_options){.spec = "tile:4x4"}, 17);
    check(&(hr_puzzle_options){.spec = "tile:4x4", .no_symmetry = true}, 16);
    check(&(hr_puzzle_options){.spec = "tile:4x4", .metric = HR_METRIC_SLIDE}, 10);
}

HR_TEST(test_from_a_state_finds_the_goal) {
    check(&(hr_puzzle_options){.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1"}, HR_DEPTH_UNREACHED);
    check(&(hr_puzzle_options){.spec = "tile:3x3", .from = "8 7 6 5 0 4 3 2 1", .goal = "1 2 3 4 0 5 6 7 8"}, HR_DEPTH_UNREACHED);
}

HR_TEST(test_klotski_openings_in_all_metrics) {
    for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        check(&(hr_puzzle_options){.spec = "klotski:4x5", .metric = (hr_metric)metric, .from = "横刀立马"}, HR_DEPTH_UNREACHED);
        check(&(hr_puzzle_options){.spec = "klotski:4x5", .metric = (hr_metric)metric, .from = "峰回路转"}, 25);
        check(&(hr_puzzle_options){.spec = "klotski:4x3", .metric = (hr_metric)metric}, HR_DEPTH_UNREACHED);
        check(&(hr_puzzle_options){.spec = "klotski:4x3", .metric = (hr_metric)metric, .exit = "0,1"}, HR_DEPTH_UNREACHED);
    }
}

/// A puzzle's whole run, with options; returns the status.
static hr_status enumerate(const hr_puzzle_options *options, const hr_enumerate_options *run, hr_enumeration *result,
                           hr_error *error) {
    hr_puzzle *puzzle = made_puzzle(options);
    const hr_status status = hr_frontier_enumerate(hr_test_world(), puzzle, run, result, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

HR_TEST(test_max_states_ends_with_a_whole_layer) {
    // 1 + 2 + 4 + 10 + 24 + 54 + 107 + 212 + 446 = 860, with 946 more: OEIS A089484
    static const hr_count limits[] = {859, 860, 861, 1000};
    static const size_t layers[] = {9, 9, 10, 10};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        hr_enumeration result;
        const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .max_states = limits[i]};
        assert_int_equal(enumerate(&(hr_puzzle_options){.spec = "tile:4x4"}, &run, &result, NULL), HR_OK);
        assert_int_equal(result.stop, HR_STOP_STATES);
        assert_int_equal(result.layer_count, layers[i]);
        assert_int_equal(result.states, layers[i] == 9 ? 860 : 1806);
        hr_enumeration_clear(&result);
    }
}

HR_TEST(test_little_memory_stops_with_exact_layers) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4"});
    hr_slow_search slow;
    hr_slow_search_run(puzzle, 18, &slow);
    hr_puzzle_destroy(&puzzle);
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    static const uint64_t megabytes[] = {1, 54, 64};
    size_t last = 0;
    for (size_t i = 0; i < sizeof megabytes / sizeof megabytes[0]; i++) {
        hr_enumeration result;
        hr_error error = {.text = ""};
        const hr_enumerate_options run = {.max_depth = 40, .memory_limit = (megabytes[i] << 20) * ranks, .room = &HR_TEST_ROOM};
        assert_int_equal(enumerate(&(hr_puzzle_options){.spec = "tile:4x4"}, &run, &result, &error), HR_STOPPED);
        assert_int_equal(result.stop, HR_STOP_MEMORY);
        assert_non_null(strstr(error.text, "memory"));
        if (megabytes[i] == 64) { // foreseen by all ranks, not met by one of them within the layer
            assert_non_null(strstr(error.text, "over all ranks"));
        }
        assert_string_equal(result.stop_text, error.text);
        assert_true(result.layer_count >= last);
        last = result.layer_count;
        if (result.layer_count > slow.layer_count) {
            result.layer_count = slow.layer_count;
        }
        check_layers(&result, &slow);
        hr_enumeration_clear(&result);
    }
    assert_true(last > 10);
    hr_slow_search_clear(&slow);
}

/// The greatest memory that the log of a run tells of. Needs a finished call of the engine for each run.
static void on_event(const hr_event *event, void *context) {
    uint64_t *most = context;
    if (event->kind == HR_EVENT_LAYER && event->memory > *most) {
        *most = event->memory;
    }
}

static hr_sink_memory demand(void *context, size_t more) {
    const uint64_t *bytes = context;
    return (hr_sink_memory){.needed = *bytes, .finish = *bytes};
}

/// Collective. Enumerate the 15-puzzle with so many bytes for all ranks of the node, of which a sink takes some on each rank.
/// Returns the greatest memory of all ranks' states.
static uint64_t memory_of_run(uint64_t memory_limit, uint64_t sink_bytes, size_t *layer_count) {
    uint64_t most = 0;
    hr_enumeration result;
    const hr_enumerate_options run = {.max_depth = 40,
                                      .memory_limit = memory_limit,
                                      .room = &HR_TEST_ROOM,
                                      .sink = {.memory = demand, .context = &sink_bytes},
                                      .event = on_event,
                                      .event_context = &most};
    assert_int_equal(enumerate(&(hr_puzzle_options){.spec = "tile:4x4"}, &run, &result, NULL), HR_STOPPED);
    *layer_count = result.layer_count;
    hr_enumeration_clear(&result);
    assert_int_equal(hr_comm_broadcast(hr_test_world(), &most, sizeof most, NULL), HR_OK); // events come to rank 0
    return most;
}

HR_TEST(test_ranks_share_what_their_node_may_use) {
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const uint64_t each = hr_test_frontier_base() + (UINT64_C(12) << 20); // 12 MiB for states
    size_t layers = 0;
    const uint64_t most = memory_of_run(each * ranks, 0, &layers);
    assert_in_range(most, ranks << 20, ranks * 12 << 20);
}

HR_TEST(test_memory_of_the_sink_is_not_the_engines) {
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const uint64_t each = hr_test_frontier_base() + (UINT64_C(32) << 20);
    size_t layers = 0;
    size_t fewer_layers = 0;
    const uint64_t most = memory_of_run(each * ranks, 0, &layers);
    const uint64_t less = memory_of_run(each * ranks, UINT64_C(24) << 20, &fewer_layers); // 8 MiB left for states
    assert_true(fewer_layers < layers);
    assert_in_range(most, ranks * 8 << 20, ranks * 32 << 20);
    assert_in_range(less, 1, ranks * 8 << 20);
    (void)memory_of_run(each * ranks, UINT64_C(33) << 20, &fewer_layers); // nothing left
    assert_int_equal(fewer_layers, 0);
}

/// The engine takes the caller's word for what the node has, until a layer may need more than a little.
HR_TEST(test_a_known_room_is_not_looked_for) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    const hr_memory_room room = {.node = {.bytes = 1 << 20, .source = "a small node"}, .process = {.bytes = UINT64_MAX}};
    const hr_enumerate_options run = {.max_depth = 40, .room = &room};
    assert_int_equal(enumerate(&(hr_puzzle_options){.spec = "tile:3x3"}, &run, &result, &error), HR_STOPPED);
    assert_int_equal(result.stop, HR_STOP_MEMORY);
    assert_non_null(strstr(error.text, "a small node"));
    hr_enumeration_clear(&result);
}

HR_TEST(test_source_set_without_room_is_refused_at_once) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    const hr_enumerate_options run = {
        .max_depth = 0, .memory_limit = (UINT64_C(64) << 20) * (uint64_t)hr_comm_size(hr_test_world()), .room = &HR_TEST_ROOM};
    assert_int_equal(enumerate(&(hr_puzzle_options){.spec = "klotski:5x6"}, &run, &result, &error), HR_STOPPED);
    assert_int_equal(result.layer_count, 0);
    assert_non_null(strstr(error.text, "layer 0 would need about"));
    assert_non_null(strstr(error.text, "more than the 64.0 MiB"));
    hr_enumeration_clear(&result);
}

HR_TEST(test_space_that_fits_is_not_refused) {
    // The first layer could have more successors than there is room for, but the board has no such number of states.
    hr_enumeration result;
    hr_error error = {.text = ""};
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED,
                                      .memory_limit = (UINT64_C(54) << 20) * (uint64_t)hr_comm_size(hr_test_world()),
                                      .room = &HR_TEST_ROOM};
    const hr_status status =
        enumerate(&(hr_puzzle_options){.spec = "klotski:4x4", .metric = HR_METRIC_MOVE}, &run, &result, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, HR_OK);
    assert_int_equal(result.stop, HR_STOP_NONE);
    hr_enumeration_clear(&result);
}

/// How often a live report was called for the first time in a layer.
typedef struct reports {
    size_t layers;
    hr_depth depth;
} reports;

static void on_progress(const hr_progress *progress, void *context) {
    reports *seen = context;
    if (progress->depth != seen->depth) { // the layer before has just been finished: nothing of this one is made
        assert_true(progress->layer_done == 0.0 || progress->layer_done == 1.0); // 1: this rank has no state to expand
        assert_int_equal(progress->depth, progress->enumeration->layer_count);
        seen->depth = progress->depth;
        seen->layers++;
    }
}

HR_TEST(test_progress_of_a_new_layer_begins_at_nothing) {
    reports seen = {.layers = 0};
    hr_enumeration result;
    const hr_enumerate_options run = {.max_depth = 12, .progress = on_progress, .progress_context = &seen};
    assert_int_equal(enumerate(&(hr_puzzle_options){.spec = "tile:3x3"}, &run, &result, NULL), HR_OK);
    assert_int_equal(seen.layers, hr_comm_rank(hr_test_world()) == 0 ? 13 : 0);
    hr_enumeration_clear(&result);
}

HR_TEST(test_layers_are_the_same_through_relays) {
    hr_test_through_relays(test_from_a_state_finds_the_goal, cmocka_state);
    hr_test_through_relays(test_klotski_openings_in_all_metrics, cmocka_state);
}
