// SPDX-License-Identifier: MIT
#ifndef HR_LIST_PATHS_H
#define HR_LIST_PATHS_H

// Lists the shortest solutions of a position whose length IDA* has found, in depth-first order.

#include "solve/idastar/idastar.h"

/// Which solutions are listed.
typedef struct hr_idastar_wanted {
    const void *root; ///< the position
    uint32_t length;  ///< moves of a shortest solution, below HR_IDASTAR_PATH_MAX
    size_t most;      ///< no more solutions are listed, at least 1

    /// Called now and then; true ends the search. May be NULL.
    bool (*stop_wanted)(void *context);
    void *stop_context;
} hr_idastar_wanted;

/// Solutions of the same length.
typedef struct hr_idastar_listed {
    uint8_t *paths; ///< [count · length] their moves, one solution after the other
    size_t count;
    size_t capacity; ///< moves
} hr_idastar_listed;

/// Local. List the solutions in the order of their moves. The first one is the one that IDA* finds. HR_STOPPED: `stop_wanted` has
/// returned true. HR_INTERNAL: out of memory. The caller frees listed->paths in any case.
hr_status hr_idastar_list(const hr_idastar_domain *domain, const hr_idastar_wanted *wanted, hr_idastar_listed *listed,
                          hr_error *error);

#endif
