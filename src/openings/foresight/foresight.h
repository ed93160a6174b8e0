// SPDX-License-Identifier: MIT
#ifndef HR_FORESIGHT_H
#define HR_FORESIGHT_H

// What a run over all openings of a board would need, for any number of ranks and nodes. The families are counted once.

#include <stdbool.h>
#include <stdint.h>

#include "huarong/puzzle.h"

typedef struct hr_openings_foresight hr_openings_foresight;

/// What a run keeps.
typedef struct hr_openings_kept {
    bool distances; ///< the distances, for a table
    bool records;   ///< records of finished families, in a checkpoint
} hr_openings_kept;

/// The ranks of a run. All nodes but the last one have the same number of them.
typedef struct hr_openings_planned {
    int ranks;
    int node_ranks;       ///< ranks on each node
    uint64_t node_memory; ///< bytes that the ranks of a node may hold in all, HR_OPENINGS_BESIDES each included; 0: not known
} hr_openings_planned;

/// What a run needs.
typedef struct hr_openings_needs {
    uint64_t bytes; ///< memory of the rank that needs most, without HR_OPENINGS_BESIDES
    double busiest; ///< the busiest rank's share of the work, 0 … 1
    double work;    ///< the work of all families together, in units that are the same on all boards
    double sent;    ///< about how many bytes nodes send each other while they search families together; 0 without such families
} hr_openings_needs;

/// Local. Look at runs over all openings of `puzzle`, which is borrowed, with components. HR_USAGE: hr_openings_run would refuse
/// the puzzle. HR_INTERNAL: out of memory. On error *foresight is NULL.
hr_status hr_openings_foresight_create(const hr_puzzle *puzzle, hr_openings_kept kept, hr_openings_foresight **foresight,
                                       hr_error *error);

/// Local. NULL-safe; sets *foresight to NULL.
void hr_openings_foresight_destroy(hr_openings_foresight **foresight);

/// Local. Set *needs to what the planned run needs. HR_INTERNAL: out of memory.
hr_status hr_openings_foresee(hr_openings_foresight *foresight, const hr_openings_planned *planned, hr_openings_needs *needs,
                              hr_error *error);

#endif
