// SPDX-License-Identifier: MIT
#ifndef HR_ENUMERATION_H
#define HR_ENUMERATION_H

// What every breadth-first engine takes and gives: options, the counts of each layer, the result. The result of a run does not
// depend on the number of ranks. Its full counts depend neither on symmetry nor on the engine.

#include <stdbool.h>

#include "comm/comm.h"
#include "core/memory_room.h"
#include "core/state.h"
#include "huarong/puzzle.h"
#include "run/checkpoint/checkpoint.h"
#include "run/event.h"
#include "run/stop_look.h"

/// One finished layer.
typedef struct hr_layer {
    hr_count states;      ///< states at this distance
    hr_count canonical;   ///< canonical states at this distance
    hr_count solved;      ///< how many of `states` are solved
    uint64_t fingerprint; ///< wrapping sum of the XXH3 hashes of the canonical states; 0 from an engine that has no explicit states
    double seconds;       ///< wall time of the layer
    uint64_t bytes_sent;  ///< bytes that ranks sent to other ranks for this layer, all ranks together
} hr_layer;

/// Why a run ended early.
typedef enum hr_stop {
    HR_STOP_NONE,   ///< the run did not end early
    HR_STOP_DEPTH,  ///< max_depth reached
    HR_STOP_STATES, ///< max_states reached
    HR_STOP_SOLVED, ///< a layer has a solved state, and `until_solved` is set
    HR_STOP_MEMORY, ///< a layer does not fit into the memory; `stop_text` says how much would be needed
    HR_STOP_TIME,   ///< max_seconds reached
    HR_STOP_SIGNAL, ///< `stop_wanted` was true, as after a signal
} hr_stop;

/// The result, the same on every rank but for `hardest`, which is on rank 0 only.
typedef struct hr_enumeration {
    hr_layer *layers; ///< [layer_count] by depth
    size_t layer_count;
    size_t layer_capacity;
    hr_count states;       ///< sum over the layers
    hr_count canonical;    ///< sum over the layers
    hr_depth first_solved; ///< first layer with a solved state, HR_DEPTH_UNREACHED if there is none so far
    bool whole;            ///< the layers hold every state that can be reached
    hr_stop stop;          ///< why the run ended early; with `whole`, the run was stopped while its table was being written
    char stop_text[512];   ///< for HR_STOP_MEMORY, _TIME and _SIGNAL: one line for a person

    /// The smallest states of the last layer, canonical or not, ascending: each as many numbers as the puzzle's states have.
    hr_state hardest[HR_HARDEST_MAX * HR_STATE_WORDS_MAX];
    size_t hardest_listed; ///< number of states in `hardest`; the last layer may have more

    double seconds;           ///< wall time of the whole run
    uint64_t scratch_read;    ///< bytes that all ranks together have read from scratch files
    uint64_t scratch_written; ///< bytes that all ranks together have written to scratch files
    uint64_t peak_memory;     ///< greatest resident memory of all ranks together, in bytes
} hr_enumeration;

/// What a live report shows: the finished layers and the layer that is being made.
typedef struct hr_progress {
    const hr_enumeration *enumeration; ///< layers finished so far
    hr_depth depth;                    ///< the layer that is being made
    hr_count layer_states;             ///< estimate of that layer's states so far: this rank's times the ranks; 0 if unknown
    double layer_done;                 ///< share of the frontier that has been expanded, 0 … 1
    double seconds;                    ///< since the start
    uint64_t memory;                   ///< this rank's memory for states, in bytes
} hr_progress;

/// Bytes of memory that a sink takes on one rank.
typedef struct hr_sink_memory {
    uint64_t needed; ///< while the engine makes the next layer
    uint64_t finish; ///< while the table is written, when the engine no longer holds states
} hr_sink_memory;

/// Takes the states that an engine with explicit states finds, for instance to write a table. Each function may be NULL.
typedef struct hr_state_sink {
    /// Local, many times a layer. `states[0..n)` are canonical states of layer `depth`. Over all ranks each state comes once in the
    /// run.
    hr_status (*on_states)(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error);
    /// Local, after `on_states` has got the canonical state *state: this state or one of its images is solved.
    void (*on_solved)(void *context, hr_depth depth, const hr_state *state);
    /// Collective, after each layer.
    hr_status (*on_layer)(void *context, hr_depth depth, hr_error *error);
    /// Local. Returns the memory of the sink on this rank after `more` further canonical states. NULL: the sink takes next to none.
    hr_sink_memory (*memory)(void *context, size_t more);
    /// Local. Returns the bytes that `save` will put into a checkpoint on this rank. If `save_bytes`, `save` and `load` are NULL,
    /// the sink cannot be saved, and a run with checkpoints is refused.
    uint64_t (*save_bytes)(void *context);
    /// Local. Put all complete layers into a checkpoint, in sections from HR_SINK_SECTION on.
    hr_status (*save)(void *context, hr_checkpoint_writer *writer, hr_error *error);
    /// Collective. Read back what `save` has put, on any number of ranks; `result` holds the layers. A second call begins anew.
    /// HR_FILE: the checkpoint's contents do not fit the layers.
    hr_status (*load)(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error);
    const char *contents; ///< with `save`: what the sink collects, such as "a table". It is a part of the run's identity
    void *context;        ///< first argument of every function above
} hr_state_sink;

/// What is done with a whole space at the end of its run, such as writing its table. If the run is stopped meanwhile, it leaves a
/// checkpoint of the whole space, and a later run does only the conclusion again.
typedef struct hr_conclusion {
    /// Collective. Called once all layers and the hardest states are in the result; NULL if nothing is to be done. Asks `look`
    /// often. If `look` says HR_STOPPED on any rank, returns HR_STOPPED on all ranks. After HR_STOPPED and HR_FILE the run is
    /// saved.
    hr_status (*run)(void *context, const hr_stop_look *look, hr_error *error);
    void *context; ///< first argument of `run`
} hr_conclusion;

/// The sink's sections of a checkpoint begin with this number.
#define HR_SINK_SECTION 100

/// How a run keeps checkpoints.
typedef struct hr_checkpoint_options {
    const char *directory; ///< NULL: no checkpoints. The same directory for all ranks, which all must see
    double every;          ///< seconds until a layer's end may write the next checkpoint; 0: every layer's end writes one
    bool resume;           ///< go on from the newest good checkpoint in the directory; start anew if it has none
} hr_checkpoint_options;

enum { HR_SCRATCH_MAX = 16 }; ///< at most this many directories for states on disks

/// Directories for states that do not fit into memory. All ranks see them.
typedef struct hr_scratch_options {
    const char *paths[HR_SCRATCH_MAX]; ///< [count]
    size_t count;                      ///< 0: all states lie in memory
} hr_scratch_options;

typedef struct hr_enumerate_options {
    hr_depth max_depth;         ///< last layer to make; HR_DEPTH_UNREACHED: no limit
    hr_count max_states;        ///< stop at the end of the layer in which the sum of states reaches this; 0: no limit
    bool until_solved;          ///< stop at the end of the first layer that has a solved state
    uint64_t memory_limit;      ///< bytes for all ranks of a node together; 0: what the node has
    const hr_memory_room *room; ///< the node's memory, if it was read a moment ago; NULL: the engine reads it
    hr_scratch_options scratch; ///< where an engine keeps states that do not fit into memory
    void (*progress)(const hr_progress *progress,
                     void *context); ///< called on rank 0 now and then, and after each layer; may be NULL
    void *progress_context;          ///< last argument of `progress`
    hr_state_sink sink;              ///< all members zero if there is none
    hr_conclusion conclusion;        ///< all members zero if there is none

    double max_seconds;               ///< stop, with a checkpoint, before this time has passed; 0: no limit
    bool (*stop_wanted)(void);        ///< stop, with a checkpoint, once true on any rank; called often; may be NULL
    hr_checkpoint_options checkpoint; ///< all members zero if there are none
    hr_event_handler event;           ///< called on rank 0; NULL on all ranks or on none
    void *event_context;              ///< last argument of `event`
} hr_enumerate_options;

/// One breadth-first run, borrowed by the engine and the watch until it ends.
typedef struct hr_run_task {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_enumerate_options *options;
    hr_enumeration *result;
} hr_run_task;

/// Local. Add a layer and its counts to the result. HR_INTERNAL: out of memory, and the result is unchanged.
hr_status hr_enumeration_add(hr_enumeration *enumeration, const hr_layer *layer, hr_error *error);

/// Local. Returns HR_STOP_SOLVED if `until_solved` is set and a layer has a solved state, HR_STOP_DEPTH if the layers reach
/// max_depth, HR_STOP_STATES if they have max_states states, else HR_STOP_NONE.
hr_stop hr_enumeration_limit(const hr_enumeration *enumeration, const hr_enumerate_options *options);

/// Local. Returns HR_STOPPED, with `stop_text` as its text, if memory, the time limit or a signal ended the run; else HR_OK. A run
/// that ends at max_depth, at max_states or at a solved state is no failure.
hr_status hr_enumeration_judge(const hr_enumeration *enumeration, hr_error *error);

/// Local. Free the layers and set every member to zero.
void hr_enumeration_clear(hr_enumeration *enumeration);

#endif
