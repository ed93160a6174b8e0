// SPDX-License-Identifier: MIT
// Limits at their exact values.

#include "comm/comm.h"
#include "run/checkpoint/file.h"
#include "run/enumeration.h"
#include "run/stop_reason.h"
#include "unit_test.h"

HR_TEST(test_a_run_stops_early_enough_for_its_checkpoint) {
    assert_true(hr_stop_time(1000, 60, 0) == 1060);
    assert_true(hr_stop_time(1000, 60, 10) == 1050);
    assert_true(hr_stop_time(1000, 60, 29.5) == 1030.5);
    assert_true(hr_stop_time(1000, 60, 30) == 1030);
}

HR_TEST(test_no_more_than_half_of_the_time_is_kept_for_the_checkpoint) {
    assert_true(hr_stop_time(1000, 60, 30.5) == 1030);
    assert_true(hr_stop_time(1000, 60, 1e6) == 1030);
    assert_true(hr_stop_time(0, 0.5, 0.75) == 0.25);
}

HR_TEST(test_a_slow_disk_is_given_more_time) {
    assert_true(hr_stop_reserve(1000, 10, 2) == 300);
    assert_true(hr_stop_reserve(1000, 4000, 2) == 0.75);
    assert_true(hr_stop_reserve(1000, 0, 2) == 0); // nothing is known
    assert_true(hr_stop_reserve(0, 10, 2) == 0);
}

static bool always(void) { return true; }
static bool never(void) { return false; }

HR_TEST(test_a_signal_counts_without_a_time_limit) {
    assert_int_equal(hr_stop_reason(always, 0, 0, 0), HR_STOP_SIGNAL);
    assert_int_equal(hr_stop_reason(never, 0, 0, 0), HR_STOP_NONE);
    assert_int_equal(hr_stop_reason(NULL, 0, 0, 1e9), HR_STOP_NONE);
}

HR_TEST(test_what_is_left_of_the_run_limits_a_search) {
    const double now = hr_comm_seconds();
    double seconds = 5;
    assert_false(hr_stop_run_ends_first(now, 0, &seconds));    // the run has no limit
    assert_false(hr_stop_run_ends_first(now, 1000, &seconds)); // the search's own limit comes first
    assert_true(seconds == 5);
    assert_true(hr_stop_run_ends_first(now - 996, 1000, &seconds));
    assert_true(seconds > 0 && seconds <= 4);
    seconds = 0; // the search has no limit
    assert_true(hr_stop_run_ends_first(now - 1000, 1000, &seconds));
    assert_true(seconds > 0 && seconds < 1e-6); // not 0, which would be no limit
}

HR_TEST(test_a_limit_of_states_is_reached_when_there_are_as_many) {
    const hr_enumeration found = {.layer_count = 4, .states = 17};
    const hr_count limits[] = {16, 17, 18, 0};
    const hr_stop expected[] = {HR_STOP_STATES, HR_STOP_STATES, HR_STOP_NONE, HR_STOP_NONE};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .max_states = limits[i]};
        assert_int_equal(hr_enumeration_limit(&found, &options), expected[i]);
    }
}

HR_TEST(test_a_limit_of_depth_is_the_last_layer) {
    const hr_enumeration found = {.layer_count = 4, .states = 17}; // layers 0 to 3
    const hr_depth limits[] = {2, 3, 4, HR_DEPTH_UNREACHED};
    const hr_stop expected[] = {HR_STOP_DEPTH, HR_STOP_DEPTH, HR_STOP_NONE, HR_STOP_NONE};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const hr_enumerate_options options = {.max_depth = limits[i]};
        assert_int_equal(hr_enumeration_limit(&found, &options), expected[i]);
    }
    const hr_enumerate_options both = {.max_depth = 3, .max_states = 17};
    assert_int_equal(hr_enumeration_limit(&found, &both), HR_STOP_DEPTH);
}

HR_TEST(test_a_run_until_solved_ends_with_the_first_solved_layer) {
    const hr_enumeration unsolved = {.layer_count = 4, .states = 17, .first_solved = HR_DEPTH_UNREACHED};
    const hr_enumeration solved = {.layer_count = 4, .states = 17, .first_solved = 3};
    const hr_enumerate_options until = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true};
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_enumeration_limit(&unsolved, &until), HR_STOP_NONE);
    assert_int_equal(hr_enumeration_limit(&solved, &until), HR_STOP_SOLVED);
    assert_int_equal(hr_enumeration_limit(&solved, &whole), HR_STOP_NONE);
    const hr_enumerate_options both = {.max_depth = 3, .max_states = 17, .until_solved = true};
    assert_int_equal(hr_enumeration_limit(&solved, &both), HR_STOP_SOLVED);
    assert_string_equal(hr_stop_name(HR_STOP_SOLVED), "solved");
}

HR_TEST(test_the_first_solved_layer_is_kept) {
    hr_enumeration found = {.first_solved = HR_DEPTH_UNREACHED};
    const hr_layer layers[] = {
        {.states = 1, .canonical = 1}, {.states = 4, .canonical = 2, .solved = 2}, {.states = 8, .canonical = 4, .solved = 1}};
    for (size_t d = 0; d < 3; d++) {
        assert_int_equal(hr_enumeration_add(&found, &layers[d], NULL), HR_OK);
        assert_int_equal(found.first_solved, d == 0 ? HR_DEPTH_UNREACHED : 1);
    }
    assert_int_equal(found.states, 13);
    assert_int_equal(found.canonical, 7);
    hr_enumeration_clear(&found);
}

/// A write is expected to take half as long again as the last one did for these bytes, and half a second.
HR_TEST(test_a_checkpoint_is_planned_by_the_last_write) {
    static hr_checkpoint_store store; // it has long paths
    assert_true(hr_checkpoint_plan(&store, 0) == 0.5);
    assert_true(hr_checkpoint_plan(&store, 100000000) == 2.5); // nothing is known of the disk
    store.write_seconds = 4;
    store.write_bytes = 1000;
    assert_true(hr_checkpoint_plan(&store, 1000) == 6.5);
    assert_true(hr_checkpoint_plan(&store, 3000) == 18.5);
    assert_true(hr_checkpoint_plan(&store, 100) == 4.5); // never less than the last one took
}
