// SPDX-License-Identifier: MIT
// What nodes send each other for families that they search together, foreseen and measured.

#include "openings/foresight/traffic.h"
#include "unit_test.h"

/// What `nodes` nodes of one rank would send for a family.
static double foresee(const hr_family_plan *family, int nodes) {
    hr_family_plan copy = *family;
    const hr_openings_run_state run = {.ranks = nodes, .node_ranks = 1, .plans = &copy, .plan_count = 1};
    return hr_openings_sent(&run);
}

/// Whole searches of families of 4×6, 5×5 and 4×7 on nodes of one rank, in all metrics, have sent so many bytes.
HR_TEST(test_measured_searches_are_foreseen_within_a_quarter) {
    static const struct {
        int nodes;
        int horizontals;
        int verticals;
        int free_cells;
        uint64_t frames;
        double sent;
    } cases[] = {
        {2, 1, 2, 14, 11760, 181905528}, // 4×6, unit
        {2, 2, 2, 12, 40024, 200684288}, // 4×6, unit
        {4, 4, 2, 8, 67155, 96307200},   // 4×6, unit
        {8, 3, 3, 8, 94924, 188934720},  // 4×6, unit
        {8, 0, 4, 12, 9639, 119535928},  // 4×6, slide
        {8, 4, 1, 10, 33858, 154292264}, // 4×6, move
        {2, 3, 4, 7, 148100, 66382184},  // 5×5, unit
        {8, 1, 5, 9, 65052, 181962808},  // 5×5, unit
        {2, 3, 6, 6, 377980, 144090032}, // 4×7, unit
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_family_plan family = {.horizontals = cases[i].horizontals,
                                       .verticals = cases[i].verticals,
                                       .free_cells = cases[i].free_cells,
                                       .frames = cases[i].frames,
                                       .wide = true};
        const double ratio = foresee(&family, cases[i].nodes) / cases[i].sent;
        if (!(ratio > 0.8 && ratio < 1.25)) {
            fail_msg("case %zu: %g times what was sent", i, ratio);
        }
    }
}

/// Two nodes send half of what leads to other frames, any number of nodes at most all of it: three words for each one.
HR_TEST(test_traffic_rises_with_the_nodes_to_a_limit) {
    const hr_family_plan family = {.horizontals = 2, .verticals = 2, .free_cells = 12, .frames = 1000, .wide = true};
    double before = 0;
    for (int nodes = 1; nodes <= 1 << 14; nodes *= 2) {
        const double sent = foresee(&family, nodes);
        assert_true(nodes == 1 ? sent == 0 : sent > before);
        before = sent;
    }
    const double limit = 3 / 0.875 * foresee(&family, 2);
    assert_true(before < limit && before > 0.999 * limit);
}

/// Ranks of one node have a family's words in common, and send each other none.
HR_TEST(test_ranks_of_a_node_send_as_one) {
    hr_family_plan family = {.horizontals = 2, .verticals = 2, .free_cells = 12, .frames = 1000, .wide = true};
    const hr_openings_run_state run = {.ranks = 8, .node_ranks = 4, .plans = &family, .plan_count = 1};
    assert_true(hr_openings_sent(&run) == foresee(&family, 2));
}

HR_TEST(test_a_family_of_one_node_sends_nothing) {
    const hr_family_plan family = {.horizontals = 2, .verticals = 2, .free_cells = 12, .frames = 1000, .shared = true};
    assert_true(foresee(&family, 8) == 0);
}
