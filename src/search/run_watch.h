// SPDX-License-Identifier: MIT
#ifndef HR_RUN_WATCH_H
#define HR_RUN_WATCH_H

// When a long run has to stop, and when it is time for a checkpoint: what all engines share of signals and limits. A rank that sees
// a reason to stop leaves the phase with HR_STOPPED, as for any other trouble, and so all ranks leave it together.

#include "checkpoint.h"
#include "enumeration.h"

typedef struct hr_run_watch {
    const hr_comm *comm;
    const hr_enumerate_options *options;
    hr_checkpoint_store *store; ///< NULL without checkpoints
    double start;               ///< of this run, in hr_comm_seconds
    double deadline;            ///< when this rank leaves off, to have time to write; unused without max_seconds
    double last_write;          ///< when the last checkpoint was complete; the start before the first one
    double write_seconds;       ///< how long it took; 0 before the first one
    uint64_t write_bytes;       ///< this rank's part of it
    hr_stop seen;               ///< the reason that this rank saw first
} hr_run_watch;

/// Collective. Begin to watch; opens the directory of checkpoints if the options have one. Everything in `options` is borrowed.
hr_status hr_run_watch_begin(hr_run_watch *watch, const hr_comm *comm, const hr_puzzle *puzzle, const char *engine,
                             const hr_enumerate_options *options, hr_error *error);

/// Collective.
void hr_run_watch_end(hr_run_watch *watch);

/// Local, cheap: is there a reason to stop now? Then `seen` keeps it.
bool hr_run_watch_stops(hr_run_watch *watch);

/// Local. The same as a status: HR_STOPPED with the reason's text.
hr_status hr_run_watch_look(hr_run_watch *watch, hr_error *error);

/// Local. Plan for a checkpoint with `bytes` bytes of this rank: leave so much time before the end.
void hr_run_watch_reserve(hr_run_watch *watch, uint64_t bytes);

/// Local. Has the time between two checkpoints passed? For rank 0 to decide.
bool hr_run_watch_due(const hr_run_watch *watch);

/// Local. Note that a checkpoint, begun at `begin`, is done or has failed.
void hr_run_watch_written(hr_run_watch *watch, double begin, uint64_t bytes);

/// Collective, after a run that ended with HR_STOPPED: the reason of all ranks, HR_STOP_MEMORY if none has another.
hr_status hr_run_watch_agree(const hr_run_watch *watch, hr_stop *stop, hr_error *error);

/// Local. Tell the run's log.
void hr_run_watch_tell(const hr_run_watch *watch, const hr_event *event);

#endif
