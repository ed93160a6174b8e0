// SPDX-License-Identifier: MIT
// Successors, and how many there can be.

#include <assert.h>

#include "puzzle/blocks/expansion.h"

#if HR_BLOCKS_WORDS <= 2
/// As expand_all, where states are packed by order. It is a function of its own because it needs much room on the stack.
static __attribute__((noinline)) size_t expand_ordered(const hr_blocks_board *board, hr_metric metric, const hr_state *states,
                                                       size_t n, hr_state *successors, uint16_t *counts) {
    const size_t words = hr_blocks_words(board);
    hr_state *out = successors;
    hr_blocks_scan scan;
    for (size_t i = 0; i < n; i++) {
        hr_state *const begin = out;
        const bool valid = hr_blocks_scan_state(board, hr_packed_load(states + i * words, words), &scan);
        assert(valid);
        for (int k = 0; k < board->kind_count && valid; k++) {
            const mover m = {.board = board, .kind = &board->kinds[k], .set = scan.sets[k], .scan = &scan};
            out = move_kind(&m, metric, scan.covered, out);
        }
        if (counts != NULL) {
            counts[i] = (uint16_t)((size_t)(out - begin) / words);
        }
    }
    return (size_t)(out - successors) / words;
}
#endif

/// As hr_blocks_expand, where states are packed by places.
static size_t expand_plain(const hr_blocks_board *board, hr_metric metric, const hr_state *states, size_t n, hr_state *successors,
                           uint16_t *counts) {
    switch (metric) {
    case HR_METRIC_UNIT:
        return board->shifts ? expand_all(board, (variant){HR_METRIC_UNIT, true}, states, n, successors, counts)
                             : expand_all(board, (variant){HR_METRIC_UNIT, false}, states, n, successors, counts);
    case HR_METRIC_SLIDE:
        return board->shifts ? expand_all(board, (variant){HR_METRIC_SLIDE, true}, states, n, successors, counts)
                             : expand_all(board, (variant){HR_METRIC_SLIDE, false}, states, n, successors, counts);
    case HR_METRIC_MOVE:
        return expand_all(board, (variant){HR_METRIC_MOVE, board->shifts}, states, n, successors, counts);
    }
    assert(false);
    return 0;
}

size_t hr_blocks_expand(const hr_blocks_board *board, hr_metric metric, const hr_state *states, size_t n, hr_state *successors,
                        uint16_t *counts) {
#if HR_BLOCKS_WORDS <= 2
    if (board->order != NULL) {
        return expand_ordered(board, metric, states, n, successors, counts);
    }
#endif
    if (board->has_rows && hr_blocks_has_vectors()) {
        return hr_blocks_expand_by_vectors(board, metric, states, n, successors, counts);
    }
    return expand_plain(board, metric, states, n, successors, counts);
}

/// The length of the longest run of steps in one direction from this place.
static size_t longest_run(const hr_blocks_kind *kind, int place, int direction) {
    size_t steps = 0;
    for (int at = kind->places[place].next[direction]; at >= 0; at = kind->places[at].next[direction]) {
        steps++;
    }
    return steps;
}

/// Returns a number of moves that no piece of the kind exceeds in any state.
static size_t moves_max(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_metric metric) {
    size_t most = 0;
    for (int p = 0; p < kind->place_count; p++) {
        size_t moves = 0;
        for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
            const size_t run = longest_run(kind, p, d);
            moves += metric == HR_METRIC_UNIT ? run > 0 : run;
        }
        most = moves > most ? moves : most;
    }
    // The head of a moved piece is on a cell that was empty or its own.
    const size_t heads = (size_t)(board->empty_count + kind->size - 1);
    const size_t places = (size_t)kind->place_count - 1;
    const size_t bound = heads < places ? heads : places;
    return metric == HR_METRIC_MOVE || most > bound ? bound : most;
}

size_t hr_blocks_successors_max(const hr_blocks_board *board, hr_metric metric) {
    size_t most = 0;
    for (int k = 0; k < board->kind_count; k++) {
        most += (size_t)board->kinds[k].count * moves_max(board, &board->kinds[k], metric);
    }
    return most > 0 ? most : 1;
}
