// SPDX-License-Identifier: MIT
#ifndef HR_TEST_PLAIN_SUBTREE_H
#define HR_TEST_PLAIN_SUBTREE_H

// For tests of IDA*'s domains: the search of a subtree beside the plain one. mpi_test.h or unit_test.h comes before.

#include "solve/idastar/idastar.h"

/// The domain's own search of the subtree under *root, which finds and counts what the plain one does.
static inline hr_idastar_subtree searched_as_plainly(const hr_idastar_domain *domain, const void *root, hr_idastar_terms terms) {
    hr_idastar_subtree fast = {.next_bound = HR_IDASTAR_NO_BOUND};
    hr_idastar_subtree plain = fast;
    domain->search(domain->context, root, terms, &fast);
    hr_idastar_search_plain(domain, (hr_idastar_weight){0}, root, terms, &plain);
    assert_int_equal(plain.nodes, fast.nodes);
    assert_int_equal(plain.expanded, fast.expanded);
    assert_int_equal(plain.solutions, fast.solutions);
    assert_int_equal(plain.path_length, fast.path_length);
    assert_memory_equal(plain.path, fast.path, plain.path_length);
    if (plain.solutions == 0) {
        assert_int_equal(plain.next_bound, fast.next_bound);
    }
    return fast;
}

/// The moves to the nearest goal, by searches with one bound after the other, which do as plain ones; 0: it is not within `most`.
static inline uint32_t length_as_plainly(const hr_idastar_domain *domain, const void *root, bool complete, uint32_t most) {
    hr_idastar_terms terms = {.bound = domain->heuristic(domain->context, root), .complete = complete};
    while (terms.bound <= most) {
        const hr_idastar_subtree found = searched_as_plainly(domain, root, terms);
        if (found.solutions > 0) {
            assert_int_equal(found.path_length, complete ? 0 : terms.bound);
            return terms.bound;
        }
        terms.bound = found.next_bound;
    }
    return 0;
}

#endif
