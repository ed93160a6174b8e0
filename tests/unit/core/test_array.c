// SPDX-License-Identifier: MIT
#include "core/array.h"
#include "unit_test.h"

HR_TEST(test_items_stay_while_the_array_grows) {
    uint32_t *items = NULL;
    size_t capacity = 0;
    size_t moves = 0;
    for (uint32_t i = 0; i < 100000; i++) {
        const size_t before = capacity;
        assert_true(HR_ARRAY_RESERVE(items, capacity, i + 1U));
        assert_true(capacity > i);
        moves += capacity != before ? before : 0;
        items[i] = 7 * i;
    }
    for (uint32_t i = 0; i < 100000; i++) {
        assert_int_equal(items[i], 7 * i);
    }
    assert_true(moves < 300000);
    free(items);
}

HR_TEST(test_room_that_is_there_is_kept) {
    char *items = NULL;
    size_t capacity = 0;
    assert_true(HR_ARRAY_RESERVE(items, capacity, 0));
    assert_null(items);
    assert_true(HR_ARRAY_RESERVE(items, capacity, 1000));
    assert_int_equal(capacity, 1000);
    char *const before = items;
    assert_true(HR_ARRAY_RESERVE(items, capacity, 1000));
    assert_ptr_equal(items, before);
    assert_int_equal(hr_array_capacity(1000, 1001), 1500);
    assert_int_equal(hr_array_capacity(1000, 2001), 2001);
    assert_int_equal(hr_array_capacity(1000, 3), 1000);
    free(items);
}

HR_TEST(test_sizes_that_overflow_are_no_memory) {
    uint64_t *items = NULL;
    size_t capacity = 0;
    assert_true(HR_ARRAY_RESERVE(items, capacity, 2));
    items[1] = 5;
    const size_t before = capacity;
    assert_false(HR_ARRAY_RESERVE(items, capacity, SIZE_MAX / 8 + 1));
    assert_false(HR_ARRAY_RESERVE(items, capacity, SIZE_MAX));
    assert_int_equal(capacity, before);
    assert_int_equal(items[1], 5);
    assert_int_equal(hr_array_capacity(SIZE_MAX - 1, SIZE_MAX), SIZE_MAX);
    free(items);
}
