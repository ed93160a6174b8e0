// SPDX-License-Identifier: MIT
#ifndef HR_PLAN_H
#define HR_PLAN_H

// What a run would take, before it is submitted: sizes from the engine's own layout, time from a rate measured on the spot.

#include "comm/comm.h"
#include "core/memory_room.h"
#include "enumerate/engine.h"
#include "huarong/puzzle.h"

/// The run that is asked about.
typedef struct hr_plan_options {
    int ranks;            ///< of the planned run
    int node_ranks;       ///< of them on one node
    bool distances;       ///< a table is to be written
    double link_bytes;    ///< bytes a second that one node can send
    uint64_t node_memory; ///< bytes that may be used on a node; 0: as on this one
    hr_depth max_depth;   ///< frontier: last layer, HR_DEPTH_UNREACHED for the whole space
} hr_plan_options;

/// What it would take. Sizes in bytes, times in seconds.
typedef struct hr_plan {
    const char *engine;         ///< "planes", "frontier" or "openings"
    const char *calibration;    ///< the run that gave the rate
    hr_count states;            ///< in full; 0 if nobody knows
    double layers;              ///< planes: layers of the whole space, known or estimated; 0 elsewhere
    bool layers_published;      ///< `layers` is a published figure, for a goal with its blank in a corner
    uint64_t rank_memory;       ///< of one rank, at the peak
    uint64_t node_memory;       ///< of the ranks of one node
    hr_memory_bound node_limit; ///< what may be used on a node, and what says so
    int nodes;                  ///< of as many ranks each that would have the memory, about; 0 if those planned have it
    uint64_t table;             ///< of the table file, 0 without distances
    double traffic;             ///< between ranks on different nodes, over the whole run, at most
    double link_traffic;        ///< of it, what one node sends
    double rate;                ///< planes: states · layers a second and rank; frontier, openings: states a second and rank
    double busiest;             ///< part of the work that the busiest rank has
    double compute_seconds;     ///<
    double link_seconds;        ///< for one node's traffic; the plane engine computes meanwhile
    double seconds;             ///< the longer of the two for planes and openings, their sum for the frontier engine
} hr_plan;

/// Collective. Plan a run of `engine`; NULL: of the engine that would be taken, whatever this machine holds, or of the openings
/// engine for all openings of a board. Calibrates with all ranks of `comm`: planes on a board of the same shorter side with 12
/// cells, the frontier engine on its own first layers, up to some millions of states, openings on the 4×5 board. Sizes are 0 where
/// neither theory nor the growth of the first layers tells them (`states` is 0 then). HR_USAGE if the engine cannot search the
/// puzzle, or not within the limits of `options`.
hr_status hr_plan_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_engine *engine, const hr_plan_options *options,
                      hr_plan *plan, hr_error *error);

#endif
