// SPDX-License-Identifier: MIT
#ifndef HR_RUN_KEEPER_H
#define HR_RUN_KEEPER_H

// Keeps the checkpoints of a run, whatever the run searches: opens their directory, goes on from the newest good one, says when the
// next one is due, writes it, and tells the log of each.
//
//     open ──> resume ──> [ due? ──> save ]… ──> save_last ──> close
//
// A run says what it saves by the functions of hr_keeper_run. The keeper does all else. Without a directory every function below
// does nothing and returns HR_OK, false or 0.

#include "run/enumeration.h"

/// What a run saves, and how.
typedef struct hr_keeper_run {
    void *run; ///< first argument of every function below
    /// Local, the same on every rank. How far the run has come: another number means that there is something new to save. 0 at the
    /// beginning.
    uint64_t (*progress)(const void *run);
    /// Local. The number of bytes that `put` and `put_later` will put on this rank.
    uint64_t (*bytes)(const void *run);
    /// Local, the same on every rank. The number of facts.
    size_t (*fact_count)(const void *run);
    /// Collective. Put this rank's blocks that the run is going to change, and fill in `facts`, which are zeros at first. HR_FILE:
    /// the disk is full or fails.
    hr_status (*put)(void *run, hr_checkpoint_writer *writer, uint64_t *facts, hr_error *error);
    hr_checkpoint_part put_later; ///< puts the other blocks of this rank, in a thread of its own; NULL: there are none
    /// Collective. Go on from a checkpoint. HR_FILE: the checkpoint cannot be used. HR_STOPPED: the checkpoint does not fit into
    /// the memory. HR_INTERNAL: memory or MPI has failed.
    hr_status (*take)(void *run, hr_checkpoint_reader *reader, hr_error *error);
    /// Local. Drop what `take` has left after HR_FILE, so that the run is as it was at the beginning.
    void (*forget)(void *run);
    /// Local. Add what the run has to say to `event`, and tell the log.
    void (*tell)(const void *run, hr_event event);
} hr_keeper_run;

typedef struct hr_keeper {
    const hr_comm *comm;
    const hr_checkpoint_options *options;
    hr_keeper_run run;
    hr_checkpoint_store *store; ///< NULL without checkpoints
    double origin;     ///< when the run began, by hr_comm_seconds, less the time that earlier runs spent before their checkpoint
    double last_write; ///< when the last checkpoint was complete or had failed; before the first one, the run's start
    uint64_t saved;    ///< the run's progress in the newest checkpoint; 0: there is none, or none was read

    hr_checkpoint_writer *writer; ///< writes the checkpoint that is under way; NULL if there is none
    uint64_t writing;             ///< the run's progress in that checkpoint
    double since;                 ///< when the last write began, by hr_comm_seconds
    double stalled;               ///< seconds for which the run has stood still for the last write
    bool told;                    ///< the log has been told that the last write is complete
} hr_keeper;

/// Collective. Use the directory of `options`, if they name one, for checkpoints with this identity. `comm`, `options` and run->run
/// are borrowed until hr_keeper_close, which is to be called even on error. HR_USAGE: the directory has checkpoints, and the run is
/// not to go on from them. Other errors as for hr_checkpoint_open.
hr_status hr_keeper_open(hr_keeper *keeper, const hr_comm *comm, const hr_checkpoint_options *options, const char *identity,
                         const hr_keeper_run *run, hr_error *error);

/// Collective. Let the run go on from the newest checkpoint that it can take, if there is one and the options want that. Errors as
/// for `take`. After HR_STOPPED the checkpoint stays the newest one.
hr_status hr_keeper_resume(hr_keeper *keeper, hr_error *error);

/// Local. Returns the seconds since the run's start, with those of earlier runs.
double hr_keeper_seconds(const hr_keeper *keeper);

/// Local. Has the time between two checkpoints passed? The ranks' clocks differ, so they have to agree on the answer.
bool hr_keeper_due(const hr_keeper *keeper);

/// Local. Returns the seconds to keep free before a time limit for a checkpoint with `bytes` bytes of this rank.
double hr_keeper_plan(const hr_keeper *keeper, uint64_t bytes);

/// Collective. Write a checkpoint, unless the newest one has as much. If the disk fails and the run `goes_on`, the log is told and
/// the status is HR_OK. HR_FILE: the disk has failed. HR_INTERNAL: memory or MPI has failed.
hr_status hr_keeper_save(hr_keeper *keeper, bool goes_on, hr_error *error);

/// Collective. Do what hr_keeper_save does for a run that goes on, but return before `put_later` has put its blocks. Then
/// hr_keeper_advance or hr_keeper_settle completes the checkpoint.
hr_status hr_keeper_begin(hr_keeper *keeper, hr_error *error);

/// Local, cheap, to be called often. Do the next steps of the checkpoint that is being written, and tell the log once the
/// checkpoint is complete.
void hr_keeper_advance(hr_keeper *keeper);

/// Collective. Wait for the checkpoint that is being written. To be called before anything changes that `put_later` reads. If the
/// disk has failed, the log is told and the status is HR_OK. HR_INTERNAL: memory or MPI has failed.
hr_status hr_keeper_settle(hr_keeper *keeper, hr_error *error);

/// Collective, at the end of the run. Settle, and save once more unless a rank is `spoilt`: it has lost states. If the disk fails,
/// HR_FILE after a run that was `stopped`; else the log is told. HR_INTERNAL: memory or MPI has failed.
hr_status hr_keeper_save_last(hr_keeper *keeper, bool spoilt, bool stopped, hr_error *error);

/// Local. Append to `text[0..size)` which checkpoint there is and how to go on from it. `of` says how far the newest checkpoint has
/// come, such as "layer 12".
void hr_keeper_note(const hr_keeper *keeper, const char *of, char *text, size_t size);

/// Local. Close the directory. A checkpoint that is still being written, because the run has failed, is given up.
void hr_keeper_close(hr_keeper *keeper);

#endif
