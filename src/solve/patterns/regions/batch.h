// SPDX-License-Identifier: MIT
#ifndef HR_REGION_BATCH_H
#define HR_REGION_BATCH_H

// The search of a subtree, a few nodes at a time. The values of all their successors are fetched together, so that the processor
// waits for memory once and not for each value. The leftmost goal is found by a search in order, one node at a time.

#include "solve/patterns/regions/tables.h"

/// The root of a subtree, and what its search finds.
typedef struct hr_region_subtree {
    const hr_tiles_state *root; ///< its history forbids the move that undoes its last one
    uint32_t distance;          ///< sum of the tiles' distances from home at the root
    int slack;                  ///< as in step.h, not negative
    bool complete;              ///< count all goals; else give up at one
    bool ordered;               ///< instead search depth first up to the leftmost goal, and write its path
    hr_count nodes;             ///< nodes generated below the root
    hr_count expanded;          ///< nodes expanded, the root among them
    hr_count solutions;
    size_t path_length;
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< with `ordered`: the moves to the goal
    int over; ///< the least by which the largest lane of a pruned node exceeded the slack; INT32_MAX: no node was pruned
} hr_region_subtree;

/// Local. Search the subtree. In order, all successors of an expanded node count, those after the goal, too. Returns false if there
/// is a goal and neither `complete` nor `ordered` is set, or if memory is short: the counts mean nothing then.
bool hr_region_search_batches(const hr_region_domain *d, hr_region_subtree *subtree);

#endif
