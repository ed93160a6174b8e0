// SPDX-License-Identifier: MIT
// Where the words of a block come from when the blank goes along a column above its home row.
//
// The windows of a column are disjoint, so each of them acts on digits of its own. A window whose runs are at least a block long
// moves the whole block. At most one window of a column has shorter runs and yet moves whole words; it is the last one that is
// looked up, run by run.

#include "enumerate/bits/slide/scratch.h"

/// Find which words come to the block `route->target`: set route->word, and runs and run if they do not lie in one piece. Only the
/// windows with k ≥ `least` are followed.
static void find_words(const hr_slide_engine *e, hr_slide_route *route, int least) {
    const hr_bits_board *board = &e->search.board;
    const bool down = route->to > route->from;
    const hr_bits_window *partial = NULL;
    uint64_t word = route->target;
    for (int row = down ? route->from : route->to; row < (down ? route->to : route->from); row++) {
        const hr_bits_window *window = &board->windows[row * board->width + route->column];
        const uint64_t in_group = word % window->group_words;
        if (window->k < least) {
            continue;
        }
        if (window->run < e->search.parts.shape.block_words) {
            partial = window;
        } else {
            word += (uint64_t)window->perm[down][in_group / window->run] * window->run + in_group % window->run - in_group;
        }
    }
    route->word = word;
    if (partial != NULL) {
        const uint64_t in_group = word % partial->group_words;
        route->word -= in_group;
        route->runs = partial->perm[down] + in_group / partial->run;
        route->run = partial->run;
    }
}

hr_slide_route hr_slide_find_route(const hr_slide_engine *e, int column, int from, int to, uint64_t word) {
    hr_slide_route route = {.column = column, .from = from, .to = to, .target = word};
    find_words(e, &route, 0);
    return route;
}

/// The mark of the block at `word`. Of a part whose marks this rank cannot read, the summary tells what changed in the complete
/// layer.
static uint16_t mark_at(const hr_slide_engine *e, uint64_t word, int of) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t part = word / parts->shape.part_words;
    const uint16_t *marks = hr_bits_changed(parts, part, of);
    if (marks != NULL) {
        return marks[word % parts->shape.part_words / parts->shape.block_words];
    }
    const unsigned any = (unsigned)(e->search.summary[part] >> (of == HR_SLIDE_OF_ROWS ? 0 : HR_SLIDE_BUFFER_BITS));
    return (uint16_t)((any & HR_SLIDE_BUFFER_MARKS) << (HR_SLIDE_BUFFER_BITS * e->buffer));
}

bool hr_slide_route_changed(const hr_slide_engine *e, const hr_slide_route *route, int of, int bit) {
    if (route->runs == NULL) {
        return ((unsigned)mark_at(e, route->word, of) >> bit & 1U) != 0;
    }
    unsigned any = 0;
    for (uint64_t i = 0; i < e->search.parts.shape.block_words / route->run; i++) {
        any |= mark_at(e, route->word + route->runs[i] * route->run, of);
    }
    return (any >> bit & 1U) != 0;
}

/// The words of the route's plane from `word` on. They are counted as read if they lie in another rank's memory.
static const uint64_t *words_at(hr_slide_engine *e, const hr_slide_route *route, int plane, uint64_t word, uint64_t words) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t part = word / parts->shape.part_words;
    if (e->crossed != NULL) {
        const int k = (route->from < route->to ? route->from : route->to) * e->search.board.width + route->column;
        return hr_slide_arrived(e, part, k, plane) + word % parts->shape.part_words;
    }
    e->search.layer.sent += !hr_bits_is_own(&parts->deal, part) ? words * sizeof(uint64_t) : 0;
    return hr_bits_words(parts, part, plane) + word % parts->shape.part_words;
}

void hr_slide_follow(hr_slide_engine *e, const hr_slide_route *route, int plane, uint64_t *accumulator) {
    static const uint32_t IN_ORDER[1] = {0}; // the permutation of a single run
    const uint64_t block_words = e->search.parts.shape.block_words;
    const hr_bits_kernels *kernels = e->search.kernels;
    hr_slide_route within = *route;
    if (e->crossed != NULL) { // the windows that cross parts have been followed already
        within.runs = NULL;
        find_words(e, &within, e->search.parts.shape.prefix);
    }
    if (within.runs == NULL) {
        kernels->gather(accumulator, words_at(e, &within, plane, within.word, block_words), IN_ORDER, block_words, 1);
        return;
    }
    for (uint64_t i = 0; i < block_words / within.run; i++) {
        const uint64_t *words = words_at(e, &within, plane, within.word + within.runs[i] * within.run, within.run);
        kernels->gather(accumulator + i * within.run, words, IN_ORDER, within.run, 1);
    }
}
