// SPDX-License-Identifier: MIT
#ifndef HR_TILES_DESCENT_H
#define HR_TILES_DESCENT_H

// Depth-first search of a subtree for heuristics that every move changes by one, up or down, and that are 0 at the goal only. A
// move then leaves f as it is or adds two, so a node only carries how many more bad moves the bound allows. A heuristic gives two
// small functions and compiles the search for them (hr_tiles_descend); it keeps what it knows of a position up to date in them.

#include "core/inline.h"
#include "solve/tiles/tiles.h"

/// A running search of a subtree. The board is changed in place and changed back.
typedef struct hr_tiles_descent {
    const hr_tiles *tiles;
    const void *heuristic; ///< its tables
    hr_count nodes;
    hr_count solutions;
    uint32_t slack; ///< bad moves that the bound allows below the subtree's root
    uint32_t f;     ///< of the subtree's root
    bool complete;
    uint8_t piece[HR_TILES_CELLS_MAX];
    uint64_t line[2][HR_TILES_CELLS_MAX]; ///< for a heuristic that keeps a word for each row and column
    size_t path_length;
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< the last move first
} hr_tiles_descent;

/// A tile's move from one cell to a neighbour.
typedef struct hr_tiles_shift {
    uint8_t tile;
    uint8_t from;
    uint8_t to;
    uint8_t move; ///< of the blank
} hr_tiles_shift;

/// Does this move make the heuristic grow? `*known` is a word that belongs to the position, to be changed to that of the next one.
typedef bool hr_tiles_step(const hr_tiles_descent *s, hr_tiles_shift shift, uint64_t *known);

/// Bring `s->line` up to date.
typedef void hr_tiles_keep(hr_tiles_descent *s, hr_tiles_shift shift);

typedef bool hr_tiles_visit(hr_tiles_descent *s, unsigned blank, unsigned last, uint32_t slack, uint32_t h, uint64_t known);

/// A heuristic's functions, constant so that they can be inlined; `visit` is the one that hr_tiles_descend is inlined into.
typedef struct hr_tiles_hooks {
    hr_tiles_step *step;
    hr_tiles_keep *keep;
    hr_tiles_visit *visit;
} hr_tiles_hooks;

/// The search below one node. Returns true to stop: a goal's path is written.
HR_INLINE bool hr_tiles_descend(hr_tiles_descent *s, unsigned blank, unsigned last, uint32_t slack, uint32_t h, uint64_t known,
                                hr_tiles_hooks hooks) {
    if (h == 0) {
        s->solutions++;
        s->path_length = 0;
        return !s->complete;
    }
    const hr_tiles_ways *ways = &s->tiles->ways[blank][last];
    s->nodes += ways->count;
    for (unsigned i = 0; i < ways->count; i++) {
        const uint8_t from = ways->from[i];
        const hr_tiles_shift shift = {.tile = s->piece[from], .from = from, .to = (uint8_t)blank, .move = ways->move[i]};
        uint64_t next = known;
        const uint32_t worse = hooks.step(s, shift, &next);
        if (worse > slack) {
            continue;
        }
        s->piece[blank] = shift.tile;
        hooks.keep(s, shift);
        const bool stop = hooks.visit(s, from, shift.move, slack - worse, h + 2 * worse - 1, next);
        hooks.keep(s, (hr_tiles_shift){.tile = shift.tile, .from = shift.to, .to = from, .move = (uint8_t)(3 - shift.move)});
        s->piece[from] = shift.tile;
        if (stop) {
            s->nodes -= ways->count - 1 - i; // generated after the solution
            s->path[s->path_length++] = shift.move;
            return true;
        }
    }
    return false;
}

/// Local. Begin at `state`, whose heuristic is `h`, `g` moves deep. False if that is beyond the bound, which `result` then tells.
bool hr_tiles_descent_begin(hr_tiles_descent *s, const hr_tiles *tiles, const hr_tiles_state *state, uint32_t g, uint32_t h,
                            uint32_t bound, bool complete, hr_idastar_subtree *result);

/// Local. Add what was found to `result`; `stopped` is what the search returned.
void hr_tiles_descent_end(const hr_tiles_descent *s, bool stopped, hr_idastar_subtree *result);

#endif
