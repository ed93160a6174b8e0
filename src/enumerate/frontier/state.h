// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_STATE_H
#define HR_FRONTIER_STATE_H

// The frontier engine's state, in groups that live equally long. The functions are grouped by the file that defines them.

#include "core/memory_room.h"
#include "enumerate/frontier/deduplicate.h"
#include "enumerate/states/dealing.h"
#include "run/watch.h"

/// What the engine is to do. Nothing of it changes during the run.
typedef struct hr_frontier_task {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_puzzle_info *info;
    const hr_enumerate_options *options;
    size_t words;                        ///< words of a state
    bool marked;                         ///< states carry marks (hr_puzzle_expand_marked)
    hr_state source[HR_STATE_WORDS_MAX]; ///< the canonical source without marks; HR_STATE_NONE if there are several
    const hr_state *seeds;               ///< [info->source_count] states where the search begins; NULL: at the puzzle's sources
    hr_puzzle_info seeded; ///< with `seeds`: `info` points to this description, which is that of a puzzle with these sources
    uint64_t sections;     ///< added to the numbers of the engine's sections in a checkpoint
    uint32_t rank;
    uint32_t ranks;
} hr_frontier_task;

/// The memory that this rank may use, and the pool from which its states take memory.
typedef struct hr_frontier_memory {
    uint32_t node_ranks;   ///< ranks that share this node's memory
    uint64_t base_bytes;   ///< memory besides states and sink (hr_frontier_base_bytes)
    hr_memory_bound limit; ///< memory that this rank may use in all, and the name of the limit
    hr_chunk_pool pool;    ///< the memory of all sets
    size_t pending_limit;  ///< number of chunks in use from which on pending states are deduplicated early
    uint64_t other_bytes;  ///< bytes of the states of another search that uses the pool, too
} hr_frontier_memory;

/// This rank's states.
typedef struct hr_frontier_sets {
    hr_bin_map map;   ///< which hash belongs to which bin of the sets below
    size_t bin_count; ///< bins of each set
    hr_bins previous; ///< the layer before the current one, of one-way puzzles all layers before it; empty if states carry marks
    hr_bins current;  ///< the frontier
    hr_bins pending;  ///< candidates for the next layer, duplicates included
    hr_bins next;     ///< the states of the next layer that have been found so far
    size_t previous_size; ///< states of `previous`
    size_t current_size;  ///< states of the current layer
    hr_dedup_table table; ///< the hash table for deduplication
} hr_frontier_sets;

/// What a rank needs to make successors and to send them to their owners.
typedef struct hr_frontier_sending {
    size_t batch;               ///< states expanded at a time
    size_t successor_room;      ///< most successors of a batch
    hr_state *successors;       ///< [successor_room] states: the successors of a batch
    size_t group;               ///< states that are put into the outbox without asking for its room in between
    hr_dealing dealing;         ///< its `hashes` have room for a group
    size_t room;                ///< items that the outbox takes for each rank, at least
    hr_exchange_state everyone; ///< the state of all ranks, as the last round of this layer says
    uint64_t sent_before;       ///< bytes sent in earlier layers
} hr_frontier_sending;

/// The layer in the making.
typedef struct hr_frontier_making {
    hr_layer tally;    ///< this rank's figures
    double start;      ///< when the layer began
    size_t expanded;   ///< states of the current layer that have been expanded
    hr_count made;     ///< successors that this rank has made
    hr_count kept;     ///< candidates that have arrived on this rank
    hr_status trouble; ///< the status with which this rank has given up the layer, HR_OK if it has not
} hr_frontier_making;

typedef struct hr_frontier {
    hr_frontier_task task;
    hr_frontier_memory memory;
    hr_frontier_sets sets;
    hr_frontier_sending sending;
    hr_frontier_making layer;
    hr_run_watch watch;     ///< signals, limits, the directory of checkpoints, and reports
    hr_enumeration *result; ///< the complete layers
    bool exhausted;         ///< the last layer was empty: the whole space has been searched
} hr_frontier;

// setup.c

/// Collective. Set up an engine for hr_frontier_enumerate. All arguments are borrowed until hr_frontier_destroy, which the caller
/// calls even on error. HR_USAGE and HR_FILE as for hr_run_watch_begin. HR_INTERNAL: memory or MPI has failed.
hr_status hr_frontier_create(hr_frontier *f, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                             hr_enumeration *result, hr_error *error);

/// Collective. Free the engine's memory, and abandon a checkpoint that is still being written.
void hr_frontier_destroy(hr_frontier *f);

// frontier.c

/// Collective. Make the next layer: layer 0 from the source set, each further layer from the frontier. If the layer is complete, it
/// is in the result, also with an error. HR_STOPPED as for hr_frontier_check_room: nothing has been made.
hr_status hr_frontier_make_layer(hr_frontier *f, hr_error *error);

// memory.c

/// Local. Returns the bytes that an exchange takes on each of `ranks` ranks.
uint64_t hr_frontier_sending_bytes(int ranks);

/// Local. Set the memory limits of this rank and of its pool of chunks. `known` is the node's memory; with NULL the function looks
/// at the node. The pool leaves room for `more` further canonical states in the sink.
void hr_frontier_limit_memory(hr_frontier_memory *memory, const hr_enumerate_options *options, const hr_memory_room *known,
                              size_t more);

/// Local. Deal the known layers into `count` bins, and make the pending set anew. HR_STOPPED and HR_INTERNAL as for
/// hr_frontier_begin_layer.
hr_status hr_frontier_deal(hr_frontier *f, size_t count, hr_error *error);

/// Local. Deal the sets, which are empty, into as many bins as the next layer will want, once the states of the result's last
/// layers have been read. Sets the sizes to what the result's figures let expect. HR_STOPPED and HR_INTERNAL as for
/// hr_frontier_begin_layer.
hr_status hr_frontier_deal_ahead(hr_frontier *f, hr_error *error);

/// Local. Prepare empty sets for the next layer. The number of bins follows from the layer's expected size. HR_STOPPED: the states
/// do not fit into the memory. HR_INTERNAL: out of memory for the bins.
hr_status hr_frontier_begin_layer(hr_frontier *f, hr_error *error);

/// Local. Returns HR_STOPPED with a text that says how much memory the layer in the making would need. A rank calls it when it has
/// no memory left.
hr_status hr_frontier_out_of_memory(const hr_frontier *f, hr_error *error);

/// Local. Set `pending_limit` from the memory that is free now, for sets of `bins` bins.
void hr_frontier_set_pending_limit(hr_frontier_memory *memory, size_t bins);

/// Local. Returns the bytes that this rank will need for the layer after the current one. Looks at the node's memory if they are
/// many.
uint64_t hr_frontier_foresee(hr_frontier *f);

/// Collective. HR_STOPPED if some rank lacks the memory for the layer after the current one. HR_INTERNAL: MPI has failed.
hr_status hr_frontier_check_room(hr_frontier *f, hr_error *error);

// layer.c

/// Local. Add the n new states at `found`, n ≤ HR_CHUNK_STATES, to `tally`, the figures of layer `depth`, and give them to the
/// sink. Returns the sink's status. HR_INTERNAL: the single source is found again.
hr_status hr_frontier_tally(const hr_frontier_task *task, hr_layer *tally, hr_depth depth, const hr_state *found, size_t n,
                            hr_error *error);

/// Collective. Make the complete next layer the current one, and add its figures, summed over all ranks, to the result. If the
/// layer is empty, set `exhausted` instead. HR_STOPPED: there is a signal or the time limit is reached. HR_INTERNAL: memory or MPI
/// has failed, or the figures cannot be right. Errors of the options' sink are returned, too.
hr_status hr_frontier_end_layer(hr_frontier *f, hr_error *error);

/// Collective. Put the smallest states of the last layer, the peak memory and the time into the result. No states are listed if
/// some rank has lost part of the layer. HR_INTERNAL: memory or MPI has failed.
hr_status hr_frontier_list_hardest(hr_frontier *f, hr_error *error);

/// Local. Report progress now and then. `always`: do so now.
void hr_frontier_report(hr_frontier *f, bool always);

// checkpoint.c

/// Local. The functions that write the engine's sections of a checkpoint and read them again.
hr_run_saver hr_frontier_saver(hr_frontier *f);

#endif
