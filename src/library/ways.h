// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_WAYS_H
#define HR_LIBRARY_WAYS_H

// The ways in which hr_search_solve solves positions.

#include "comm/comm.h"
#include "huarong/search/solve.h"
#include "puzzle/kinds.h"
#include "solve/path.h"

/// The puzzle whose positions are solved. It stays where it is as long as its solver.
typedef struct hr_library_puzzle {
    const hr_comm *comm;
    const hr_puzzle_kind *kind;
    hr_puzzle_options options; ///< what `puzzle` was made from
    hr_puzzle *puzzle;         ///< positions are its states
} hr_library_puzzle;

/// A way to solve positions.
typedef struct hr_library_way {
    const char *name; ///< the algorithm's name, as of `huarong solve --algorithm`
    bool asked_for;   ///< taken only where the caller names the algorithm

    /// Local. HR_USAGE, with the reason, if this way cannot solve positions of the puzzle.
    hr_status (*check)(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error);

    /// Local. Make the puzzle from options that `check` accepts. Errors as for hr_puzzle_create.
    hr_status (*puzzle)(const hr_puzzle_kind *kind, const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error);

    /// Collective. Make what the searches of the puzzle's positions need. `puzzle` is borrowed until `destroy`. The caller destroys
    /// *made in any case. Errors as for hr_search_solver_create.
    hr_status (*create)(const hr_library_puzzle *puzzle, const hr_search_solver_options *options, void **made, hr_error *error);

    /// Local. Write the method in a few words.
    void (*describe)(const void *made, char *text, size_t size);

    /// Collective. Search for a shortest path from a valid state. On rank 0, set *path, and set *end to what ended a search that
    /// has found nothing. HR_INTERNAL: memory or MPI has failed. The caller clears *path in any case.
    hr_status (*search)(const void *made, const hr_state *start, const hr_search_limits *limits, hr_path *path, hr_search_end *end,
                        hr_error *error);

    /// Local. Write lower bounds, as hr_search_solver_bounds. NULL: the way has no heuristic.
    hr_status (*bounds)(const void *made, const hr_state *states, size_t n, hr_depth *bounds, hr_error *error);

    /// Collective. Free what `create` has made, which may be NULL.
    void (*destroy)(void *made);
} hr_library_way;

/// The ways, in the order in which they are tried, ended by NULL.
extern const hr_library_way *const hr_library_ways[];

#endif
