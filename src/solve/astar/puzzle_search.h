// SPDX-License-Identifier: MIT
#ifndef HR_PUZZLE_SEARCH_H
#define HR_PUZZLE_SEARCH_H

// A* for every puzzle.

#include "solve/astar/astar.h"
#include "solve/bounds.h"

/// What is searched.
typedef struct hr_puzzle_search {
    const hr_puzzle *puzzle; ///< its source set is the set of solved states, so its symmetries keep the distance to them
    hr_bounds bounds;        ///< the same for a state and its images
    const char *bounds_name; ///< identifies the bounds in checkpoints; may be NULL without checkpoints
} hr_puzzle_search;

/// Collective. Search for a path from *start, a valid state of the puzzle, to a solved state, as hr_astar_search.
/// `options->run.identity` need not be set: puzzle, start, bounds and weight identify the search. The states of *path are states of
/// the puzzle that follow each other, and the path has been proved. HR_INTERNAL, too: the path failed its proof.
hr_status hr_puzzle_search_run(const hr_comm *comm, const hr_puzzle_search *search, const hr_state *start,
                               const hr_astar_options *options, hr_path *path, hr_error *error);

#endif
