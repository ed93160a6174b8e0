// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_LOG_H
#define HR_SOLVE_LOG_H

// The log of `huarong solve`. Each iteration and each position that took a second or longer has a line. All shorter ones together
// have at most one line a second, so that the log of many easy positions stays short. If there is only one position, every
// iteration has a line.

#include "cli/commands/solve/solve.h"
#include "cli/output/log/run.h"

/// The log of a run. Only rank 0 writes it.
typedef struct hr_solve_log {
    hr_run_log log;
    hr_meter meter;
    const size_t *place; ///< [input_count] as in hr_solve_report; gives a position's number in the input
    size_t positions;    ///< number of positions to be solved
    bool quiet;          ///< print nothing to stderr, except that the log cannot be written
    double began;        ///< start of the run, in hr_comm_seconds
    hr_stop stop;        ///< why the run stopped; to be set before hr_solve_log_end
    double told;         ///< time of the last line about finished positions, in seconds since the start
    size_t told_done;    ///< finished positions at the time of that line
    hr_count told_nodes; ///< nodes at the time of that line
    size_t done;         ///< finished positions now
    hr_count nodes;      ///< nodes now
} hr_solve_log;

/// Collective. Open the log that the settings name, if they name one. `place` is borrowed until hr_solve_log_end. HR_FILE: the log
/// cannot be written to.
hr_status hr_solve_log_begin(hr_solve_log *log, const hr_program *program, const hr_solve_settings *settings, const size_t *place,
                             size_t positions, hr_error *error);

/// Local. Write that the heuristic `name` is ready, and that preparing it took `duration` seconds.
void hr_solve_log_heuristic(hr_solve_log *log, const char *name, double duration);

/// Local. Write an event to the log; print failures to stderr. `context` is the hr_solve_log. Can be the `event` of
/// hr_idastar_long_run.
void hr_solve_log_event(const hr_event *event, void *context);

/// Local. Write the last line and close the log, if it is open.
void hr_solve_log_end(hr_solve_log *log);

/// Local. The number in the input, from 1, of a position of the stream.
size_t hr_solve_log_number(const size_t *place, size_t position);

#endif
