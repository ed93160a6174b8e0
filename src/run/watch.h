// SPDX-License-Identifier: MIT
#ifndef HR_RUN_WATCH_H
#define HR_RUN_WATCH_H

// When a long run has to stop, and when it is time for a checkpoint: what all engines share of signals and limits. A rank that sees
// a reason to stop leaves the phase with HR_STOPPED, as for any other trouble, and so all ranks leave it together.

#include "run/checkpoint/checkpoint.h"
#include "run/enumeration.h"

/// What an engine keeps in a checkpoint besides the record of layers. The sink's part is taken care of.
typedef struct hr_run_saver {
    void *engine;    ///< first argument of all
    uint64_t layout; ///< a number of the engine's that must be the same when a run goes on
    /// Local. Bytes that `put` will write on this rank.
    uint64_t (*bytes)(const void *engine);
    /// Puts this rank's part of the complete layers, in a thread of its own (hr_checkpoint_part). HR_FILE: the disk.
    hr_checkpoint_part put;
    bool overlaps; ///< what `put` reads does not change while the next layer is made: it may be written meanwhile
    /// Collective. Take what this rank needs; the result holds the layers by then. HR_FILE: the checkpoint is of no use.
    hr_status (*take)(void *engine, hr_checkpoint_reader *reader, hr_error *error);
    /// Local. Back to before the first layer.
    void (*forget)(void *engine);
} hr_run_saver;

typedef struct hr_run_watch {
    const hr_comm *comm;
    const hr_puzzle_info *info;
    const hr_enumerate_options *options;
    hr_enumeration *result;
    hr_run_saver saver;
    hr_checkpoint_store *store; ///< NULL without checkpoints
    double start;               ///< of this run, in hr_comm_seconds
    double origin;              ///< the same less the time that was spent before a checkpoint
    size_t saved_layers;        ///< layers in the newest checkpoint
    bool due;                   ///< agreed at the end of a layer: time for a checkpoint
    bool spoilt;                ///< what this rank has of the complete layers cannot be saved any more
    double reserve;             ///< seconds of the time limit that are kept free, to have time to write
    double last_write;          ///< when the last checkpoint was complete or failed; the start before the first one
    hr_stop seen;               ///< the reason that this rank saw first
    const char *doing;          ///< what a stop interrupts, as in "while …"; NULL: the search for a layer

    hr_checkpoint_writer *writing; ///< a checkpoint that is being written, NULL if there is none
    size_t writing_layers;         ///< layers in it
    double writing_since;          ///<
    double stalled;                ///< seconds for which the search has stood still for it
    bool told;                     ///< rank 0: the log knows that it is complete
} hr_run_watch;

/// Collective. Begin to watch; opens the directory of checkpoints if the options have one. Everything in `options` is borrowed.
hr_status hr_run_watch_begin(hr_run_watch *watch, const hr_comm *comm, const hr_puzzle *puzzle, const char *engine,
                             const hr_enumerate_options *options, const hr_run_saver *saver, hr_enumeration *result,
                             hr_error *error);

/// Collective. A write that is still under way, because the run is broken, is left.
void hr_run_watch_end(hr_run_watch *watch);

/// Local, cheap, to be called often: is there a reason to stop now? Then `seen` keeps it, unless the reason is that this rank has
/// left the others (hr_comm_leave).
bool hr_run_watch_stops(hr_run_watch *watch);

/// Local. The same as a status: HR_STOPPED with the reason's text, or HR_INTERNAL if this rank has left the others.
hr_status hr_run_watch_look(hr_run_watch *watch, hr_error *error);

/// Local. Leave enough time before the end for a checkpoint of the layers that are complete now, and `seconds` besides.
void hr_run_watch_reserve(hr_run_watch *watch, double seconds);

/// Local. Has the time between two checkpoints passed? For rank 0 to decide.
bool hr_run_watch_due(const hr_run_watch *watch);

// writing.c

/// Local. Bytes of this rank in a checkpoint.
uint64_t hr_run_watch_bytes(const hr_run_watch *watch);

/// Local. Tell the run's log.
void hr_run_watch_tell(const hr_run_watch *watch, const hr_event *event);

/// Local. Tell the log, once, that the checkpoint is complete.
void hr_run_watch_tell_written(hr_run_watch *watch, const hr_checkpoint_written *written);

/// Local. Help the write that is under way on.
void hr_run_watch_advance(hr_run_watch *watch);

// save.c

/// Collective. Go on from the newest good checkpoint, if that is wanted and there is one.
hr_status hr_run_watch_restore(hr_run_watch *watch, hr_error *error);

/// Collective. Write a checkpoint of the complete layers if it is `due`; a run goes on if that fails. If the engine `overlaps`,
/// this only begins the write; hr_run_watch_stops helps it on.
hr_status hr_run_watch_save_if_due(hr_run_watch *watch, hr_error *error);

/// Collective, before what `put` reads changes: wait for the write that is under way, if there is one. A run goes on if it failed.
hr_status hr_run_watch_settle(hr_run_watch *watch, hr_error *error);

/// Collective, once the result holds the whole space and its hardest states: run the options' conclusion. HR_STOPPED and HR_FILE
/// leave a checkpoint of the whole space as hr_run_watch_stop does. If the conclusion may last longer than the time between two
/// checkpoints, one is written before it.
hr_status hr_run_watch_conclude(hr_run_watch *watch, hr_error *error);

/// Collective, after HR_STOPPED or at a limit: note in the result why the run stopped, and write a checkpoint unless there is one
/// of the last layer; a write that is under way is completed. `status` is how the run ended, and what is returned; HR_FILE if a run
/// was stopped and its checkpoint could not be written. With HR_INTERNAL this rank only leaves.
hr_status hr_run_watch_stop(hr_run_watch *watch, hr_status status, hr_error *error);

#endif
