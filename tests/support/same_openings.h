// SPDX-License-Identifier: MIT
#ifndef HR_SAME_OPENINGS_H
#define HR_SAME_OPENINGS_H

// Compares the results of two runs over all openings.

#include "mpi_test.h"

#include <string.h>
#include <xxhash.h>

#include "openings/openings.h"

static inline hr_status hr_add_hash(void *context, hr_index first, const void *values, size_t n, hr_error *error) {
    uint64_t *hash = context;
    *hash += XXH3_64bits_withSeed(values, n, first); // the ranks' sums are added up
    return HR_OK;
}

/// Collective. All distances in the order of the index.
static inline uint64_t hr_hash_distances(const hr_puzzle *puzzle, const hr_openings *openings) {
    uint64_t hash = 0;
    const hr_openings_receiver receiver = {hr_add_hash, &hash, 1024};
    assert_int_equal(hr_openings_stream(hr_test_world(), puzzle, openings, &receiver, NULL), HR_OK);
    assert_int_equal(hr_comm_sum(hr_test_world(), &hash, 1, NULL), HR_OK);
    return hash;
}

static inline void hr_assert_same_set(const hr_openings_set *a, const hr_openings_set *b, size_t depths) {
    assert_memory_equal(&a->pieces, &b->pieces, sizeof a->pieces);
    assert_memory_equal(&a->full, &b->full, sizeof a->full);
    assert_memory_equal(&a->mirror, &b->mirror, sizeof a->mirror);
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->largest_component, b->largest_component);
    assert_int_equal(a->max_distance, b->max_distance);
    assert_true(a->mean_distance == b->mean_distance);
    assert_int_equal(a->hardest_count, b->hardest_count);
    assert_int_equal(a->hardest_listed, b->hardest_listed);
    assert_memory_equal(a->hardest, b->hardest, a->hardest_listed * sizeof *a->hardest);
    if (depths > 0) {
        assert_memory_equal(a->histogram, b->histogram, depths * sizeof *a->histogram);
        assert_memory_equal(a->histogram_mirror, b->histogram_mirror, depths * sizeof *a->histogram_mirror);
    }
}

/// All figures of two runs over the same piece sets.
static inline void hr_assert_same_openings(const hr_openings *a, const hr_openings *b) {
    const size_t depths = b->depth_count;
    assert_int_equal(a->depth_count, depths);
    assert_int_equal(a->set_count, b->set_count);
    assert_int_equal(a->families_done, b->families_done);
    hr_assert_same_set(&a->total, &b->total, depths);
    for (size_t i = 0; i < b->set_count; i++) {
        hr_assert_same_set(&a->sets[i], &b->sets[i], depths);
    }
}

#endif
