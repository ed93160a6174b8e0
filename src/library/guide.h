// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_GUIDE_H
#define HR_LIBRARY_GUIDE_H

// The heuristic of a solver, as the options ask for it.

#include "comm/comm.h"
#include "huarong/search/solve.h"
#include "solve/heuristic.h"

/// What a heuristic is made from. All is borrowed for the call.
typedef struct hr_library_guide_order {
    const hr_comm *comm;
    const hr_search_solver_options *options;
    const hr_position_kind *kind;
    const void *board;      ///< made by `kind`
    bool memory_for_search; ///< as in hr_heuristic_order
    double began;           ///< when the making of the solver began, in hr_comm_seconds
} hr_library_guide_order;

/// Local. Returns the name of the heuristic; "auto" if the options name none.
const char *hr_library_heuristic(const hr_search_solver_options *options);

/// Collective. Make the heuristic's tables and its domain, within the options' limits. *node becomes the ranks of this rank's node,
/// which share the tables. Errors as for hr_search_solver_create. The caller clears *guide, and then *node, in any case.
hr_status hr_library_guide(const hr_library_guide_order *order, hr_comm **node, hr_guide *guide, hr_error *error);

#endif
