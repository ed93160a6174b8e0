// SPDX-License-Identifier: MIT
// Makes the graphs by which sequences are counted. First all nodes are made, in the order of the area that the signs before them
// cover. Then the paths from each node are counted, in the opposite order.

#include "puzzle/blocks/order/sequence_graph.h"

#include <assert.h>
#include <stdlib.h>

#include "core/array.h"
#include "core/try.h"

enum {
    AREA_MAX = HR_BLOCKS_CELLS_MAX,
    NO_NODE = -1,
    SLOTS_MIN = 64,  ///< a power of two
    ENTRY_BITS = 21, ///< bits of a node's number in a slot
};

_Static_assert(HR_BLOCKS_NODES_MAX < 1 << ENTRY_BITS, "a slot holds the number of any node, plus one");

/// What tells nodes of the same area apart.
typedef struct key {
    hr_blocks_cells covered; ///< cells that the signs so far cover, or that are covered before; 0 in fills
    uint64_t tally;          ///< how many signs of each class have come, see hr_blocks_rules
} key;

/// The nodes whose signs cover the same area. Only those that are still to get their edges have keys and slots.
typedef struct band {
    uint32_t begin;      ///< number of nodes of lesser areas, once all of them are made
    uint32_t count;      ///< number of nodes
    key *keys;           ///< [node − begin]
    size_t room;         ///< of `keys`
    uint32_t *slots;     ///< see entry_of; 0: free
    uint32_t slot_count; ///< a power of two, or 0
} band;

/// Nodes are numbered by their areas, in each band in the order in which they are found.
typedef struct maker {
    const hr_blocks_rules *rules;
    band bands[AREA_MAX + 1]; ///< [area]
    uint32_t node_count;
    uint32_t *first; ///< [node] its first edge, and at the end the number of edges
    size_t first_room;
    uint32_t *links; ///< [edge] (node at its end − begin of that node's band) · HR_BLOCKS_SIGNS_MAX + sign
    size_t link_room;
    uint32_t edge_count;
    hr_packed *paths;    ///< [node] number of paths from the node to the end
    uint32_t live_edges; ///< number of edges to nodes that have paths
    uint32_t *numbers;   ///< [node] number of nodes before it that have paths: its own number in the finished graph
    bool memory;         ///< false: memory has run out
} maker;

static uint64_t mix(key k) { return (k.covered ^ (k.tally * UINT64_C(0x9e3779b97f4a7c15))) * UINT64_C(0xff51afd7ed558ccd); }

/// The slot where the search for a key begins: a product's upper bits depend on all bits of the key.
static uint32_t slot_of(const band *b, uint64_t mixed) { return (uint32_t)((mixed >> 32) * b->slot_count >> 32); }

/// What the slot of a node holds: the node − begin, plus one, and above it some more bits of the key, which tell most other keys
/// apart without a look at them.
static uint32_t entry_of(uint32_t node, uint64_t mixed) { return (node + 1) | (uint32_t)(mixed >> 32) << ENTRY_BITS; }

/// Make room for one more node. False: out of memory.
static bool make_room(band *b) {
    if (!HR_ARRAY_RESERVE(b->keys, b->room, b->count + 1)) {
        return false;
    }
    if (b->count < b->slot_count / 2) {
        return true;
    }
    free(b->slots);
    b->slot_count = b->slot_count == 0 ? SLOTS_MIN : b->slot_count * 2;
    b->slots = calloc(b->slot_count, sizeof *b->slots);
    for (uint32_t i = 0; i < b->count && b->slots != NULL; i++) {
        const uint64_t mixed = mix(b->keys[i]);
        uint32_t slot = slot_of(b, mixed);
        while (b->slots[slot] != 0) {
            slot = (slot + 1) & (b->slot_count - 1);
        }
        b->slots[slot] = entry_of(i, mixed);
    }
    return b->slots != NULL;
}

/// The node of the band with this key, which is made if there is none. `mixed` is mix(k). NO_NODE: there are too many nodes, or
/// memory has run out.
static int64_t find_node(maker *m, band *b, key k, uint64_t mixed) {
    if (!make_room(b)) {
        m->memory = false;
        return NO_NODE;
    }
    uint32_t slot = slot_of(b, mixed);
    for (; b->slots[slot] != 0; slot = (slot + 1) & (b->slot_count - 1)) {
        const uint32_t node = b->slots[slot] % (1U << ENTRY_BITS) - 1;
        if (b->slots[slot] == entry_of(node, mixed) && b->keys[node].covered == k.covered && b->keys[node].tally == k.tally) {
            return node;
        }
    }
    if (m->node_count == HR_BLOCKS_NODES_MAX) {
        return NO_NODE;
    }
    m->node_count++;
    b->keys[b->count] = k;
    b->slots[slot] = entry_of(b->count, mixed);
    return b->count++;
}

/// The cells that are covered once the sign has come, in fills any that are not 0. 0: there is no room for it.
static hr_blocks_cells covered_after(const hr_blocks_rules *r, hr_blocks_cells covered, int sign) {
    const int cell = __builtin_ctzll(~covered);
    hr_blocks_cells cells = UINT64_C(1) << cell;
    if (r->level == 0 && r->kinds[sign] >= 0) {
        const int place = r->order->place_at[r->kinds[sign]][cell];
        cells = place < 0 ? 0 : r->board->kinds[r->kinds[sign]].places[place].cells;
    }
    return cells == 0 || (cells & covered) != 0 ? 0 : covered | cells;
}

/// An edge in the making.
typedef struct new_edge {
    key end;
    uint64_t mixed; ///< mix(end)
    int sign;
} new_edge;

/// Write the edges of a node with this key. Returns their number.
static int list_edges(const hr_blocks_rules *r, key k, int area, new_edge edges[HR_BLOCKS_SIGNS_MAX]) {
    int left[HR_BLOCKS_SIGNS_MAX]; // [class] signs that are still to come
    int spare = r->area - area;    // cells that those signs will not cover
    int count = 0;
    uint64_t tally = k.tally;
    for (int c = 0; c < r->class_count; c++) {
        const uint64_t radix = (uint64_t)r->counts[c] + 1;
        left[c] = r->counts[c] - (int)(tally % radix);
        tally /= radix;
        spare -= left[c] * r->class_sizes[c];
    }
    for (int sign = 0; sign < r->sign_count && area < r->area; sign++) {
        const int class = r->classes[sign];
        const hr_blocks_cells covered = (class < 0 ? spare : left[class]) > 0 ? covered_after(r, k.covered, sign) : 0;
        if (covered != 0) {
            const key end = {.covered = r->level == 1 ? 0 : covered, .tally = k.tally + (class < 0 ? 0 : r->units[class])};
            edges[count++] = (new_edge){.end = end, .mixed = mix(end), .sign = sign};
        }
    }
    return count;
}

/// Append the edges of a node, and the nodes at their ends. False: there are too many nodes, or memory has run out.
static bool add_edges(maker *m, key k, int area) {
    new_edge edges[HR_BLOCKS_SIGNS_MAX];
    const int count = list_edges(m->rules, k, area, edges);
    for (int i = 0; i < count; i++) { // the slots are far apart in memory
        const band *b = &m->bands[area + m->rules->sizes[edges[i].sign]];
        if (b->slots != NULL) {
            __builtin_prefetch(&b->slots[slot_of(b, edges[i].mixed)]);
        }
    }
    for (int i = 0; i < count; i++) {
        const int64_t node = find_node(m, &m->bands[area + m->rules->sizes[edges[i].sign]], edges[i].end, edges[i].mixed);
        if (node == NO_NODE) {
            return false;
        }
        m->links[m->edge_count++] = (uint32_t)node * HR_BLOCKS_SIGNS_MAX + (uint32_t)edges[i].sign;
    }
    return true;
}

static void free_keys(band *b) {
    free(b->keys);
    free(b->slots);
    b->keys = NULL;
    b->slots = NULL;
}

/// Make all nodes and edges. False: there are too many nodes, or memory has run out.
static bool make_nodes(maker *m) {
    const hr_blocks_rules *r = m->rules;
    const key root = {.covered = r->covered};
    uint32_t node = 0;
    if (find_node(m, &m->bands[0], root, mix(root)) == NO_NODE) {
        return false;
    }
    for (int area = 0; area <= r->area; area++) {
        band *b = &m->bands[area];
        b->begin = node;
        for (uint32_t i = 0; i < b->count; i++) {
            m->memory = HR_ARRAY_RESERVE(m->first, m->first_room, (size_t)node + 2) &&
                        HR_ARRAY_RESERVE(m->links, m->link_room, (size_t)m->edge_count + HR_BLOCKS_SIGNS_MAX);
            if (!m->memory) {
                return false;
            }
            m->first[node++] = m->edge_count;
            if (!add_edges(m, b->keys[i], area)) {
                return false;
            }
        }
        free_keys(b);
    }
    m->first[node] = m->edge_count;
    return true;
}

/// The node at the end of an edge from a node of this area.
static uint32_t end_of(const maker *m, int area, uint32_t edge) {
    const uint32_t link = m->links[edge];
    return m->bands[area + m->rules->sizes[link % HR_BLOCKS_SIGNS_MAX]].begin + link / HR_BLOCKS_SIGNS_MAX;
}

/// Count the paths from each node. False: there are more paths from some node than the rules allow.
static bool count_paths(maker *m) {
    uint32_t node = m->node_count;
    for (int area = m->rules->area; area >= 0; area--) {
        while (node > m->bands[area].begin) {
            node--;
            hr_packed paths = area == m->rules->area; // all of the area is covered only when all signs have come
            for (uint32_t edge = m->first[node]; edge < m->first[node + 1]; edge++) {
                const hr_packed more = m->paths[end_of(m, area, edge)];
                if (more > m->rules->paths_max - paths) {
                    return false;
                }
                paths += more;
                m->live_edges += more > 0;
            }
            m->paths[node] = paths;
        }
    }
    return true;
}

/// Number the nodes that have paths, the root first. Returns their number.
static uint32_t number_nodes(maker *m) {
    uint32_t numbers = 0;
    for (uint32_t node = 0; node < m->node_count; node++) {
        m->numbers[node] = numbers;
        numbers += m->paths[node] > 0;
    }
    return numbers;
}

/// Copy the nodes that have paths, and the edges to such nodes, into the graph, which has room for them.
static void copy_nodes(const maker *m, hr_blocks_graph *graph) {
    uint32_t edges = 0;
    int area = 0;
    for (uint32_t node = 0; node < m->node_count; node++) {
        while (node == m->bands[area].begin + m->bands[area].count) {
            area++;
        }
        if (m->paths[node] == 0) {
            continue;
        }
        graph->first[m->numbers[node]] = edges;
        hr_packed offset = 0;
        for (uint32_t edge = m->first[node]; edge < m->first[node + 1]; edge++) {
            const uint32_t to = end_of(m, area, edge);
            if (m->paths[to] > 0) {
                graph->links[edges] = m->numbers[to] * HR_BLOCKS_SIGNS_MAX + m->links[edge] % HR_BLOCKS_SIGNS_MAX;
                graph->offsets[edges++] = offset;
                offset += m->paths[to];
            }
        }
    }
}

/// Make the finished graph. HR_INTERNAL: out of memory.
static hr_status finish(maker *m, hr_blocks_graph *graph, hr_error *error) {
    const uint32_t nodes = number_nodes(m);
    graph->paths = m->paths[0];
    graph->first = malloc(((size_t)nodes + 1) * sizeof *graph->first);
    graph->links = malloc(((size_t)m->live_edges + 1) * sizeof *graph->links);
    graph->offsets = malloc(((size_t)m->live_edges + 1) * sizeof *graph->offsets);
    HR_TRY_MEMORY(graph->first != NULL && graph->links != NULL && graph->offsets != NULL, error, "a puzzle's states");
    copy_nodes(m, graph);
    graph->first[nodes] = m->live_edges;
    return HR_OK;
}

/// Make the graph if there are neither too many nodes nor too many paths. HR_INTERNAL: out of memory.
static hr_status make(maker *m, hr_blocks_graph *graph, hr_error *error) {
    const bool made = make_nodes(m);
    if (made) {
        m->paths = calloc(m->node_count, sizeof *m->paths);
        m->numbers = malloc(m->node_count * sizeof *m->numbers);
        m->memory = m->paths != NULL && m->numbers != NULL;
    }
    HR_TRY_MEMORY(m->memory, error, "a puzzle's states");
    return made && count_paths(m) && m->paths[0] > 0 ? finish(m, graph, error) : HR_OK;
}

hr_status hr_blocks_make_graph(const hr_blocks_rules *r, hr_blocks_graph *graph, hr_error *error) {
    maker m = {.rules = r, .memory = true};
    assert(r->area >= 0 && r->area <= AREA_MAX);
    if (r->level == 1 && r->full >= HR_BLOCKS_NODES_MAX) {
        return HR_OK; // each tally is a node of a fill
    }
    const hr_status status = make(&m, graph, error);
    for (int area = 0; area <= AREA_MAX; area++) {
        free_keys(&m.bands[area]);
    }
    free(m.first);
    free(m.links);
    free(m.paths);
    free(m.numbers);
    return status;
}

void hr_blocks_free_graph(hr_blocks_graph *graph) {
    free(graph->first);
    free(graph->links);
    free(graph->offsets);
    *graph = (hr_blocks_graph){.paths = 1};
}
