// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_SPAN_H
#define HR_IDASTAR_SPAN_H

// The order to search a span of an iteration, and its outcome: the same whether one rank searches or all.

#include "solve/idastar/packets.h"

/// When to give up.
typedef struct hr_idastar_limit {
    hr_count nodes;                     ///< nodes of all ranks together; UINT64_MAX: no limit
    double time;                        ///< time on the clock of hr_comm_seconds; INFINITY: no limit
    bool (*stop_wanted)(void *context); ///< returns true to stop; NULL: never
    void *stop_context;
} hr_idastar_limit;

/// A span of an iteration to search.
typedef struct hr_idastar_job {
    hr_idastar_span span;
    hr_count expected; ///< a guess of the span's nodes, the same on every rank
    hr_idastar_limit limit;
} hr_idastar_job;

/// The outcome of one span of an iteration, or the sum over its spans. It is the same on every rank, but for `seconds` of a span
/// that every rank searches by itself.
typedef struct hr_idastar_counts {
    hr_count nodes;      ///< nodes of all ranks, modulo 2⁶⁴
    hr_count expanded;   ///< nodes expanded by all ranks
    hr_count solutions;  ///< goals found by all ranks
    uint32_t next_bound; ///< smallest f above the bound that a rank saw
    bool limited;        ///< ended by a limit or by stop_wanted
    bool stopped;        ///< ended by stop_wanted
    double seconds;      ///< wall time, averaged over the ranks
    double busy_seconds; ///< time in which a rank had work, added up over all ranks
    uint64_t steals;     ///< requests for work that were answered with work
} hr_idastar_counts;

#endif
