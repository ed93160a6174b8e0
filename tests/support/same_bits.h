// SPDX-License-Identifier: MIT
#ifndef HR_SAME_BITS_H
#define HR_SAME_BITS_H

// Searches with bits, by the rule of the puzzle's metric.

#include "same_result.h"

#include <string.h>

#include "enumerate/bits/slide/slide.h"
#include "enumerate/bits/unit/unit.h"

/// A test for each metric, which the test gets by metric_of.
#define HR_TEST_BOTH(test, set_up, tear_down)                                                                                      \
    HR_TEST_LISTED(test, unit_##test, #test " (unit)", set_up, tear_down, "unit")                                                  \
    HR_TEST_LISTED(test, slide_##test, #test " (slide)", set_up, tear_down, "slide")                                               \
    static void test(void **cmocka_state)

/// A test for the metric unit alone.
#define HR_TEST_UNIT(test, set_up, tear_down)                                                                                      \
    HR_TEST_LISTED(test, unit_##test, #test " (unit)", set_up, tear_down, "unit")                                                  \
    static void test(void **cmocka_state)

static inline hr_metric metric_of(void **state) { return strcmp(*state, "slide") == 0 ? HR_METRIC_SLIDE : HR_METRIC_UNIT; }

/// Search with bits. The caller clears *result.
static inline hr_status run_bits(const hr_puzzle *puzzle, const hr_enumerate_options *options, const hr_bits_tuning *tuning,
                                 hr_enumeration *result, hr_error *error) {
    const bool unit = hr_puzzle_describe(puzzle)->metric == HR_METRIC_UNIT;
    const hr_run_task task = {hr_test_world(), puzzle, options, result};
    return hr_bits_enumerate(unit ? &hr_unit_rule : &hr_slide_rule, &task, tuning, error);
}

/// The same, and the search must succeed.
static inline void search_bits(const hr_puzzle *puzzle, const hr_enumerate_options *options, const hr_bits_tuning *tuning,
                               hr_enumeration *result) {
    hr_error error = {.text = ""};
    HR_TEST_OK(run_bits(puzzle, options, tuning, result, &error), error);
}

/// A search with bits finds what is expected.
static inline void assert_bits_find(const hr_puzzle *puzzle, const hr_enumerate_options *options, const hr_bits_tuning *tuning,
                                    const hr_enumeration *expected) {
    hr_enumeration result;
    search_bits(puzzle, options, tuning, &result);
    assert_same_result(&result, expected);
    hr_enumeration_clear(&result);
}

#endif
