// SPDX-License-Identifier: MIT
// The size of a run of the frontier engine, from its first layers.

#include "core/state.h"
#include "enumerate/frontier/forecast.h"
#include "unit_test.h"

/// Layers of 1, 4 and 12 canonical states with two images each.
static hr_layer LAYERS[] = {{.states = 2, .canonical = 1}, {.states = 8, .canonical = 4}, {.states = 24, .canonical = 12}};

static hr_enumeration seen(size_t layers, hr_stop stop) {
    hr_enumeration result = {.layers = LAYERS, .layer_count = layers, .stop = stop};
    for (size_t d = 0; d < layers; d++) {
        result.states += LAYERS[d].states;
        result.canonical += LAYERS[d].canonical;
    }
    return result;
}

static bool is_step(const hr_frontier_step *step, double before, double current, double next) {
    return step->before == before && step->current == current && step->next == next;
}

HR_TEST(test_a_run_that_was_seen_to_its_end_is_counted) {
    const hr_puzzle_info info = {.state_words = 1, .symmetry_order = 2, .max_successors = 4};
    hr_enumeration whole = seen(3, HR_STOP_NONE);
    whole.states = 33; // one state has a single image
    const hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &whole);
    assert_true(size.exact);
    assert_int_equal(size.states, 33);
    assert_true(size.canonical == 17 && is_step(&size.largest, 1, 4, 12));
}

HR_TEST(test_the_last_layers_of_a_whole_space_are_not_the_largest) {
    static hr_layer layers[] = {{.canonical = 1}, {.canonical = 5}, {.canonical = 9}, {.canonical = 2}, {.canonical = 1}};
    const hr_enumeration whole = {.layers = layers, .layer_count = 5, .canonical = 18, .states = 18, .stop = HR_STOP_NONE};
    const hr_puzzle_info info = {.state_words = 1, .symmetry_order = 1, .max_successors = 4, .key_mask = UINT64_MAX};
    const hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &whole);
    assert_true(is_step(&size.largest, 5, 9, 2) && size.kept == 14);
}

/// A space that begins with many solved states has its largest layers first.
HR_TEST(test_the_first_two_layers_may_be_the_largest) {
    static hr_layer layers[] = {{.canonical = 900}, {.canonical = 500}, {.canonical = 100}};
    const hr_enumeration whole = {.layers = layers, .layer_count = 3, .canonical = 1500, .states = 1500, .stop = HR_STOP_NONE};
    hr_puzzle_info info = {.state_words = 1, .symmetry_order = 1, .max_successors = 4, .key_mask = UINT64_MAX};
    hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &whole);
    assert_true(is_step(&size.largest, 900, 500, 100) && size.kept == 1400);
    info.key_mask = 1; // states have marks, so that a checkpoint has one layer
    size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &whole);
    assert_true(size.kept == 900);
}

HR_TEST(test_layers_grow_as_the_last_one_did) {
    const hr_puzzle_info info = {.state_words = 1, .symmetry_order = 2, .max_successors = 4};
    const hr_enumeration three = seen(3, HR_STOP_STATES);
    const hr_frontier_size size = hr_frontier_extrapolate(&info, 4, &three);
    assert_false(size.exact);
    assert_true(size.canonical == 17 + 36 + 108 && is_step(&size.largest, 12, 36, 108));
    assert_int_equal(size.states, 2 * (17 + 36 + 108));
}

/// The growth of 4×4 falls. It is foreseen six layers ahead from layers 17 to 21, about half of whose states are canonical
/// (tests/golden/tile).
HR_TEST(test_growth_that_falls_is_foreseen) {
    static hr_layer layers[] = {
        {.canonical = 231844}, {.canonical = 447342}, {.canonical = 859744}, {.canonical = 1637383}, {.canonical = 3098270}};
    const hr_puzzle_info info = {.state_words = 1, .symmetry_order = 1, .max_successors = 4};
    const hr_enumeration seen = {.layers = layers, .layer_count = 5, .stop = HR_STOP_STATES};
    const hr_frontier_size size = hr_frontier_extrapolate(&info, 9, &seen);
    assert_true(size.largest.next > 65135623 && size.largest.next < 1.1 * 65135623);
    assert_true(size.largest.current > 36142146 && size.largest.current < 1.1 * 36142146);
    assert_true(size.largest.before > 19826318 && size.largest.before < 1.1 * 19826318);
}

/// Boards with one more corner of a colour grow by turns: 3, 2, 3, 2.
HR_TEST(test_growth_by_turns_is_foreseen) {
    static hr_layer layers[] = {{.canonical = 1}, {.canonical = 3}, {.canonical = 6}, {.canonical = 18}, {.canonical = 36}};
    const hr_puzzle_info info = {.state_words = 1, .symmetry_order = 1, .max_successors = 4};
    const hr_enumeration seen = {.layers = layers, .layer_count = 5, .stop = HR_STOP_STATES};
    const hr_frontier_size size = hr_frontier_extrapolate(&info, 6, &seen);
    assert_true(is_step(&size.largest, 36, 108, 216));
}

HR_TEST(test_a_single_layer_shows_no_growth) {
    const hr_puzzle_info info = {.state_words = 1, .symmetry_order = 2, .max_successors = 4};
    const hr_enumeration one = seen(1, HR_STOP_STATES);
    const hr_frontier_size size = hr_frontier_extrapolate(&info, 2, &one);
    assert_false(size.exact);
    assert_true(size.canonical == 3 && is_step(&size.largest, 1, 1, 1));
}

HR_TEST(test_no_estimate_is_larger_than_the_space) {
    hr_puzzle_info info = {.state_words = 1, .symmetry_order = 2, .max_successors = 4, .index_count = 100};
    const hr_enumeration three = seen(3, HR_STOP_STATES);
    hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED - 1, &three);
    assert_int_equal(size.states, 100);
    assert_true(size.canonical == 50 && size.largest.current + size.largest.next <= 50);
    info.index_count = 0;
    size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED - 1, &three);
    assert_true(size.states > UINT64_MAX / 4 && size.largest.next <= size.canonical);
}

HR_TEST(test_the_whole_space_is_known_or_not) {
    hr_puzzle_info info = {.state_words = 1, .symmetry_order = 2, .max_successors = 4, .reachable = 1000, .layers = 24};
    const hr_enumeration three = seen(3, HR_STOP_STATES);
    hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &three);
    assert_true(size.exact && size.canonical == 500 && size.largest.next > 104 && size.largest.next < 105);
    assert_int_equal(size.states, 1000);
    info.layers = 0; // then nobody knows how many layers the states are spread over
    size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &three);
    assert_true(size.canonical == 500 && size.largest.next > 87.49 && size.largest.next < 87.51);
    info.reachable = 0;
    size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &three);
    assert_true(size.states == 0 && size.canonical == 0 && is_step(&size.largest, 0, 0, 0));
}
