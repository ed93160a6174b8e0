// SPDX-License-Identifier: MIT
#ifndef HR_PLAN_H
#define HR_PLAN_H

// The forecast of a run before it is submitted: what its engine says, and what follows for the nodes and for the time.

#include "core/memory_room.h"
#include "enumerate/engine.h"

typedef struct hr_plan_options {
    hr_planned_run run;
    double link_bytes;    ///< bytes a second that one node can send
    uint64_t node_memory; ///< bytes that may be used on a node; 0: as many as on this node
    const char *disk;     ///< directory on a disk like that of the run's table and checkpoints; NULL: do not measure the disk
} hr_plan_options;

/// What the planned run would take. Sizes are in bytes, times in seconds.
typedef struct hr_plan {
    const char *engine;         ///< the name of an engine, or "openings"
    hr_forecast forecast;       ///< the engine's forecast
    uint64_t node_memory;       ///< peak memory of the ranks of one node
    hr_memory_bound node_limit; ///< memory that may be used on a node, and the name of the limit
    int nodes;              ///< about how many nodes would have the memory; 0 if the planned ones have it, -1 if no number has it
    double traffic;         ///< bytes sent between nodes over the whole run, at most; about, with `between` of the forecast
    double link_traffic;    ///< bytes of `traffic` that one node sends
    double compute_seconds; ///< time to compute
    bool scratch_apart;     ///< there are several nodes, and each has disks of its own for its states
    double scratch_seconds; ///< time to read and write the states on disks, which all nodes share unless `scratch_apart`
    double scratch_share;   ///< part of the bytes read and written that these disks move: 1, or that of one node's
    uint64_t scratch_node;  ///< bytes of the states on disks that belong to the ranks of one node
    uint64_t scratch_room;  ///< bytes that files in the scratch directories can have together; UINT64_MAX: the system does not tell
    double link_seconds;    ///< time to send `link_traffic`
    double disk_rate;       ///< bytes that one rank writes to `disk` in a second, measured; 0: not measured
    uint64_t disk_bytes;    ///< bytes of the table and of the checkpoints on `disk`, at most; 0 without `disk`
    uint64_t disk_room;     ///< bytes that can still be written to `disk`; UINT64_MAX: the system does not tell
    /// The run's time: the longer of `compute_seconds` and `link_seconds` if the engine computes while it sends, else their sum; in
    /// either case at least `scratch_seconds`.
    double seconds;
    double seconds_low;  ///< the run's time at the rate of the fastest of the short runs that have measured
    double seconds_high; ///< the run's time at the rate of the slowest of these runs
} hr_plan;

/// Local. Does a plan for `engine`, which may be NULL, plan a search of all openings of a whole Klotski board?
bool hr_plan_is_of_openings(const hr_puzzle *puzzle, const hr_engine *engine, const hr_planned_run *run);

/// Collective. Plan a run of `engine`. If `engine` is NULL, a whole Klotski board is planned for the openings engine, and any other
/// puzzle for the engine that hr_engine_choose chooses where memory is enough. If that engine writes no tables on several
/// nodes and the plan is for a table there, the next engine of the table of engines that does is taken.
///
/// All ranks of `comm` measure the rate by short runs:
///     planes     a board of 12 cells that is as wide as the puzzle's shorter side
///     lines      2×6 or 3×4
///     frontier   the puzzle's first layers, some millions of states
///     openings   4×5
/// If neither theory nor the growth of the first layers gives the number of states, the number and the sizes are 0. HR_USAGE if the
/// engine cannot search the puzzle, or has no plan for such a run, for instance with `max_depth`. HR_STOPPED: the measurement lacks
/// memory. HR_FILE: `disk` or a directory of `run.scratch` cannot be used. HR_INTERNAL: memory, MPI or a check of the figures has
/// failed.
hr_status hr_plan_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_engine *engine, const hr_plan_options *options,
                      hr_plan *plan, hr_error *error);

#endif
