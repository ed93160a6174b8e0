// SPDX-License-Identifier: MIT
#ifndef HR_SHORTEST_PATH_H
#define HR_SHORTEST_PATH_H

// Breadth-first search from one state to the nearest solved one, in the memory of one rank. A search that a limit ends has proven
// something, too: how many moves every solution has at least.

#include <stdbool.h>

#include "huarong/puzzle.h"

typedef enum hr_path_outcome {
    HR_PATH_SOLVED,
    HR_PATH_UNSOLVABLE, ///< all states that can be reached are known, and none is solved
    HR_PATH_LIMIT,      ///< `memory_limit` or `max_states` ended the search
    HR_PATH_STOPPED,    ///< `goes_on` ended it
} hr_path_outcome;

typedef struct hr_path {
    hr_path_outcome outcome;
    hr_state *states; ///< [count] from the start to the solved state, if solved; NULL and 0 else
    size_t count;     ///< moves + 1
    hr_count visited; ///< states found
    hr_depth bound;   ///< every solution has at least so many moves; if solved, the moves; 0 if unsolvable
    char limit[192];  ///< HR_PATH_LIMIT: which one, for people: "at 1,000,000 states (--max-nodes)"
} hr_path;

/// How far a search is.
typedef struct hr_path_progress {
    hr_count visited;  ///< states found
    hr_depth depth;    ///< of the layer that is being expanded
    double layer_done; ///< part of that layer that has been expanded, 0 … 1
    uint64_t memory;   ///< bytes for the states
} hr_path_progress;

typedef struct hr_path_options {
    uint64_t memory_limit; ///< bytes for this process; 0: what there is
    hr_count max_states;   ///< give up when so many have been found; 0: no limit
    /// Called every few thousand states; the search ends when it is false. May be NULL.
    bool (*goes_on)(void *context, const hr_path_progress *progress);
    void *context;
} hr_path_options;

/// Local. Search from `start`. The caller clears *path, whatever is returned. HR_OK for every outcome. HR_INTERNAL: out of memory
/// for the path itself, or the path proves to be none.
hr_status hr_shortest_path(const hr_puzzle *puzzle, hr_state start, const hr_path_options *options, hr_path *path, hr_error *error);

/// Local. Free what the path holds.
void hr_path_clear(hr_path *path);

#endif
