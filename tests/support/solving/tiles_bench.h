// SPDX-License-Identifier: MIT
#ifndef HR_TILES_BENCH_H
#define HR_TILES_BENCH_H

// A tile puzzle with a heuristic, for tests of heuristics. The ranks share what is to be checked.

#include "mpi_test.h"

#include "solve/heuristic.h"
#include "solve/patterns/domain.h"
#include "solving/plain_subtree.h"

typedef struct bench {
    hr_tiles tiles;
    hr_comm *node;
    hr_guide guide;
} bench;

static inline void open_bench(bench *b, int width, int height, const char *goal, const char *heuristic, const char *cache) {
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_tiles_create(width, height, goal, &b->tiles, &error));
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &b->node, &error));
    const hr_heuristic_order order = {
        .kind = &hr_tiles_positions, .board = &b->tiles, .name = heuristic, .cache = &(hr_pattern_cache){.directory = cache}};
    const hr_status status = hr_guide_create(hr_test_world(), b->node, &order, &b->guide, &error);
    assert_string_equal("", error.text);
    assert_int_equal(HR_OK, status);
}

static inline void close_bench(bench *b) {
    hr_guide_clear(&b->guide);
    hr_comm_destroy(&b->node);
}

/// Does this rank check the item with this number?
static inline bool is_mine(size_t number) {
    return number % (size_t)hr_comm_size(hr_test_world()) == (size_t)hr_comm_rank(hr_test_world());
}

/// The fast search of the subtree under a state does what the plain one does with the heuristic from scratch.
static inline void check_search(const hr_idastar_domain *domain, hr_tiles_state root, uint32_t bound) {
    root.last = HR_TILES_NO_MOVE;
    for (int complete = 0; complete < 2; complete++) {
        const hr_idastar_terms terms = {.g = 3, .bound = bound, .complete = complete};
        (void)searched_as_plainly(domain, &root, terms);
    }
}

#endif
