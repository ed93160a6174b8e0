// SPDX-License-Identifier: MIT
// Makes the graphs by which sequences are counted. First all nodes are made, in the order of the area that the signs before them
// cover. Then the paths from each node are counted, in the opposite order.

#include "puzzle/blocks/order/sequence_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NO_NODE = -1, AREA_MAX = HR_BLOCKS_CELLS_MAX };

/// A node in the making.
typedef struct node {
    hr_blocks_cells covered; ///< cells that the signs so far cover, or that are covered before; 0 in fills
    uint64_t tally;          ///< how many signs of each class have come, see hr_blocks_rules
    hr_state paths;          ///< number of paths from the node to the end
    int32_t next;            ///< the next node in the list of the same area, −1: none
    uint32_t first;          ///< its first edge
    uint32_t end;            ///< one more than its last edge
    uint32_t number;         ///< its number in the finished graph
} node;

typedef struct maker {
    const hr_blocks_rules *rules;
    node *nodes;
    uint32_t node_count;
    uint32_t *slots; ///< [HR_BLOCKS_NODES_MAX · 2] a node, plus one; 0: free
    uint32_t *links; ///< [edge] node · HR_BLOCKS_SIGNS_MAX + sign
    uint32_t edge_count;
    uint32_t edge_room;
    int32_t lists[AREA_MAX + 1]; ///< [area] the first node in the list of nodes that have covered this area, −1: none
    bool memory;                 ///< false: memory has run out
} maker;

/// The node with these covered cells and this tally, which is made if there is none. NO_NODE: there are too many nodes.
static int64_t find_node(maker *m, hr_blocks_cells covered, uint64_t tally, int area) {
    const uint64_t mixed = (covered ^ (tally * UINT64_C(0x9e3779b97f4a7c15))) * UINT64_C(0xff51afd7ed558ccd);
    uint32_t slot = (uint32_t)(mixed >> 33);
    for (;; slot++) {
        slot %= HR_BLOCKS_NODES_MAX * 2;
        if (m->slots[slot] == 0) {
            break;
        }
        const node *found = &m->nodes[m->slots[slot] - 1];
        if (found->covered == covered && found->tally == tally) {
            return m->slots[slot] - 1;
        }
    }
    if (m->node_count == HR_BLOCKS_NODES_MAX) {
        return NO_NODE;
    }
    m->nodes[m->node_count] = (node){.covered = covered, .tally = tally, .next = m->lists[area]};
    m->lists[area] = (int32_t)m->node_count;
    m->slots[slot] = ++m->node_count;
    return m->node_count - 1;
}

static int come(const hr_blocks_rules *r, uint64_t tally, int class) {
    return (int)(tally / r->units[class] % (uint64_t)(r->counts[class] + 1));
}

/// May the sign come next after the node `n`, whose signs cover `area` cells? Writes the cells that are covered after the sign.
static bool may_come(const hr_blocks_rules *r, const node *n, int sign, int area, hr_blocks_cells *covered) {
    const int class = r->classes[sign];
    if (class >= 0 && come(r, n->tally, class) == r->counts[class]) {
        return false;
    }
    *covered = 0;
    if (r->level == 1) {
        return true;
    }
    const int cell = __builtin_ctzll(~n->covered);
    hr_blocks_cells cells = UINT64_C(1) << cell;
    if (r->kinds[sign] >= 0) {
        const int place = r->order->place_at[r->kinds[sign]][cell];
        cells = place < 0 ? 0 : r->board->kinds[r->kinds[sign]].places[place].cells;
        if (cells == 0 || (cells & n->covered) != 0) {
            return false;
        }
    }
    int left = r->area - area - r->sizes[sign]; // cells for the pieces that are still to come
    for (int c = 0; c < r->class_count; c++) {
        left -= (r->counts[c] - come(r, n->tally, c) - (c == class)) * r->class_sizes[c];
    }
    *covered = n->covered | cells;
    return left >= 0;
}

/// Append the edges of the node `from`, and the nodes at their ends. False: there are too many nodes, or memory has run out.
static bool add_edges(maker *m, uint32_t from, int area) {
    const hr_blocks_rules *r = m->rules;
    if (m->edge_count + HR_BLOCKS_SIGNS_MAX > m->edge_room) {
        m->edge_room = m->edge_room * 2 + 1024;
        uint32_t *links = realloc(m->links, m->edge_room * sizeof *links);
        if (links == NULL) {
            m->memory = false;
            return false;
        }
        m->links = links;
    }
    m->nodes[from].first = m->edge_count;
    for (int sign = 0; sign < r->sign_count && area < r->area; sign++) {
        hr_blocks_cells covered = 0;
        if (!may_come(r, &m->nodes[from], sign, area, &covered)) {
            continue;
        }
        const uint64_t unit = r->classes[sign] < 0 ? 0 : r->units[r->classes[sign]];
        const int64_t to = find_node(m, covered, m->nodes[from].tally + unit, area + r->sizes[sign]);
        if (to == NO_NODE) {
            return false;
        }
        m->links[m->edge_count++] = (uint32_t)to * HR_BLOCKS_SIGNS_MAX + (uint32_t)sign;
    }
    m->nodes[from].end = m->edge_count;
    return true;
}

/// Count the paths from each node. False: some number of paths has more bits than a state.
static bool count_paths(maker *m) {
    for (int area = m->rules->area; area >= 0; area--) {
        for (int32_t i = m->lists[area]; i >= 0; i = m->nodes[i].next) {
            node *n = &m->nodes[i];
            n->paths = area == m->rules->area && n->tally == m->rules->full;
            for (uint32_t edge = n->first; edge < n->end; edge++) {
                if (__builtin_add_overflow(n->paths, m->nodes[m->links[edge] / HR_BLOCKS_SIGNS_MAX].paths, &n->paths)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/// Number the nodes that have paths, the root first, and count their edges.
static void number_nodes(maker *m, uint32_t *nodes, uint32_t *edges) {
    *nodes = 0;
    *edges = 0;
    for (int area = 0; area <= m->rules->area; area++) {
        for (int32_t i = m->lists[area]; i >= 0; i = m->nodes[i].next) {
            node *n = &m->nodes[i];
            n->number = *nodes;
            *nodes += n->paths > 0;
            for (uint32_t edge = n->first; n->paths > 0 && edge < n->end; edge++) {
                *edges += m->nodes[m->links[edge] / HR_BLOCKS_SIGNS_MAX].paths > 0;
            }
        }
    }
}

/// Copy the nodes that have paths, and the edges to such nodes, into the graph. HR_INTERNAL: out of memory.
static hr_status finish(maker *m, hr_blocks_graph *graph, hr_error *error) {
    uint32_t nodes = 0;
    uint32_t edges = 0;
    number_nodes(m, &nodes, &edges);
    graph->paths = m->nodes[0].paths;
    graph->first = malloc((nodes + 1) * sizeof *graph->first);
    graph->links = malloc((edges + 1) * sizeof *graph->links);
    graph->offsets = malloc((edges + 1) * sizeof *graph->offsets);
    if (graph->first == NULL || graph->links == NULL || graph->offsets == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle's states");
    }
    edges = 0;
    for (int area = 0; area <= m->rules->area; area++) {
        for (int32_t i = m->lists[area]; i >= 0; i = m->nodes[i].next) {
            const node *n = &m->nodes[i];
            if (n->paths == 0) {
                continue;
            }
            graph->first[n->number] = edges;
            hr_state offset = 0;
            for (uint32_t edge = n->first; edge < n->end; edge++) {
                const node *to = &m->nodes[m->links[edge] / HR_BLOCKS_SIGNS_MAX];
                if (to->paths > 0) {
                    graph->links[edges] = to->number * HR_BLOCKS_SIGNS_MAX + m->links[edge] % HR_BLOCKS_SIGNS_MAX;
                    graph->offsets[edges++] = offset;
                    offset += to->paths;
                }
            }
        }
    }
    graph->first[nodes] = edges;
    return HR_OK;
}

hr_status hr_blocks_make_graph(const hr_blocks_rules *r, hr_blocks_graph *graph, hr_error *error) {
    maker m = {.rules = r};
    assert(r->area >= 0 && r->area <= AREA_MAX);
    memset(m.lists, -1, sizeof m.lists);
    m.nodes = calloc(HR_BLOCKS_NODES_MAX, sizeof *m.nodes);
    m.slots = calloc((size_t)HR_BLOCKS_NODES_MAX * 2, sizeof *m.slots);
    m.memory = m.nodes != NULL && m.slots != NULL;
    bool made = m.memory && find_node(&m, r->covered, 0, 0) == 0;
    for (int area = 0; made && area <= r->area; area++) {
        for (int32_t i = m.lists[area]; made && i >= 0; i = m.nodes[i].next) {
            made = add_edges(&m, (uint32_t)i, area);
        }
    }
    hr_status status = m.memory ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle's states");
    if (made && count_paths(&m) && m.nodes[0].paths > 0) {
        status = finish(&m, graph, error);
    }
    free(m.nodes);
    free(m.slots);
    free(m.links);
    return status;
}

void hr_blocks_free_graph(hr_blocks_graph *graph) {
    free(graph->first);
    free(graph->links);
    free(graph->offsets);
    *graph = (hr_blocks_graph){.paths = 1};
}
