// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_LOG_H
#define HR_SOLVE_LOG_H

// The log of `huarong solve`: a line for each iteration and each position that took a second or longer, and at most one a second
// for all shorter ones together, so that an easy stream does not drown in it. Of a single position every iteration is told.

#include "cli/commands/solve/solve.h"
#include "cli/output/log/run.h"

/// A log on its way. Of use on rank 0 only, where there is one or something is to be said.
typedef struct hr_solve_log {
    hr_run_log log;
    hr_meter meter;
    const size_t *place; ///< [input_count] as in hr_solve_report, to tell positions by their place in the input
    size_t positions;    ///< to be solved
    bool quiet;          ///< say nothing but that the log itself is broken
    double began;        ///< on hr_comm_seconds' clock
    hr_stop stop;        ///< why the run ends, to be set before the end
    double told;         ///< seconds of the last line about finished positions,
    size_t told_done;    ///< of which there were so many
    hr_count told_nodes; ///<
    size_t done;         ///< what is known now
    hr_count nodes;      ///<
} hr_solve_log;

/// Collective. Open the log that the settings name, if they name one. `place` is borrowed. HR_FILE if it cannot be written to.
hr_status hr_solve_log_begin(hr_solve_log *log, const hr_program *program, const hr_solve_settings *settings, const size_t *place,
                             size_t positions, double began, hr_error *error);

/// Local. The heuristic is ready; preparing it took so many seconds.
void hr_solve_log_heuristic(hr_solve_log *log, const char *name, double duration);

/// Local. Write down an event, and tell a person what has gone wrong. `context` is the log; fits hr_idastar_keeping.
void hr_solve_log_event(const hr_idastar_event *event, void *context);

/// Local. Write the last line and close the log, if it is open.
void hr_solve_log_end(hr_solve_log *log);

/// Local. The number in the input, from 1, of a position of the stream.
size_t hr_solve_log_number(const size_t *place, size_t position);

#endif
