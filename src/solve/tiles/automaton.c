// SPDX-License-Identifier: MIT
// The needless sequences are found level by level: those of one move from all cells, then those of two moves, … The sequences of a
// level are made in the order of the search. A sequence is needless if another one has reached its position before. No sequence is
// made that has a needless part.
//
// The needless sequences of each first cell form a tree. The automaton is that of Aho and Corasick (1975) for all trees together: a
// path's state is the longest end of the path that begins a needless sequence.

#include "solve/tiles/automaton.h"

#include <assert.h>
#include <stdlib.h>

#include "core/try.h"

enum { NODES_MOST = HR_TILES_FORBIDDEN }; ///< most nodes of the trees

#define NONE UINT32_MAX           ///< no node of a tree, no walk
#define NEEDLESS (UINT32_MAX - 1) ///< the last move of a needless sequence

/// The pieces of all cells, five bits each. They are named by the cells where they begin.
__extension__ typedef unsigned __int128 packed;

#define TAKEN ((packed)1 << 127) ///< set in each entered position, so that none is 0

/// A sequence of moves from one cell, and the position after it.
typedef struct walk {
    packed position;
    uint32_t child[4]; ///< by move: the walk of the next level that is longer by it; NONE: there is none
    uint32_t moves;    ///< two bits each, the last one lowest
    uint32_t rest;     ///< the sequence without its first move, among the walks of one level less from the second cell
    uint8_t second;    ///< the blank's cell after the first move
    uint8_t blank;     ///< and after the last one
} walk;

/// Walks of one level from one cell, in the order of the search.
typedef struct level {
    walk *walks;
    size_t count;
} level;

/// The walks of the last levels from one cell, and all positions that they and shorter ones have reached.
typedef struct frontier {
    level before; ///< one level less than `last`
    level last;
    level next;   ///< being made from `last`
    packed *seen; ///< [room] positions; 0: free
    size_t room;  ///< a power of two
    size_t used;
} frontier;

/// A node of the trees. Each node stands for a sequence of moves from one cell; the node c is the root of the tree of the cell c.
typedef struct node {
    uint32_t child[4]; ///< NONE, NEEDLESS, or a node
    uint32_t end;      ///< the node of the longest shorter end of the node's sequence that has a node
    uint8_t cell;      ///< the blank's cell after the sequence
} node;

typedef struct finder {
    const hr_tiles *tiles;
    frontier from[HR_TILES_CELLS_MAX];
    node *nodes;
    size_t count;
} finder;

/// Returns the position after the piece of the cell `from` has moved to the blank's cell.
static packed moved(packed position, int blank, int from) {
    const packed difference = (position >> 5 * blank ^ position >> 5 * from) & 31;
    return position ^ difference << 5 * blank ^ difference << 5 * from;
}

/// Returns the position's entry, or the free one where it belongs.
static packed *find(const frontier *f, packed position) {
    uint64_t hash = (uint64_t)position * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)(position >> 64) * UINT64_C(0xc2b2ae3d27d4eb4f);
    hash ^= hash >> 29;
    for (size_t at = (size_t)hash & (f->room - 1);; at = (at + 1) & (f->room - 1)) {
        if (f->seen[at] == 0 || f->seen[at] == position) {
            return &f->seen[at];
        }
    }
}

/// Make room for `more` positions. Returns false if memory is short.
static bool reserve(frontier *f, size_t more) {
    if ((f->used + more) * 2 <= f->room) {
        return true;
    }
    frontier larger = {.room = f->room > 0 ? f->room : 64};
    while (larger.room < (f->used + more) * 2) {
        larger.room *= 2;
    }
    larger.seen = calloc(larger.room, sizeof *larger.seen);
    if (larger.seen == NULL) {
        return false;
    }
    for (size_t i = 0; i < f->room; i++) {
        if (f->seen[i] != 0) {
            *find(&larger, f->seen[i]) = f->seen[i];
        }
    }
    free(f->seen);
    f->seen = larger.seen;
    f->room = larger.room;
    return true;
}

/// Enter a position. Returns false if it has been entered before.
static bool enter(frontier *f, packed position) {
    packed *entry = find(f, position);
    if (*entry != 0) {
        return false;
    }
    *entry = position;
    f->used++;
    return true;
}

/// Add a needless sequence to its tree. Returns false if the trees have too many nodes.
static bool add_needless(finder *f, int start, uint32_t moves, int length) {
    uint32_t at = (uint32_t)start;
    for (int left = length - 1; left > 0; left--) {
        const uint32_t move = moves >> 2 * left & 3;
        uint32_t *child = &f->nodes[at].child[move];
        if (*child == NONE) {
            if (f->count == NODES_MOST) {
                return false;
            }
            *child = (uint32_t)f->count;
            f->nodes[f->count++] = (node){.child = {NONE, NONE, NONE, NONE}, .cell = f->tiles->neighbour[f->nodes[at].cell][move]};
        }
        at = *child;
    }
    f->nodes[at].child[moves & 3] = NEEDLESS;
    return true;
}

/// Find which walk of level `length` - 1 the sequence of `w` and the move m is without its first move. Returns NONE if that
/// sequence has a needless part.
static uint32_t rest_of(const finder *f, const walk *w, int length, int m) {
    return length == 1 ? 0 : f->from[w->second].before.walks[w->rest].child[m];
}

/// Make the walks of `length` moves from one cell. *fits becomes false if the trees have too many nodes.
static hr_status lengthen(finder *f, int start, int length, bool *fits, hr_error *error) {
    frontier *from = &f->from[start];
    from->next = (level){.walks = malloc((from->last.count * 4 + 1) * sizeof *from->next.walks)};
    HR_TRY_MEMORY(from->next.walks != NULL && reserve(from, from->last.count * 4), error, "sequences of moves");
    for (size_t i = 0; i < from->last.count && *fits; i++) {
        walk *w = &from->last.walks[i];
        for (uint8_t m = 0; m < 4; m++) {
            const uint8_t to = f->tiles->neighbour[w->blank][m];
            const uint32_t rest = to == UINT8_MAX ? NONE : rest_of(f, w, length, m);
            w->child[m] = NONE;
            if (rest == NONE) {
                continue;
            }
            const walk longer = {.position = moved(w->position, w->blank, to),
                                 .moves = w->moves << 2 | m,
                                 .rest = rest,
                                 .second = length == 1 ? to : w->second,
                                 .blank = to};
            if (enter(from, longer.position)) {
                w->child[m] = (uint32_t)from->next.count;
                from->next.walks[from->next.count++] = longer;
            } else {
                *fits = *fits && add_needless(f, start, longer.moves, length);
            }
        }
    }
    return HR_OK;
}

/// Make the walks of `length` moves from all cells.
static hr_status lengthen_all(finder *f, int length, bool *fits, hr_error *error) {
    for (int c = 0; c < f->tiles->cells && *fits; c++) {
        HR_TRY(lengthen(f, c, length, fits, error));
    }
    for (int c = 0; c < f->tiles->cells; c++) {
        frontier *from = &f->from[c];
        free(from->before.walks);
        from->before = from->last;
        from->last = from->next;
        from->next = (level){.walks = NULL};
    }
    return HR_OK;
}

static hr_status begin(finder *f, hr_error *error) {
    f->nodes = malloc(NODES_MOST * sizeof *f->nodes);
    bool ok = f->nodes != NULL;
    for (int c = 0; c < f->tiles->cells && ok; c++) {
        frontier *from = &f->from[c];
        from->last = (level){.walks = calloc(1, sizeof *from->last.walks), .count = 1};
        ok = from->last.walks != NULL && reserve(from, 1);
        if (ok) {
            walk *w = &from->last.walks[0];
            w->blank = (uint8_t)c;
            w->position = TAKEN;
            for (int i = 0; i < f->tiles->cells; i++) {
                w->position |= (packed)i << 5 * i;
            }
            (void)enter(from, w->position);
            f->nodes[f->count++] = (node){.child = {NONE, NONE, NONE, NONE}, .cell = (uint8_t)c};
        }
    }
    return ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for sequences of moves");
}

/// Set the states after the moves of a node's path, and the ends of its children. The shorter nodes are finished.
static void finish_node(const finder *f, uint32_t at, uint16_t (*next)[4]) {
    const node *n = &f->nodes[at];
    const bool is_tree = at < (uint32_t)f->tiles->cells;
    for (int m = 0; m < 4; m++) {
        const uint8_t to = f->tiles->neighbour[n->cell][m];
        const uint32_t child = n->child[m];
        if (to == UINT8_MAX || child == NEEDLESS) {
            next[at][m] = HR_TILES_FORBIDDEN;
            continue;
        }
        const uint16_t other = is_tree ? to : next[n->end][m]; // the state of the path's shorter ends
        next[at][m] = child != NONE ? (uint16_t)child : other;
        if (child != NONE) {
            f->nodes[child].end = other;
        }
    }
}

/// Finish all nodes, the shorter ones first.
static hr_status finish(const finder *f, hr_tiles_automaton *automaton, hr_error *error) {
    uint32_t *queue = malloc((f->count + 1) * sizeof *queue);
    automaton->next = malloc((f->count + 1) * sizeof *automaton->next);
    if (queue == NULL || automaton->next == NULL) {
        free(queue);
        hr_tiles_automaton_clear(automaton);
        return hr_error_set(error, HR_INTERNAL, "out of memory for an automaton");
    }
    automaton->states = f->count;
    size_t known = (size_t)f->tiles->cells;
    for (size_t i = 0; i < known; i++) {
        queue[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < known; i++) {
        finish_node(f, queue[i], automaton->next);
        for (int m = 0; m < 4; m++) {
            const uint32_t child = f->nodes[queue[i]].child[m];
            if (child < NEEDLESS) {
                queue[known++] = child;
            }
        }
    }
    free(queue);
    return HR_OK;
}

hr_status hr_tiles_automaton_create(const hr_tiles *tiles, int length, hr_tiles_automaton *automaton, hr_error *error) {
    *automaton = (hr_tiles_automaton){0};
    finder *f = calloc(1, sizeof *f);
    HR_TRY_MEMORY(f != NULL, error, "sequences of moves");
    assert(tiles->cells <= 25 && length <= HR_TILES_NEEDLESS_MAX);
    f->tiles = tiles;
    bool fits = true;
    hr_status status = begin(f, error);
    for (int l = 1; l <= length && fits && status == HR_OK; l++) {
        status = lengthen_all(f, l, &fits, error);
    }
    status = status == HR_OK ? finish(f, automaton, error) : status;
    for (int c = 0; c < tiles->cells; c++) {
        free(f->from[c].before.walks);
        free(f->from[c].last.walks);
        free(f->from[c].next.walks);
        free(f->from[c].seen);
    }
    free(f->nodes);
    free(f);
    return status;
}

void hr_tiles_automaton_clear(hr_tiles_automaton *automaton) {
    free(automaton->next);
    *automaton = (hr_tiles_automaton){0};
}
