// SPDX-License-Identifier: MIT
#ifndef HR_PLAN_H
#define HR_PLAN_H

// What a run would take, before it is submitted.

#include "engine.h"

/// All ranks together where nothing else is said; 0 is unknown.
typedef struct hr_plan {
    hr_engine engine;         ///<
    int ranks;                ///<
    hr_count states;          ///< to be visited, canonical ones for the frontier engine
    hr_depth layers;          ///< published number of layers after the first, with the blank's goal in a corner
    uint64_t memory_per_rank; ///< bytes
    uint64_t table_bytes;     ///< size of the table that --out would write
    uint64_t traffic;         ///< bytes sent between ranks, at most
    double rate;              ///< states a second and rank, measured in a short run
    double seconds;           ///< estimate
} hr_plan;

/// Collective. Plan a whole enumeration of `puzzle` on `ranks` ranks, with a table if `distances`. `*engine` as for
/// hr_engine_choose, except that memory is no reason against planes. Measures on the ranks of `comm`, for about a second.
hr_status hr_plan_make(const hr_comm *comm, const hr_puzzle *puzzle, hr_engine engine, int ranks, bool distances, hr_plan *plan,
                       hr_error *error);

#endif
