// SPDX-License-Identifier: MIT
// The size of a run of the frontier engine, from its first layers.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "enumerate/frontier/forecast.h"

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

static void test_a_run_that_was_seen_to_its_end_is_counted(void **state) {
    (void)state;
    const hr_puzzle_info info = {.symmetry_order = 2, .max_successors = 4};
    hr_enumeration whole = seen(3, HR_STOP_NONE);
    whole.states = 33; // one state has a single image
    const hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &whole);
    assert_true(size.exact);
    assert_int_equal(size.states, 33);
    assert_true(size.canonical == 17 && size.two == 16);
}

static void test_the_last_layers_of_a_whole_space_are_not_the_largest(void **state) {
    (void)state;
    static hr_layer layers[] = {{.canonical = 1}, {.canonical = 5}, {.canonical = 9}, {.canonical = 2}, {.canonical = 1}};
    const hr_enumeration whole = {.layers = layers, .layer_count = 5, .canonical = 18, .states = 18, .stop = HR_STOP_NONE};
    const hr_puzzle_info info = {.symmetry_order = 1, .max_successors = 4};
    assert_true(hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &whole).two == 14);
}

static void test_layers_grow_as_the_last_one_did(void **state) {
    (void)state;
    const hr_puzzle_info info = {.symmetry_order = 2, .max_successors = 4};
    const hr_enumeration three = seen(3, HR_STOP_STATES);
    const hr_frontier_size size = hr_frontier_extrapolate(&info, 4, &three);
    assert_false(size.exact);
    assert_true(size.canonical == 17 + 36 + 108 && size.two == 36 + 108);
    assert_int_equal(size.states, 2 * (17 + 36 + 108));
}

static void test_after_a_single_layer_every_successor_may_be_new(void **state) {
    (void)state;
    const hr_puzzle_info info = {.symmetry_order = 2, .max_successors = 4};
    const hr_enumeration one = seen(1, HR_STOP_STATES);
    const hr_frontier_size size = hr_frontier_extrapolate(&info, 2, &one);
    assert_false(size.exact);
    assert_true(size.canonical == 1 + 4 + 16 && size.two == 4 + 16);
}

static void test_no_estimate_is_larger_than_the_space(void **state) {
    (void)state;
    hr_puzzle_info info = {.symmetry_order = 2, .max_successors = 4, .index_count = 100};
    const hr_enumeration three = seen(3, HR_STOP_STATES);
    hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED - 1, &three);
    assert_int_equal(size.states, 100);
    assert_true(size.canonical == 50 && size.two <= 50);
    info.index_count = 0;
    size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED - 1, &three);
    assert_true(size.states > UINT64_MAX / 4 && size.two <= size.canonical);
}

static void test_the_whole_space_is_known_or_not(void **state) {
    (void)state;
    hr_puzzle_info info = {.symmetry_order = 2, .max_successors = 4, .reachable = 1000, .layers = 24};
    const hr_enumeration three = seen(3, HR_STOP_STATES);
    hr_frontier_size size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &three);
    assert_true(size.exact && size.canonical == 500 && size.two == 250);
    assert_int_equal(size.states, 1000);
    info.layers = 0; // then nobody knows how many layers the states are spread over
    size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &three);
    assert_true(size.canonical == 500 && size.two > 174.99 && size.two < 175.01);
    info.reachable = 0;
    size = hr_frontier_extrapolate(&info, HR_DEPTH_UNREACHED, &three);
    assert_true(size.states == 0 && size.canonical == 0 && size.two == 0);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_run_that_was_seen_to_its_end_is_counted),
        cmocka_unit_test(test_the_last_layers_of_a_whole_space_are_not_the_largest),
        cmocka_unit_test(test_layers_grow_as_the_last_one_did),
        cmocka_unit_test(test_after_a_single_layer_every_successor_may_be_new),
        cmocka_unit_test(test_no_estimate_is_larger_than_the_space),
        cmocka_unit_test(test_the_whole_space_is_known_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
