// SPDX-License-Identifier: MIT
#ifndef HR_GRAPH_SPACE_H
#define HR_GRAPH_SPACE_H

// The states of a graph, for the files of this room only.

#include "report/graph/graph.h"

struct hr_graph {
    const hr_puzzle *puzzle;
    size_t words;        ///< numbers of a state
    hr_state *states;    ///< [count · words]
    hr_depth *distances; ///< [count]
    size_t count;
    size_t state_room;    ///< numbers of states that there is room for
    size_t distance_room; ///< distances that there is room for
    uint32_t *places;     ///< [place_count] open addressing by hash: a node's number plus one, 0 for a free place
    size_t place_count;   ///< a power of two, at least twice `count`
};

/// Local. Returns the state of a node.
static inline const hr_state *hr_graph_state(const hr_graph *graph, size_t number) { return graph->states + number * graph->words; }

/// No node has this number.
#define HR_GRAPH_NONE SIZE_MAX

/// Local. Make sure that hr_graph_find finds all nodes, and that `places` has room for one more. HR_INTERNAL: out of memory.
hr_status hr_graph_enter(hr_graph *graph, hr_error *error);

/// Local. The number of the node with this state, HR_GRAPH_NONE if there is none. After hr_graph_enter.
size_t hr_graph_find(const hr_graph *graph, const hr_state *state);

#endif
