// SPDX-License-Identifier: MIT
// Reductions of states against what every rank can work out alone.

#include "comm/states.h"
#include "mpi_test.h"

#include "core/state.h"

enum { WORDS = 2 };

/// The state of a rank in a case: two bits for the highest byte, two for the lowest one. So states differ in one of them, or in
/// both.
static void make_state(int rank, unsigned choice, hr_state state[WORDS]) {
    const unsigned bits = choice >> (4 * rank);
    state[1] = (hr_state)(bits & 3) << 56;
    state[0] = bits >> 2 & 3;
}

HR_TEST(test_smallest_state_of_all_ranks) {
    const hr_comm *world = hr_test_world();
    for (unsigned choice = 0; choice < 1U << 16; choice += 37) {
        hr_state smallest[WORDS] = {HR_STATE_NONE, HR_STATE_NONE};
        hr_state found[WORDS];
        for (int rank = 0; rank < hr_comm_size(world); rank++) {
            make_state(rank, choice, found);
            if (hr_state_compare(found, smallest, WORDS) < 0) {
                hr_words_copy(smallest, found, WORDS);
            }
        }
        make_state(hr_comm_rank(world), choice, found);
        assert_int_equal(hr_comm_min_words(world, found, WORDS, NULL), HR_OK);
        assert_true(hr_words_equal(found, smallest, WORDS));
    }
}

HR_TEST(test_no_state_is_greater_than_any) {
    const hr_comm *world = hr_test_world();
    const int last = hr_comm_size(world) - 1;
    hr_state found = hr_comm_rank(world) == last ? HR_STATE_NONE - 1 : HR_STATE_NONE;
    assert_int_equal(hr_comm_min_words(world, &found, 1, NULL), HR_OK);
    assert_true(found == HR_STATE_NONE - 1);
}

static hr_state number_of(int rank, int i) { return (hr_state)rank << 40 | (unsigned)i; }

/// Rank r gives r states.
HR_TEST(test_states_are_gathered_in_the_order_of_ranks) {
    const hr_comm *world = hr_test_world();
    hr_state own[8];
    for (int i = 0; i < hr_comm_rank(world); i++) {
        own[i] = number_of(hr_comm_rank(world), i);
    }
    hr_state *all = NULL;
    size_t total = 1;
    assert_int_equal(hr_comm_gather(world, own, (size_t)hr_comm_rank(world), &all, &total, NULL), HR_OK);
    size_t at = 0;
    for (int rank = 0; rank < hr_comm_size(world) && hr_comm_rank(world) == 0; rank++) {
        for (int i = 0; i < rank; i++, at++) {
            assert_true(at < total && all[at] == number_of(rank, i));
        }
    }
    assert_int_equal(total, at);
    free(all);
}
