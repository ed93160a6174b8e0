// SPDX-License-Identifier: MIT
#ifndef HR_TILES_DESCENT_H
#define HR_TILES_DESCENT_H

// Depth-first search of a subtree for heuristics that every move changes by +1 or −1 and that are 0 at the goal only. A move that
// changes the heuristic by −1 leaves f as it is. A move that changes it by +1 is *bad*: it adds 2 to f. A node therefore carries
// only the number of bad moves that the bound still allows, its *slack*. A heuristic gives two small functions, which keep its data
// of the position up to date, and compiles the search hr_tiles_descend for them.

#include "core/inline.h"
#include "solve/tiles/tiles.h"

/// A running search of a subtree. The board is changed in place and changed back.
typedef struct hr_tiles_descent {
    const hr_tiles *tiles;
    const void *heuristic;                 ///< the heuristic's tables
    hr_count expanded[HR_TILES_MOVES + 1]; ///< nodes that were expanded, by their number of successors
    hr_count left_out;                     ///< successors of these nodes that were not generated, because a solution came before
    hr_count solutions;
    uint32_t slack; ///< bad moves that the bound allows below the subtree's root
    uint32_t f;     ///< f of the subtree's root
    bool complete;
    uint8_t piece[HR_TILES_CELLS_MAX];    ///< as in hr_tiles_state
    uint64_t line[2][HR_TILES_CELLS_MAX]; ///< a word for each row and column, for heuristics that need them
    size_t path_length;
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the subtree's root to the goal, the last move first
} hr_tiles_descent;

/// A tile's move from one cell to a neighbour.
typedef struct hr_tiles_shift {
    uint8_t tile;
    uint8_t from;
    uint8_t to;
    uint8_t move; ///< the blank's move, which goes the other way
} hr_tiles_shift;

/// Returns true if the move makes the heuristic grow. *known is the heuristic's word for the position; the function changes it to
/// the word for the position after the move.
typedef bool hr_tiles_step(const hr_tiles_descent *s, hr_tiles_shift shift, uint64_t *known);

/// Changes `s->line` by the move.
typedef void hr_tiles_keep(hr_tiles_descent *s, hr_tiles_shift shift);

/// Searches below one node, as hr_tiles_descend does.
typedef bool hr_tiles_visit(hr_tiles_descent *s, unsigned blank, unsigned last, uint32_t slack, uint32_t h, uint64_t known);

/// A heuristic's functions, given as constants so that the compiler inlines them.
typedef struct hr_tiles_hooks {
    hr_tiles_step *step;
    hr_tiles_keep *keep;
    hr_tiles_visit *visit; ///< the function that hr_tiles_descend is inlined into; it recurses
} hr_tiles_hooks;

/// A node of the search. The functions that recurse take its members as separate parameters, so that they stay in registers.
typedef struct hr_tiles_node {
    unsigned blank; ///< cell of the blank
    unsigned last;  ///< the move before
    uint32_t slack; ///< bad moves that the bound still allows
    uint32_t h;     ///< the heuristic
    uint64_t known; ///< the heuristic's word for the position
} hr_tiles_node;

/// Local. Search below a node. Returns true to stop; the goal's path has then been written.
HR_INLINE bool hr_tiles_descend(hr_tiles_descent *s, hr_tiles_node node, hr_tiles_hooks hooks) {
    if (node.h == 0) {
        s->solutions++;
        s->path_length = 0;
        return !s->complete;
    }
    const hr_tiles_ways *ways = &s->tiles->ways[node.blank][node.last];
    s->expanded[ways->count]++;
    for (unsigned i = 0; i < ways->count; i++) {
        const uint8_t from = ways->way[i].from;
        const hr_tiles_shift shift = {.tile = s->piece[from], .from = from, .to = (uint8_t)node.blank, .move = ways->way[i].move};
        uint64_t next = node.known;
        const uint32_t worse = hooks.step(s, shift, &next);
        if (worse > node.slack) {
            continue;
        }
        s->piece[node.blank] = shift.tile;
        hooks.keep(s, shift);
        const bool stop = hooks.visit(s, from, shift.move, node.slack - worse, node.h + 2 * worse - 1, next);
        hooks.keep(s, (hr_tiles_shift){.tile = shift.tile, .from = shift.to, .to = from, .move = (uint8_t)(3 - shift.move)});
        s->piece[from] = shift.tile;
        if (stop) {
            s->left_out += ways->count - 1 - i;
            s->path[s->path_length++] = shift.move;
            return true;
        }
    }
    return false;
}

/// Local. Begin the search of the subtree of `state`, which has the heuristic `h`. Returns false if g + h is above the bound;
/// `result->next_bound` is then lowered to g + h.
bool hr_tiles_descent_begin(hr_tiles_descent *s, const hr_tiles *tiles, const hr_tiles_state *state, uint32_t h,
                            hr_idastar_terms terms, hr_idastar_subtree *result);

/// Local. Add the counts and the path of the search to `result`. `stopped` is the value that the search returned.
void hr_tiles_descent_end(const hr_tiles_descent *s, bool stopped, hr_idastar_subtree *result);

#endif
