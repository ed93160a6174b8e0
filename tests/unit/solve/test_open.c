// SPDX-License-Identifier: MIT
// The open states of A*: buckets by moves and bound, and what a survey finds in them.

#include "solve/astar/open.h"
#include "unit_test.h"

static void add(hr_open *open, uint32_t moves, unsigned bound, hr_state state) {
    assert_true(hr_open_reserve(open, moves));
    assert_true(hr_open_add(open, &open->rows[moves], bound, &state));
}

HR_TEST(test_a_bucket_gives_its_states_back) {
    enum { STATES = HR_CHUNK_STATES + 3 };
    static hr_state states[HR_CHUNK_STATES];
    hr_open open = {.pool = {.words = 1, .limit = UINT64_MAX}};
    for (hr_state i = 0; i < STATES; i++) {
        add(&open, 2, 64, 1000 + i);
    }
    add(&open, 2, 63, 7);
    add(&open, 3, 64, 8);
    assert_int_equal(open.row_count, 4);
    assert_int_equal(hr_open_take(&open, 2, 64, states), 3); // the newest chunk
    assert_int_equal(states[0], 1000 + HR_CHUNK_STATES);
    assert_int_equal(states[2], 1000 + STATES - 1);
    assert_int_equal(hr_open_take(&open, 2, 64, states), HR_CHUNK_STATES);
    assert_int_equal(states[0], 1000);
    assert_int_equal(states[HR_CHUNK_STATES - 1], 1000 + HR_CHUNK_STATES - 1);
    assert_int_equal(hr_open_take(&open, 2, 64, states), 0);
    assert_int_equal(hr_open_take(&open, 2, 63, states), 1);
    assert_int_equal(states[0], 7);
    assert_int_equal(hr_open_take(&open, 3, 64, states), 1);
    assert_int_equal(states[0], 8);
    hr_open_end(&open);
    assert_int_equal(open.row_count, 0);
}

/// Rows count as memory once they have buckets, and chunks are taken in slabs.
HR_TEST(test_memory_is_that_of_rows_and_of_slabs) {
    hr_open open = {.pool = {.words = 1, .limit = UINT64_MAX}};
    assert_int_equal(hr_open_bytes(&open), 0);
    assert_true(hr_open_reserve(&open, 99));
    const uint64_t row = HR_OPEN_ROW_BYTES;
    const uint64_t list = open.row_capacity * sizeof(hr_open_row);
    assert_true(open.row_capacity >= 100);
    assert_int_equal(hr_open_bytes(&open), row + list);
    assert_true(hr_open_reserve(&open, 99));
    assert_true(hr_open_reserve(&open, 5));
    assert_int_equal(hr_open_bytes(&open), 2 * row + list);
    add(&open, 5, 3, 1);
    assert_int_equal(hr_open_bytes(&open), 2 * row + list + HR_POOL_SLAB_BYTES);
    hr_open_end(&open);
    assert_int_equal(hr_open_bytes(&open), 0);
}

/// The smallest bound of a row comes first, also where it is the first or the last of a word of bits.
HR_TEST(test_the_bucket_with_the_smallest_bound_is_found) {
    static const unsigned bounds[] = {HR_ASTAR_BOUNDS - 1, 128, 127, 64, 63, 1, 0};
    static hr_state states[HR_CHUNK_STATES];
    const hr_open_order order = {.p = 3, .q = 2};
    hr_open open = {.pool = {.words = 1, .limit = UINT64_MAX}};
    unsigned bound = 0;
    assert_false(hr_open_find(&open, order, UINT64_MAX, 0, &bound));
    assert_true(hr_open_reserve(&open, 5));
    assert_false(hr_open_find(&open, order, UINT64_MAX, 5, &bound)); // nothing is in it
    assert_false(hr_open_find(&open, order, UINT64_MAX, 6, &bound)); // there is no such row
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        add(&open, 5, bounds[i], i);
        const uint64_t f = 10 + UINT64_C(3) * bounds[i];
        assert_true(hr_open_find(&open, order, f, 5, &bound));
        assert_int_equal(bound, bounds[i]);
        assert_false(hr_open_find(&open, order, f - 1, 5, &bound));
    }
    for (size_t i = sizeof bounds / sizeof bounds[0]; i-- > 0;) { // an empty bucket is found no more
        assert_true(hr_open_find(&open, order, UINT64_MAX, 5, &bound));
        assert_int_equal(bound, bounds[i]);
        assert_int_equal(hr_open_take(&open, 5, bound, states), 1);
        assert_int_equal(states[0], i);
    }
    assert_false(hr_open_find(&open, order, UINT64_MAX, 5, &bound));
    hr_open_end(&open);
}

static void expect(const hr_open *open, hr_open_order order, uint64_t f_bound, uint32_t first, hr_open_survey wanted) {
    const hr_open_survey found = hr_open_look(open, order, f_bound, first);
    assert_int_equal(found.next, wanted.next);
    assert_int_equal(found.least_f, wanted.least_f);
    assert_int_equal(found.least, wanted.least);
    assert_int_equal(found.deepest, wanted.deepest);
}

HR_TEST(test_a_survey_finds_what_is_open) {
    const hr_open_order plain = {.p = 1, .q = 1};
    const hr_open_order weighted = {.p = 3, .q = 1};
    const hr_open_order none = {.p = 1, .q = 2}; // no search has it, but it tells p from q
    hr_open open = {.pool = {.words = 1, .limit = UINT64_MAX}};
    const hr_open_survey nothing = {.next = UINT64_MAX, .least_f = UINT64_MAX, .least = UINT64_MAX, .deepest = UINT64_MAX};
    expect(&open, plain, UINT64_MAX, 0, nothing);
    assert_true(hr_open_reserve(&open, 9));
    expect(&open, plain, UINT64_MAX, 0, nothing);
    // g and h: of each g only the smallest h counts
    add(&open, 2, 9, 1); // g + h 11, g + 3h 29
    add(&open, 4, 6, 2); // 10, 22
    add(&open, 4, 8, 3);
    add(&open, 7, 5, 4); // 12, 22
    expect(&open, plain, 10, 0, (hr_open_survey){.next = 4, .least_f = 10, .least = 10, .deepest = 4});
    expect(&open, plain, 11, 0, (hr_open_survey){.next = 2, .least_f = 10, .least = 10, .deepest = 4});
    expect(&open, plain, 11, 3, (hr_open_survey){.next = 4, .least_f = 10, .least = 10, .deepest = 4});
    expect(&open, plain, 11, 5, (hr_open_survey){.next = UINT64_MAX, .least_f = 10, .least = 10, .deepest = 4});
    expect(&open, plain, 12, 5, (hr_open_survey){.next = 7, .least_f = 10, .least = 10, .deepest = 4});
    expect(&open, plain, 12, 7, (hr_open_survey){.next = 7, .least_f = 10, .least = 10, .deepest = 4});
    expect(&open, plain, 9, 0, (hr_open_survey){.next = UINT64_MAX, .least_f = 10, .least = 10, .deepest = 4});
    expect(&open, weighted, 22, 0, (hr_open_survey){.next = 4, .least_f = 22, .least = 10, .deepest = 7});
    expect(&open, weighted, 29, 0, (hr_open_survey){.next = 2, .least_f = 22, .least = 10, .deepest = 7});
    expect(&open, none, 13, 0, (hr_open_survey){.next = 2, .least_f = 13, .least = 10, .deepest = 2});
    hr_open_end(&open);
}
