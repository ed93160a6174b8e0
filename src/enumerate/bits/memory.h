// SPDX-License-Identifier: MIT
#ifndef HR_BITS_MEMORY_H
#define HR_BITS_MEMORY_H

// How the planes of a run are divided between ranks, memory and disks, and whether they fit there: in a run and in a plan.

#include "core/memory_room.h"
#include "enumerate/bits/bits.h"
#include "enumerate/forecast.h"

/// Memory of a rank besides its states: messages, MPI, tables, code.
enum { HR_BITS_BASE_BYTES = HR_MEMORY_ROOM_BASE + (16 << 20) };

/// A run, made or planned, for which planes are divided.
typedef struct hr_bits_layout {
    const hr_bits_rule *rule;
    const hr_puzzle *puzzle;
    const hr_bits_board *board; ///< borrowed
    int ranks;
    int node_ranks;          ///< ranks of this node
    bool apart;              ///< there are several nodes
    bool distances;          ///< each state's distance is kept
    bool scratch;            ///< some parts lie on disks
    bool staged;             ///< ranks cannot read each other's memory
    hr_memory_bound allowed; ///< what the ranks of this node may take together, before they have taken any of it
} hr_bits_layout;

/// The memory, messages and disks that a run needs.
typedef struct hr_bits_needs {
    uint64_t rank_bytes;    ///< memory of each rank, in bytes
    uint64_t base_bytes;    ///< the part of rank_bytes that stays as it is if there are more ranks
    uint64_t apart_bytes;   ///< of a run on one node: how many bytes more each rank would need on several nodes
    int layer_planes;       ///< planes that hold a complete layer
    double busiest;         ///< share of all states that the busiest rank keeps, 0 … 1
    double crossing_bytes;  ///< bytes that cross parts in a layer, at most
    uint64_t scratch_bytes; ///< in a plan: bytes on the disks of all ranks
    double moved_bytes;     ///< in a plan: bytes that a layer reads from disks and writes to them
} hr_bits_needs;

/// Local. The number of leading tiles that number a part: `prefix`, or the engine's own choice if `prefix` is negative. With
/// scratch a part has about `planes` planes, and the number depends on the board alone, because the files of a checkpoint must fit
/// later runs. Without scratch see hr_bits_choose_prefix; `distances`: parts hold whole chunks of a table.
int hr_bits_prefix(const hr_bits_layout *layout, int prefix, int planes, bool distances);

/// Local. Choose which planes a rank holds in memory if it may take `bytes` bytes: set division->resident. The other planes lie on
/// disks. *needed is set to the least bytes with which a rank can work. False if `bytes` is less than that.
bool hr_bits_divide_outside(const hr_bits_rule *rule, hr_bits_division *division, int ranks, uint64_t bytes, uint64_t *needed);

/// Collective. Divide the planes of a run, of which `layout` has rule, puzzle, board and distances: set the layout's other members
/// and *division. `prefix`: as for hr_bits_prefix. HR_STOPPED if a node lacks the memory, with scratch that for the parts that are
/// worked on. HR_USAGE: scratch is to keep distances. HR_INTERNAL: MPI has failed.
hr_status hr_bits_divide(const hr_comm *comm, const hr_enumerate_options *options, hr_bits_layout *layout, int prefix,
                         hr_bits_division *division, hr_error *error);

/// Collective. HR_STOPPED if a node lacks the memory for a run without scratch.
hr_status hr_bits_check_memory(const hr_comm *comm, const hr_bits_layout *layout, const hr_bits_division *division,
                               hr_error *error);

/// Collective. The function `fits` of an engine with a rule (hr_engine). Errors as for hr_bits_divide.
hr_status hr_bits_fits(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                       bool distances, hr_error *error);

/// Local. Set *needs to what the planned run needs. With scratch and too little memory, `rank_bytes` is the least that
/// would do. HR_USAGE if the rule cannot search `puzzle`, or if scratch is to keep distances; HR_INTERNAL: out of memory. On error
/// *needs is unchanged.
hr_status hr_bits_foresee(const hr_bits_rule *rule, const hr_puzzle *puzzle, const hr_planned_run *run, hr_bits_needs *needs,
                          hr_error *error);

// forecast.c

/// Collective. The function `plan` of an engine with a rule (hr_engine). The rate comes from searches of a board with 12 cells.
hr_status hr_bits_plan(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                       hr_forecast *forecast, hr_error *error);

#endif
