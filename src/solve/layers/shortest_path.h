// SPDX-License-Identifier: MIT
#ifndef HR_SHORTEST_PATH_H
#define HR_SHORTEST_PATH_H

// Breadth-first search from one state to the nearest solved one, in the memory of one rank. A search that a limit ends has still
// proven a lower bound on the moves of every solution.

#include <stdbool.h>

#include "solve/path.h"

/// How far a search has come.
typedef struct hr_path_progress {
    hr_count visited;  ///< states found
    hr_depth depth;    ///< depth of the layer that is being expanded
    double layer_done; ///< share of that layer that has been expanded, 0 … 1
    uint64_t memory;   ///< bytes that the search holds
} hr_path_progress;

typedef struct hr_path_options {
    uint64_t memory_limit; ///< bytes that the ranks of a node may use; 0: what the node has
    int node_ranks;        ///< ranks that share the node's memory; 0: this one alone
    hr_count max_states;   ///< give up when this number of states has been found; 0: no limit
    double max_seconds;    ///< give up after this time; 0: no limit
    bool all;              ///< count all shortest solutions: the search ends with the layer of the first one
    size_t list;           ///< with `all`: list up to this number of the solutions; 0: one, any of them
    /// Called every few thousand states; false ends the search. May be NULL.
    bool (*goes_on)(void *context, const hr_path_progress *progress);
    void *context;
} hr_path_options;

/// Local. Leave out those of the `n` states of `words` numbers that stand further in front already. Returns the number of the
/// others, which keep their order. For few states.
size_t hr_distinct_states(hr_state *states, size_t n, size_t words);

/// Local. Search for a shortest path from *start to a solved state. HR_OK for every outcome. HR_INTERNAL: out of memory for the
/// path or for successors, or the path failed its proof. The caller clears *path in any case.
hr_status hr_shortest_path(const hr_puzzle *puzzle, const hr_state *start, const hr_path_options *options, hr_path *path,
                           hr_error *error);

#endif
