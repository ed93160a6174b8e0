// SPDX-License-Identifier: MIT
// Successors. A step of a piece is possible if the cells that it needs are empty. In the packing by places only the moved piece's
// kind changes its index.

#include <assert.h>

#include "puzzle/blocks/order/order.h"

/// One kind of pieces in a state that is being expanded.
typedef struct mover {
    const hr_blocks_board *board;
    const hr_blocks_kind *kind;
    hr_blocks_places set;
    hr_state rest;        ///< packed by places: the state minus index · multiplier
    hr_blocks_scan *scan; ///< the state, if states are packed by order; else NULL
} mover;

/// Append the state in which the piece at place `from` is at place `to`.
HR_INLINE hr_state *append(const mover *m, int from, int to, hr_state *out) {
    if (m->scan != NULL) {
        *out = hr_blocks_scan_moved(m->board, m->scan, (int)(m->kind - m->board->kinds), from, to);
        return out + 1;
    }
    uint64_t index = (uint64_t)to; // the index of a set with one place
    if (m->kind->count > 1) {
        index = hr_blocks_index(m->board, m->set ^ (UINT64_C(1) << from | UINT64_C(1) << to));
    }
    *out = m->rest + index * m->kind->multiplier;
    return out + 1;
}

HR_INLINE hr_state *move_unit(const mover *m, int from, hr_blocks_cells covered, hr_state *out) {
    const hr_blocks_place *place = &m->kind->places[from];
    for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
        // A board without numbered cells covers none, so `need` alone does not tell that there is no step.
        if ((place->need[d] & covered) == 0 && place->next[d] >= 0) {
            out = append(m, from, place->next[d], out);
        }
    }
    return out;
}

HR_INLINE hr_state *move_slide(const mover *m, int from, hr_blocks_cells covered, hr_state *out) {
    const hr_blocks_cells others = covered & ~m->kind->places[from].cells;
    for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
        const hr_blocks_place *place = &m->kind->places[from];
        while ((place->need[d] & others) == 0 && place->next[d] >= 0) {
            const int to = place->next[d];
            out = append(m, from, to, out);
            place = &m->kind->places[to];
        }
    }
    return out;
}

HR_INLINE hr_state *move_path(const mover *m, int from, hr_blocks_cells covered, hr_state *out) {
    const hr_blocks_place *places = m->kind->places;
    const hr_blocks_cells others = covered & ~places[from].cells;
    hr_blocks_places reached = UINT64_C(1) << from;
    for (hr_blocks_places open = reached; open != 0;) {
        const hr_blocks_place *place = &places[__builtin_ctzll(open)];
        open &= open - 1;
        for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
            const hr_blocks_places next = (place->need[d] & others) == 0 && place->next[d] >= 0 ? UINT64_C(1) << place->next[d] : 0;
            open |= next & ~reached;
            reached |= next;
        }
    }
    for (reached ^= UINT64_C(1) << from; reached != 0; reached &= reached - 1) {
        out = append(m, from, __builtin_ctzll(reached), out);
    }
    return out;
}

/// Append the states after a move of a piece of one kind.
HR_INLINE hr_state *move_kind(const mover *m, hr_metric metric, hr_blocks_cells covered, hr_state *out) {
    for (hr_blocks_places set = m->set; set != 0; set &= set - 1) {
        const int from = __builtin_ctzll(set);
        switch (metric) {
        case HR_METRIC_UNIT:
            out = move_unit(m, from, covered, out);
            break;
        case HR_METRIC_SLIDE:
            out = move_slide(m, from, covered, out);
            break;
        case HR_METRIC_MOVE:
            out = move_path(m, from, covered, out);
            break;
        }
    }
    return out;
}

HR_INLINE hr_state *expand_one(const hr_blocks_board *board, bool shifts, hr_metric metric, hr_state state, hr_state *out) {
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
    uint64_t indices[HR_BLOCKS_PIECES_MAX];
    hr_blocks_cells covered = 0;
    const int kind_count = board->kind_count;
    for (int k = 0; k < kind_count; k++) {
        indices[k] = hr_blocks_index_in(&board->kinds[k], shifts, state);
        sets[k] = hr_blocks_set_at(board, &board->kinds[k], indices[k], &covered);
    }
    for (int k = 0; k < kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        const mover m = {.board = board, .kind = kind, .set = sets[k], .rest = state - indices[k] * kind->multiplier};
        out = move_kind(&m, metric, covered, out);
    }
    return out;
}

/// The constants for which the compiler makes copies of expand_all.
typedef struct variant {
    hr_metric metric;
    bool shifts; ///< as in hr_blocks_board
} variant;

HR_INLINE size_t expand_all(const hr_blocks_board *board, variant v, const hr_state *states, size_t n, hr_state *successors,
                            uint16_t *counts) {
    hr_state *out = successors;
    for (size_t i = 0; i < n; i++) {
        hr_state *const begin = out;
        out = expand_one(board, v.shifts, v.metric, states[i], out);
        if (counts != NULL) {
            counts[i] = (uint16_t)(out - begin);
        }
    }
    return (size_t)(out - successors);
}

/// As expand_all, where states are packed by order. It is a function of its own because it needs much room on the stack.
static __attribute__((noinline)) size_t expand_ordered(const hr_blocks_board *board, hr_metric metric, const hr_state *states,
                                                       size_t n, hr_state *successors, uint16_t *counts) {
    hr_state *out = successors;
    hr_blocks_scan scan;
    for (size_t i = 0; i < n; i++) {
        hr_state *const begin = out;
        const bool valid = hr_blocks_scan_state(board, states[i], &scan);
        assert(valid);
        for (int k = 0; k < board->kind_count && valid; k++) {
            const mover m = {.board = board, .kind = &board->kinds[k], .set = scan.sets[k], .scan = &scan};
            out = move_kind(&m, metric, scan.covered, out);
        }
        if (counts != NULL) {
            counts[i] = (uint16_t)(out - begin);
        }
    }
    return (size_t)(out - successors);
}

size_t hr_blocks_expand(const hr_blocks_board *board, hr_metric metric, const hr_state *states, size_t n, hr_state *successors,
                        uint16_t *counts) {
    if (board->order != NULL) {
        return expand_ordered(board, metric, states, n, successors, counts);
    }
    switch (metric) {
    case HR_METRIC_UNIT:
        return board->shifts ? expand_all(board, (variant){HR_METRIC_UNIT, true}, states, n, successors, counts)
                             : expand_all(board, (variant){HR_METRIC_UNIT, false}, states, n, successors, counts);
    case HR_METRIC_SLIDE:
        return expand_all(board, (variant){HR_METRIC_SLIDE, board->shifts}, states, n, successors, counts);
    case HR_METRIC_MOVE:
        return expand_all(board, (variant){HR_METRIC_MOVE, board->shifts}, states, n, successors, counts);
    }
    assert(false);
    return 0;
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
