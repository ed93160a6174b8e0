// SPDX-License-Identifier: MIT
#ifndef HR_STATES_LOG_H
#define HR_STATES_LOG_H

// The log of `huarong solve` by a search of states. Each layer that all ranks search together has a line, and so has each position
// that took a second or longer, with its iterations before it; shorter ones together have at most one line a second. All functions
// are for rank 0.

#include "cli/output/log/run.h"
#include "solve/layers/shortest_path.h"

typedef struct hr_states_log {
    hr_run_log log;
    bool layers_told;    ///< the iterations of the next position are layers that have lines already
    size_t done;         ///< positions that have a result
    hr_count nodes;      ///< states found for these positions
    double told;         ///< time of the last line about positions, in seconds since the start
    size_t told_done;    ///< `done` at that time
    hr_count told_nodes; ///< `nodes` at that time
} hr_states_log;

/// Local. Note the result of the position with number `number` in the input, of which `positions` positions have been read so far.
/// `outcome` is the name of the outcome, and `seconds` the time since the start.
void hr_states_log_position(hr_states_log *log, size_t number, size_t positions, const hr_path *path, const char *outcome,
                            double seconds);

/// Local. Write the last line and close the log, if it is open.
void hr_states_log_end(hr_states_log *log, size_t positions, hr_stop stop, double seconds);

#endif
