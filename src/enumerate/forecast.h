// SPDX-License-Identifier: MIT
#ifndef HR_FORECAST_H
#define HR_FORECAST_H

// What an engine says of a run before the run is submitted. Sizes follow from the engine's own layout, the rate from a short run.

#include "enumerate/rates.h"
#include "run/enumeration.h"
#include "table/format.h"

typedef struct hr_planned_run {
    int ranks;                  ///< ranks of the planned run
    int node_ranks;             ///< ranks on one node
    bool distances;             ///< a table is to be written
    hr_depth max_depth;         ///< the last layer; HR_DEPTH_UNREACHED for the whole space
    hr_scratch_options scratch; ///< directories on disks as fast as those on which the run will keep its states
    bool scratch_shared;        ///< with scratch: there are several nodes, and all of them see the same disks
    bool checkpoints;           ///< with scratch: there are checkpoints, so that the files on disks hold all states
    uint64_t node_memory;       ///< memory of a node, in bytes; 0: as much as this node has
} hr_planned_run;

/// What the planned run would take. Sizes are in bytes.
typedef struct hr_forecast {
    hr_count states;       ///< full count of states; 0 if unknown
    bool states_exact;     ///< `states` is no estimate
    hr_depth layers;       ///< layers of the whole space if the work depends on them, else 0
    bool layers_exact;     ///< `layers` is no estimate
    uint64_t rank_memory;  ///< peak memory of one rank
    uint64_t rank_base;    ///< bytes of `rank_memory` that more ranks do not lower
    uint64_t rank_apart;   ///< of a run on one node: bytes that each rank would take besides if there were several nodes
    bool memory_fixed;     ///< more ranks do not lower `rank_memory`
    uint64_t scratch;      ///< size of the states on disks
    double scratch_moved;  ///< bytes read from disks and written to them over the whole run, about
    hr_rates scratch_rate; ///< bytes that the disks move in a second, measured; `runs` is 0 without disks
    uint64_t table;        ///< size of the table's file; 0 without distances or if unknown
    uint64_t checkpoint;   ///< size of the largest checkpoint, about; 0 if unknown, or if its states are in the files on disks
    double traffic;        ///< bytes that ranks send each other over the whole run, at most
    double between;        ///< bytes that nodes send each other besides, about
    double work;           ///< states · layers if `layers` is set, else states, up to a factor for what they take
    double busiest;        ///< share of the work that the busiest rank has, 0 … 1
    hr_rates rate;         ///< work of a rank in a second, from short runs
    const char *rate_from; ///< name of these runs
    bool overlapped;       ///< the engine computes while it sends
} hr_forecast;

/// Local. Set *bytes to the size of a table of the whole puzzle whose greatest distance is `farthest`. HR_USAGE as for
/// hr_table_layout.
hr_status hr_forecast_table(const hr_puzzle *puzzle, hr_table_encoding encoding, hr_depth farthest, uint64_t *bytes,
                            hr_error *error);

/// Local. Returns how much memory each of the planned ranks may use.
uint64_t hr_forecast_rank_limit(const hr_planned_run *run);

/// Local. The bytes of a plane of a tile puzzle: a bit for each state with the blank in one cell, 60 states in a word.
uint64_t hr_forecast_plane(const hr_puzzle *puzzle);

#endif
