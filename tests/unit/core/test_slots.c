// SPDX-License-Identifier: MIT
#include "core/hash/slots.h"
#include "unit_test.h"

enum { STATES = 3000, WORDS_MAX = 4 };

/// States that differ in one word only, which is another one from state to state.
static void make_states(hr_state *states, size_t words) {
    for (size_t i = 0; i < STATES * words; i++) {
        states[i] = i % words == i / words % words ? i / words + 1 : 0;
    }
}

HR_TEST(test_each_state_has_its_number_in_few_slots_and_in_many) {
    for (size_t words = 1; words <= WORDS_MAX; words++) {
        hr_state states[STATES * WORDS_MAX];
        hr_state_slots slots = {.words = words};
        make_states(states, words);
        assert_true(hr_state_slots_make(&slots, 2048, states, 0));
        for (uint32_t i = 0; i < 2047; i++) {
            assert_int_equal(hr_state_slots_find(&slots, states, states + i * words), HR_STATE_SLOTS_NONE);
            hr_state_slots_enter(&slots, states, i);
        }
        for (size_t count = 2048; count <= 8192; count *= 4) {
            for (uint32_t i = 0; i < STATES; i++) {
                const uint32_t number = hr_state_slots_find(&slots, states, states + i * words);
                assert_int_equal(number, i < 2047 ? i : HR_STATE_SLOTS_NONE);
            }
            assert_true(hr_state_slots_make(&slots, 8192, states, 2047));
            assert_int_equal(slots.count, 8192);
        }
        free(slots.numbers);
    }
}
