// SPDX-License-Identifier: MIT
// States are sorted as qsort sorts them, of any number of words. A few states are sorted in another way than many.
#include "core/sorting.h"
#include "unit_test.h"

#include <stdbool.h>

#include "core/hash/state.h"

enum { MOST = 40 };

static int compare(const void *a, const void *b) {
    const hr_state x = *(const hr_state *)a;
    const hr_state y = *(const hr_state *)b;
    return (x > y) - (x < y);
}

HR_TEST(test_states_come_in_order_whatever_their_number) {
    hr_sort_states(NULL, 0);
    for (size_t n = 1; n <= MOST; n++) {
        for (uint64_t values = 1; values < 100; values *= 3) { // if there are few, many states are equal
            hr_state sorted[MOST] = {0};
            hr_state twin[MOST];
            for (size_t i = 0; i < n; i++) {
                sorted[i] = hr_hash_state(100 * i + n) % values * (UINT64_MAX / 100);
            }
            memcpy(twin, sorted, sizeof twin);
            qsort(twin, n, sizeof *twin, compare);
            hr_sort_states(sorted, n);
            assert_memory_equal(sorted, twin, n * sizeof *sorted);
        }
    }
}

/// The states are numbers below 3 in each of their words. The twin looks for each such number, in ascending order.
HR_TEST(test_states_of_several_words_come_in_order_and_once) {
    for (size_t words = 1; words <= HR_STATE_WORDS_MAX; words++) {
        for (size_t n = 0; n <= MOST; n++) {
            hr_state states[MOST * HR_STATE_WORDS_MAX];
            bool there[6561] = {false}; // 3 to the power of HR_STATE_WORDS_MAX
            for (size_t i = 0; i < n; i++) {
                size_t number = 0;
                for (size_t w = words; w-- > 0;) {
                    states[i * words + w] = hr_hash_state(i * 10 + w + n) % 3;
                    number = number * 3 + (size_t)states[i * words + w];
                }
                there[number] = true;
            }
            const size_t left = hr_sort_distinct(states, n, words);
            size_t seen = 0;
            for (size_t number = 0; number < 6561; number++) {
                for (size_t w = 0, rest = number; there[number] && w < words; w++, rest /= 3) {
                    assert_int_equal(states[seen * words + w], rest % 3);
                }
                seen += there[number] ? 1 : 0;
            }
            assert_int_equal(left, seen);
        }
    }
}
