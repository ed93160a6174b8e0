// SPDX-License-Identifier: MIT
#ifndef HR_RUN_LOG_H
#define HR_RUN_LOG_H

// A run's log: one JSON object per line. Each event is written when it happens, so that `tail -f` and `huarong report` can follow
// a run. A run that goes on from a checkpoint appends to the log. Important events are also printed to standard error. All
// functions are for rank 0.

#include <jansson.h>
#include <stdio.h>

#include "cli/output/progress.h"
#include "core/memory_room.h"

typedef struct hr_run_log {
    FILE *file;      ///< NULL: no log
    hr_meter *meter; ///< the meter whose live line is erased before a message is printed
    int ranks;
    hr_memory_bound memory; ///< bound of a node's memory; valid if `memory_known`
    bool memory_known;
    bool trouble_told; ///< the message that openings cannot be kept has been printed; it is printed once
} hr_run_log;

/// Local. Open the log `path` (NULL: no log) and write its first line. On entry `meter`, `ranks` and the memory bound of *log are
/// set, and all else is zero. If the meter has no output, only failures are printed to standard error. HR_FILE: the file cannot be
/// written to, or is no log of huarong. HR_INTERNAL: out of memory.
hr_status hr_run_log_begin(hr_run_log *log, const char *path, const char *puzzle, const char *engine, hr_error *error);

/// Local. Write a line: the event's name, the time, and the members of `common` and `members`, which are taken over. NULL means
/// that there was no memory for them. Does nothing if there is no log. If the line cannot be written whole, the log is closed and
/// the run goes on.
void hr_run_log_write(hr_run_log *log, const char *event, json_t *common, json_t *members);

/// Local. Add `more`, which is taken over, to `members`. Returns `members`; NULL, with `members` freed, if one of them is NULL or
/// memory is short.
json_t *hr_run_log_join(json_t *members, json_t *more);

/// Local. Write a line for an event, as hr_run_log_write does: its times, the size of a checkpoint or the reason of a failure, and
/// `members`, which are taken over.
void hr_run_log_event(hr_run_log *log, const hr_event *event, json_t *members);

/// Local. Are people told of this event? Then erase the live line, and begin a line on standard error, which the caller ends.
/// Failures are told; that a run goes on from a checkpoint, too, unless the meter prints nothing.
bool hr_run_log_begin_message(const hr_run_log *log, const hr_event *event);

/// Local. Tell people of an event about a checkpoint, if they are told of it. The checkpoint is of `place`, such as "layer 7", and
/// a run goes on `where`, "at" or "after", that place.
void hr_run_log_say(const hr_run_log *log, const hr_event *event, const char *where, const char *place);

/// Local. Write the last line, with the name of the reason to stop and `members`, which are taken over, and close the log, if there
/// is one.
void hr_run_log_end(hr_run_log *log, hr_stop stop, json_t *members);

#endif
