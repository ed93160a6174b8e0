// SPDX-License-Identifier: MIT
#include "core/smallest.h"
#include "unit_test.h"

static int compare(const void *a, const void *b) {
    const hr_state x = *(const hr_state *)a;
    const hr_state y = *(const hr_state *)b;
    return (x > y) - (x < y);
}

/// A sort of everything offered, without what is there twice, begins with the list.
static void check(size_t offered, hr_state range) {
    hr_state list[HR_HARDEST_MAX];
    hr_state *all = calloc(offered, sizeof *all);
    size_t n = 0;
    hr_state state = 12345;
    assert_non_null(all);
    for (size_t i = 0; i < offered; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        all[i] = (state >> 33) % range;
        hr_smallest_offer(list, &n, all[i]);
    }
    qsort(all, offered, sizeof *all, compare);
    size_t different = 0;
    for (size_t i = 0; i < offered; i++) {
        if (i > 0 && all[i] == all[i - 1]) {
            continue;
        }
        if (different < HR_HARDEST_MAX) {
            assert_true(different < n);
            assert_int_equal(list[different], all[i]);
        }
        different++;
    }
    assert_int_equal(n, different < HR_HARDEST_MAX ? different : HR_HARDEST_MAX);
    free(all);
}

HR_TEST(test_smallest_is_what_a_sort_gives) {
    check(1, 10);
    check(50, 40);
    check(HR_HARDEST_MAX, 1U << 30);
    check(HR_HARDEST_MAX + 1, 1U << 30);
    check(5000, 70);
    check(5000, 1U << 30);
}

/// In order, so that each goes behind the others or in front of them.
HR_TEST(test_the_last_place_is_filled) {
    for (int falling = 0; falling < 2; falling++) {
        hr_state list[HR_HARDEST_MAX];
        size_t n = 0;
        for (size_t i = 0; i < HR_HARDEST_MAX + 5; i++) {
            hr_smallest_offer(list, &n, falling ? HR_HARDEST_MAX + 4 - i : i);
            assert_int_equal(n, i < HR_HARDEST_MAX ? i + 1 : HR_HARDEST_MAX);
        }
        for (size_t i = 0; i < HR_HARDEST_MAX; i++) {
            assert_int_equal(list[i], i);
        }
    }
}

/// A state between the last two of a full list takes the last place. The last state itself does not get in again.
HR_TEST(test_a_full_list_gives_its_largest_state_away) {
    hr_state list[HR_HARDEST_MAX];
    size_t n = 0;
    for (size_t i = 0; i < HR_HARDEST_MAX; i++) {
        hr_smallest_offer(list, &n, 2 * i);
    }
    const hr_state before_last = list[HR_HARDEST_MAX - 2];
    for (int time = 0; time < 2; time++) {
        hr_smallest_offer(list, &n, before_last + 1);
        assert_int_equal(n, HR_HARDEST_MAX);
        assert_int_equal(list[HR_HARDEST_MAX - 2], before_last);
        assert_int_equal(list[HR_HARDEST_MAX - 1], before_last + 1);
    }
}
