// SPDX-License-Identifier: MIT
#ifndef HR_TILES_SOLVER_H
#define HR_TILES_SOLVER_H

// A tile puzzle's search domain by the name of its heuristic.

#include "solve/patterns/store.h"
#include "solve/tiles/tiles.h"

typedef struct hr_tiles_solver hr_tiles_solver;

typedef struct hr_tiles_solver_options {
    /// "manhattan", "conflict", "walking", a partition as in hr_partition_parse, or "auto": a partition that is worth building for
    /// so many positions and fits into memory, or one of the others.
    const char *heuristic;
    bool no_mirror;         ///< do not look up the mirrored position
    size_t positions;       ///< that are to be solved, for "auto"
    uint64_t memory_limit;  ///< bytes of a node for databases; 0: what it has
    hr_pattern_cache cache; ///<
} hr_tiles_solver_options;

/// Local. HR_USAGE if the heuristic is unknown or not for this board.
hr_status hr_tiles_solver_check(const hr_tiles *tiles, const char *heuristic, hr_error *error);

/// Collective over `world`; `node` are the ranks of this one's node. `tiles` is borrowed. HR_USAGE: the heuristic is not for this
/// board; HR_STOPPED: its databases need more memory than some node has. *solver is NULL on failure.
hr_status hr_tiles_solver_create(const hr_comm *world, const hr_comm *node, const hr_tiles *tiles,
                                 const hr_tiles_solver_options *options, hr_tiles_solver **solver, hr_error *error);

/// Collective over the node. NULL-safe; sets *solver to NULL.
void hr_tiles_solver_destroy(hr_tiles_solver **solver);

/// Local. Borrowed, as long as the solver lives.
const hr_idastar_domain *hr_tiles_solver_domain(const hr_tiles_solver *solver);

/// Local. The heuristic's name, for instance "6-6-3".
const char *hr_tiles_solver_name(const hr_tiles_solver *solver);

#endif
