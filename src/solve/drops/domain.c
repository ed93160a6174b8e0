// SPDX-License-Identifier: MIT
// The water-drop puzzle as a search domain.
//
// Order of drops. A drop that bursts nothing is *quiet*. Quiet drops commute with each other. A quiet drop also commutes with a
// burst before it, if the burst's chain did not hit the drop's cell: the cell was not empty before the burst, as empty cells stay
// empty, so if the drop falls first, it is quiet there, too, and the chain runs as before. Moving quiet drops forward as far as
// possible, and sorting those that follow each other by their cells, turns every solution into one of the same length with two
// properties: a quiet drop after a burst falls only into a cell that the last burst's chain hit, and its cell does not come before
// the cell of a quiet drop just before it. Only such solutions are searched.
//
// The bound. A cell that is not empty bursts once, when it has taken 5 less its value of drops and droplets. The board is empty
// only when all these cells have burst.
//
// Two cells are linked if they share a row or a column. A droplet stays in its row or column, so it never leaves a *group* (a
// connected component of the links) of cells that are not empty. As cells burst, groups only fall apart. So each drop serves one
// group, and the bounds of the groups add up. For one group of n cells whose values sum up to v there are two bounds:
//
// 1. The first cell to burst takes drops only. These are at least 5 less the group's largest value.
// 2. Each of the k cells of a row that are not empty sends one droplet to its left and one to its right, 2k in all. The leftmost
//    cell's droplet to the left and the rightmost cell's droplet to the right are not absorbed. Neither droplet of the cell that
//    bursts last is absorbed, which for k > 1 is at least one more. So at most 2k − 2 are absorbed, and 2k − 3 for k > 1. The same
//    holds for columns. With p rows and columns that are not empty, q of them with more than one such cell, at most 4n − 2p − q
//    droplets are absorbed. As the cells take 5n − v drops and droplets, at least n − v + 2p + q drops must fall.

#include "solve/drops/domain.h"

#include <string.h>

#define COLUMN 0x0101010101010101U ///< the cells of the first column

/// Returns all cells of the rows that have one of these cells.
static inline hr_drops_cells rows_of(hr_drops_cells cells) {
    cells |= cells >> 4 & 0x0F * COLUMN;
    cells |= cells >> 2 & 0x3F * COLUMN;
    cells |= cells >> 1 & 0x7F * COLUMN;
    return (cells & COLUMN) * 0xFF;
}

/// Returns all cells of the columns that have one of these cells.
static inline hr_drops_cells columns_of(hr_drops_cells cells) {
    cells |= cells >> 32;
    cells |= cells >> 16;
    cells |= cells >> 8;
    return (cells & 0xFF) * COLUMN;
}

/// Returns the number of bits, by sums in ever larger fields. The portable build cannot use an instruction for this.
static inline int count(hr_drops_cells cells) {
    cells -= cells >> 1 & 0x55 * COLUMN;
    cells = (cells & 0x33 * COLUMN) + (cells >> 2 & 0x33 * COLUMN);
    cells = (cells + (cells >> 4)) & 0x0F * COLUMN;
    return (int)(cells * COLUMN >> 56);
}

/// Returns 2p + q of the bound: two for each row and column that is not empty, and one more for each with several cells.
static inline int count_lines(hr_drops_cells cells) {
    hr_drops_cells rows = cells;  // lower part of each byte: bit set if a cell was folded onto this bit
    hr_drops_cells long_rows = 0; // the same: bit set if several cells were folded onto it
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
    const hr_drops_cells gather =
        0x0102040810204080U; // multiplying brings the bytes' lowest bits side by side into the highest byte
    rows = rows * gather >> 56;
    long_rows = long_rows * gather >> 56;
    return count(rows | rows << 8 | columns << 16 | columns << 24 | long_rows << 32 | long_columns << 40);
}

/// Returns the bound for the cells of one group. For the cells of several groups the result is a bound, too, but a weaker one.
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

/// Is the board's bound above `most`? Two cheap weaker bounds come first, as they decide most boards.
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

/// Let a drop fall. Returns the cells into which no quiet drop may fall next.
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

/// The result of a drop into a full cell.
typedef struct outcome {
    hr_drops_board after;
    hr_drops_cells hit;
} outcome;

/// A node of the subtree's search. A quiet drop changes the course of those chains only that hit its cell, so most outcomes are
/// copied from the parent.
typedef struct node {
    hr_drops_board board;
    hr_drops_cells kept;
    outcome outcome[HR_DROPS_SIDE_MAX * HR_DROPS_SIDE_MAX]; ///< one for each full cell, in reading order
} node;

/// A running search of a subtree.
typedef struct drops_search {
    hr_idastar_subtree *result;
    uint32_t bound;
    bool complete;
    size_t depth; ///< drops from the subtree's root to the node that is being visited
} drops_search;

static outcome find_outcome(const hr_drops_board *board, unsigned place) {
    outcome o = {.after = *board};
    o.hit = hr_drops_burst(&o.after, place);
    return o;
}

/// Find the outcomes of a new node.
static void find_outcomes(node *n) {
    outcome *o = n->outcome;
    for (hr_drops_cells full = hr_drops_full(&n->board); full != 0; full &= full - 1) {
        *o++ = find_outcome(&n->board, (unsigned)__builtin_ctzll(full));
    }
}

/// Find the outcomes of `n`, which a quiet drop into `cell` has made from `parent`.
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

/// Is the board after a drop beyond the bound? `left` drops were allowed before that drop. If so, next_bound is lowered to its f.
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

/// Search below `n` with at most `left` more drops. Returns true to stop; the drops from `n` to the goal have then been written.
static bool visit(drops_search *s, const node *n, uint32_t left) {
    if (hr_drops_filled(&n->board) == 0) {
        s->result->solutions++;
        s->result->path_length = s->complete ? 0 : s->depth;
        return !s->complete;
    }
    const hr_drops_cells all = find_drops(&n->board, n->kept);
    s->result->nodes += (hr_count)count(all);
    s->result->expanded++;
    hr_drops_cells drops = all;
    if (left <= 1 && s->result->next_bound == s->bound + 1) {
        drops &= hr_drops_full(&n->board); // the last drop of a solution is not quiet, and next_bound cannot get lower
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

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    (void)context;
    const hr_drops_state *at = state;
    if (terms.g > terms.bound) {
        return;
    }
    drops_search s = {.result = result, .bound = terms.bound, .complete = terms.complete};
    node root;
    root.board = at->board;
    root.kept = at->kept;
    find_outcomes(&root);
    (void)visit(&s, &root, terms.bound - terms.g);
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
