// SPDX-License-Identifier: MIT
// Packs and unpacks states by the order of pieces and gaps.

#include "puzzle/blocks/order/order.h"

#include <assert.h>
#include <string.h>

/// The cells from `cell` on. `cell` may be HR_BLOCKS_CELLS_MAX.
HR_INLINE hr_blocks_cells cells_from(int cell) { return cell == HR_BLOCKS_CELLS_MAX ? 0 : ~UINT64_C(0) << cell; }

HR_INLINE int first_of(hr_blocks_cells cells) { return cells == 0 ? HR_BLOCKS_CELLS_MAX : __builtin_ctzll(cells); }

/// Find the edge of `node` by which the path with this number goes on.
HR_INLINE uint32_t edge_of_number(const hr_blocks_graph *graph, uint32_t node, hr_packed number) {
    uint32_t edge = graph->first[node];
    const uint32_t end = graph->first[node + 1];
    while (edge + 1 < end && graph->offsets[edge + 1] <= number) {
        edge++;
    }
    return edge;
}

/// Read the sequence with this number along the cells *open into `scan`. On return *open has the cells with sign 0. False if there
/// is no such sequence, or a piece does not fit.
HR_INLINE bool read_sequence(const hr_blocks_board *board, int level, hr_packed number, hr_blocks_cells *open,
                             hr_blocks_scan *scan) {
    const hr_blocks_order *order = board->order;
    const hr_blocks_graph *graph = &scan->variant->graphs[level];
    hr_blocks_sequence *sequence = &scan->sequences[level];
    const hr_packed whole = number;
    hr_blocks_cells gaps = 0;
    uint32_t node = 0;
    sequence->at = 0;
    memset(sequence->signs, 0, sizeof sequence->signs);
    while (*open != 0) {
        const int cell = __builtin_ctzll(*open);
        if (graph->first[node] == graph->first[node + 1]) {
            return false;
        }
        const uint32_t edge = edge_of_number(graph, node, number);
        const uint32_t sign = graph->links[edge] % HR_BLOCKS_SIGNS_MAX;
        hr_blocks_cells cells = *open & (~*open + 1);
        sequence->at |= cells;
        sequence->nodes[cell] = node;
        sequence->offsets[cell] = whole - number;
        if (sign == 0) {
            gaps |= cells;
        } else {
            const int kind = order->kind_of[level][sign];
            const int place = order->place_at[kind][cell];
            cells = place < 0 ? 0 : board->kinds[kind].places[place].cells;
            if (cells == 0 || (cells & ~*open) != 0) {
                return false;
            }
            sequence->signs[cell] = (uint8_t)sign;
            scan->sets[kind] |= UINT64_C(1) << place;
        }
        *open &= ~cells;
        number -= graph->offsets[edge];
        node = graph->links[edge] / HR_BLOCKS_SIGNS_MAX;
    }
    sequence->nodes[HR_BLOCKS_CELLS_MAX] = node;
    sequence->offsets[HR_BLOCKS_CELLS_MAX] = whole;
    *open = gaps;
    return number == 0;
}

/// The sum of offsets along the path from *node with the signs `signs` at the cells `at`. On return *node is the node at its end.
HR_INLINE hr_packed follow(const hr_blocks_graph *graph, const uint8_t *signs, hr_blocks_cells at, uint32_t *node) {
    hr_packed sum = 0;
    for (; at != 0; at &= at - 1) {
        const uint32_t sign = signs[__builtin_ctzll(at)];
        uint32_t edge = graph->first[*node];
        while (graph->links[edge] % HR_BLOCKS_SIGNS_MAX != sign) {
            edge++;
            assert(edge < graph->first[*node + 1]);
        }
        sum += graph->offsets[edge];
        *node = graph->links[edge] / HR_BLOCKS_SIGNS_MAX;
    }
    return sum;
}

/// The variant that a number is in. The number must be less than the number of states.
static const hr_blocks_variant *variant_of(const hr_blocks_order *order, hr_packed state) {
    int v = 0;
    while (v + 1 < order->variant_count && order->variants[v + 1].base <= state) {
        v++;
    }
    return &order->variants[v];
}

bool hr_blocks_order_may_be_solved(const hr_blocks_board *board, hr_packed state) {
    const hr_blocks_order *order = board->order;
    const hr_blocks_places outside = variant_of(order, state)->places;
    for (int i = 0; i < board->condition_count && order->roamer >= 0; i++) {
        const hr_blocks_condition *condition = &board->conditions[i];
        if (condition->kind == order->roamer && (condition->at[order->roamer] & (outside != 0 ? outside : order->inside)) == 0) {
            return false;
        }
    }
    return true;
}

bool hr_blocks_scan_state(const hr_blocks_board *board, hr_packed state, hr_blocks_scan *scan) {
    const hr_blocks_order *order = board->order;
    scan->covered = 0;
    memset(scan->sets, 0, (size_t)board->kind_count * sizeof *scan->sets);
    if (state >= order->states) {
        return false;
    }
    const hr_blocks_variant *variant = variant_of(order, state);
    hr_packed number = state - variant->base;
    scan->state = state;
    scan->variant = variant;
    if (variant->places != 0) {
        hr_packed nth = number / variant->sequences;
        number -= nth * variant->sequences;
        hr_blocks_places set = variant->places;
        for (; nth > 0; nth--) {
            set &= set - 1;
        }
        scan->sets[order->roamer] = set & (~set + 1);
    }
    const hr_packed fills = variant->graphs[1].paths;
    const hr_packed frame = number / fills;
    hr_blocks_cells open = order->cells & ~variant->walls;
    if (variant->graphs[0].first != NULL && !read_sequence(board, 0, frame, &open, scan)) {
        return false;
    }
    if (!read_sequence(board, 1, number - frame * fills, &open, scan)) {
        return false;
    }
    scan->covered = order->cells & ~open;
    return true;
}

hr_packed hr_blocks_order_encode(const hr_blocks_board *board, const hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]) {
    const hr_blocks_order *order = board->order;
    const int place = order->roamer < 0 ? 0 : __builtin_ctzll(sets[order->roamer]);
    const hr_blocks_variant *variant = &order->variants[order->roamer < 0 ? 0 : order->variant_of[place]];
    uint8_t signs[HR_BLOCKS_LEVELS][HR_BLOCKS_CELLS_MAX] = {{0}};
    hr_blocks_cells heads[HR_BLOCKS_LEVELS] = {0};
    hr_blocks_cells covered[HR_BLOCKS_LEVELS] = {variant->walls, 0};
    for (int k = 0; k < board->kind_count; k++) {
        if (k == order->roamer && variant->places != 0) {
            continue;
        }
        const int level = order->level[k];
        for (hr_blocks_places set = sets[k]; set != 0; set &= set - 1) {
            const hr_blocks_cells cells = board->kinds[k].places[__builtin_ctzll(set)].cells;
            signs[level][__builtin_ctzll(cells)] = order->sign[k];
            heads[level] |= cells & (~cells + 1);
            covered[level] |= cells;
        }
    }
    covered[1] |= covered[0];
    const hr_blocks_places below = (UINT64_C(1) << place) - 1;
    const hr_packed nth = (unsigned)__builtin_popcountll(variant->places & below);
    hr_packed state = variant->base + nth * variant->sequences;
    for (int level = 0; level < HR_BLOCKS_LEVELS; level++) {
        const hr_blocks_graph *graph = &variant->graphs[level];
        uint32_t node = 0;
        if (graph->first != NULL) {
            const hr_blocks_cells at = heads[level] | (order->cells & ~covered[level]);
            state += follow(graph, signs[level], at, &node) * (level == 0 ? variant->graphs[1].paths : 1);
        }
    }
    return state;
}

/// By how much the number of a sequence grows when its signs move to the cells `at`, and only the cells `changed` differ.
/// `sequence` has the new signs, but the nodes and offsets from before.
HR_INLINE hr_packed growth(const hr_blocks_graph *graph, const hr_blocks_sequence *sequence, hr_blocks_cells at,
                           hr_blocks_cells changed) {
    const int begin = first_of(sequence->at & cells_from(__builtin_ctzll(changed)));
    const hr_blocks_cells behind = cells_from(HR_BLOCKS_CELLS_MAX - __builtin_clzll(changed));
    const int end = first_of(sequence->at & behind);
    uint32_t node = sequence->nodes[begin];
    const hr_blocks_cells between = cells_from(__builtin_ctzll(changed)) & ~behind;
    const hr_packed sum = follow(graph, sequence->signs, at & between, &node);
    assert(node == sequence->nodes[end]);
    return sum - (sequence->offsets[end] - sequence->offsets[begin]);
}

hr_packed hr_blocks_scan_moved(const hr_blocks_board *board, hr_blocks_scan *scan, int kind, int from, int to) {
    const hr_blocks_order *order = board->order;
    const hr_blocks_variant *variant = scan->variant;
    if (kind == order->roamer && (variant->places != 0 || &order->variants[order->variant_of[to]] != variant)) {
        const hr_blocks_places set = scan->sets[kind];
        scan->sets[kind] = UINT64_C(1) << to;
        const hr_packed state = hr_blocks_order_encode(board, scan->sets);
        scan->sets[kind] = set;
        return state;
    }
    const hr_blocks_cells gone = board->kinds[kind].places[from].cells;
    const hr_blocks_cells come = board->kinds[kind].places[to].cells;
    const hr_blocks_cells head = come & (~come + 1);
    const int level = order->level[kind];
    hr_blocks_sequence *sequence = &scan->sequences[level];
    sequence->signs[__builtin_ctzll(gone)] = 0;
    sequence->signs[__builtin_ctzll(come)] = order->sign[kind];
    hr_packed sum = growth(&variant->graphs[level], sequence, ((sequence->at | gone) & ~come) | head, gone | come);
    sequence->signs[__builtin_ctzll(come)] = 0;
    sequence->signs[__builtin_ctzll(gone)] = order->sign[kind];
    if (level == 0) { // the gaps of the fill have moved, too
        const hr_blocks_sequence *fill = &scan->sequences[1];
        sum *= variant->graphs[1].paths;
        sum += growth(&variant->graphs[1], fill, (fill->at | gone) & ~come, gone | come);
    }
    return scan->state + sum;
}
