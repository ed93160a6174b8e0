// SPDX-License-Identifier: MIT
// Ranks: 1 2 3 5
// The parts that a rank sends words to, as the engines list them, against a slow twin that asks of every word of every part where
// it comes from. Each list has what is needed and no more.

#include "mpi_test.h"

#include <stdlib.h>

#include "enumerate/bits/slide/engine.h"
#include "enumerate/bits/unit/engine.h"

static hr_puzzle *create(const char *spec, hr_metric metric) {
    hr_puzzle *puzzle = NULL;
    const hr_puzzle_options options = {.spec = spec, .metric = metric};
    assert_int_equal(hr_puzzle_create(&options, &puzzle, NULL), HR_OK);
    return puzzle;
}

/// The parts of other ranks that some way leads to are those in the list, each in the round in which it is updated.
static void check(const hr_bits_deal *deal, const hr_bits_partners *partners, const uint32_t *ways) {
    uint64_t expected = 0;
    const uint64_t parts = deal->first[deal->ranks];
    for (uint64_t part = 0; part < parts; part++) {
        expected += !hr_bits_is_own(deal, part) && ways[part] != 0;
    }
    assert_int_equal(partners->first[deal->slots_max], expected);
    for (uint64_t round = 0; round < deal->slots_max; round++) {
        for (uint64_t i = partners->first[round]; i < partners->first[round + 1]; i++) {
            const hr_bits_partner *partner = &partners->list[i];
            assert_false(hr_bits_is_own(deal, partner->part));
            assert_int_equal(deal->slot[partner->part], round);
            assert_int_equal(partner->ways, ways[partner->part]);
        }
    }
}

/// Edge d into a cell has bit 2 · cell + d.
static void check_planes(const char *spec, int prefix) {
    hr_puzzle *puzzle = create(spec, HR_METRIC_UNIT);
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    const hr_bits_tuning tuning = {.copy = true, .prefix_given = true, .prefix = prefix};
    hr_enumeration result;
    hr_bits_search *search = NULL;
    const hr_run_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &options, .result = &result};
    assert_int_equal(hr_bits_set_up(&hr_unit_rule, &task, &tuning, &search, NULL), HR_OK);
    const hr_unit_engine *e = (const hr_unit_engine *)search;
    const hr_bits_shape *shape = &e->search.parts.shape;
    uint32_t *ways = calloc(shape->count, sizeof *ways);
    assert_non_null(ways);
    for (int i = 0; i < 2 * e->search.board.cells; i++) {
        const hr_unit_edge *edge = &e->edges[i / 2][i % 2];
        const uint64_t words = edge->reach == HR_UNIT_ACROSS ? e->search.board.plane_words : 0;
        for (uint64_t word = 0; word < words; word++) {
            const uint64_t source = hr_unit_source_word(edge, word) / shape->part_words;
            ways[word / shape->part_words] |= hr_bits_is_own(&e->search.parts.deal, source) ? 1U << i : 0;
        }
    }
    if (e->search.parts.deal.ranks > 1) {
        check(&e->search.parts.deal, &e->search.partners, ways);
    }
    free(ways);
    hr_bits_tear_down(&search);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

/// The way home through window k has bit k, the way back bit 16 + k.
static void check_lines(const char *spec, int prefix) {
    hr_puzzle *puzzle = create(spec, HR_METRIC_SLIDE);
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result = {.first_solved = HR_DEPTH_UNREACHED};
    const hr_bits_tuning tuning = {.copy = true, .prefix_given = true, .prefix = prefix};
    hr_bits_search *search = NULL;
    const hr_run_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &options, .result = &result};
    assert_int_equal(hr_bits_set_up(&hr_slide_rule, &task, &tuning, &search, NULL), HR_OK);
    const hr_slide_engine *e = (const hr_slide_engine *)search;
    const hr_bits_shape *shape = &e->search.parts.shape;
    uint32_t *ways = calloc(shape->count, sizeof *ways);
    assert_non_null(ways);
    for (int i = 0; i < 2 * prefix; i++) {
        const int k = i / 2;
        const hr_slide_route way = i % 2 == 0 ? hr_slide_way_home(e, k) : hr_slide_way_back(e, k);
        for (uint64_t word = 0; word < shape->count * shape->part_words; word++) {
            uint64_t run = 0;
            const uint64_t source = hr_slide_cross(e, &way, word, &run) / shape->part_words;
            ways[word / shape->part_words] |= hr_bits_is_own(&e->search.parts.deal, source) ? 1U << (16 * (i % 2) + k) : 0;
        }
    }
    if (e->search.parts.deal.ranks > 1) {
        check(&e->search.parts.deal, &e->search.partners, ways);
    }
    free(ways);
    hr_bits_tear_down(&search);
    hr_puzzle_destroy(&puzzle);
}

static void test_planes_know_whom_they_send_words(void **state) {
    (void)state;
    for (int prefix = 0; prefix <= 3; prefix++) {
        check_planes("tile:2x5", prefix);
    }
    check_planes("tile:3x3", 1);
    check_planes("tile:3x4", 3);
}

static void test_lines_know_whom_they_send_words(void **state) {
    (void)state;
    for (int prefix = 0; prefix <= 3; prefix++) {
        check_lines("tile:2x5", prefix);
    }
    check_lines("tile:3x3", 1);
    check_lines("tile:3x4", 4); // two windows of a column cross parts
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_planes_know_whom_they_send_words),
    cmocka_unit_test(test_lines_know_whom_they_send_words),
};
HR_MPI_TEST_MAIN(tests)
