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
#include <string.h>

#include "core/try.h"

enum { NODES_MOST = HR_TILES_FORBIDDEN }; ///< most nodes of the trees

#define NONE UINT32_MAX           ///< no node of a tree
#define NEEDLESS (UINT32_MAX - 1) ///< the last move of a needless sequence

/// A sequence of moves from one cell, and the position after it. The pieces are named by the cells where they begin.
typedef struct walk {
    uint8_t move[HR_TILES_NEEDLESS_MAX];
    uint8_t blank;
    uint8_t piece[HR_TILES_CELLS_MAX];
} walk;

/// All walks of one level from one cell, in the order of the search, and all positions that shorter ones have reached.
typedef struct frontier {
    walk *walks;
    size_t count;
    uint64_t (*seen)[2]; ///< [room] packed positions; all 0: free
    size_t room;         ///< a power of two
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

/// Pack a position. Of 25 cells the first piece loses two bits; it is known from the others.
static void pack(const hr_tiles *tiles, const walk *w, uint64_t packed[2]) {
    assert(tiles->cells <= 25);
    packed[0] = 0;
    packed[1] = 0;
    for (int c = 0; c < tiles->cells; c++) {
        packed[c % 2] = packed[c % 2] << 5 | w->piece[c];
    }
    packed[0] |= UINT64_C(1) << 63; // never 0
}

/// Returns the position's entry, or the free one where it belongs.
static uint64_t *find(const frontier *f, const uint64_t packed[2]) {
    uint64_t hash = packed[0] * UINT64_C(0x9e3779b97f4a7c15) ^ packed[1] * UINT64_C(0xc2b2ae3d27d4eb4f);
    hash ^= hash >> 29;
    for (size_t at = (size_t)hash & (f->room - 1);; at = (at + 1) & (f->room - 1)) {
        if (f->seen[at][0] == 0 || memcmp(f->seen[at], packed, sizeof f->seen[at]) == 0) {
            return f->seen[at];
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
        if (f->seen[i][0] != 0) {
            memcpy(find(&larger, f->seen[i]), f->seen[i], sizeof *f->seen);
        }
    }
    free(f->seen);
    f->seen = larger.seen;
    f->room = larger.room;
    return true;
}

/// Enter a position. Returns false if it has been entered before.
static bool enter(const hr_tiles *tiles, frontier *f, const walk *w) {
    uint64_t packed[2];
    pack(tiles, w, packed);
    uint64_t *entry = find(f, packed);
    if (entry[0] != 0) {
        return false;
    }
    memcpy(entry, packed, sizeof packed);
    f->used++;
    return true;
}

/// Does a sequence end with a needless one that is shorter than itself? It has `length` moves from the cell `start`.
static bool ends_needlessly(const finder *f, int start, const uint8_t *move, int length) {
    int cell = start;
    for (int first = 0; first < length; first++) {
        uint32_t at = (uint32_t)cell;
        for (int i = first; i < length && at < NEEDLESS; i++) {
            at = f->nodes[at].child[move[i]];
        }
        if (at == NEEDLESS && first > 0) {
            return true;
        }
        cell = f->tiles->neighbour[cell][move[first]];
    }
    return false;
}

/// Add a needless sequence to its tree. Returns false if the trees have too many nodes.
static bool add_needless(finder *f, int start, const uint8_t *move, int length) {
    uint32_t at = (uint32_t)start;
    for (int i = 0; i + 1 < length; i++) {
        uint32_t *child = &f->nodes[at].child[move[i]];
        if (*child == NONE) {
            if (f->count == NODES_MOST) {
                return false;
            }
            *child = (uint32_t)f->count;
            f->nodes[f->count++] =
                (node){.child = {NONE, NONE, NONE, NONE}, .cell = f->tiles->neighbour[f->nodes[at].cell][move[i]]};
        }
        at = *child;
    }
    f->nodes[at].child[move[length - 1]] = NEEDLESS;
    return true;
}

/// Make the walks of `length` moves from one cell. *fits becomes false if the trees have too many nodes.
static hr_status lengthen(finder *f, int start, int length, bool *fits, hr_error *error) {
    frontier *from = &f->from[start];
    walk *walks = malloc((from->count * 4 + 1) * sizeof *walks);
    if (walks == NULL || !reserve(from, from->count * 4)) {
        free(walks);
        return hr_error_set(error, HR_INTERNAL, "out of memory for sequences of moves");
    }
    size_t count = 0;
    for (size_t i = 0; i < from->count && *fits; i++) {
        for (uint8_t m = 0; m < 4; m++) {
            const walk *w = &from->walks[i];
            const uint8_t to = f->tiles->neighbour[w->blank][m];
            walk *next = &walks[count];
            *next = *w;
            next->move[length - 1] = m;
            if (to == UINT8_MAX || ends_needlessly(f, start, next->move, length)) {
                continue;
            }
            next->piece[w->blank] = w->piece[to];
            next->piece[to] = w->piece[w->blank];
            next->blank = to;
            if (enter(f->tiles, from, next)) {
                count++;
            } else {
                *fits = *fits && add_needless(f, start, next->move, length);
            }
        }
    }
    free(from->walks);
    from->walks = walks;
    from->count = count;
    return HR_OK;
}

static hr_status begin(finder *f, hr_error *error) {
    f->nodes = malloc(NODES_MOST * sizeof *f->nodes);
    bool ok = f->nodes != NULL;
    for (int c = 0; c < f->tiles->cells && ok; c++) {
        frontier *from = &f->from[c];
        from->walks = calloc(1, sizeof *from->walks);
        ok = from->walks != NULL && reserve(from, 1);
        if (ok) {
            from->count = 1;
            from->walks[0].blank = (uint8_t)c;
            for (int i = 0; i < f->tiles->cells; i++) {
                from->walks[0].piece[i] = (uint8_t)i;
            }
            (void)enter(f->tiles, from, &from->walks[0]);
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
    if (f == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for sequences of moves");
    }
    f->tiles = tiles;
    bool fits = true;
    hr_status status = begin(f, error);
    for (int l = 1; l <= length && fits; l++) {
        for (int c = 0; c < tiles->cells && fits && status == HR_OK; c++) {
            status = lengthen(f, c, l, &fits, error);
        }
    }
    status = status == HR_OK ? finish(f, automaton, error) : status;
    for (int c = 0; c < tiles->cells; c++) {
        free(f->from[c].walks);
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
