// SPDX-License-Identifier: MIT
// What a rank keeps of the layers of a breadth-first search.

#include "solve/layers/kept_layers.h"
#include "unit_test.h"

/// A block is a link, a number and these states.
enum { BLOCK_STATES = (64 << 10) / sizeof(hr_state) - 2, BLOCK_BYTES = 16 + BLOCK_STATES * sizeof(hr_state) };

static void give(hr_kept_layers *kept, hr_depth depth, hr_state state) {
    const hr_state_sink sink = hr_kept_layers_sink(kept);
    assert_int_equal(sink.on_states(sink.context, depth, &state, 1, NULL), HR_OK);
}

static hr_state smallest_of(const hr_kept_layers *kept, hr_depth depth, const hr_discovery *ball) {
    hr_state smallest = 0;
    hr_kept_layers_smallest(kept, depth, ball, &smallest);
    return smallest;
}

HR_TEST(test_the_smallest_solved_state_of_the_first_solved_layer) {
    static const struct {
        hr_depth depth;
        hr_state state, smallest;
    } notes[] = {{2, 9, 9}, {2, 5, 5}, {2, 7, 5}, {3, 1, 5}, {2, 4, 4}};
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, 1 << 20);
    assert_true(kept.solved[0] == HR_STATE_NONE);
    const hr_state_sink sink = hr_kept_layers_sink(&kept);
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        sink.on_solved(sink.context, notes[i].depth, &notes[i].state);
        assert_true(kept.solved[0] == notes[i].smallest);
        assert_int_equal(kept.solved_at, 2);
    }
    hr_kept_layers_end(&kept);
}

/// Where all solutions are counted, the solved states of the first solved layer are listed, and their list takes memory.
HR_TEST(test_all_solved_states_of_the_first_solved_layer_are_listed) {
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, 1 << 20);
    kept.lists_solved = true;
    const hr_state_sink sink = hr_kept_layers_sink(&kept);
    for (hr_state s = 0; s < 100; s++) {
        sink.on_solved(sink.context, 2, &(hr_state){9 + s});
        sink.on_solved(sink.context, 3, &s);
    }
    assert_int_equal(kept.solved_count, 100);
    assert_true(kept.solved_states[0] == 9 && kept.solved_states[99] == 108);
    assert_true(sink.memory(sink.context, 0).needed == kept.solved_capacity * sizeof(hr_state));
    assert_true(sink.memory(sink.context, 5).needed == (kept.solved_capacity + 5) * sizeof(hr_state));
    assert_true(kept.solved_capacity >= 100);
    hr_kept_layers_end(&kept);
}

/// Each layer has one state, and so one block. Returns a bit for each layer that is kept, the start's the lowest.
static unsigned keep_layers(uint64_t blocks, hr_depth layers) {
    unsigned found = 0;
    hr_kept_layers kept;
    hr_discovery ball;
    hr_kept_layers_begin(&kept, 1, blocks * BLOCK_BYTES);
    hr_discovery_begin(&ball, 1, 0, 1, 0);
    for (hr_depth d = 0; d < layers; d++) {
        give(&kept, d, 100U + d);
        assert_true(hr_discovery_add(&ball, &(hr_state){100U + d}, 0));
        assert_true(kept.bytes <= blocks * BLOCK_BYTES || d == 0 || blocks == 0);
    }
    uint64_t bytes = 0;
    for (hr_depth d = 0; d < layers; d++) {
        const hr_state smallest = smallest_of(&kept, d, &ball);
        assert_true(smallest == HR_STATE_NONE || smallest == 100U + d);
        found |= smallest == HR_STATE_NONE ? 0U : 1U << d;
        bytes += smallest == HR_STATE_NONE ? 0 : BLOCK_BYTES;
    }
    assert_true(smallest_of(&kept, layers, &ball) == HR_STATE_NONE);
    assert_int_equal(kept.bytes, bytes);
    hr_discovery_end(&ball);
    hr_kept_layers_end(&kept);
    assert_int_equal(kept.bytes, 0);
    return found;
}

/// The fourth block of three makes every second of the kept layers go: 1 at layer 3, 2 at layer 6, 4 at layer 12.
HR_TEST(test_every_second_layer_goes_when_memory_is_short) {
    assert_int_equal(keep_layers(17, 17), 0x1ffff);
    assert_int_equal(keep_layers(3, 3), 0x7);
    assert_int_equal(keep_layers(3, 4), 0x5);
    assert_int_equal(keep_layers(3, 6), 0x15);
    assert_int_equal(keep_layers(3, 7), 0x11);
    assert_int_equal(keep_layers(3, 9), 0x111);
    assert_int_equal(keep_layers(3, 13), 0x101);
    assert_int_equal(keep_layers(3, 17), 0x10101);
    assert_int_equal(keep_layers(0, 17), 0x1);
}

HR_TEST(test_the_smallest_state_in_the_ball_is_found_in_any_block) {
    enum { STATES = 20000 };
    static hr_state states[STATES]; // 1, 4, 7 … from the last to the first
    for (size_t i = 0; i < STATES; i++) {
        states[i] = 3 * (STATES - 1 - i) + 1;
    }
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, UINT64_MAX);
    const hr_state_sink sink = hr_kept_layers_sink(&kept);
    assert_int_equal(sink.on_states(sink.context, 0, states, 1, NULL), HR_OK);
    for (size_t i = 0; i < STATES; i += STATES / 4) {
        assert_int_equal(sink.on_states(sink.context, 1, states + i, STATES / 4, NULL), HR_OK);
    }
    assert_int_equal(kept.bytes, (1 + (STATES + BLOCK_STATES - 1) / BLOCK_STATES) * BLOCK_BYTES);
    static const hr_state balls[] = {59998, 40000, 30001, 5, 1000, 2, 100, 1}; // 5 and 2 are in no layer
    static const hr_state found[] = {59998, 40000, 30001, 30001, 1000, 1000, 100, 1};
    hr_discovery ball;
    hr_discovery_begin(&ball, 1, 0, 1, 0);
    for (size_t i = 0; i < sizeof balls / sizeof balls[0]; i++) {
        assert_true(hr_discovery_add(&ball, &(hr_state){balls[i]}, 0));
        assert_true(smallest_of(&kept, 1, &ball) == found[i]);
    }
    hr_discovery_end(&ball);
    hr_kept_layers_end(&kept);
}

/// Balls of few states are compared with runs of 64 states, others are looked up. Both find the same states, with their ways.
HR_TEST(test_states_in_a_ball_are_counted_wherever_they_lie) {
    enum { STATES = 33 * BLOCK_STATES }; // one block more than the memory that is taken from the system at a time
    static const size_t places[] = {0, 63, 64, 65, BLOCK_STATES - 1, BLOCK_STATES, 20000, STATES - 1, 70};
    const hr_state high = (hr_state)1 << (8 * sizeof(hr_state) - 2);
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, UINT64_MAX);
    for (size_t i = 0; i < STATES; i++) {
        give(&kept, 0, high + i);
    }
    assert_int_equal(kept.slabs.count, 2);
    for (size_t n = 1; n <= sizeof places / sizeof places[0]; n++) {
        hr_discovery ball;
        hr_discovery common;
        hr_discovery_begin(&ball, 1, 0, 1, 0);
        hr_discovery_begin(&common, 1, 0, 1, 0);
        ball.counts = true;
        common.counts = true;
        for (size_t i = 0; i < n; i++) {
            assert_true(hr_discovery_add(&ball, &(hr_state){high + places[i]}, 0));
            hr_discovery_add_ways(&ball, (uint32_t)i, i + 1);
        }
        assert_true(hr_kept_layers_filter(&kept, 0, &ball, &common));
        assert_int_equal(common.count, n);
        for (size_t i = 0; i < n; i++) {
            const uint32_t at = hr_discovery_find(&common, &(hr_state){high + places[i]});
            assert_true(at != HR_DISCOVERY_NONE && common.ways[at] == i + 1);
        }
        assert_true(smallest_of(&kept, 0, &ball) == high);
        hr_discovery_end(&ball);
        hr_discovery_end(&common);
    }
    hr_kept_layers_end(&kept);
}

/// The memory of dropped layers is not given back, but used again.
HR_TEST(test_later_layers_use_the_memory_of_dropped_ones) {
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, (uint64_t)3 * BLOCK_BYTES);
    const hr_state_sink sink = hr_kept_layers_sink(&kept);
    for (hr_depth d = 0; d < 100; d++) {
        give(&kept, d, 7);
    }
    assert_int_equal(kept.slabs.count, 1);
    assert_true(kept.bytes < (uint64_t)3 * BLOCK_BYTES);
    assert_int_equal(sink.memory(sink.context, 0).needed, 3 * BLOCK_BYTES);
    hr_kept_layers_end(&kept);
}

HR_TEST(test_memory_is_that_of_the_states_within_the_budget) {
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, (uint64_t)2 * BLOCK_BYTES);
    const hr_state_sink sink = hr_kept_layers_sink(&kept);
    assert_int_equal(sink.memory(sink.context, 0).needed, 0);
    give(&kept, 0, 1);
    assert_int_equal(sink.memory(sink.context, 10).needed, BLOCK_BYTES + 10 * sizeof(hr_state));
    assert_int_equal(sink.memory(sink.context, 100000).needed, 2 * BLOCK_BYTES);
    assert_int_equal(sink.memory(sink.context, 10).finish, 0);
    hr_kept_layers_end(&kept);
}
