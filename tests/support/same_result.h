// SPDX-License-Identifier: MIT
#ifndef HR_SAME_RESULT_H
#define HR_SAME_RESULT_H

#include "mpi_test.h"

#include "run/enumeration.h"

/// Two searches have found the same layers, ended for the same reason and listed the same hardest states.
static inline void assert_same_result(const hr_enumeration *one, const hr_enumeration *other) {
    assert_int_equal(one->layer_count, other->layer_count);
    for (size_t d = 0; d < one->layer_count; d++) {
        assert_int_equal(one->layers[d].states, other->layers[d].states);
        assert_int_equal(one->layers[d].canonical, other->layers[d].canonical);
        assert_int_equal(one->layers[d].solved, other->layers[d].solved);
    }
    assert_int_equal(one->states, other->states);
    assert_int_equal(one->first_solved, other->first_solved);
    assert_int_equal(one->stop, other->stop);
    assert_int_equal(one->whole, other->whole);
    assert_int_equal(one->hardest_listed, other->hardest_listed);
    if (hr_comm_rank(hr_test_world()) == 0) { // the other ranks do not know the states
        assert_memory_equal(one->hardest, other->hardest, one->hardest_listed * sizeof one->hardest[0]);
    }
}

#endif
