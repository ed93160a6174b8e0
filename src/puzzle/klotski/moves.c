// SPDX-License-Identifier: MIT
// Successors by bit operations. In the metrics unit and slide, a mask holds the old or the new heads of all pieces that can move
// alike, and each of its bits is a successor. In the metric move, the cells that a piece's head can reach are found piece by piece.

#include "puzzle/klotski/moves.h"
#include "core/inline.h"

#include <assert.h>

/// The pieces of one state, and masks of cells, which the expansions of all metrics use.
typedef struct surroundings {
    hr_klotski_pieces pieces;
    uint32_t free_right; ///< cells whose right neighbour is empty
    uint32_t free_below; ///< cells whose lower neighbour is empty
    uint32_t empty_wide; ///< cells that are empty and whose right neighbour is empty
    uint32_t empty_tall; ///< cells that are empty and whose lower neighbour is empty
} surroundings;

HR_INLINE surroundings look_around(hr_state state, int width, uint32_t full, uint32_t not_first) {
    surroundings around;
    around.pieces = hr_klotski_split(state, width, full);
    const uint32_t empty = around.pieces.empty;
    around.free_right = (empty & not_first) >> 1;
    around.free_below = empty >> width;
    around.empty_wide = empty & around.free_right;
    around.empty_tall = empty & around.free_below;
    return around;
}

/// Append one state for each cell c in `lower`: `state` with the codes of cells c and c + distance swapped. One of the two codes is
/// 00.
HR_INLINE hr_state *append_swaps(hr_state state, uint32_t lower, int distance, hr_state *out) {
    const uint64_t difference = state ^ state >> distance;
    while (lower != 0) {
        const uint64_t swapped = difference & HR_KLOTSKI_CELL(lower & -lower);
        *out++ = state ^ (swapped | swapped << distance);
        lower &= lower - 1;
    }
    return out;
}

/// Append the state in which the 2×2's head has moved from cell c to cell c + distance or back. `lower` is the bit of c, or 0 if
/// there is no such move. There is no branch: without a move the next place is written but not used.
HR_INLINE hr_state *append_square(hr_state state, uint32_t lower, int distance, hr_state *out) {
    const uint64_t cells = lower * HR_KLOTSKI_SQUARE;
    *out = state ^ cells ^ cells << distance;
    return out + (lower != 0);
}

// In expand_unit a head moves between cells c and c + distance in either direction, and a mask has bit c for this move. The masks
// of moves to the right and to the left (down and up) are joined: before a move only one of the two cells is a head, so only one of
// the two moves is possible. The 2×2 moves apart, by append_square.

HR_INLINE hr_state *expand_unit(hr_state state, int width, uint32_t full, uint32_t not_first, hr_state *out) {
    const surroundings around = look_around(state, width, full, not_first);
    const hr_klotski_pieces p = around.pieces;
    const uint32_t tall_free_right = around.free_right & around.free_right >> width;
    const uint32_t wide_free_below = around.free_below & around.free_below >> 1;

    const uint32_t right =
        (p.singles & around.free_right) | (p.horizontals & around.free_right >> 1) | (p.verticals & tall_free_right);
    const uint32_t left =
        (((p.singles | p.horizontals) & not_first) >> 1 & p.empty) | ((p.verticals & not_first) >> 1 & around.empty_tall);
    out = append_swaps(state, right | left, 1, out);

    const uint32_t down =
        (p.singles & around.free_below) | (p.verticals & around.free_below >> width) | (p.horizontals & wide_free_below);
    const uint32_t up = ((p.singles | p.verticals) >> width & p.empty) | (p.horizontals >> width & around.empty_wide);
    out = append_swaps(state, down | up, width, out);

    out = append_square(state, p.square & tall_free_right >> 1, 1, out);
    out = append_square(state, (p.square & not_first) >> 1 & around.empty_tall, 1, out);
    out = append_square(state, p.square & wide_free_below >> width, width, out);
    return append_square(state, p.square >> width & around.empty_wide, width, out);
}

/// The masks for slides along one axis. On the horizontal axis the next cell is the one to the right, and across is down. On the
/// vertical axis the next cell is the one below, and across is to the right.
typedef struct axis {
    int step;              ///< the next cell's number minus the cell's number
    uint32_t thin;         ///< heads of pieces that are one cell long on the axis and one cell across
    uint32_t along;        ///< heads of pieces that are two cells long and one cell across
    uint32_t across;       ///< heads of pieces that are one cell long and two cells across
    uint32_t square;       ///< head of the 2×2
    uint32_t free_next;    ///< cells whose next cell is empty
    uint32_t free_across;  ///< cells whose next cell and the cell across from that are empty
    uint32_t empty;        ///< empty cells
    uint32_t empty_across; ///< empty cells whose neighbour across is empty too
    uint32_t inside;       ///< cells that may shift one step back: not the first column; vertically all, as the first row drops out
} axis;

/// Append the states after all slides along one axis.
HR_INLINE hr_state *slide_along(hr_state state, const axis *a, hr_state *out) {
    // Forward: the masks hold the old heads of the pieces that can slide `distance`. Each round looks one step further ahead.
    uint32_t thin = a->thin;
    uint32_t along = a->along;
    uint32_t across = a->across;
    uint32_t square = a->square;
    uint32_t next = a->free_next;
    uint32_t next_across = a->free_across;
    for (int distance = a->step;; distance += a->step) {
        thin &= next;
        across &= next_across;
        next >>= a->step;
        next_across >>= a->step;
        along &= next;
        square &= next_across;
        if ((thin | along | across | square) == 0) {
            break;
        }
        out = append_swaps(state, thin | along | across, distance, out);
        out = append_square(state, square, distance, out);
    }
    // Back: the masks hold the new heads of the pieces that can slide `distance`.
    uint32_t pieces = a->thin | a->along;
    across = a->across;
    square = a->square;
    for (int distance = a->step;; distance += a->step) {
        pieces = (pieces & a->inside) >> a->step & a->empty;
        across = (across & a->inside) >> a->step & a->empty_across;
        square = (square & a->inside) >> a->step & a->empty_across;
        if ((pieces | across | square) == 0) {
            return out;
        }
        out = append_swaps(state, pieces | across, distance, out);
        out = append_square(state, square, distance, out);
    }
}

HR_INLINE hr_state *expand_slide(hr_state state, int width, uint32_t full, uint32_t not_first, hr_state *out) {
    const surroundings around = look_around(state, width, full, not_first);
    const hr_klotski_pieces p = around.pieces;
    const axis horizontal = {.step = 1,
                             .thin = p.singles,
                             .along = p.horizontals,
                             .across = p.verticals,
                             .square = p.square,
                             .free_next = around.free_right,
                             .free_across = around.free_right & around.free_right >> width,
                             .empty = p.empty,
                             .empty_across = around.empty_tall,
                             .inside = not_first};
    const axis vertical = {.step = width,
                           .thin = p.singles,
                           .along = p.verticals,
                           .across = p.horizontals,
                           .square = p.square,
                           .free_next = around.free_below,
                           .free_across = around.free_below & around.free_below >> 1,
                           .empty = p.empty,
                           .empty_across = around.empty_wide,
                           .inside = full};
    out = slide_along(state, &horizontal, out);
    return slide_along(state, &vertical, out);
}

/// The cells that the head of a piece can reach by unit moves from the cell `head`, without `head`. `places` is the cells where the
/// piece has room, `head` included.
HR_INLINE uint32_t flood(uint32_t head, uint32_t places, int width, uint32_t not_first) {
    uint32_t reached = head;
    for (;;) {
        uint32_t wider = reached | (reached & not_first) >> 1 | (reached << 1 & not_first) | reached << width | reached >> width;
        wider &= places;
        if (wider == reached) {
            return reached & ~head;
        }
        reached = wider;
    }
}

/// Append one state for each cell in `reached`: `state` with one piece's head moved from cell `head` to that cell. `code` is the
/// piece's code with its head at cell 0.
HR_INLINE hr_state *append_places(hr_state state, int head, uint32_t reached, uint64_t code, hr_state *out) {
    const uint64_t rest = state & ~(code << head);
    for (; reached != 0; reached &= reached - 1) {
        *out++ = rest | code << __builtin_ctz(reached);
    }
    return out;
}

HR_INLINE hr_state *expand_move(hr_state state, int width, uint32_t full, uint32_t not_first, hr_state *out) {
    const surroundings around = look_around(state, width, full, not_first);
    const hr_klotski_pieces p = around.pieces;
    for (uint32_t heads = p.singles; heads != 0; heads &= heads - 1) {
        const uint32_t head = heads & -heads;
        const uint32_t reached = flood(head, p.empty | head, width, not_first);
        out = append_places(state, __builtin_ctz(head), reached, HR_KLOTSKI_CELL(1), out);
    }
    for (uint32_t heads = p.horizontals; heads != 0; heads &= heads - 1) {
        const uint32_t head = heads & -heads;
        const uint32_t empty = p.empty | head | head << 1;
        const uint32_t reached = flood(head, empty & (empty & not_first) >> 1, width, not_first);
        out = append_places(state, __builtin_ctz(head), reached, 1, out);
    }
    for (uint32_t heads = p.verticals; heads != 0; heads &= heads - 1) {
        const uint32_t head = heads & -heads;
        const uint32_t empty = p.empty | head | head << width;
        const uint32_t reached = flood(head, empty & empty >> width, width, not_first);
        out = append_places(state, __builtin_ctz(head), reached, UINT64_C(1) << 32, out);
    }
    uint32_t empty = p.empty | p.square | p.square << 1 | p.square << width | p.square << (width + 1);
    empty &= empty >> width;
    empty &= (empty & not_first) >> 1;
    const uint32_t reached = flood(p.square, empty, width, not_first);
    return append_places(state, __builtin_ctz(p.square), reached, HR_KLOTSKI_SQUARE, out);
}

/// The members of hr_klotski_board that the expansions use.
typedef struct form {
    int width;
    uint32_t full;
    uint32_t not_first;
} form;

HR_INLINE size_t expand_states(hr_metric metric, form f, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    hr_state *out = successors;
    for (size_t i = 0; i < n; i++) {
        hr_state *const begin = out;
        switch (metric) {
        case HR_METRIC_UNIT:
            out = expand_unit(states[i], f.width, f.full, f.not_first, out);
            break;
        case HR_METRIC_SLIDE:
            out = expand_slide(states[i], f.width, f.full, f.not_first, out);
            break;
        case HR_METRIC_MOVE:
            out = expand_move(states[i], f.width, f.full, f.not_first, out);
            break;
        }
        if (counts != NULL) {
            counts[i] = (uint16_t)(out - begin);
        }
    }
    return (size_t)(out - successors);
}

HR_INLINE size_t expand_metric(hr_metric metric, const hr_klotski_board *board, const hr_state *states, size_t n,
                               hr_state *successors, uint16_t *counts) {
    if (board->width == 4) { // with a constant width the compiler makes faster code
        const form four = {.width = 4, .full = board->full, .not_first = board->full & ~UINT32_C(0x11111111)};
        return expand_states(metric, four, states, n, successors, counts);
    }
    const form any = {.width = board->width, .full = board->full, .not_first = board->not_first};
    return expand_states(metric, any, states, n, successors, counts);
}

size_t hr_klotski_expand(const hr_klotski_board *board, hr_metric metric, const hr_state *states, size_t n, hr_state *successors,
                         uint16_t *counts) {
    switch (metric) {
    case HR_METRIC_UNIT:
        return expand_metric(HR_METRIC_UNIT, board, states, n, successors, counts);
    case HR_METRIC_SLIDE:
        return expand_metric(HR_METRIC_SLIDE, board, states, n, successors, counts);
    case HR_METRIC_MOVE:
        return expand_metric(HR_METRIC_MOVE, board, states, n, successors, counts);
    }
    assert(false);
    return 0;
}

size_t hr_klotski_successors_max(const hr_klotski_board *board, hr_metric metric) {
    // Each of s singles can go to each of e empty cells at most: s · e moves. A horizontal or vertical in place of two singles can
    // go to at most e + 1 places, which is fewer than the 2 · e moves of two singles. So the bound is that of boards without them.
    const int rest = board->cells - 4;
    int most = 0;
    for (int empty = 2; empty <= rest; empty++) {
        const int singles = rest - empty;
        most = singles * empty > most ? singles * empty : most;
    }
    most += (board->width - 1) * (board->height - 1) - 1;
    // In `unit` each pair of neighbouring cells allows one move at most, and the 2×2 has four moves at most.
    const int pairs = (board->width - 1) * board->height + board->width * (board->height - 1) + 4;
    if (metric == HR_METRIC_UNIT && pairs < most) {
        most = pairs;
    }
    return (size_t)most + 1;
}
