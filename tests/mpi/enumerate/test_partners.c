// SPDX-License-Identifier: MIT
// Ranks: 1 2 3 5
// The parts that a rank sends words to, as the engines list them, against a slow twin that asks of every word of every part where
// it comes from. Each list has what is needed and no more.

#include "mpi_test.h"

#include <stdlib.h>

#include "enumerate/bits/search.h"
#include "enumerate/bits/slide/slide.h"
#include "enumerate/bits/unit/unit.h"

static hr_puzzle *create(const char *spec, hr_metric metric) {
    const hr_puzzle_options options = {.spec = spec, .metric = metric};
    return made_puzzle(&options);
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

/// Way i has bit i.
static void check_rule(const hr_bits_rule *rule, hr_metric metric, const char *spec, int prefix) {
    hr_puzzle *puzzle = create(spec, metric);
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    const hr_bits_tuning tuning = {.copy = true, .prefix_given = true, .prefix = prefix};
    hr_enumeration result;
    hr_bits_search *s = NULL;
    const hr_run_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &options, .result = &result};
    assert_int_equal(hr_bits_set_up(rule, &task, &tuning, &s, NULL), HR_OK);
    assert_int_equal(s->way_count, 2 * prefix);
    const hr_bits_shape *shape = &s->parts.shape;
    uint32_t *ways = calloc(shape->count, sizeof *ways);
    assert_non_null(ways);
    for (int i = 0; i < s->way_count; i++) {
        for (uint64_t word = 0; word < s->board.plane_words; word++) {
            uint64_t run = 0;
            const uint64_t source = hr_bits_cross(s, &s->ways[i], word, &run) / shape->part_words;
            ways[word / shape->part_words] |= hr_bits_is_own(&s->parts.deal, source) ? 1U << i : 0;
        }
    }
    if (s->parts.deal.ranks > 1) {
        check(&s->parts.deal, &s->partners, ways);
    }
    free(ways);
    hr_bits_tear_down(&s);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_rules_know_whom_they_send_words) {
    static const struct {
        const hr_bits_rule *rule;
        hr_metric metric;
    } RULES[] = {{&hr_unit_rule, HR_METRIC_UNIT}, {&hr_slide_rule, HR_METRIC_SLIDE}};
    for (int i = 0; i < 2; i++) {
        for (int prefix = 0; prefix <= 3; prefix++) {
            check_rule(RULES[i].rule, RULES[i].metric, "tile:2x5", prefix);
        }
        check_rule(RULES[i].rule, RULES[i].metric, "tile:3x3", 1);
        check_rule(RULES[i].rule, RULES[i].metric, "tile:3x4", 3);
    }
    check_rule(&hr_slide_rule, HR_METRIC_SLIDE, "tile:3x4", 4); // two windows of a column cross parts
}
