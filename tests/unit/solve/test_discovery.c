// SPDX-License-Identifier: MIT
// The states that a breadth-first search on one rank has found: their numbers, parents and memory, and the limits.

#include "solve/layers/discovery.h"
#include "unit_test.h"

enum { STATE_BYTES = sizeof(hr_state) + 4, SLOT_BYTES = 4 };

HR_TEST(test_states_have_numbers_and_parents) {
    enum { STATES = 20000 };
    hr_discovery d;
    hr_discovery_begin(&d, 1, 0, 1, 0);
    assert_int_equal(hr_discovery_bytes(&d), 0);
    for (uint32_t i = 0; i < STATES; i++) {
        assert_true(hr_discovery_add(&d, &(hr_state){(hr_state)7 * i + 3}, i / 2));
        assert_int_equal(d.count, i + 1);
    }
    for (uint32_t i = 0; i < STATES; i++) {
        assert_int_equal(hr_discovery_find(&d, &(hr_state){(hr_state)7 * i + 3}), i);
        assert_int_equal(hr_discovery_find(&d, &(hr_state){(hr_state)7 * i + 4}), HR_DISCOVERY_NONE);
        assert_true(d.states[i] == (hr_state)7 * i + 3);
        assert_int_equal(d.parents[i], i / 2);
    }
    hr_discovery_end(&d);
    assert_int_equal(hr_discovery_bytes(&d), 0);
}

/// A sum that is too large is the greatest number.
HR_TEST(test_ways_add_up_to_a_greatest_number) {
    enum { STATES = 20000 };
    hr_discovery d;
    hr_discovery_begin(&d, 1, 0, 1, 0);
    d.counts = true;
    for (uint32_t i = 0; i < STATES; i++) {
        assert_true(hr_discovery_add(&d, &(hr_state){i}, 0));
        assert_int_equal(d.ways[i], 0);
        hr_discovery_add_ways(&d, i, i);
        hr_discovery_add_ways(&d, i / 2, 1);
    }
    for (uint32_t i = 0; i < STATES; i++) {
        assert_int_equal(d.ways[i], i + (i < STATES / 2 ? 2 : 0));
    }
    assert_int_equal(hr_discovery_bytes(&d), d.capacity * (STATE_BYTES + 8) + d.slots.count * SLOT_BYTES);
    hr_discovery_add_ways(&d, 7, HR_WAYS_MAX - 10);
    assert_int_equal(d.ways[7], HR_WAYS_MAX - 1);
    for (hr_count more = 1; more <= 3; more++) {
        hr_discovery_add_ways(&d, 7, more);
        assert_int_equal(d.ways[7], HR_WAYS_MAX);
    }
    hr_discovery_add_ways(&d, 7, HR_WAYS_MAX);
    assert_int_equal(d.ways[7], HR_WAYS_MAX);
    hr_discovery_end(&d);
}

/// There is room for 4,096 states at first, and each time for half as many again. The slots double when five of eight are in use.
HR_TEST(test_memory_grows_in_steps) {
    static const struct {
        uint32_t states;
        uint64_t capacity, slots;
    } steps[] = {{1, 4096, 8192},     {4096, 4096, 8192},  {4097, 6144, 8192},   {5120, 6144, 8192},
                 {5121, 6144, 16384}, {6145, 9216, 16384}, {10241, 13824, 32768}};
    hr_discovery d;
    hr_discovery_begin(&d, 1, 0, 1, 0);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        while (d.count < steps[i].states) {
            assert_true(hr_discovery_add(&d, &(hr_state){d.count}, 0));
        }
        assert_int_equal(hr_discovery_bytes(&d), steps[i].capacity * STATE_BYTES + steps[i].slots * SLOT_BYTES);
    }
    hr_discovery_end(&d);
}

HR_TEST(test_a_limit_of_states_is_met_exactly) {
    static const struct {
        hr_count most;
        const char *limit;
    } cases[] = {{1, "at 1 state (--position-nodes)"}, {5000, "at 5,000 states (--position-nodes)"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_discovery d;
        hr_discovery_begin(&d, 1, 0, 1, cases[i].most);
        for (hr_count n = 0; n < cases[i].most; n++) {
            assert_true(hr_discovery_add(&d, &(hr_state){n}, 0));
        }
        assert_string_equal(d.limit, "");
        assert_false(hr_discovery_add(&d, &(hr_state){cases[i].most}, 0));
        assert_string_equal(d.limit, cases[i].limit);
        assert_int_equal(d.count, cases[i].most);
        assert_int_equal(hr_discovery_find(&d, &(hr_state){cases[i].most}), HR_DISCOVERY_NONE);
        hr_discovery_end(&d);
    }
}

/// No process does with so few bytes. The ranks of a node share them.
HR_TEST(test_a_limit_of_memory_is_told) {
    static const struct {
        uint64_t bytes;
        int ranks;
        const char *limit;
    } cases[] = {{1000, 1, "for lack of memory (1000 bytes may be used, --memory)"},
                 {4000, 4, "for lack of memory (1000 bytes may be used, --memory)"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_discovery d;
        hr_discovery_begin(&d, 1, cases[i].bytes, cases[i].ranks, 0);
        assert_false(hr_discovery_add(&d, &(hr_state){1}, 0));
        assert_string_equal(d.limit, cases[i].limit);
        assert_int_equal(d.count, 0);
        hr_discovery_end(&d);
    }
}

/// Where memory is short, there is room for an eighth more states, and seven of eight slots get used.
HR_TEST(test_short_memory_is_used_up) {
    enum { RESIDENT = 1000 };
    static const struct {
        uint64_t states, slots; ///< for which there is just enough memory …
        uint64_t missing;       ///< … but for these bytes
        size_t found;           ///< states that fit
    } cases[] = {{4096, 8192, 1, 0},    {4096, 8192, 0, 4096}, {4608, 8192, 1, 4096},
                 {4608, 8192, 0, 4608}, {9216, 8192, 0, 7168}, {9216, 16384, 0, 9216}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_discovery d;
        hr_discovery_begin(&d, 1, RESIDENT + cases[i].states * STATE_BYTES + cases[i].slots * SLOT_BYTES - cases[i].missing, 1, 0);
        d.resident = RESIDENT;
        size_t found = 0;
        while (found < 20000 && hr_discovery_add(&d, &(hr_state){found}, 0)) {
            found++;
        }
        assert_int_equal(found, cases[i].found);
        assert_int_equal(d.count, found);
        assert_non_null(strstr(d.limit, "for lack of memory ("));
        for (uint32_t n = 0; n < found; n++) {
            assert_int_equal(hr_discovery_find(&d, &(hr_state){n}), n);
        }
        hr_discovery_end(&d);
    }
}
