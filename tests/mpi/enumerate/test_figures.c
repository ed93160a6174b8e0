// SPDX-License-Identifier: MIT
// What engines report of a layer besides its counts, for logs and plans: the busiest rank, bytes sent, memory and seconds. Each is
// compared with what the test itself finds out, on any number of ranks.

#include <string.h>

#include "core/hash/state.h"
#include "enumerate/bits/memory.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/states/state_bins.h"
#include "mpi_test.h"
#include "same_bits.h"

enum { LAYERS_MAX = 64, SUCCESSORS_MAX = 64 };

/// What a run's log is told, and what its sink sees.
typedef struct record {
    const hr_puzzle *puzzle;
    uint64_t own[LAYERS_MAX];      ///< this rank's canonical states
    uint64_t sent[LAYERS_MAX + 1]; ///< bytes of the layer's candidates that this rank has for others
    hr_event events[LAYERS_MAX];   ///< on rank 0: of finished layers
    size_t event_count;
} record;

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

static uint64_t bytes_for_others(const hr_state *states, size_t n) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < n; i++) {
        bytes += hr_hash_owner(hr_hash_state(states[i]), (uint32_t)ranks()) == (uint32_t)rank() ? 0 : sizeof(hr_state);
    }
    return bytes;
}

static hr_status on_states(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    record *r = context;
    assert_true(depth < LAYERS_MAX);
    r->own[depth] += n;
    for (size_t i = 0; i < n; i++) {
        hr_state successors[SUCCESSORS_MAX];
        const size_t found = hr_puzzle_expand(r->puzzle, &states[i], 1, successors, NULL);
        hr_puzzle_canonicalise(r->puzzle, successors, found);
        r->sent[depth + 1] += bytes_for_others(successors, found);
    }
    return HR_OK;
}

static void on_event(const hr_event *event, void *context) {
    record *r = context;
    if (event->kind == HR_EVENT_LAYER) {
        assert_int_equal(event->enumeration->layer_count, r->event_count + 1);
        r->events[r->event_count++] = *event;
    }
}

static hr_puzzle *make(const hr_puzzle_options *options) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_puzzle_create(options, &puzzle, &error), error);
    assert_true(hr_puzzle_describe(puzzle)->max_successors <= SUCCESSORS_MAX);
    return puzzle;
}

/// On rank 0: time passes, and no layer takes longer than all together.
static void check_seconds(const record *r, const hr_enumeration *result) {
    double sum = 0;
    for (size_t d = 0; d < r->event_count; d++) {
        assert_true(r->events[d].duration == result->layers[d].seconds && r->events[d].duration >= 0);
        assert_true(r->events[d].seconds >= (d == 0 ? 0 : r->events[d - 1].seconds));
        sum += r->events[d].duration;
        assert_true(sum <= r->events[d].seconds);
    }
    assert_true(result->seconds >= r->events[r->event_count - 1].seconds);
}

static void run_frontier(const hr_puzzle_options *options, record *r, hr_enumeration *result) {
    hr_puzzle *puzzle = make(options);
    memset(r, 0, sizeof *r);
    r->puzzle = puzzle;
    const hr_enumerate_options run = {
        .max_depth = HR_DEPTH_UNREACHED, .event = on_event, .event_context = r, .sink = {.on_states = on_states, .context = r}};
    hr_error error = {.text = ""};
    const uint64_t before = hr_test_peak_memory();
    HR_TEST_OK(hr_frontier_enumerate(hr_test_world(), puzzle, &run, result, &error), error);
    assert_in_range(result->peak_memory, before, hr_test_peak_memory());
    assert_int_equal(r->event_count, rank() == 0 ? result->layer_count : 0);
    hr_puzzle_destroy(&puzzle);
}

static void check_frontier(const hr_puzzle_options *options) {
    static record r;
    hr_enumeration result;
    run_frontier(options, &r, &result);
    uint64_t most[LAYERS_MAX];
    memcpy(most, r.own, sizeof most);
    assert_int_equal(hr_comm_max(hr_test_world(), most, LAYERS_MAX, NULL), HR_OK);
    for (size_t d = 0; d < r.event_count; d++) {
        assert_int_equal(r.events[d].busiest, most[d]);
        const uint64_t kept =
            result.layers[d].canonical + (d > 0 && options->metric != HR_METRIC_UNIT ? result.layers[d - 1].canonical : 0);
        assert_true(r.events[d].memory >= kept * sizeof(hr_state));
    }
    if (rank() == 0) {
        check_seconds(&r, &result);
        assert_true(r.events[0].memory < HR_POOL_SLAB_BYTES / 2); // what states take, not what is held for more of them
    }
    hr_enumeration_clear(&result);
}

HR_TEST(test_frontier_tells_the_busiest_rank_memory_and_time) {
    check_frontier(&(hr_puzzle_options){.spec = "tile:3x3"});
    check_frontier(&(hr_puzzle_options){.spec = "tile:3x3", .metric = HR_METRIC_SLIDE});
    check_frontier(&(hr_puzzle_options){.spec = "klotski:4x4", .metric = HR_METRIC_SLIDE});
}

HR_TEST(test_frontier_sends_each_successor_of_another_rank_once) {
    static record r;
    hr_enumeration result;
    run_frontier(&(hr_puzzle_options){.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, &r, &result);
    assert_int_equal(hr_comm_sum(hr_test_world(), r.sent, LAYERS_MAX + 1, NULL), HR_OK);
    uint64_t sum = 0;
    for (size_t d = 1; d < result.layer_count; d++) {
        assert_int_equal(result.layers[d].bytes_sent, r.sent[d]);
        sum += r.sent[d];
    }
    assert_true(ranks() == 1 ? sum == 0 : sum > 0);
    hr_enumeration_clear(&result);
}

/// A run of the plane engine with its log; returns the bytes that it sent.
static uint64_t run_planes(const hr_puzzle *puzzle, const hr_bits_tuning *tuning, record *r, hr_enumeration *result) {
    memset(r, 0, sizeof *r);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .event = on_event, .event_context = r};
    const uint64_t before = hr_test_peak_memory();
    search_bits(puzzle, &run, tuning, result);
    assert_in_range(result->peak_memory, before, hr_test_peak_memory());
    uint64_t sent = 0;
    for (size_t d = 0; d < result->layer_count; d++) {
        sent += result->layers[d].bytes_sent;
    }
    return sent;
}

/// On rank 0: what the log was told of a board of 10 cells, whose planes have 9!/2/60 = 3024 words each.
static void check_planes_events(const record *r, const hr_enumeration *result, bool distances) {
    assert_int_equal(r->event_count, result->layer_count);
    uint64_t sum = 0;
    for (size_t d = 0; d < r->event_count; d++) {
        const uint64_t canonical = result->layers[d].canonical;
        assert_int_equal(r->events[d].memory, 10 * 3024 * 8 * (distances ? 2 : 1));
        assert_true((r->events[d].busiest + 1) * (uint64_t)ranks() > canonical && r->events[d].busiest <= canonical);
        assert_true(ranks() > 1 || r->events[d].busiest == canonical);
        sum += r->events[d].busiest;
    }
    assert_true(ranks() == 1 || distances || sum < result->canonical); // with distances the board can be one rank's alone
    check_seconds(r, result);
}

HR_TEST(test_planes_tell_the_busiest_rank_memory_and_time) {
    static record r;
    hr_puzzle *puzzle = make(&(hr_puzzle_options){.spec = "tile:2x5"});
    for (int variant = 0; variant < 4; variant++) {
        const hr_bits_tuning tuning = {.copy = variant % 2 == 1, .distances = variant / 2 == 1};
        hr_enumeration result;
        (void)run_planes(puzzle, &tuning, &r, &result);
        if (rank() == 0) {
            check_planes_events(&r, &result, tuning.distances);
        }
        hr_enumeration_clear(&result);
    }
    hr_puzzle_destroy(&puzzle);
}

/// Of a goal with its blank in the middle the board's eight symmetries are one state for a log.
HR_TEST(test_planes_tell_states_up_to_symmetry) {
    static record r;
    hr_puzzle *puzzle = make(&(hr_puzzle_options){.spec = "tile:3x3", .goal = "1 2 3 4 0 5 6 7 8"});
    hr_enumeration result;
    (void)run_planes(puzzle, &(hr_bits_tuning){0}, &r, &result);
    for (size_t d = 0; d < r.event_count; d++) {
        assert_in_range(r.events[d].busiest, 0, result.layers[d].canonical);
        assert_true(ranks() > 1 || r.events[d].busiest == result.layers[d].canonical);
    }
    assert_true(result.canonical < result.states);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_planes_send_no_more_than_the_plan_says_and_nothing_to_themselves) {
    static record r;
    hr_puzzle *puzzle = make(&(hr_puzzle_options){.spec = "tile:2x5"});
    hr_bits_needs needs;
    const hr_planned_run run = {.ranks = ranks(), .node_ranks = 1};
    assert_int_equal(hr_bits_foresee(&hr_unit_rule, puzzle, &run, &needs, NULL), HR_OK);
    hr_enumeration result;
    const uint64_t shared = run_planes(puzzle, &(hr_bits_tuning){0}, &r, &result);
    hr_enumeration_clear(&result);
    const uint64_t copied = run_planes(puzzle, &(hr_bits_tuning){.copy = true}, &r, &result);
    const double most = (double)(result.layer_count + 1) * needs.crossing_bytes * (1 - 1 / (double)ranks());
    if (shared > copied || (double)copied > 1.05 * most || (double)copied < 0.5 * most || (ranks() > 1 && shared == 0)) {
        fail_msg("%llu bytes shared, %llu copied, %.0f planned", (unsigned long long)shared, (unsigned long long)copied, most);
    }
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

/// There are 9 planes, one for each row and two for each column, of so many words each.
static void check_lines(const char *spec, uint64_t plane_words) {
    static record r;
    memset(&r, 0, sizeof r);
    hr_puzzle *puzzle = make(&(hr_puzzle_options){.spec = spec, .metric = HR_METRIC_SLIDE});
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .event = on_event, .event_context = &r};
    hr_enumeration result;
    const uint64_t before = hr_test_peak_memory();
    search_bits(puzzle, &run, &(hr_bits_tuning){0}, &result);
    assert_in_range(result.peak_memory, before, hr_test_peak_memory());
    assert_int_equal(r.event_count, rank() == 0 ? result.layer_count : 0);
    for (size_t d = 0; d < r.event_count; d++) {
        assert_int_equal(r.events[d].memory, 9 * plane_words * 8);
        assert_int_equal(r.events[d].busiest, result.layers[d].canonical / (uint64_t)ranks()); // states are not counted by rank
    }
    if (rank() == 0) {
        check_seconds(&r, &result);
    }
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

/// Planes of 9!/2/60 and 8!/2/60 words. 3×3 has symmetric states.
HR_TEST(test_lines_tell_the_busiest_rank_memory_and_time) {
    check_lines("tile:2x5", 3024);
    check_lines("tile:3x3", 336);
}

/// The marks of 2x5 are 10!/2 bits. Over all layers each rank reads the other ranks' marks several times.
HR_TEST(test_lines_count_the_bytes_of_other_ranks_marks) {
    const uint64_t marks = 3628800 / 2 / 8;
    hr_puzzle *puzzle = make(&(hr_puzzle_options){.spec = "tile:2x5", .metric = HR_METRIC_SLIDE});
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    uint64_t sent = 0;
    search_bits(puzzle, &run, &(hr_bits_tuning){0}, &result);
    for (size_t d = 0; d < result.layer_count; d++) {
        sent += result.layers[d].bytes_sent;
    }
    assert_in_range(sent, ranks() == 1 ? 0 : 2 * marks, ranks() == 1 ? 0 : 2 * marks * result.layer_count);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}
