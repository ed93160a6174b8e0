// SPDX-License-Identifier: MIT
// What the frontier engine expects the next layer to need, and how many pending states it lets wait.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "core/quantity.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/state.h"

static size_t pending_limit(uint64_t chunks, size_t used, size_t bins) {
    hr_frontier_memory memory = {.pool = {.limit = chunks * sizeof(hr_chunk) + 5, .chunks_used = used}};
    hr_frontier_set_pending_limit(&memory, bins);
    return memory.pending_limit;
}

/// Pending states take twice as much as the sets, and some spare chunks; where memory is short, seven eighths of what is left.
static void test_pending_states_wait_until_they_are_twice_the_sets(void **state) {
    (void)state;
    assert_int_equal(pending_limit(1000000, 100, 8), 100 + (200 + 1024 + 8) + 1);
    assert_int_equal(pending_limit(1000000, 0, 512), 1024 + 512 + 1);
    assert_int_equal(pending_limit(1000, 100, 8), 100 + (900 - 112) + 1);
    assert_int_equal(pending_limit(100, 100, 8), 100 + 1);
    assert_int_equal(pending_limit(50, 100, 8), 100 + 1);
}

static hr_sink_memory demand(void *context, size_t more) {
    const hr_sink_memory *each = context;
    return (hr_sink_memory){.needed = each->needed * more, .finish = each->finish * more};
}

enum { BASE = 100000, BINS = 8 };

/// The bytes for `states` states in bins, and all else.
static uint64_t bytes_of(uint64_t states) { return BASE + states * sizeof(hr_state) + (uint64_t)BINS * sizeof(hr_chunk) * 2; }

/// A search with 1000 states in its newest layer and `before` in the one before foresees that it will need `expected` bytes.
static void expect_need(hr_puzzle_info info, size_t before, hr_sink_memory sink, uint64_t expected) {
    const hr_enumerate_options options = {.sink = {.memory = demand, .context = &sink}};
    hr_enumeration result = {.states = 1500};
    info.max_successors = 4;
    hr_frontier f = {.task = {.info = &info, .options = &options, .ranks = 2},
                     .memory = {.node_ranks = 2, .base_bytes = BASE, .limit = {.bytes = expected}},
                     .sets = {.bin_count = BINS, .previous_size = before, .current_size = 1000},
                     .result = &result};
    hr_frontier_foresee(&f);
    assert_int_equal(f.layer.would_need, expected);
    assert_false(f.layer.would_not_fit);
    f.memory.limit.bytes = expected - 1;
    hr_frontier_foresee(&f);
    assert_true(f.layer.would_not_fit);
    f.memory.other_bytes = 77; // of the other side
    hr_frontier_foresee(&f);
    assert_int_equal(f.layer.would_need, expected + 77);
    f.memory.other_bytes = 0;
    f.sets.earlier_size = 10; // of a one-way puzzle
    hr_frontier_foresee(&f);
    assert_int_equal(f.layer.would_need, expected + (sink.finish == 0 ? 10 * sizeof(hr_state) : 0));
}

/// The layers grow as before, and 5 percent and 1000 states more, but no state has more successors than the puzzle lets it have,
/// and no more come than are left. Half as many as the next layer's are pending.
static void test_the_next_layer_grows_as_the_last_one_did(void **state) {
    (void)state;
    const hr_sink_memory none = {0};
    expect_need((hr_puzzle_info){.symmetry_order = 1}, 500, none, bytes_of(500 + 1000 + 3100 + 1550));
    expect_need((hr_puzzle_info){.symmetry_order = 1}, 1000, none, bytes_of(1000 + 1000 + 2050 + 1025));
    expect_need((hr_puzzle_info){.symmetry_order = 1}, 250, none, bytes_of(250 + 1000 + 4000 + 2000));
    expect_need((hr_puzzle_info){.symmetry_order = 1}, 0, none, bytes_of(1000 + 4000 + 2000));
    // 8000 are left, images of 4000 states, half of them on each of two ranks
    expect_need((hr_puzzle_info){.symmetry_order = 2, .index_count = 9500}, 250, none, bytes_of(250 + 1000 + 3100 + 1550));
}

/// A table takes memory beside the search, and alone when it is written.
static void test_a_table_is_foreseen(void **state) {
    (void)state;
    const hr_puzzle_info info = {.symmetry_order = 1};
    expect_need(info, 500, (hr_sink_memory){.needed = 3}, bytes_of(500 + 1000 + 3100 + 1550) + UINT64_C(9300));
    expect_need(info, 500, (hr_sink_memory){.needed = 3, .finish = 200}, BASE + UINT64_C(620000));
}

/// Two of four ranks that share a node's memory have no room for layer 7, whose states are made from a quarter of the layer before.
static hr_frontier short_of_memory(const hr_enumerate_options *options, hr_enumeration *result) {
    *result = (hr_enumeration){.layer_count = 7};
    return (hr_frontier){.task = {.options = options, .ranks = 4},
                         .memory = {.base_bytes = 10 << 20,
                                    .limit = {.bytes = 32 << 20, .source = "--memory"},
                                    .pool = {.chunks_held = HR_POOL_SLAB_BYTES / sizeof(hr_chunk)}},
                         .sets = {.current_size = 4000},
                         .layer = {.expanded = 1000},
                         .result = result};
}

/// What the states so far take, and a slab more, are a quarter of what all of them will. Else the node gives less than it may.
static void test_lack_of_memory_is_told_with_an_estimate(void **state) {
    (void)state;
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    hr_frontier f = short_of_memory(&options, &result);
    for (int enough = 0; enough < 2; enough++) {
        hr_error error = {.text = ""};
        char wanted[400];
        char needed[HR_QUANTITY_MAX];
        char each[HR_QUANTITY_MAX];
        f.memory.limit.bytes = enough ? (uint64_t)1 << 30 : (uint64_t)12 << 20;
        const uint64_t slabs = (uint64_t)f.memory.pool.chunks_held * sizeof(hr_chunk) + HR_POOL_SLAB_BYTES;
        (void)hr_quantity_bytes(f.memory.base_bytes + 4 * slabs, needed);
        (void)hr_quantity_bytes(f.memory.limit.bytes, each);
        (void)snprintf(wanted, sizeof wanted,
                       "layer 7 would need about %s on each rank, %s the %s that each may use here (--memory); %s", needed,
                       enough ? "and the node gives less, despite" : "more than", each, hr_memory_room_advice(&f.memory.limit));
        assert_int_equal(hr_frontier_out_of_memory(&f, &error), HR_STOPPED);
        assert_string_equal(error.text, wanted);
    }
}

static void test_a_layer_is_refused_with_the_ranks_that_lack_memory(void **state) {
    (void)state;
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    const hr_frontier f = short_of_memory(&options, &result);
    hr_error error = {.text = ""};
    char wanted[400];
    (void)snprintf(wanted, sizeof wanted,
                   "layer 7 would need about 3.00 GiB over all ranks, more than is free on 2 of 4 ranks (32.0 MiB each here, "
                   "--memory); %s",
                   hr_memory_room_advice(&f.memory.limit));
    assert_int_equal(hr_frontier_refuse(&f, (uint64_t)3 << 30, 2, &error), HR_STOPPED);
    assert_string_equal(error.text, wanted);
}

/// States may take what the process and the sink leave.
static void test_states_get_what_is_left(void **state) {
    (void)state;
    hr_sink_memory each = {.needed = 3};
    hr_memory_room room;
    hr_memory_room_here(2, &room);
    assert_int_equal(hr_frontier_base_bytes(3), HR_MEMORY_ROOM_BASE + hr_exchange_memory(3));
    for (uint64_t limit = 1 << 20; limit <= (uint64_t)1 << 26; limit *= 8) {
        const hr_enumerate_options options = {.memory_limit = 2 * limit, .sink = {.memory = demand, .context = &each}};
        hr_frontier_memory memory = {.node_ranks = 2, .base_bytes = 4 << 20};
        const uint64_t others = memory.base_bytes + UINT64_C(3) * 1000;
        hr_frontier_limit_memory(&memory, &options, &room, 1000);
        assert_true(memory.limit.bytes <= limit && memory.limit.bytes > 0);
        assert_int_equal(memory.pool.limit, memory.limit.bytes > others ? memory.limit.bytes - others : 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pending_states_wait_until_they_are_twice_the_sets),
        cmocka_unit_test(test_the_next_layer_grows_as_the_last_one_did),
        cmocka_unit_test(test_a_table_is_foreseen),
        cmocka_unit_test(test_lack_of_memory_is_told_with_an_estimate),
        cmocka_unit_test(test_a_layer_is_refused_with_the_ranks_that_lack_memory),
        cmocka_unit_test(test_states_get_what_is_left),
    };
    return cmocka_run_group_tests_name("memory of the frontier engine", tests, NULL, NULL);
}
