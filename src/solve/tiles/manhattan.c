// SPDX-License-Identifier: MIT
// IDA* on tile puzzles with the Manhattan distance.
//
// On 4 × 4 there is one function for each pair of the blank's cell and the last move. The legal moves, the shifts and the cells are
// constants there. Because the goal is 0 1 2 …, one comparison with a constant tells whether a move brings a tile nearer to its
// home: a tile that goes down into row r gets nearer if its home is at least 4r. As in descent.h, a node carries only its slack,
// the number of moves away from home that the bound still allows.

#include "solve/tiles/manhattan.h"

#include <stdlib.h>

#include "core/inline.h"

#include "core/try.h"
#include "solve/tiles/descent.h"

#define GOAL_16 0xFEDCBA9876543210U

#define FOR_CELLS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define DECLARE(cell)                                                                                                              \
    static bool visit_##cell##_0(uint64_t board, int slack, hr_tiles_descent *s);                                                  \
    static bool visit_##cell##_1(uint64_t board, int slack, hr_tiles_descent *s);                                                  \
    static bool visit_##cell##_2(uint64_t board, int slack, hr_tiles_descent *s);                                                  \
    static bool visit_##cell##_3(uint64_t board, int slack, hr_tiles_descent *s);                                                  \
    static bool visit_##cell##_4(uint64_t board, int slack, hr_tiles_descent *s);
FOR_CELLS(DECLARE)

/// Call the function for a cell and a last move. Both are constants wherever this is inlined, except at the subtree's root.
HR_INLINE bool visit_at(int cell, int last, uint64_t board, int slack, hr_tiles_descent *s) {
    switch (cell * 5 + last) {
#define CASE(cell)                                                                                                                 \
    case (cell)*5 + 0:                                                                                                             \
        return visit_##cell##_0(board, slack, s);                                                                                  \
    case (cell)*5 + 1:                                                                                                             \
        return visit_##cell##_1(board, slack, s);                                                                                  \
    case (cell)*5 + 2:                                                                                                             \
        return visit_##cell##_2(board, slack, s);                                                                                  \
    case (cell)*5 + 3:                                                                                                             \
        return visit_##cell##_3(board, slack, s);                                                                                  \
    case (cell)*5 + 4:                                                                                                             \
        return visit_##cell##_4(board, slack, s);
        FOR_CELLS(CASE)
    default:
        return false;
    }
}

HR_INLINE bool is_legal(int cell, int last, int move) {
    const int direction = hr_tiles_direction(move);
    return move + last != 3 && (direction == HR_TILE_UP     ? cell >= 4
                                : direction == HR_TILE_DOWN ? cell < 12
                                : direction == HR_TILE_LEFT ? cell % 4 > 0
                                                            : cell % 4 < 3);
}

/// Make the move and search below it, if the slack allows. Returns true to stop.
HR_INLINE bool descend(int cell, int move, uint64_t board, int slack, hr_tiles_descent *s) {
    const int direction = hr_tiles_direction(move);
    const int from = direction == HR_TILE_UP     ? cell - 4
                     : direction == HR_TILE_DOWN ? cell + 4
                     : direction == HR_TILE_LEFT ? cell - 1
                                                 : cell + 1;
    const unsigned tile = (unsigned)(board >> (4 * from)) & 15U;
    const bool away = direction == HR_TILE_UP     ? tile < 4U * (unsigned)(cell / 4) // the tile goes down
                      : direction == HR_TILE_DOWN ? tile >= 4U * (unsigned)(from / 4)
                      : direction == HR_TILE_LEFT ? (tile & 3U) < (unsigned)(cell % 4)
                                                  : (tile & 3U) >= (unsigned)(from % 4);
    if (slack < away) {
        return false;
    }
    // The blank's nibble is 0 here, wherever its home is.
    const uint64_t next = board + ((uint64_t)tile << (4 * cell)) - ((uint64_t)tile << (4 * from));
    return visit_at(from, move, next, slack - away, s);
}

HR_INLINE bool visit(int cell, int last, uint64_t board, int slack, hr_tiles_descent *s) {
    // In the normal frame the blank's home is cell 0, 1 or 5. No tile has the blank's home as its own, so only the goal equals
    // this.
    if ((cell == 0 || cell == 1 || cell == 5) && board == (GOAL_16 & ~(15ULL << (4 * cell)))) {
        s->solutions++;
        s->path_length = 0;
        return !s->complete;
    }
    int after = is_legal(cell, last, 0) + is_legal(cell, last, 1) + is_legal(cell, last, 2) + is_legal(cell, last, 3);
    s->expanded[after]++;
#define TRY_MOVE(move)                                                                                                             \
    if (is_legal(cell, last, move)) {                                                                                              \
        after--;                                                                                                                   \
        if (descend(cell, move, board, slack, s)) {                                                                                \
            s->left_out += (hr_count)after;                                                                                        \
            s->path[s->path_length++] = move;                                                                                      \
            return true;                                                                                                           \
        }                                                                                                                          \
    }
    TRY_MOVE(0)
    TRY_MOVE(1)
    TRY_MOVE(2)
    TRY_MOVE(3)
    return false;
}

#define DEFINE_ONE(cell, last)                                                                                                     \
    static __attribute__((noinline)) bool visit_##cell##_##last(uint64_t board, int slack, hr_tiles_descent *s) {                  \
        return visit(cell, last, board, slack, s);                                                                                 \
    }
#define DEFINE(cell) DEFINE_ONE(cell, 0) DEFINE_ONE(cell, 1) DEFINE_ONE(cell, 2) DEFINE_ONE(cell, 3) DEFINE_ONE(cell, 4)
FOR_CELLS(DEFINE)

static const hr_tiles *tiles_of(const void *context) { return ((const hr_tiles_manhattan_context *)context)->tiles; }

static uint32_t heuristic(const void *context, const void *state) { return hr_tiles_manhattan(tiles_of(context), state); }

static void search_16(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const hr_tiles_state *at = state;
    hr_tiles_descent s;
    if (hr_tiles_descent_begin(&s, tiles_of(context), at, heuristic(context, at), terms, result)) {
        uint64_t board = 0;
        for (int c = 0; c < 16; c++) {
            board |= c == at->blank ? 0 : (uint64_t)at->piece[c] << (4 * c);
        }
        hr_tiles_descent_end(&s, visit_at(at->blank, at->last, board, (int)s.slack, &s), result);
    }
}

// The other boards are searched with the tables of hr_tiles.

// NOLINTNEXTLINE(readability-non-const-parameter): it is a hr_tiles_step
HR_INLINE bool step(const hr_tiles_descent *s, hr_tiles_shift shift, uint64_t *known) {
    (void)known;
    return s->tiles->distance[shift.tile][shift.to] > s->tiles->distance[shift.tile][shift.from];
}

HR_INLINE void keep(hr_tiles_descent *s, hr_tiles_shift shift) {
    (void)s;
    (void)shift;
}

static bool visit_any(hr_tiles_descent *s, unsigned blank, unsigned last, uint32_t slack, uint32_t h, uint64_t known) {
    return hr_tiles_descend(s, (hr_tiles_node){blank, last, slack, h, known}, (hr_tiles_hooks){step, keep, visit_any});
}

static void search_any(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const hr_tiles_state *at = state;
    const uint32_t h = heuristic(context, at);
    hr_tiles_descent s;
    if (hr_tiles_descent_begin(&s, tiles_of(context), at, h, terms, result)) {
        hr_tiles_descent_end(&s, visit_any(&s, at->blank, at->last, s.slack, h, 0), result);
    }
}

void hr_tiles_manhattan_domain(const hr_tiles *tiles, hr_tiles_manhattan_context *context, hr_idastar_domain *domain) {
    context->tiles = tiles;
    *domain = hr_tiles_domain(context);
    domain->heuristic = heuristic;
    domain->search = tiles->width == 4 && tiles->height == 4 ? search_16 : search_any;
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    (void)name;
    (void)node;
    *made = malloc(sizeof(hr_tiles_manhattan_context));
    HR_TRY_MEMORY(*made != NULL, error, "a heuristic");
    hr_tiles_manhattan_domain(order->board, *made, domain);
    return HR_OK;
}

const hr_heuristic hr_heuristic_manhattan = {
    .name = "manhattan",
    .summary = "sum of the tiles' distances from home",
    .kind = &hr_tiles_positions,
    .create = create,
};
