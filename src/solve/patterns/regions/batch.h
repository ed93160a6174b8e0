// SPDX-License-Identifier: MIT
#ifndef HR_REGION_BATCH_H
#define HR_REGION_BATCH_H

// The search of a subtree, a few nodes at a time. The values of all their successors are fetched together, so that the processor
// waits for memory once and not for each value.

#include "solve/patterns/regions/tables.h"

/// The root of a subtree, and what its search finds.
typedef struct hr_region_subtree {
    const hr_tiles_state *root; ///< its history forbids the move that undoes its last one
    uint32_t distance;          ///< sum of the tiles' distances from home at the root
    int slack;                  ///< as in step.h, not negative
    bool complete;              ///< count all goals; else give up at one
    hr_count nodes;             ///< nodes generated below the root
    hr_count expanded;          ///< nodes expanded, the root among them
    hr_count solutions;
    int over; ///< the least by which the largest lane of a pruned node exceeded the slack; INT32_MAX: no node was pruned
} hr_region_subtree;

/// Local. Search the subtree. Returns false if there is a goal below the root and `complete` is false, or if memory is short: the
/// counts mean nothing then.
bool hr_region_search_batches(const hr_region_domain *d, hr_region_subtree *subtree);

#endif
