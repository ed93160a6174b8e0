// SPDX-License-Identifier: MIT
#ifndef HR_RUN_LOG_H
#define HR_RUN_LOG_H

// A run's log: one JSON object per line, written when it happens, so that `tail -f` and scripts/plot_run can follow a run. A run
// that goes on from a checkpoint adds to it. What a person must know also goes to standard error. All functions are for rank 0.

#include <jansson.h>
#include <stdio.h>

#include "cli/output/progress.h"
#include "core/memory_room.h"

typedef struct hr_run_log {
    FILE *file;      ///< NULL: no log
    hr_meter *meter; ///< its live line is taken away before something is said
    int ranks;
    hr_memory_bound memory; ///< what a node may use, if `memory_known`
    bool memory_known;
    bool trouble_told; ///< that openings cannot be kept: once is enough
} hr_run_log;

/// Local. Open the log `path` (NULL: none) and write its first line; `meter`, `ranks` and `memory` are set, all else is zero.
/// Without a meter's output only say what has gone wrong. HR_FILE if it cannot be written to, or is no log of huarong.
hr_status hr_run_log_begin(hr_run_log *log, const char *path, const char *puzzle, const char *engine, hr_error *error);

/// Local. Write down an event. `context` is an hr_run_log; fits hr_enumerate_options.
void hr_run_log_event(const hr_event *event, void *context);

/// Local. Write the last line and close the log. `stop` is the name of the reason, "none" for a complete run.
void hr_run_log_end(hr_run_log *log, const hr_enumeration *result, const char *stop);

// For logs of other kinds of runs; the log must be open.

/// Local. A new line's object: what happened and when.
json_t *hr_run_log_line(const char *event);

/// Local. Add members to a line. They are taken over; NULL: there was no memory for them.
void hr_run_log_add(json_t *line, json_t *members);

/// Local. Write the line, which is taken over, unless memory was lacking for a part of it. A log that cannot be written to any more
/// is given up, the run goes on.
void hr_run_log_write(hr_run_log *log, json_t *line);

/// Local. Write the last line and close the log.
void hr_run_log_close(hr_run_log *log, json_t *line);

#endif
