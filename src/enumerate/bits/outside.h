// SPDX-License-Identifier: MIT
#ifndef HR_BITS_OUTSIDE_H
#define HR_BITS_OUTSIDE_H

// Parts that do not all fit into memory: how large they are, and how many of them stay there.

#include "enumerate/bits/parts.h"
#include "enumerate/forecast.h"

/// Local. How many leading tiles number a part if parts lie outside memory and a part has `planes` planes. It depends on the board
/// alone, because the files of a checkpoint must fit later runs.
int hr_planes_outside_prefix(const hr_planes_board *board, int planes);

/// The memory that a rank needs besides that of the parts that stay there.
typedef struct hr_planes_working {
    uint64_t planes; ///< planes of a part that its buffers take
    uint64_t bytes;  ///< bytes of other things
} hr_planes_working;

/// Local. Divide the planes for a rank that may hold `bytes` bytes of memory: set division->resident. *needed is what a rank needs
/// at least. False if `bytes` is less.
bool hr_planes_divide_outside(hr_planes_division *division, int ranks, const hr_planes_working *working, uint64_t bytes,
                              uint64_t *needed);

/// Local. hr_planes_divide_outside for an engine, which knows what its ranks work with.
typedef bool (*hr_planes_divider)(hr_planes_division *division, int ranks, uint64_t bytes, uint64_t *needed);

/// What decides how much memory a rank of a run with scratch has.
typedef struct hr_planes_sharing {
    const char *engine;       ///< name of the engine
    hr_planes_divider divide; ///< what the engine divides the planes by
    uint64_t memory_limit;    ///< as in hr_enumerate_options
    int node_ranks;           ///< ranks on this node
    uint64_t besides;         ///< bytes that a rank needs besides what `divide` counts
} hr_planes_sharing;

/// Collective. Divide the planes between memory and disks: set division->resident, the same on all ranks. HR_STOPPED if the memory
/// of some rank is not even enough for the parts that are worked on. HR_INTERNAL: MPI has failed.
hr_status hr_planes_divide_memory(const hr_comm *comm, const hr_planes_sharing *sharing, hr_planes_division *division,
                                  hr_error *error);

/// Local. Foresee how the planned run divides the planes: set division->resident, and the forecast's `rank_memory` and
/// `memory_fixed`. If the memory is not enough, `rank_memory` is the least that would be. `besides` is as in hr_planes_sharing. Of
/// planes that cross parts none stays in memory if several nodes share the disks.
void hr_planes_foresee_outside(const hr_planned_run *run, hr_planes_divider divide, uint64_t besides, hr_planes_division *division,
                               hr_forecast *forecast);

/// Local. The share of a rank's parts whose planes of `kind` lie outside memory, on the rank with the most parts.
double hr_planes_share_outside(const hr_planes_division *division, int ranks, hr_planes_kind kind);

#endif
