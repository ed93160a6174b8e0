// SPDX-License-Identifier: MIT
#ifndef HR_RUN_WATCH_H
#define HR_RUN_WATCH_H

// Tells an engine when its run has to stop and when a checkpoint is due, and writes the checkpoints. A rank that sees a reason to
// stop ends its phase with HR_STOPPED, as with any other failure. So all ranks leave the phase together (hr_comm_agree).

#include "run/keeper.h"

/// How an engine saves its states in a checkpoint. The layers' counts and the sink are saved by the watch.
typedef struct hr_run_saver {
    void *engine;    ///< first argument of every function below
    uint64_t layout; ///< how the engine packs states; a run refuses a checkpoint with another number
    /// Local. Returns the number of bytes that `put` will write on this rank.
    uint64_t (*bytes)(const void *engine);
    /// Local, in a thread of its own (hr_checkpoint_part). Puts this rank's states of the complete layers. HR_FILE: the disk is
    /// full or fails.
    hr_checkpoint_part put;
    bool in_place; ///< the next layer changes files that the newest checkpoint needs, so the run ends if no checkpoint can be
                   ///< written
    bool overlaps; ///< `put` may run while the next layer is made, because the memory that it reads does not change then
    /// Collective. Read this rank's states back; the result holds the layers already. HR_FILE: the checkpoint cannot be used.
    /// HR_STOPPED: the states do not fit into the memory. HR_INTERNAL: memory or MPI has failed.
    hr_status (*take)(void *engine, hr_checkpoint_reader *reader, hr_error *error);
    /// Local. Drop all states, so that the engine is as it was before the first layer.
    void (*forget)(void *engine);
} hr_run_saver;

/// A run that is watched: its limits, its checkpoints, and what has been told about it. Engines read these members, but set none of
/// them.
typedef struct hr_run_watch {
    const hr_comm *comm;
    const hr_puzzle_info *info;
    const hr_enumerate_options *options;
    hr_enumeration *result;
    hr_run_saver saver;
    hr_keeper keeper;   ///< its progress is the number of layers
    double start;       ///< when this run began, by hr_comm_seconds
    bool due;           ///< all ranks have agreed at the end of a layer that a checkpoint is to be written
    bool spoilt;        ///< this rank no longer has the states of the complete layers, so that it cannot save them
    double reserve;     ///< seconds before the time limit that are kept free for a checkpoint
    double last_report; ///< when progress was last reported
    hr_stop seen;       ///< the first reason to stop that this rank has seen; HR_STOP_NONE if it has seen none
    const char *doing;  ///< for the message after a stop: "stopped by … while DOING"; NULL during the search
} hr_run_watch;

/// Room for the name of an engine, in bytes.
enum { HR_ENGINE_NAME_MAX = 32 };

/// Collective. Write into `name` the engine that wrote the checkpoints from which a run with these options goes on; "" if the run
/// begins anew. HR_INTERNAL: MPI has failed.
hr_status hr_run_watch_former_engine(const hr_comm *comm, const hr_checkpoint_options *checkpoint, char name[HR_ENGINE_NAME_MAX],
                                     hr_error *error);

// watch.c

/// Local, cheap, to be called often. Is there a reason to stop now? A signal or the time limit is noted in `seen`. True, too, once
/// this rank has left the others (hr_comm_leave). Also does the next steps of a checkpoint that is being written
/// (hr_keeper_advance).
bool hr_run_watch_stops(hr_run_watch *watch);

/// Local. Does what hr_run_watch_stops does, and returns the answer as a status: HR_OK, HR_STOPPED with the reason's text, or
/// HR_INTERNAL if this rank has left the others.
hr_status hr_run_watch_look(hr_run_watch *watch, hr_error *error);

/// Local. Returns the bytes that this rank would put into a checkpoint now.
uint64_t hr_run_watch_bytes(const hr_run_watch *watch);

/// Local. Keep enough time free before the time limit for a checkpoint of the layers that are complete now, and `seconds` more.
void hr_run_watch_reserve(hr_run_watch *watch, double seconds);

/// Local, at the end of a layer. Set whether hr_run_watch_save_if_due writes a checkpoint. All ranks have agreed on `due`.
void hr_run_watch_set_due(hr_run_watch *watch, bool due);

/// Local. Set whether this rank is `spoilt`: it no longer has the states of the complete layers, so that they cannot be saved.
void hr_run_watch_set_spoilt(hr_run_watch *watch, bool spoilt);

/// Local. Set what the run does from now on, for the message after a stop: "stopped by … while DOING". `doing` is not copied.
void hr_run_watch_set_doing(hr_run_watch *watch, const char *doing);

/// Local. On rank 0, pass `event` to the options' `event`.
void hr_run_watch_tell(const hr_run_watch *watch, const hr_event *event);

// save.c

/// Collective. Begin to watch the run of the engine with the name `engine`. Opens the directory of checkpoints if the task's
/// options have one. What the task points to is borrowed until hr_run_watch_end. HR_USAGE: the sink cannot be saved, or the
/// directory has checkpoints and the run is not to go on from them. Other errors as for hr_checkpoint_open.
hr_status hr_run_watch_begin(hr_run_watch *watch, const hr_run_task *task, const char *engine, const hr_run_saver *saver,
                             hr_error *error);

/// Collective. End the watch and close the directory. A checkpoint that is still being written, because the run has failed, is
/// given up.
void hr_run_watch_end(hr_run_watch *watch);

/// Collective. Read the newest good checkpoint, if the options want to resume and there is one. HR_FILE: no checkpoint can be used.
/// HR_USAGE: the checkpoint is beyond the options' max_depth, or beyond the first solved state with `until_solved`. HR_STOPPED: the
/// checkpoint's states do not fit into the memory. HR_INTERNAL: memory or MPI has failed.
hr_status hr_run_watch_restore(hr_run_watch *watch, hr_error *error);

/// Collective. Write a checkpoint of the complete layers if one is `due`. If the saver `overlaps`, only begin to write;
/// hr_run_watch_stops does the further steps. If the disk fails, the log is told and the status is HR_OK; with a saver that is
/// `in_place`, the status is HR_FILE. HR_INTERNAL: memory or MPI has failed.
hr_status hr_run_watch_save_if_due(hr_run_watch *watch, hr_error *error);

// report.c

/// Local. On rank 0: pass the progress to the options' `progress`, at most ten times a second unless `always` is set. `engine` is
/// the progress without the members `depth` and `seconds`, which are filled in here.
void hr_run_watch_report(hr_run_watch *watch, const hr_progress *engine, bool always);

/// Collective. Tell the log, if there is one, about the newest layer. `memory` is this rank's memory for states, in bytes, and
/// `canonical` the number of its canonical states of that layer.
hr_status hr_run_watch_tell_layer(const hr_run_watch *watch, uint64_t memory, hr_count canonical, hr_error *error);

/// Collective. Put the run's time and the peak memory of all ranks into the result.
hr_status hr_run_watch_measure(const hr_run_watch *watch, hr_error *error);

// conclude.c

/// Collective, once the result holds the whole space and its hardest states. Run the options' conclusion. If the next checkpoint
/// could become due meanwhile, write one first. If the conclusion ends with HR_STOPPED or HR_FILE, end the run by
/// hr_run_watch_stop; other errors of the conclusion are returned at once.
hr_status hr_run_watch_conclude(hr_run_watch *watch, hr_error *error);

/// Collective. End a run early; `status` is how the run ended, and is returned. With HR_STOPPED the reason, the time and
/// the memory are noted in the result. A checkpoint that is being written is completed. If the run keeps checkpoints, has none of
/// the last layer, and no rank is `spoilt`, a checkpoint is written. HR_FILE if `status` is HR_STOPPED and the checkpoint could not
/// be written. With HR_INTERNAL this rank only leaves the others (hr_comm_leave).
hr_status hr_run_watch_stop(hr_run_watch *watch, hr_status status, hr_error *error);

#endif
