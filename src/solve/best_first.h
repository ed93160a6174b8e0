// SPDX-License-Identifier: MIT
#ifndef HR_BEST_FIRST_H
#define HR_BEST_FIRST_H

// A* for a puzzle's packed states, by a heuristic of positions where there is one for them, else by a bound of
// solve/bounds.h.

#include "solve/astar/puzzle_search.h"
#include "solve/heuristic.h"

/// What A* makes once for all positions of a puzzle. Zero-initialise. The bounds borrow from it, so it stays where it is.
typedef struct hr_best_first {
    const hr_comm *comm;          ///< all ranks, which search together
    const hr_puzzle_kind *kind;   ///< the puzzle's kind
    hr_puzzle *puzzle;            ///< the puzzle, with those symmetries only that keep the distance to solved states
    void *board;                  ///< the board of the heuristic's positions; NULL: the bound needs none
    hr_guide heuristic;           ///< a heuristic of positions
    hr_position_bounds positions; ///< the heuristic as a bound for the packed states; `kind` is NULL without one
    hr_bounds bounds;
    char name[HR_HEURISTIC_NAME];             ///< name of the heuristic or the bound
    char bounds_name[HR_HEURISTIC_NAME + 16]; ///< identifies the bounds in checkpoints
} hr_best_first;

/// Local. Returns the kind of positions whose heuristics serve the packed states of these puzzles; NULL: there is none.
const hr_position_kind *hr_best_first_positions(const hr_puzzle_kind *kind, const hr_puzzle_options *options);

/// Local. HR_USAGE: these puzzles have no bound with this name. A heuristic of positions is checked later, by hr_heuristic_check.
hr_status hr_best_first_check(const hr_puzzle_kind *kind, const hr_puzzle_options *options, const char *heuristic, hr_error *error);

/// Collective. Make the puzzle, and the board if a heuristic of positions is to be made: then `search->positions.kind` is set, and
/// the caller makes `search->heuristic` for that kind and board. `heuristic` has passed hr_best_first_check. HR_USAGE: there is no
/// such puzzle or board. HR_INTERNAL: memory or MPI has failed. The caller clears *search in any case.
hr_status hr_best_first_begin(const hr_comm *comm, const hr_puzzle_options *options, const char *heuristic, hr_best_first *search,
                              hr_error *error);

/// Local. Set the bounds, once the heuristic of positions is made, if there is to be one. `no_mirror` as in hr_heuristic_order.
void hr_best_first_set_bounds(const char *heuristic, bool no_mirror, hr_best_first *search);

/// Collective. Search for a path from *start, a valid state of `puzzle`, which was made from the same options, as
/// hr_puzzle_search_run. The states of *path are states of `puzzle`.
hr_status hr_best_first_run(const hr_best_first *search, const hr_puzzle *puzzle, const hr_state *start,
                            const hr_astar_options *options, hr_path *path, hr_error *error);

/// Collective over the node's ranks. Free what *search holds.
void hr_best_first_clear(hr_best_first *search);

#endif
