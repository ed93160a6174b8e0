// SPDX-License-Identifier: MIT
// Where the words of a block come from when the blank goes along a column above its home row.
//
// The windows of a column are disjoint, so each of them acts on digits of its own. A window whose runs are at least a block long
// moves the whole block. At most one window of a column has shorter runs and yet moves whole words; it is the last one that is
// looked up, run by run.

#include "enumerate/lines/scratch.h"

/// Fill the route's words, as the windows at k ≥ `least` bring them.
static void find_words(const hr_lines_engine *e, hr_lines_route *route, int least) {
    const hr_planes_board *board = &e->shape.board;
    const bool down = route->to > route->from;
    const hr_planes_window *partial = NULL;
    uint64_t word = route->target;
    for (int row = down ? route->from : route->to; row < (down ? route->to : route->from); row++) {
        const hr_planes_window *window = &board->windows[row * board->width + route->column];
        const uint64_t in_group = word % window->group_words;
        if (window->k < least) {
            continue;
        }
        if (window->run < e->parts.shape.block_words) {
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

hr_lines_route hr_lines_find_route(const hr_lines_engine *e, int column, int from, int to, uint64_t word) {
    hr_lines_route route = {.column = column, .from = from, .to = to, .target = word};
    find_words(e, &route, 0);
    return route;
}

hr_lines_route hr_lines_way_home(const hr_lines_engine *e, int k) {
    const int column = k % e->shape.board.width;
    return (hr_lines_route){.column = column, .from = k / e->shape.board.width, .to = e->shape.home[column]};
}

hr_lines_route hr_lines_way_back(const hr_lines_engine *e, int k) {
    const hr_lines_route way = hr_lines_way_home(e, k);
    return (hr_lines_route){.column = way.column, .from = way.to, .to = way.from};
}

uint64_t hr_lines_cross(const hr_lines_engine *e, const hr_lines_route *route, uint64_t word, uint64_t *run) {
    const hr_planes_board *board = &e->shape.board;
    const bool down = route->to > route->from;
    *run = e->parts.shape.part_words;
    for (int row = down ? route->from : route->to; row < (down ? route->to : route->from); row++) {
        const int k = row * board->width + route->column;
        const hr_planes_window *window = &board->windows[k];
        if (k < e->parts.shape.prefix) {
            const uint64_t in_group = word % window->group_words;
            word += (uint64_t)window->perm[down][in_group / window->run] * window->run + in_group % window->run - in_group;
            *run = window->run < *run ? window->run : *run;
        }
    }
    return word;
}

/// The mark of the block at `word`. Of a part whose marks this rank cannot read, the summary tells what changed in the complete
/// layer.
static uint16_t mark_at(const hr_lines_engine *e, uint64_t word, int of) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = word / parts->shape.part_words;
    const uint16_t *marks = hr_planes_changed(parts, part, of);
    if (marks != NULL) {
        return marks[word % parts->shape.part_words / parts->shape.block_words];
    }
    const unsigned any = (unsigned)(e->transfers.summary[part] >> (of == HR_LINES_OF_ROWS ? 0 : HR_LINES_BUFFER_BITS));
    return (uint16_t)((any & HR_LINES_BUFFER_MARKS) << (HR_LINES_BUFFER_BITS * e->buffer));
}

bool hr_lines_route_changed(const hr_lines_engine *e, const hr_lines_route *route, int of, int bit) {
    if (route->runs == NULL) {
        return ((unsigned)mark_at(e, route->word, of) >> bit & 1U) != 0;
    }
    unsigned any = 0;
    for (uint64_t i = 0; i < e->parts.shape.block_words / route->run; i++) {
        any |= mark_at(e, route->word + route->runs[i] * route->run, of);
    }
    return (any >> bit & 1U) != 0;
}

/// The words of the route's plane from `word` on. They are counted as read if they lie in another rank's memory.
static const uint64_t *words_at(hr_lines_engine *e, const hr_lines_route *route, int plane, uint64_t word, uint64_t words) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = word / parts->shape.part_words;
    if (e->transfers.crossed != NULL) {
        const int k = (route->from < route->to ? route->from : route->to) * e->shape.board.width + route->column;
        return hr_lines_arrived(e, part, k, plane) + word % parts->shape.part_words;
    }
    e->layer.words_read += !hr_planes_is_own(&parts->deal, part) ? words : 0;
    return hr_planes_words(parts, part, plane) + word % parts->shape.part_words;
}

void hr_lines_follow(hr_lines_engine *e, const hr_lines_route *route, int plane, uint64_t *accumulator) {
    static const uint32_t IN_ORDER[1] = {0}; // the permutation of a single run
    const uint64_t block_words = e->parts.shape.block_words;
    const hr_planes_kernels *kernels = e->shape.kernels;
    hr_lines_route within = *route;
    if (e->transfers.crossed != NULL) { // the windows that cross parts have been followed already
        within.runs = NULL;
        find_words(e, &within, e->parts.shape.prefix);
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
