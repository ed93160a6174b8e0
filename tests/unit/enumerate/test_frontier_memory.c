// SPDX-License-Identifier: MIT
// What the frontier engine expects the next layer to need, and how many pending states it lets wait.

#include "core/quantity.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/state.h"
#include "unit_test.h"

static size_t pending_limit(uint64_t chunks, size_t used, size_t bins) {
    hr_frontier_memory memory = {.pool = {.limit = chunks * sizeof(hr_chunk) + 5, .chunks_used = used}};
    hr_frontier_set_pending_limit(&memory, bins);
    return memory.pending_limit;
}

/// Pending states take twice as much as the sets, and some spare chunks; where memory is short, seven eighths of what is left.
HR_TEST(test_pending_states_wait_until_they_are_twice_the_sets) {
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

enum { BASE = 100000, MIB = 1 << 20, CURRENT = 1000000 };

/// Expect that a search with CURRENT states in its newest layer, and `before` in the one before, foresees `next` states.
static void expect_next(hr_puzzle_info info, size_t before, size_t next) {
    hr_sink_memory sink = {.needed = 3};
    hr_layer layers[] = {{.canonical = 2 * before}, {.canonical = UINT64_C(2) * CURRENT}};
    hr_enumeration result = {.states = UINT64_C(3) * CURRENT, .layers = layers + (before == 0), .layer_count = before == 0 ? 1 : 2};
    const hr_enumerate_options options = {.sink = {.memory = demand, .context = &sink}};
    info.max_successors = 4;
    hr_frontier f = {.task = {.words = 1, .info = &info, .options = &options, .ranks = 2},
                     .memory = {.node_ranks = 2, .base_bytes = BASE, .limit = {.bytes = UINT64_MAX}},
                     .sets = {.previous_size = before, .current_size = CURRENT},
                     .result = &result};
    hr_frontier_step step = {.before = (double)before, .current = CURRENT, .next = (double)next};
    const uint64_t states = hr_frontier_step_bytes(&info, &step, UINT64_MAX);
    assert_int_equal(hr_frontier_foresee(&f), BASE + states + UINT64_C(3) * next);
    f.memory.other_bytes = 77; // of the other side
    assert_int_equal(hr_frontier_foresee(&f), BASE + states + UINT64_C(3) * next + 77);
    sink.finish = 1000; // a table takes memory beside the search, and alone when it is written
    assert_int_equal(hr_frontier_foresee(&f), BASE + UINT64_C(1000) * next + 77);
    f.memory.other_bytes = 0;
    sink.finish = 0;
    f.task.marked = true; // so that the layer before is not kept
    step.before = 0;
    const uint64_t fewer = hr_frontier_step_bytes(&info, &step, UINT64_MAX);
    assert_int_equal(hr_frontier_foresee(&f), BASE + fewer + UINT64_C(3) * next);
    assert_true(states >= fewer);
}

/// The layers grow as before, and 5 percent and 1000 states more, but no state has more successors than the puzzle lets it have,
/// and no more come than are left.
HR_TEST(test_the_next_layer_grows_as_the_last_one_did) {
    expect_next((hr_puzzle_info){.state_words = 1, .symmetry_order = 1}, CURRENT / 2, 2101000);
    expect_next((hr_puzzle_info){.state_words = 1, .symmetry_order = 1}, CURRENT, 1051000);
    expect_next((hr_puzzle_info){.state_words = 1, .symmetry_order = 1}, CURRENT / 8, 4000000);
    expect_next((hr_puzzle_info){.state_words = 1, .symmetry_order = 1}, 0, 1051000);
    // 8 million are left, images of 4 million states, half of them on each of two ranks
    expect_next((hr_puzzle_info){.state_words = 1, .symmetry_order = 2, .index_count = 11000000}, CURRENT / 4, 2101000);
}

/// What the pool of one rank took for layers, beside what this file's formula says: layers 24 and 26 of 4×4, 34 of 3×4, both in
/// `unit`, 22 of 3×4 in `slide`, and 2 of all openings of Klotski 4×5.
HR_TEST(test_states_take_about_what_was_measured) {
    static const struct {
        bool bipartite;
        hr_frontier_step step;
        double mib;
    } measured[] = {
        {true, {.current = 5391890, .next = 9913201, .arriving = 10842087}, 128},
        {true, {.current = 18071073, .next = 32567894, .arriving = 36039557, .bins = 4096}, 432},
        {true, {.current = 18171606, .next = 20299876, .arriving = 27615039}, 354},
        {false, {.before = 12981931, .current = 20265326, .next = 28065825, .arriving = 101326630}, 836},
        {false, {.before = 1131695, .current = 541509, .next = 744819, .arriving = 4596647, .bins = 512}, 52},
    };
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++) {
        const hr_puzzle_info info = {.state_words = 1, .bipartite = measured[i].bipartite};
        const double bytes = (double)hr_frontier_step_bytes(&info, &measured[i].step, UINT64_MAX);
        const double taken = measured[i].mib * (double)MIB;
        assert_true(bytes > 0.95 * taken && bytes < 1.05 * taken);
    }
}

/// Where memory is short, pending states take what is left, but not less than half of the next layer.
HR_TEST(test_less_memory_is_enough_for_more_passes) {
    const hr_puzzle_info info = {.state_words = 1, .bipartite = false};
    const hr_frontier_step step = {.before = CURRENT, .current = CURRENT, .next = CURRENT, .arriving = 20.0 * (double)CURRENT};
    const uint64_t most = hr_frontier_step_bytes(&info, &step, UINT64_MAX);
    const uint64_t least = hr_frontier_step_bytes(&info, &step, 0);
    assert_in_range(least, 35 * sizeof(hr_state) * CURRENT / 10, 45 * sizeof(hr_state) * CURRENT / 10);
    assert_true(most > 2 * least);
    assert_int_equal(hr_frontier_step_bytes(&info, &step, most), most);
    assert_int_equal(hr_frontier_step_bytes(&info, &step, most - 1), most - 1);
    assert_int_equal(hr_frontier_step_bytes(&info, &step, least), least);
    assert_int_equal(hr_frontier_step_bytes(&info, &step, least - 1), least);
}

/// Two of four ranks that share a node's memory have no room for layer 7, whose states are made from a quarter of the layer before.
static hr_frontier short_of_memory(const hr_enumerate_options *options, hr_enumeration *result) {
    *result = (hr_enumeration){.layer_count = 7};
    return (hr_frontier){.task = {.words = 1, .options = options, .ranks = 4},
                         .memory = {.base_bytes = 10 << 20,
                                    .limit = {.bytes = 32 << 20, .source = "--memory"},
                                    .pool = {.chunks_held = HR_POOL_SLAB_BYTES / sizeof(hr_chunk)}},
                         .sets = {.current_size = 4000},
                         .layer = {.expanded = 1000},
                         .result = result};
}

/// What the states so far take, and a slab more, are a quarter of what all of them will. Else the node gives less than it may.
HR_TEST(test_lack_of_memory_is_told_with_an_estimate) {
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

/// States may take what the process and the sink leave.
HR_TEST(test_states_get_what_is_left) {
    hr_sink_memory each = {.needed = 3};
    hr_memory_room room;
    hr_memory_room_here(2, &room);
    room.resident = 17 << 20;
    assert_int_equal(hr_frontier_base_bytes(&room, 1), 17 << 20);
    assert_int_equal(hr_frontier_base_bytes(NULL, 3), (16 << 20) + hr_exchange_memory(3) / 3 * 2);
    for (uint64_t limit = 1 << 20; limit <= (uint64_t)1 << 26; limit *= 8) {
        const hr_enumerate_options options = {.memory_limit = 2 * limit, .sink = {.memory = demand, .context = &each}};
        hr_frontier_memory memory = {.node_ranks = 2, .base_bytes = 4 << 20};
        const uint64_t others = memory.base_bytes + UINT64_C(3) * 1000;
        hr_frontier_limit_memory(&memory, &options, &room, 1000);
        assert_true(memory.limit.bytes <= limit && memory.limit.bytes > 0);
        assert_int_equal(memory.pool.limit, memory.limit.bytes > others ? memory.limit.bytes - others : 0);
    }
}
