// SPDX-License-Identifier: MIT
// How the plane engine deals its parts, and what a rank needs, on numbers of ranks that no test machine has.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "enumerate/frontier/frontier.h"
#include "enumerate/planes/planes.h"
#include "sanitized.h"

static hr_planes_needs foresee(const char *spec, int ranks, int node_ranks, bool distances) {
    hr_puzzle *puzzle = NULL;
    hr_planes_needs needs = {0};
    hr_error error = {.text = ""};
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = spec}, &puzzle, &error), HR_OK);
    assert_int_equal(hr_planes_foresee(puzzle, ranks, node_ranks, distances, &needs, &error), HR_OK);
    hr_puzzle_destroy(&puzzle);
    return needs;
}

/// The most parts of a board: all tiles fixed but those that a crossing window moves and the five of a word.
static double parts_at_most(int tiles, int width, bool distances) {
    int fixed = tiles - width - 5;
    fixed = distances && fixed > tiles - 9 ? tiles - 9 : fixed;
    double parts = 1;
    for (int i = 0; i < fixed; i++) {
        parts *= tiles - i;
    }
    return parts;
}

static void test_the_busiest_rank_has_at_most_5_percent_more(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int tiles;
        int width;
    } BOARDS[] = {{"tile:3x4", 11, 3}, {"tile:2x6", 11, 2}, {"tile:2x7", 13, 2},
                  {"tile:3x5", 14, 3}, {"tile:4x4", 15, 4}, {"tile:2x8", 15, 2}};
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        for (int distances = 0; distances < 2; distances++) {
            const double parts = parts_at_most(BOARDS[b].tiles, BOARDS[b].width, distances != 0);
            int checked = 0;
            for (int ranks = 1; ranks <= 4096 && 1000.0 * ranks <= 64 * parts;
                 ranks += 1 + ranks / (HR_SANITIZED ? 8 : 16), checked++) {
                const hr_planes_needs needs = foresee(BOARDS[b].spec, ranks, 1, distances != 0);
                if (needs.busiest * ranks > 1.05) {
                    fail_msg("%s on %d ranks: the busiest has %.4f times its share", BOARDS[b].spec, ranks, needs.busiest * ranks);
                }
            }
            assert_true(checked >= 7);
        }
    }
}

static void test_memory_is_a_share_and_a_bounded_rest(void **state) {
    (void)state;
    const double all = 10461394944000.0 / 60 * 8; // the 15-puzzle, 60 states a word
    for (int ranks = 64; ranks <= 16384; ranks *= 2) {
        const double need = (double)foresee("tile:4x4", ranks, 1, false).rank_bytes;
        assert_true(need >= all / ranks);
        assert_true(need <= 1.06 * all / ranks + (600 << 20)); // buffers: two rounds of p planes of a part, half of it at p = 3
        const double shared = (double)foresee("tile:4x4", ranks, 64, false).rank_bytes;
        assert_true(shared > need && shared < 1.1 * need); // page tables of the neighbours' memory
    }
}

static void test_frontier_ranks_need_little_more_among_many(void **state) {
    (void)state;
    assert_true(hr_frontier_base_bytes(2) == hr_frontier_base_bytes(1024));
    assert_true(hr_frontier_base_bytes(10000) > (UINT64_C(160) << 20)); // its buffers are counted
    assert_true(hr_frontier_base_bytes(10000) < (UINT64_C(200) << 20));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_busiest_rank_has_at_most_5_percent_more),
        cmocka_unit_test(test_memory_is_a_share_and_a_bounded_rest),
        cmocka_unit_test(test_frontier_ranks_need_little_more_among_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
