// SPDX-License-Identifier: MIT
#ifndef HR_PLAN_CROWD_H
#define HR_PLAN_CROWD_H

// Do ranks share processors? A rate that such ranks measure is too low.

#include "comm/comm.h"

/// Of the nodes that have more ranks than processors, the one with the most ranks.
typedef struct hr_plan_crowd {
    int ranks;      ///< ranks of that node; 0 if no node is known to have fewer processors than ranks
    int processors; ///< processors that these ranks may run on, after any binding
} hr_plan_crowd;

/// Collective. Look for a node of `comm` whose ranks share processors. Every rank gets the same answer. HR_INTERNAL: memory or MPI
/// has failed.
hr_status hr_plan_crowd_find(const hr_comm *comm, hr_plan_crowd *crowd, hr_error *error);

#endif
