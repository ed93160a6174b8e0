// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_LOG_H
#define HR_SOLVE_LOG_H

// The log of `huarong solve`. Each position that took a second or longer has a line, and so has each of its iterations. All shorter
// positions together have at most one line a second, so that the log of many easy positions stays short. If there is only one
// position, and with --iterations, every position and iteration has a line.

#include "cli/options/solve_settings.h"
#include "cli/output/log/run.h"
#include "cli/program.h"

/// An iteration that gets a line if its position gets one.
typedef struct hr_solve_log_line {
    hr_event event;
    hr_idastar_iteration iteration;
} hr_solve_log_line;

/// The log of a run. Only rank 0 writes it.
typedef struct hr_solve_log {
    hr_run_log log;
    hr_meter meter;
    const size_t *place;           ///< as in hr_solve_report, of the present block; gives a position's number in the input
    size_t positions;              ///< number of positions to be solved, as far as they have been read
    size_t before;                 ///< positions of the input that are in earlier blocks
    size_t done_before;            ///< finished positions of earlier blocks
    hr_count nodes_before;         ///< nodes of earlier blocks
    bool iterations;               ///< every position and iteration has a line
    bool iterations_told;          ///< the iterations of the next position are layers that have lines already
    bool quiet;                    ///< print nothing to stderr, except that the log cannot be written
    double began;                  ///< start of the run, in hr_comm_seconds
    hr_stop stop;                  ///< why the run stopped; to be set before hr_solve_log_end
    double told;                   ///< time of the last line about finished positions, in seconds since the start
    size_t told_done;              ///< finished positions at the time of that line
    hr_count told_nodes;           ///< nodes at the time of that line
    size_t done;                   ///< finished positions now
    hr_count nodes;                ///< nodes now
    hr_idastar_progress under_way; ///< how far the search of the position `position` has come; all 0: it is not known
    size_t position;               ///< number of that position in the stream
    hr_solve_log_line *waiting;    ///< [waiting_count] iterations of that position, which may get lines
    size_t waiting_count;
    size_t waiting_capacity;
} hr_solve_log;

/// Collective. Open the log that the settings name, if they name one. `place` is borrowed until hr_solve_log_next or
/// hr_solve_log_end. HR_FILE: the log cannot be written to, or is no log. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_log_begin(hr_solve_log *log, const hr_program *program, const hr_solve_settings *settings, const size_t *place,
                             size_t positions, hr_error *error);

/// Local. Write that the heuristic `name` is ready, and that preparing it took `duration` seconds.
void hr_solve_log_heuristic(hr_solve_log *log, const char *name, double duration);

/// Local. Write an event to the log. Unless --quiet is given, print failures to stderr, and that a run goes on from a checkpoint.
/// `context` is the hr_solve_log. Can be the `event` of hr_idastar_long_run.
void hr_solve_log_event(const hr_event *event, void *context);

/// Local. Note the result of the position with number `number` in the input, `seconds` after the start: what a search of states
/// tells in place of events. `log->positions` is the number of positions that have been read so far.
void hr_solve_log_path(hr_solve_log *log, size_t number, const hr_path *path, double seconds);

/// Local. Show on a terminal, or now and then in a batch log, how far the run has come `seconds` after its start.
void hr_solve_log_show(hr_solve_log *log, double seconds);

/// Local. Write the last line and close the log, if it is open.
void hr_solve_log_end(hr_solve_log *log);

/// Local. Begin the next block of positions: `place` as for hr_solve_log_begin, `positions` more to be solved, after `before`
/// positions of the input in earlier blocks.
void hr_solve_log_next(hr_solve_log *log, const size_t *place, size_t positions, size_t before);

/// Local. Returns the number in the input, from 1, of the position with number `position`, from 0, in the stream.
size_t hr_solve_log_number(const hr_solve_log *log, size_t position);

#endif
