// SPDX-License-Identifier: MIT
// States are sorted as qsort sorts them. A few states are sorted in another way than many.
#include "core/sorting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/hash/state.h"

enum { MOST = 40 };

static int compare(const void *a, const void *b) {
    const hr_state x = *(const hr_state *)a;
    const hr_state y = *(const hr_state *)b;
    return (x > y) - (x < y);
}

static void test_states_come_in_order_whatever_their_number(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_states_come_in_order_whatever_their_number)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
