// SPDX-License-Identifier: MIT
// The open nodes are kept on a stack, each with its whole position. A round takes some from the top and pushes their successors
// that are not pruned. When the stack is large, a round takes a single node: then the stack grows as that of a depth-first search.

#include "solve/patterns/regions/batch.h"

#include <stdlib.h>
#include <string.h>

#include "solve/patterns/regions/step.h"

enum {
    BATCH = 8,       ///< most nodes of a round
    WIDE = 1024,     ///< most open nodes before a round of more than one node
    FEW = 4,         ///< slots of a tile on a side that are looked up without a loop, if some tile has as many
    FANOUT = 4,      ///< most successors of a node
    NODE_ALIGN = 64, ///< a node begins on a cache line
    OPEN_MOST = WIDE + BATCH * FANOUT + FANOUT * HR_IDASTAR_PATH_MAX, ///< most open nodes
};

/// An open node.
typedef struct open_node {
    hr_region_sums sum;
    uint32_t distance;
    int slack;
    uint8_t blank;
    uint8_t last;     ///< the last move
    uint16_t history; ///< state of the automaton
    uint8_t piece[HR_TILES_CELLS_MAX];
    uint16_t depth;             ///< moves from the subtree's root
    hr_region_arrangement at[]; ///< by hr_region_slot.number
} open_node;

/// The nodes of a search.
typedef struct pool {
    const hr_region_domain *d;
    hr_region_subtree *subtree;
    size_t node_bytes;
    unsigned char *memory; ///< [OPEN_MOST + BATCH] nodes
    size_t made;           ///< nodes of `memory` that have been in use
    open_node **open;      ///< [OPEN_MOST] the stack
    size_t opened;
    open_node **spare; ///< [OPEN_MOST + BATCH] nodes that are in use no more
    size_t spares;
} pool;

/// A successor of a node of the round.
typedef struct birth {
    open_node *parent;
    uint8_t from; ///< the moved tile's cell, where the blank goes
    uint8_t move;
    uint16_t history;
    hr_region_step step;
} birth;

static hr_region_parent parent_of(const pool *p, const open_node *node) {
    return (hr_region_parent){.d = p->d, .at = node->at, .sum = node->sum, .slack = node->slack};
}

/// Lower `over` of the subtree to the amount by which the pruned node's largest lane exceeds its slack, if that is less.
HR_INLINE void note_pruned(const pool *p, const birth *b) {
    if (p->subtree->over > 1) {
        const hr_region_parent parent = parent_of(p, b->parent);
        const int by = hr_region_excess_over(&parent, &b->step);
        p->subtree->over = by < p->subtree->over ? by : p->subtree->over;
    }
}

static open_node *take_spare(pool *p) {
    return p->spares > 0 ? p->spare[--p->spares] : (open_node *)(void *)(p->memory + p->made++ * p->node_bytes);
}

/// Begin the successors of a node and count them as generated. On each side, begin to fetch the excess of the moved tile's first
/// slot. Returns the number of successors.
HR_INLINE size_t begin_births(pool *p, open_node *node, birth *births, size_t sides) {
    const hr_tiles_ways *to = &p->d->tiles->ways[node->blank][node->last];
    const uint16_t *after = p->d->automaton.next[node->history];
    const hr_region_parent parent = parent_of(p, node);
    size_t n = 0;
    for (size_t i = 0; i < to->count; i++) {
        const uint8_t move = to->way[i].move;
        const uint16_t history = after[move];
        if (history != HR_TILES_FORBIDDEN) {
            birth *b = &births[n++];
            b->parent = node;
            b->from = to->way[i].from;
            b->move = move;
            b->history = history;
            hr_region_begin_step(&parent, node->piece[b->from], &p->d->way[node->blank][move], &b->step);
            hr_region_fetch(p->d, node->at, &b->step, (hr_region_range){0, 1}, sides);
        }
    }
    p->subtree->nodes += n;
    return n;
}

/// Take the excesses of the slots `now` of the `n` births and, behind the first FEW, of all others. Keep the births that are not
/// pruned. Returns their number.
HR_INLINE size_t thin(pool *p, birth **births, size_t n, hr_region_range now, size_t sides) {
    const bool is_last = now.end >= FEW;
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        birth *b = births[i];
        bool is_pruned = hr_region_is_pruned(b->parent->at, &b->step, now, sides);
        if (is_last && b->step.count > now.end) {
            is_pruned |= hr_region_is_pruned(b->parent->at, &b->step, (hr_region_range){now.end, b->step.count}, sides);
        }
        if (p->subtree->over > 1 && is_pruned) {
            note_pruned(p, b);
        }
        births[left] = b;
        left += !is_pruned;
    }
    return left;
}

/// Begin to fetch the excesses that thin(`next`) takes.
HR_INLINE void fetch(const pool *p, birth *const *births, size_t n, hr_region_range next, size_t sides) {
    const bool is_last = next.end >= FEW;
    for (size_t i = 0; i < n; i++) {
        hr_region_step *t = &births[i]->step;
        hr_region_fetch(p->d, births[i]->parent->at, t, next, sides);
        if (is_last && t->count > next.end) {
            hr_region_fetch(p->d, births[i]->parent->at, t, (hr_region_range){next.end, t->count}, sides);
        }
    }
}

/// Turn `node`, which equals the birth's parent, into the birth's node.
HR_INLINE void become(open_node *node, const birth *b, size_t sides, size_t most) {
    const hr_region_step *t = &b->step;
    node->sum = hr_region_sums_of(t);
    node->slack = t->slack;
    node->distance = t->worse ? node->distance + 1 : node->distance - 1;
    node->piece[node->blank] = node->piece[b->from];
    node->blank = b->from;
    node->last = b->move;
    node->depth++;
    node->history = b->history;
    hr_region_arrange(t, (hr_region_range){0, most}, sides, node->at);
    if (most >= FEW && t->count > most) {
        hr_region_arrange(t, (hr_region_range){most, t->count}, sides, node->at);
    }
}

/// Push the nodes of the births, the first one last; those of one parent stand side by side. Returns false to give up at a goal.
HR_INLINE bool push(pool *p, birth *const *births, size_t n, size_t sides, size_t most) {
    for (size_t i = n; i-- > 0;) {
        const birth *b = births[i];
        open_node *node = b->parent;
        if (i > 0 && births[i - 1]->parent == b->parent) {
            node = take_spare(p);
            memcpy(node, b->parent, p->node_bytes);
        }
        become(node, b, sides, most);
        __builtin_prefetch(p->d->automaton.next[b->history]);
        if (node->distance > 0 || p->subtree->ordered) {
            p->open[p->opened++] = node;
        } else if (p->subtree->complete) {
            p->subtree->solutions++;
            p->spare[p->spares++] = node;
        } else {
            return false;
        }
    }
    return true;
}

/// Expand `take` nodes from the top of the stack. Returns false to give up at a goal.
/// `most` is hr_region_domain.slots_most or FEW, whichever is less.
HR_INLINE bool expand_some(pool *p, size_t take, size_t sides, size_t most) {
    birth births[BATCH * FANOUT];
    birth *left[BATCH * FANOUT];
    bool kept[BATCH] = {false};
    open_node *batch[BATCH];
    size_t n = 0;
    p->opened -= take;
    p->subtree->expanded += take;
    for (size_t i = 0; i < take; i++) {
        batch[i] = p->open[p->opened + i];
        n += begin_births(p, batch[i], births + n, sides);
    }
    for (size_t i = 0; i < n; i++) {
        left[i] = &births[i];
    }
    const size_t middle = most < 2 ? most : 2;
    n = thin(p, left, n, (hr_region_range){0, 1}, sides);
    fetch(p, left, n, (hr_region_range){1, middle}, sides);
    n = thin(p, left, n, (hr_region_range){1, middle}, sides);
    fetch(p, left, n, (hr_region_range){middle, most}, sides);
    n = thin(p, left, n, (hr_region_range){middle, most}, sides);
    for (size_t i = 0, j = 0; i < take; i++) {
        for (; j < n && left[j]->parent == batch[i]; j++) {
            kept[i] = true;
        }
    }
    const bool ok = push(p, left, n, sides, most);
    for (size_t i = 0; i < take; i++) {
        if (!kept[i]) {
            p->spare[p->spares++] = batch[i];
        }
    }
    return ok;
}

/// In order: note the move to the node on top of the stack. Returns true if the node is the goal.
static bool is_leftmost_goal(const pool *p) {
    const open_node *node = p->open[p->opened - 1];
    hr_region_subtree *subtree = p->subtree;
    subtree->path_length = node->depth;
    if (node->depth > 0) {
        subtree->path[node->depth - 1] = node->last;
    }
    subtree->solutions = node->distance == 0;
    return node->distance == 0;
}

static bool run(pool *p) {
    const bool ordered = p->subtree->ordered;
    bool ok = true;
    while (ok && p->opened > 0 && !(ordered && is_leftmost_goal(p))) {
        const size_t most = ordered || p->opened > WIDE ? 1 : BATCH;
        const size_t take = p->opened < most ? p->opened : most;
        const size_t slots = p->d->slots_most;
        if (p->d->sides == 1) {
            ok = expand_some(p, take, 1, slots < FEW ? slots : FEW);
        } else {
            ok = slots < FEW ? expand_some(p, take, 2, slots) : expand_some(p, take, 2, FEW);
        }
    }
    return ok;
}

static void push_root(pool *p) {
    const hr_region_subtree *subtree = p->subtree;
    open_node *node = take_spare(p);
    node->sum = hr_region_look_up(p->d, subtree->root, node->at);
    node->distance = subtree->distance;
    node->slack = subtree->slack;
    node->blank = subtree->root->blank;
    node->last = subtree->root->last;
    node->depth = 0;
    node->history = hr_region_history(subtree->root);
    memcpy(node->piece, subtree->root->piece, sizeof node->piece);
    p->open[p->opened++] = node;
}

bool hr_region_search_batches(const hr_region_domain *d, hr_region_subtree *subtree) {
    subtree->nodes = 0;
    subtree->expanded = 0;
    subtree->solutions = 0;
    subtree->over = INT32_MAX;
    if (subtree->distance == 0 && !subtree->ordered) {
        subtree->solutions = 1;
        return subtree->complete;
    }
    const size_t bytes = sizeof(open_node) + (size_t)(d->sides * d->set.patterns) * sizeof(hr_region_arrangement);
    pool p = {.d = d, .subtree = subtree, .node_bytes = (bytes + NODE_ALIGN - 1) / NODE_ALIGN * NODE_ALIGN};
    p.memory = aligned_alloc(NODE_ALIGN, (OPEN_MOST + BATCH) * p.node_bytes);
    p.open = malloc((2 * OPEN_MOST + BATCH) * sizeof(void *));
    bool ok = p.memory != NULL && p.open != NULL;
    if (ok) {
        p.spare = p.open + OPEN_MOST;
        push_root(&p);
        ok = run(&p);
    }
    free(p.memory);
    free(p.open);
    return ok;
}
