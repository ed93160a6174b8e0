// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_SPLIT_H
#define HR_IDASTAR_SPLIT_H

// One IDA* iteration over all ranks. Every rank cuts the same tree below the root into the same packets (subtrees at one depth, in
// depth-first order) and takes every P-th. A rank without work asks a random other one, which gives half of its packets, or the
// shallowest open nodes of its stack (AIDA*: Reinefeld and Schnecke 1994). The end is found by waves that a rank joins only when it
// is idle: when all work messages that were sent before a wave had been received before the wave before it, none is left (Mattern
// 1987, four counters). So nobody polls while anyone works.

#include "solve/idastar/packets.h"

typedef struct hr_idastar_split hr_idastar_split;

/// Collective. What split iterations need on this rank; serves any number of searches.
hr_status hr_idastar_split_create(const hr_comm *comm, hr_idastar_split **split, hr_error *error);

/// Collective. NULL-safe; sets *split to NULL.
hr_status hr_idastar_split_destroy(hr_idastar_split **split, hr_error *error);

/// Local. Number of ranks.
int hr_idastar_split_size(const hr_idastar_split *split);

/// What an iteration came to, the same on every rank.
typedef struct hr_idastar_outline {
    hr_count nodes;      ///< see hr_idastar_iteration
    hr_count solutions;  ///<
    uint32_t next_bound; ///<
    bool limited;        ///< a limit or a wish to stop ended it
    bool stopped;        ///< it was the wish
    double seconds;      ///< wall time, the mean of the ranks' own
    double busy_seconds; ///< in which a rank had work, all ranks together
    uint64_t steals;     ///<
} hr_idastar_outline;

/// When to give up.
typedef struct hr_idastar_limit {
    hr_count nodes;                     ///< all ranks together, UINT64_MAX: none
    double time;                        ///< on hr_comm_seconds' clock, 0: none
    bool (*stop_wanted)(void *context); ///< NULL: never
    void *stop_context;                 ///<
} hr_idastar_limit;

/// Collective. A section of an iteration of the worker's search, which hr_idastar_worker_begin has begun; `expected` is a guess of
/// its nodes, the same on every rank. Counts are modulo 2⁶⁴: that of the section with the solution makes up for what the ones
/// before it have counted to its right. Afterwards every rank's worker has the leftmost solution, if there is one.
hr_status hr_idastar_split_run(hr_idastar_split *split, hr_idastar_worker *worker, hr_idastar_section section, hr_count expected,
                               hr_idastar_limit limit, hr_idastar_outline *outline, hr_error *error);

/// Collective over the split's ranks (split not NULL). hr_idastar_solve with a split that the caller keeps; NULL: this rank alone.
hr_status hr_idastar_solve_with(hr_idastar_split *split, const hr_idastar_domain *domain, const void *root,
                                const hr_idastar_options *options, hr_idastar_result *result, hr_error *error);

#endif
