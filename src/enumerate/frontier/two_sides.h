// SPDX-License-Identifier: MIT
#ifndef HR_TWO_SIDES_H
#define HR_TWO_SIDES_H

// Two breadth-first searches of one puzzle, from different states, that share the memory. Both deal their states to the same
// owners, so each rank can look by itself whether its newest layers have a state in common.
//
//     start ──> layer 0 ──> layer 1 ──> … ──> layer a   ∩   layer b <── … <── layer 1 <── layer 0 <── goals
//
// Suppose that the layers 0 … a and the layers 0 … b have no state in common. Then one side makes a further layer. A state of that
// layer that the other side has, too, is in the other side's newest layer. So only the newest layers need to be compared.

#include "enumerate/engine.h"
#include "run/layer_facts.h"

enum { HR_SIDES = 2 };

/// One side.
typedef struct hr_side {
    const hr_state *from;         ///< [count] the states from which the side searches, valid states of the puzzle
    size_t count;                 ///< at least 1
    hr_enumerate_options options; ///< limits and handlers. No checkpoints (see below), no conclusion, no limit of depth or states
} hr_side;

typedef struct hr_two_sides hr_two_sides;

/// Collective. Prepare two searches. The states' images under the symmetries of `puzzle` count as the same as these states, so the
/// symmetries must keep what is looked for. `comm` and `puzzle` are borrowed until hr_two_sides_end. The memory limits of both
/// options are the same, and each sink says by `memory` what the sinks of both sides take. HR_INTERNAL: memory or MPI has failed.
/// On error *both is NULL.
hr_status hr_two_sides_create(const hr_comm *comm, const hr_puzzle *puzzle, const hr_side sides[HR_SIDES], hr_two_sides **both,
                              hr_error *error);

/// Local. The layers that side `side` has made. Borrowed until hr_two_sides_end.
const hr_enumeration *hr_two_sides_layers(const hr_two_sides *both, int side);

/// Collective. Make the next layer of a side. *exhausted: the side had all states that can be reached, and there is no such layer.
/// HR_STOPPED: a signal, the time limit or lack of memory has ended the search, and the side's layers say which by `stop` and
/// `stop_text`. They have the layer if it is complete. HR_INTERNAL: memory or MPI has failed. Errors of the sink are returned, too.
hr_status hr_two_sides_step(hr_two_sides *both, int side, bool *exhausted, hr_error *error);

/// Collective. Set *state to the smallest canonical state, without marks, that is in the newest layers of both sides;
/// HR_STATE_NONE: there is none. It is the same on any number of ranks. HR_INTERNAL: memory or MPI has failed.
hr_status hr_two_sides_meet(hr_two_sides *both, hr_state *state, hr_error *error);

// Checkpoints. The caller writes them between two steps and keeps what the sinks have collected. The engines' sections are 1 and 2
// for the first side, 3 and 4 for the second.

/// Local. How states are packed (layout of hr_run_saver).
uint64_t hr_two_sides_layout(const hr_two_sides *both);

/// Local. Has this rank lost states of complete layers, so that they cannot be saved?
bool hr_two_sides_spoilt(const hr_two_sides *both);

/// Local. Let the next step of the side end `seconds` before the time limit.
void hr_two_sides_reserve(hr_two_sides *both, int side, double seconds);

/// Local. Returns the number of bytes that hr_two_sides_put will put on this rank.
uint64_t hr_two_sides_bytes(const hr_two_sides *both);

/// Local. Put this rank's states of both sides' last layers. HR_FILE: the disk is full or fails.
hr_status hr_two_sides_put(const hr_two_sides *both, hr_checkpoint_writer *writer, hr_error *error);

/// Local. Add a layer from a checkpoint to those of a side. HR_FILE, HR_INTERNAL: as for hr_layer_take.
hr_status hr_two_sides_take_layer(hr_two_sides *both, int side, const uint64_t words[HR_LAYER_WORDS], hr_error *error);

/// Collective. Read back the states of the last layers; all layers have been taken. HR_FILE: the checkpoint cannot be used.
/// HR_STOPPED: the states do not fit into the memory, and no side has states. HR_INTERNAL: memory or MPI has failed.
hr_status hr_two_sides_take(hr_two_sides *both, hr_checkpoint_reader *reader, hr_error *error);

/// Local. Drop all states and layers, so that both searches are as they were at the beginning.
void hr_two_sides_forget(hr_two_sides *both);

/// Collective. Free everything. NULL-safe; sets *both to NULL. `status` is how the search has ended: after HR_INTERNAL this rank
/// leaves the others (hr_comm_leave).
void hr_two_sides_end(hr_two_sides **both, hr_status status, hr_error *error);

#endif
