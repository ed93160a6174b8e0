// SPDX-License-Identifier: MIT
#ifndef HR_PLAN_CROWD_H
#define HR_PLAN_CROWD_H

// Do ranks share processors? A rate that such ranks measure is too low.

#include "comm/comm.h"

/// A node that has more ranks than processors, and so the one with the most ranks.
typedef struct hr_plan_crowd {
    int ranks;      ///< 0: each node has a processor for each of its ranks
    int processors; ///< processors that these ranks may run on, after any binding
} hr_plan_crowd;

/// Collective. Look for a node of `comm` whose ranks share processors. Every rank gets the same answer. HR_INTERNAL: MPI has
/// failed.
hr_status hr_plan_crowd_find(const hr_comm *comm, hr_plan_crowd *crowd, hr_error *error);

#endif
