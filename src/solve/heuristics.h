// SPDX-License-Identifier: MIT
#ifndef HR_TILES_SOLVER_H
#define HR_TILES_SOLVER_H

// Makes a tile puzzle's search domain from the name of a heuristic.

#include "solve/patterns/store.h"
#include "solve/tiles/tiles.h"

typedef struct hr_tiles_solver hr_tiles_solver;

typedef struct hr_tiles_solver_options {
    /// "manhattan", "conflict", "walking", a partition as in hr_partition_parse, or "auto". "auto" takes the best partition that is
    /// worth building for the number of positions and fits into memory, or else "conflict".
    const char *heuristic;
    bool no_mirror;         ///< do not look up the mirrored position in pattern databases
    size_t positions;       ///< number of positions to solve, for "auto"
    uint64_t memory_limit;  ///< bytes that databases may take on a node; 0: what the node has
    hr_pattern_cache cache; ///< where databases are kept
} hr_tiles_solver_options;

/// Local. Check the name of a heuristic. HR_USAGE: it is unknown or not for this board.
hr_status hr_tiles_solver_check(const hr_tiles *tiles, const char *heuristic, hr_error *error);

/// Collective over `world`. Choose the heuristic, provide its databases, and make its domain. `node` is the communicator of the
/// ranks on this rank's node. `tiles` is borrowed. HR_USAGE: the heuristic is unknown or not for this board. HR_STOPPED: its
/// databases need more memory than some node has or `memory_limit` allows. HR_INTERNAL: out of memory, or MPI failed. *solver is
/// NULL on an error.
hr_status hr_tiles_solver_create(const hr_comm *world, const hr_comm *node, const hr_tiles *tiles,
                                 const hr_tiles_solver_options *options, hr_tiles_solver **solver, hr_error *error);

/// Collective over the node's ranks. NULL-safe; sets *solver to NULL.
void hr_tiles_solver_destroy(hr_tiles_solver **solver);

/// Local. Returns the solver's domain, which lives as long as the solver.
const hr_idastar_domain *hr_tiles_solver_domain(const hr_tiles_solver *solver);

/// Local. Returns the name of the heuristic chosen, for instance "6-6-3"; it lives as long as the solver.
const char *hr_tiles_solver_name(const hr_tiles_solver *solver);

#endif
