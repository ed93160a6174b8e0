// SPDX-License-Identifier: MIT
#ifndef HR_GRAPH_H
#define HR_GRAPH_H

// A space as a graph for other programs. All functions are Local.
//
// A node is a state; its number is its place in the order in which a search finds the states, or in which a table lists them. An
// edge leads from a state to a successor. Moves are reversible, so an undirected graph has one edge for each pair.

#include <stdio.h>

#include "report/space.h"

typedef enum hr_graph_format {
    HR_GRAPH_GRAPHML,
    HR_GRAPH_DOT,
    HR_GRAPH_EDGES, ///< a line for each edge: state, tab, state, tab, move
    HR_GRAPH_COUNT, ///< two lines: the number of nodes, the number of edges
} hr_graph_format;

typedef struct hr_graph {
    const hr_puzzle *puzzle;
    hr_space space; ///< the nodes
} hr_graph;

/// Local. Collect the states that the puzzle's source set reaches, breadth first. HR_STOPPED: there are more than `limit` states.
/// HR_INTERNAL: out of memory. On error *graph is NULL. The puzzle must live as long as the graph.
hr_status hr_graph_search(const hr_puzzle *puzzle, size_t limit, hr_graph **graph, hr_error *error);

/// Local. Take the reached states of a table. Errors as for hr_graph_search; HR_FILE: the table is damaged; HR_USAGE: it has one
/// bit a state, so distances cannot be listed. The table must live as long as the graph.
hr_status hr_graph_of_table(const hr_table *table, size_t limit, hr_graph **graph, hr_error *error);

/// Local. NULL-safe; sets *graph to NULL.
void hr_graph_destroy(hr_graph **graph);

/// Local. Write the graph. HR_FILE: the graph's table is damaged, because a state has a successor that is no node. HR_INTERNAL: out
/// of memory. The caller looks for write errors.
hr_status hr_graph_write(const hr_graph *graph, hr_graph_format format, bool undirected, FILE *out, hr_error *error);

#endif
