// SPDX-License-Identifier: MIT
// Reductions of states against what every rank can work out alone.
// Wide: states of 128 bits, too

#include "comm/states.h"
#include "mpi_test.h"

#include <stdlib.h>

#include "core/state.h"

/// The state of a rank in a case: two bits for the highest byte, two for the lowest one. So states differ in one of them, or in
/// both.
static hr_state state_of(int rank, unsigned choice) {
    const unsigned bits = choice >> (4 * rank);
    return (hr_state)(bits & 3) << (HR_STATE_BITS - 8) | (bits >> 2 & 3);
}

static void test_smallest_state_of_all_ranks(void **state) {
    (void)state;
    const hr_comm *world = hr_test_world();
    for (unsigned choice = 0; choice < 1U << 16; choice += 37) {
        hr_state smallest = HR_STATE_NONE;
        for (int rank = 0; rank < hr_comm_size(world); rank++) {
            const hr_state one = state_of(rank, choice);
            smallest = one < smallest ? one : smallest;
        }
        hr_state found = state_of(hr_comm_rank(world), choice);
        assert_int_equal(hr_comm_min_state(world, &found, NULL), HR_OK);
        assert_true(found == smallest);
    }
}

static void test_no_state_is_greater_than_any(void **state) {
    (void)state;
    const hr_comm *world = hr_test_world();
    const int last = hr_comm_size(world) - 1;
    hr_state found = hr_comm_rank(world) == last ? HR_STATE_NONE - 1 : HR_STATE_NONE;
    assert_int_equal(hr_comm_min_state(world, &found, NULL), HR_OK);
    assert_true(found == HR_STATE_NONE - 1);
}

/// Rank r gives r states.
static void test_states_are_gathered_in_the_order_of_ranks(void **state) {
    (void)state;
    const hr_comm *world = hr_test_world();
    hr_state own[8];
    for (int i = 0; i < hr_comm_rank(world); i++) {
        own[i] = state_of(hr_comm_rank(world), 0x1234) + (unsigned)i;
    }
    hr_state *all = NULL;
    size_t total = 1;
    assert_int_equal(hr_comm_gather_states(world, own, (size_t)hr_comm_rank(world), &all, &total, NULL), HR_OK);
    size_t at = 0;
    for (int rank = 0; rank < hr_comm_size(world) && hr_comm_rank(world) == 0; rank++) {
        for (int i = 0; i < rank; i++, at++) {
            assert_true(at < total && all[at] == state_of(rank, 0x1234) + (unsigned)i);
        }
    }
    assert_int_equal(total, at);
    free(all);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_smallest_state_of_all_ranks),
    cmocka_unit_test(test_no_state_is_greater_than_any),
    cmocka_unit_test(test_states_are_gathered_in_the_order_of_ranks),
};
HR_MPI_TEST_MAIN(tests)
