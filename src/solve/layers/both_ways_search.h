// SPDX-License-Identifier: MIT
#ifndef HR_BOTH_WAYS_SEARCH_H
#define HR_BOTH_WAYS_SEARCH_H

// The state of a search from both sides, for the files that make it, private.

#include "core/state.h"
#include "enumerate/frontier/two_sides.h"
#include "puzzle/goals.h"
#include "run/keeper.h"
#include "solve/layers/kept_saver.h"
#include "solve/layers/together.h"

enum { HR_FROM_START, HR_FROM_GOALS };

struct hr_both_ways;

/// One side.
typedef struct hr_both_ways_side {
    struct hr_both_ways *search;
    int number;
    hr_kept_layers kept;
    hr_kept_saver saver;  ///< saves `kept`
    hr_state_sink keeper; ///< the sink that keeps the layers
} hr_both_ways_side;

typedef struct hr_both_ways {
    const hr_together_task *task;
    const hr_enumerate_options *run;
    hr_path *path;         ///< the result
    hr_two_sides *engines; ///< NULL until the search begins
    hr_both_ways_side sides[HR_SIDES];
    size_t layers[HR_SIDES]; ///< layers of each side, as far as they are noted in `path`
    size_t words;            ///< numbers of a state
    hr_state goals[HR_GOALS_MAX * HR_STATE_WORDS_MAX];
    size_t goal_count;
    hr_state meeting[HR_STATE_WORDS_MAX]; ///< the smallest canonical state in which the sides meet; HR_STATE_NONE: none yet
    hr_enumeration ended;                 ///< `stop` and `stop_text` say why the search has ended early; HR_STOP_NONE: it has not
    bool exhausted;                       ///< one side has all states that it can reach, and has not met the other one
    int node_ranks;                       ///< ranks that share the node's memory
    double began;                         ///< start of this run
    hr_keeper keeper;                     ///< its progress is the number of layers of both sides
    bool unread;                          ///< the states of the newest checkpoint have not fitted into the memory
} hr_both_ways;

static inline bool hr_both_ways_met(const hr_both_ways *b) { return !hr_words_none(b->meeting, b->words); }

static inline const hr_enumeration *hr_both_ways_layers(const hr_both_ways *b, int side) {
    return hr_two_sides_layers(b->engines, side);
}

// both_ways_order.c

/// Local. Returns the depth of a side's newest layer that is noted; 0 without any.
hr_depth hr_both_ways_depth(const hr_both_ways *b, int side);

/// Local. Returns the sum of both sides' depths.
hr_depth hr_both_ways_depths(const hr_both_ways *b);

/// Local. Returns the side that makes the next layer once the sides have `layers` layers: at first the start, then the goals, then
/// the side whose newest layer is smaller, the start if both are equal. Checkpoints rely on this rule.
int hr_both_ways_next(const hr_both_ways *b, const size_t layers[HR_SIDES]);

/// Local. Note the next layer of a side in the path. HR_INTERNAL: out of memory.
hr_status hr_both_ways_note(hr_both_ways *b, int side, hr_error *error);

// both_ways_saver.c

/// Collective. If the run keeps checkpoints, use their directory, and go on from the newest good one. If its states do not fit into
/// the memory, b->ended says so. HR_FILE: no checkpoint can be used. HR_USAGE: the run is not to go on from the checkpoints in the
/// directory. HR_INTERNAL: memory or MPI has failed.
hr_status hr_both_ways_open(hr_both_ways *b, hr_error *error);

/// Local. Leave time before the time limit for a checkpoint.
void hr_both_ways_reserve(hr_both_ways *b, int side);

/// Collective, after a layer. Write a checkpoint if one is due. HR_INTERNAL: memory or MPI has failed.
hr_status hr_both_ways_save_if_due(hr_both_ways *b, hr_error *error);

/// Collective, at the end of the search. Write a checkpoint of the last layers, unless there is one, or a rank has lost states. If
/// that fails though the search was stopped, HR_FILE. HR_INTERNAL: memory or MPI has failed.
hr_status hr_both_ways_save_last(hr_both_ways *b, hr_error *error);

/// Local. Append to b->ended.stop_text which checkpoint there is, and how to go on from it.
void hr_both_ways_note_checkpoint(hr_both_ways *b);

#endif
