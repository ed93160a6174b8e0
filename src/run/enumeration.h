// SPDX-License-Identifier: MIT
#ifndef HR_ENUMERATION_H
#define HR_ENUMERATION_H

// What every breadth-first engine takes and gives: options, one record per layer, the result. The result of a run does not depend
// on the number of ranks, and its full counts depend neither on symmetry nor on the engine.

#include <stdbool.h>

#include "comm/comm.h"
#include "huarong/puzzle.h"
#include "run/checkpoint/checkpoint.h"
#include "run/stop_look.h"

/// One finished layer.
typedef struct hr_layer {
    hr_count states;      ///< states at this distance
    hr_count canonical;   ///< the same up to the symmetries in use
    hr_count solved;      ///< how many of `states` are solved
    uint64_t fingerprint; ///< wrapping sum of the XXH3 hashes of the canonical states; 0 from an engine that has no explicit states
    double seconds;       ///< wall time of the layer
    uint64_t bytes_sent;  ///< bytes that ranks sent to other ranks for this layer, all ranks together
} hr_layer;

/// Why a run ended early.
typedef enum hr_stop {
    HR_STOP_NONE,   ///< it did not: the run did all that it was to do
    HR_STOP_DEPTH,  ///< max_depth reached
    HR_STOP_STATES, ///< max_states reached
    HR_STOP_MEMORY, ///< the next layer would not fit, or did not; `stop_text` says what would be needed
    HR_STOP_TIME,   ///< max_seconds reached
    HR_STOP_SIGNAL, ///< asked to stop from outside
} hr_stop;

/// The result, the same on every rank but for `hardest`, which is on rank 0 only.
typedef struct hr_enumeration {
    hr_layer *layers;      ///< [layer_count], the layer's depth is its place
    size_t layer_count;    ///<
    size_t layer_capacity; ///<
    hr_count states;       ///< sum over the layers
    hr_count canonical;    ///< sum over the layers
    hr_depth first_solved; ///< first layer with a solved state, HR_DEPTH_UNREACHED if there is none so far
    bool whole;            ///< the layers hold every state that can be reached
    hr_stop stop;          ///< a run of a whole space can have been stopped, too: while its table was being written
    char stop_text[512];   ///< for HR_STOP_MEMORY, _TIME and _SIGNAL: one line for a person

    hr_state hardest[HR_HARDEST_MAX]; ///< the smallest states of the last layer, not only canonical ones, ascending
    size_t hardest_listed;            ///< how many of them; the layer's `states` tells how many there are

    double seconds;       ///< wall time of the whole run
    uint64_t peak_memory; ///< greatest resident memory of all ranks together, in bytes
} hr_enumeration;

/// What a live report gets to see: finished layers and the running one.
typedef struct hr_progress {
    const hr_enumeration *enumeration; ///< layers finished so far
    hr_depth depth;                    ///< the layer that is being made
    hr_count layer_states; ///< states of that layer so far (this rank's share times the ranks: an estimate), 0 if unknown
    double layer_done;     ///< part of the frontier that has been expanded, 0 … 1
    double seconds;        ///< since the start
    uint64_t memory;       ///< this rank's memory for states, in bytes
} hr_progress;

/// Bytes of memory that a sink takes on one rank.
typedef struct hr_sink_memory {
    uint64_t needed; ///< while the engine goes on
    uint64_t finish; ///< to end with these states, when the engine holds none any more
} hr_sink_memory;

/// Takes over what an engine with explicit states finds, for instance to write a table. All functions may be NULL.
typedef struct hr_state_sink {
    /// Local, many times a layer: `states[0..n)` are canonical states of layer `depth`, each once in the run over all ranks.
    hr_status (*on_states)(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error);
    /// Collective, after each layer.
    hr_status (*on_layer)(void *context, hr_depth depth, hr_error *error);
    /// Local. What the sink takes of this rank's memory when `more` further canonical states have come. NULL: next to nothing.
    hr_sink_memory (*memory)(void *context, size_t more);
    /// Local. Bytes that `save` will put into a checkpoint on this rank. NULL together with the next two: the sink cannot be saved,
    /// and a run with checkpoints is refused.
    uint64_t (*save_bytes)(void *context);
    /// Local. Put all complete layers into a checkpoint, in sections from HR_SINK_SECTION on.
    hr_status (*save)(void *context, hr_checkpoint_writer *writer, hr_error *error);
    /// Collective. Take them back, on any number of ranks; `result` holds the layers. A second call begins anew. HR_FILE: what the
    /// checkpoint has is not of these layers.
    hr_status (*load)(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error);
    void *context; ///< first argument of all
} hr_state_sink;

/// What is done with a whole space at the end of its run, such as writing its table. A stop during it ends the run like a stop in
/// the search: with a checkpoint, from which only this is done again.
typedef struct hr_conclusion {
    /// Collective; NULL: nothing is done. Called once all layers and the hardest states are in the result. Asks `look` often, and
    /// returns HR_STOPPED together on all ranks when it says so on any. The run is saved after HR_FILE, too.
    hr_status (*run)(void *context, const hr_stop_look *look, hr_error *error);
    void *context; ///< first argument of `run`
} hr_conclusion;

/// The first section of a checkpoint that is the sink's.
#define HR_SINK_SECTION 100

/// What a run keeps on disk to go on later.
typedef struct hr_checkpoint_options {
    const char *directory; ///< NULL: nothing. The same for all ranks, and seen by all of them
    double every;          ///< write at the end of the first layer that ends so many seconds after the last write; 0: of each layer
    bool resume;           ///< go on from the newest good checkpoint in the directory; from the start if there is none
} hr_checkpoint_options;

typedef enum hr_event_kind {
    HR_EVENT_LAYER,      ///< a layer is complete
    HR_EVENT_RESUMED,    ///< the run goes on from a checkpoint
    HR_EVENT_REFUSED,    ///< a checkpoint is damaged or foreign; the one before it is tried
    HR_EVENT_CHECKPOINT, ///< a checkpoint has been written
    HR_EVENT_FAILED,     ///< a checkpoint could not be written; the run goes on and the one before it stays
} hr_event_kind;

/// Something for the run's log.
typedef struct hr_event {
    hr_event_kind kind;
    const hr_enumeration *enumeration; ///< layers finished so far
    double seconds;                    ///< since the start, the parts before a checkpoint included
    double duration;                   ///< of what is reported; a checkpoint: from its beginning until it is complete
    double stalled;                    ///< a checkpoint: how long the search stood still for it
    uint64_t bytes;                    ///< in the checkpoint's file
    uint64_t memory;                   ///< a layer: bytes for states, all ranks together
    uint64_t busiest;                  ///< a layer: canonical states of the rank that has most
    const char *text;                  ///< refused, failed: why
} hr_event;

typedef struct hr_enumerate_options {
    hr_depth max_depth;    ///< last layer to make; HR_DEPTH_UNREACHED: no limit
    hr_count max_states;   ///< stop at the end of the layer that reaches so many; 0: no limit
    uint64_t memory_limit; ///< bytes for all ranks of a node together; 0: what the node has
    void (*progress)(const hr_progress *progress,
                     void *context); ///< called on rank 0 now and then, and after each layer; may be NULL
    void *progress_context;          ///<
    hr_state_sink sink;              ///< zero: none
    hr_conclusion conclusion;        ///< zero: none

    double max_seconds;               ///< stop before so many seconds have passed, with a checkpoint; 0: no limit
    bool (*stop_wanted)(void);        ///< stop, with a checkpoint, when it is true on any rank; called often; may be NULL
    hr_checkpoint_options checkpoint; ///< zero: none
    void (*event)(const hr_event *event, void *context); ///< called on rank 0; may be NULL, on all ranks or none
    void *event_context;                                 ///<
} hr_enumerate_options;

/// Local. Add a layer and its counts to the result. HR_INTERNAL when out of memory.
hr_status hr_enumeration_add(hr_enumeration *enumeration, const hr_layer *layer, hr_error *error);

/// Local. Where a run that could go on is to stop after the layers made so far: at max_depth or max_states, else HR_STOP_NONE.
hr_stop hr_enumeration_limit(const hr_enumeration *enumeration, const hr_enumerate_options *options);

/// Local. Free what the result holds.
void hr_enumeration_clear(hr_enumeration *enumeration);

#endif
