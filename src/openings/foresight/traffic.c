// SPDX-License-Identifier: MIT
#include "openings/foresight/traffic.h"

#include "comm/exchange/exchange.h"

/// About how many bytes nodes send each other for a word of a family that they search together.
///
/// SOURCES frames have moves to the same word of the next layer, and a node that has some of these frames sends the word once. So
/// (nodes − 1) · (1 − (1 − 1/nodes)^SOURCES) nodes send a word to its own node. A word changes in more layers the more pieces the
/// frame has, and in fewer the more free cells. Eight bytes go before each group of words of a frame (see openings/across.c), half
/// of which are 0. The numbers are fitted to whole searches of 4×5, 4×6 and 5×5 on 2 to 16 nodes (tests/bench/RESULTS.md).
static double sent_a_word(const hr_family_plan *plan, int nodes) {
    enum { SOURCES = 3, HEAD = 8 };
    static const double CHANGES = 1.07;
    const double other = 1 - 1. / nodes;
    double none = 1; // the share of the nodes that have none of the sources
    for (int i = 0; i < SOURCES; i++) {
        none *= other;
    }
    const int cells = plan->free_cells;
    const double group = cells <= 7 ? 1 : cells < 10 ? 1 << (cells - 7) : 8; // words of a group that are not 0
    const double pieces = 1 + plan->horizontals + plan->verticals;
    return CHANGES * pieces * (3 - cells / 10.) * ((double)sizeof(hr_item) + (double)HEAD / group) * (nodes - 1) * (1 - none);
}

double hr_openings_sent(const hr_openings_run_state *run) {
    const int nodes = hr_openings_nodes(run);
    double sent = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        sent += plan->wide ? (double)hr_openings_words(plan) * sent_a_word(plan, nodes) : 0;
    }
    return sent;
}
