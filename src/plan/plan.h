// SPDX-License-Identifier: MIT
#ifndef HR_PLAN_H
#define HR_PLAN_H

// The forecast of a run before it is submitted. Sizes follow from the engine's own layout, time from a rate that is measured on the
// spot.

#include "comm/comm.h"
#include "core/memory_room.h"
#include "enumerate/engine.h"
#include "huarong/puzzle.h"

/// The planned run.
typedef struct hr_plan_options {
    int ranks;            ///< ranks of the planned run
    int node_ranks;       ///< ranks on one node
    bool distances;       ///< a table is to be written
    double link_bytes;    ///< bytes a second that one node can send
    uint64_t node_memory; ///< bytes that may be used on a node; 0: as many as on this node
    hr_depth max_depth;   ///< frontier engine: the last layer; HR_DEPTH_UNREACHED for the whole space
} hr_plan_options;

/// What the planned run would take. Sizes are in bytes, times in seconds.
typedef struct hr_plan {
    const char *engine;         ///< "planes", "frontier" or "openings"
    const char *calibration;    ///< name of the run that gave the rate
    hr_count states;            ///< full count of states; 0 if unknown
    double layers;              ///< planes: layers of the whole space, known or estimated; 0 for other engines
    bool layers_published;      ///< `layers` is a published figure, for a goal with its blank in a corner
    uint64_t rank_memory;       ///< peak memory of one rank
    uint64_t node_memory;       ///< peak memory of the ranks of one node
    hr_memory_bound node_limit; ///< memory that may be used on a node, and the name of the limit
    int nodes;                  ///< about how many nodes would have the memory; 0 if the planned ones have it
    uint64_t table;             ///< size of the table file, 0 without distances
    double traffic;             ///< bytes sent between nodes over the whole run, at most
    double link_traffic;        ///< bytes of `traffic` that one node sends
    double rate;                ///< work of a rank in a second: states · layers for planes, states for frontier and openings
    double busiest;             ///< share of the work that the busiest rank has, 0 … 1
    double compute_seconds;     ///< time to compute
    double link_seconds;        ///< time to send `link_traffic`
    double seconds;             ///< planes, openings: the longer of these two times; frontier: their sum
} hr_plan;

/// Collective. Plan a run of `engine`. If `engine` is NULL, plan for the openings engine if `puzzle` is a whole Klotski board, else
/// for the engine that would be chosen if there were memory enough. All ranks of `comm` measure the rate: the plane engine on a
/// board of 12 cells with the same shorter side, the frontier engine on the puzzle's first layers (some millions of states), the
/// openings engine on the 4×5 board. If neither theory nor the growth of the first layers gives the number of states, `states` and
/// the sizes are 0. HR_USAGE if the engine cannot search the puzzle, or has no plan for the `max_depth` in `options`. HR_STOPPED:
/// the measurement lacks memory. HR_INTERNAL: memory or MPI has failed.
hr_status hr_plan_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_engine *engine, const hr_plan_options *options,
                      hr_plan *plan, hr_error *error);

#endif
