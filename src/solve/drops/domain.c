// SPDX-License-Identifier: MIT
// The water-drop puzzle as a search domain.
//
// Order of drops. A drop that bursts nothing is *quiet*. Quiet drops commute with each other, and a quiet drop commutes with a
// burst before it whose chain did not hit its cell: that cell was not empty all along (empty cells stay empty), so the chain runs
// as before if the drop falls first, and the drop is as quiet. Moving quiet drops forward as long as this is possible, and sorting
// those that follow each other, turns every solution into one of the same length in which a quiet drop falls only into cells that
// the last burst's chain hit (any cell before the first burst), and not before the cell of a quiet drop just before it. Only these
// are searched.
//
// The bound. A cell *needs* 5 less its value: so many drops and droplets must fall into it before it bursts, and the board is empty
// only when every cell has burst. A cell that is not empty bursts once.
//
// Two cells are linked if they share a row or a column. A droplet stays in its row or column, so it never leaves a *group* (a
// connected component of the links) of cells that are not empty; as cells burst, groups only fall apart. So each drop serves one
// group, and the bounds of the groups add up. In one group of n cells with the sum of values v:
//
// 1. The first cell to burst got nothing but drops: at least 5 less the largest value.
// 2. In a row with k cells that are not empty, 2k droplets fly along the row. That to the left of the leftmost cell and that to the
//    right of the rightmost are not absorbed; and of the cell that bursts last neither is, which is one more for k > 1. So at most
//    2k − 2 are absorbed, less 1 for k > 1. Columns likewise. With p rows and columns that are not empty and q that have more than
//    one such cell, at most 4n − 2p − q droplets are absorbed; 5n − v are needed. Drops must bring the rest: n − v + 2p + q.

#include "solve/drops/domain.h"

#include <string.h>

#define COLUMN 0x0101010101010101U ///< the first one

/// The rows of these cells, whole.
static inline hr_drops_cells rows_of(hr_drops_cells cells) {
    cells |= cells >> 4 & 0x0F * COLUMN;
    cells |= cells >> 2 & 0x3F * COLUMN;
    cells |= cells >> 1 & 0x7F * COLUMN;
    return (cells & COLUMN) * 0xFF;
}

/// The columns of these cells, whole.
static inline hr_drops_cells columns_of(hr_drops_cells cells) {
    cells |= cells >> 32;
    cells |= cells >> 16;
    cells |= cells >> 8;
    return (cells & 0xFF) * COLUMN;
}

/// Number of bits, by sums in ever larger fields: portable code has no instruction for it.
static inline int count(hr_drops_cells cells) {
    cells -= cells >> 1 & 0x55 * COLUMN;
    cells = (cells & 0x33 * COLUMN) + (cells >> 2 & 0x33 * COLUMN);
    cells = (cells + (cells >> 4)) & 0x0F * COLUMN;
    return (int)(cells * COLUMN >> 56);
}

/// Two for each row and column that is not empty, and one more for each with several cells.
static inline int count_lines(hr_drops_cells cells) {
    hr_drops_cells rows = cells;  // of each byte's lower part: is there a cell in it, or in the part that was folded onto it?
    hr_drops_cells long_rows = 0; // … are there several?
    hr_drops_cells columns = cells;
    hr_drops_cells long_columns = 0;
    for (unsigned shift = 4; shift > 0; shift /= 2) {
        const hr_drops_cells lower = ((1U << shift) - 1) * COLUMN;
        long_rows = (long_rows | long_rows >> shift | (rows & rows >> shift)) & lower;
        rows = (rows | rows >> shift) & lower;
        long_columns |= long_columns >> 8 * shift | (columns & columns >> 8 * shift);
        columns |= columns >> 8 * shift;
        long_columns &= (1ULL << 8 * shift) - 1;
        columns &= (1ULL << 8 * shift) - 1;
    }
    const hr_drops_cells gather = 0x0102040810204080U; // the bytes' lowest bits, side by side in the highest byte
    rows = rows * gather >> 56;
    long_rows = long_rows * gather >> 56;
    return count(rows | rows << 8 | columns << 16 | columns << 24 | long_rows << 32 | long_columns << 40);
}

/// The bound for the cells of one group; with several groups together it is a bound, too, but not the best one.
static inline int bound_together(const hr_drops_board *board, hr_drops_cells cells) {
    const hr_drops_cells bit[3] = {board->bit[0] & cells, board->bit[1] & cells, board->bit[2] & cells};
    const int first = bit[2] != 0 ? 1 : (bit[0] & bit[1]) != 0 ? 2 : bit[1] != 0 ? 3 : 4;
    const int rest = count(cells) + count_lines(cells) - count(bit[0]) - 2 * count(bit[1]) - 4 * count(bit[2]);
    return first > rest ? first : rest;
}

uint32_t hr_drops_bound(const hr_drops_board *board) {
    int bound = 0;
    for (hr_drops_cells left = hr_drops_filled(board); left != 0;) {
        hr_drops_cells group = left & -left;
        for (hr_drops_cells smaller = 0; smaller != group;) {
            smaller = group;
            group = left & columns_of(left & rows_of(group));
        }
        bound += bound_together(board, group);
        left ^= group;
    }
    return (uint32_t)bound;
}

/// Is the board's bound above `most`? Most boards are told by their largest value or without their groups.
static bool exceeds(const hr_drops_board *board, uint32_t most) {
    const hr_drops_cells filled = hr_drops_filled(board);
    if (filled == 0) {
        return false;
    }
    if (most == 0 || (most == 1 && hr_drops_full(board) == 0)) {
        return true;
    }
    return bound_together(board, filled) > (int)most || hr_drops_bound(board) > most;
}

static hr_drops_cells find_drops(const hr_drops_board *board, hr_drops_cells kept) {
    return hr_drops_full(board) | (hr_drops_filled(board) & ~kept);
}

/// Let a drop fall; returns the cells where the next drop must not be quiet.
static inline hr_drops_cells drop(hr_drops_board *board, unsigned place, hr_drops_cells kept) {
    if ((hr_drops_full(board) >> place & 1U) != 0) {
        return ~hr_drops_burst(board, place);
    }
    hr_drops_add(board, 1ULL << place);
    return kept | ((1ULL << place) - 1);
}

static uint8_t cell_at(const hr_drops_board *board, unsigned place) { return (uint8_t)(place / 8 * board->width + place % 8); }

static size_t find_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    (void)context;
    const hr_drops_state *s = state;
    size_t n = 0;
    for (hr_drops_cells drops = find_drops(&s->board, s->kept); drops != 0; drops &= drops - 1) {
        moves[n++] = cell_at(&s->board, (unsigned)__builtin_ctzll(drops));
    }
    return n;
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    (void)context;
    hr_drops_state *to = next;
    memcpy(to, state, sizeof *to);
    to->kept = drop(&to->board, hr_drops_place(&to->board, move), to->kept);
}

static uint32_t heuristic(const void *context, const void *state) {
    (void)context;
    return hr_drops_bound(&((const hr_drops_state *)state)->board);
}

static bool solved(const void *context, const void *state) {
    (void)context;
    return hr_drops_filled(&((const hr_drops_state *)state)->board) == 0;
}

/// What a drop into a full cell makes of a board.
typedef struct outcome {
    hr_drops_board after;
    hr_drops_cells hit;
} outcome;

/// A node of the subtree's search. A quiet drop changes only the outcomes whose chain hits its cell, so most are kept from node to
/// node.
typedef struct node {
    hr_drops_board board;
    hr_drops_cells kept;
    outcome outcome[HR_DROPS_SIDE_MAX * HR_DROPS_SIDE_MAX]; ///< of the full cells, in their order
} node;

/// A running search of a subtree.
typedef struct drops_search {
    hr_idastar_subtree *result;
    uint32_t bound;
    bool complete;
    size_t depth; ///< drops below the subtree's root
} drops_search;

static outcome find_outcome(const hr_drops_board *board, unsigned place) {
    outcome o = {.after = *board};
    o.hit = hr_drops_burst(&o.after, place);
    return o;
}

/// Outcomes of a new node.
static void find_outcomes(node *n) {
    outcome *o = n->outcome;
    for (hr_drops_cells full = hr_drops_full(&n->board); full != 0; full &= full - 1) {
        *o++ = find_outcome(&n->board, (unsigned)__builtin_ctzll(full));
    }
}

/// Outcomes of `n`, which came from `parent` by a quiet drop into the cell `cell`.
static void update_outcomes(node *n, const node *parent, hr_drops_cells cell) {
    const outcome *old = parent->outcome;
    outcome *o = n->outcome;
    for (hr_drops_cells full = hr_drops_full(&n->board); full != 0; full &= full - 1, o++) {
        const unsigned place = (unsigned)__builtin_ctzll(full);
        const outcome *before = 1ULL << place == cell ? NULL : old++; // the cell was not full before
        if (before == NULL || (before->hit & cell) != 0) {
            *o = find_outcome(&n->board, place);
        } else {
            *o = *before;
            hr_drops_add(&o->after, cell);
        }
    }
}

/// Is the node after a drop beyond the bound? Then the next bound is told.
static bool is_pruned(const drops_search *s, const hr_drops_board *board, uint32_t left) {
    if (left > 0 && !exceeds(board, left - 1)) {
        return false;
    }
    if (s->result->next_bound > s->bound + 1) {
        const uint32_t f = s->bound - left + 1 + hr_drops_bound(board);
        s->result->next_bound = f < s->result->next_bound ? f : s->result->next_bound;
    }
    return true;
}

/// Search with so many drops left. Returns true to stop: the goal's path below `n` has been written.
static bool visit(drops_search *s, const node *n, uint32_t left) {
    if (hr_drops_filled(&n->board) == 0) {
        s->result->solutions++;
        s->result->path_length = s->complete ? 0 : s->depth;
        return !s->complete;
    }
    const hr_drops_cells all = find_drops(&n->board, n->kept);
    s->result->nodes += (hr_count)count(all);
    hr_drops_cells drops = all;
    if (left <= 1 && s->result->next_bound == s->bound + 1) {
        drops &= hr_drops_full(&n->board); // the last one is not quiet, and what the others' bound is does not matter any more
    }
    const outcome *burst = n->outcome;
    for (; drops != 0; drops &= drops - 1) {
        const hr_drops_cells cell = drops & -drops;
        const bool quiet = (hr_drops_full(&n->board) & cell) == 0;
        node next;
        if (quiet) {
            next.board = n->board;
            hr_drops_add(&next.board, cell);
        } else {
            next.board = burst->after;
        }
        next.kept = quiet ? n->kept | (cell - 1) : ~burst->hit;
        burst += !quiet;
        if (is_pruned(s, &next.board, left)) {
            continue;
        }
        if (quiet) {
            update_outcomes(&next, n, cell);
        } else {
            find_outcomes(&next);
        }
        s->depth++;
        const bool stop = visit(s, &next, left - 1);
        s->depth--;
        if (stop) {
            s->result->path[s->depth] = cell_at(&n->board, (unsigned)__builtin_ctzll(cell));
            s->result->nodes -= (hr_count)count(all & ~(cell | (cell - 1))); // generated after the solution
            return true;
        }
    }
    return false;
}

static void search(const void *context, const void *state, uint32_t g, uint32_t bound, bool complete, hr_idastar_subtree *result) {
    (void)context;
    const hr_drops_state *at = state;
    if (g > bound) {
        return;
    }
    drops_search s = {.result = result, .bound = bound, .complete = complete};
    node root;
    root.board = at->board;
    root.kept = at->kept;
    find_outcomes(&root);
    (void)visit(&s, &root, bound - g);
}

void hr_drops_domain(hr_idastar_domain *domain) {
    *domain = (hr_idastar_domain){
        .state_bytes = sizeof(hr_drops_state),
        .moves = find_moves,
        .apply = apply,
        .heuristic = heuristic,
        .solved = solved,
        .search = search,
    };
}
