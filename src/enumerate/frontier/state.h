// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_STATE_H
#define HR_FRONTIER_STATE_H

// The frontier engine's state, shared by frontier.c (the algorithm), layer.c (a layer's plan and figures) and checkpoint.c.

#include "comm/exchange.h"
#include "core/memory_room.h"
#include "enumerate/frontier/deduplicate.h"
#include "run/enumeration.h"
#include "run/watch.h"

typedef struct hr_frontier {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_puzzle_info *info;
    const hr_enumerate_options *options;
    hr_enumeration *result;
    bool marked; ///< states carry marks (hr_puzzle_expand_marked)
    uint32_t rank;
    uint32_t ranks;
    uint32_t node_ranks;   ///< ranks that share this node's memory
    uint64_t base_bytes;   ///< memory besides states and sink (hr_frontier_base_bytes)
    hr_memory_bound limit; ///< memory that this rank may use in all, and the name of the limit

    hr_chunk_pool pool;
    hr_bin_map map;       ///< which hash belongs to which bin of the sets below
    size_t bin_count;     ///< bins of each set
    hr_bins previous;     ///< the layer before the current one; empty if states carry marks
    hr_bins current;      ///< the frontier
    hr_bins pending;      ///< candidates for the next layer, duplicates included
    hr_bins next;         ///< the states of the next layer that have been found so far
    hr_dedup_table table; ///< the hash table for deduplication
    size_t pending_limit; ///< number of chunks in use from which on pending states are deduplicated early

    hr_run_watch watch; ///< signals, limits and the directory of checkpoints
    hr_exchange *exchange;
    size_t send_group;          ///< states that are put into the outbox without asking for its room in between
    size_t send_room;           ///< states that the outbox takes for each rank, at least
    hr_exchange_state everyone; ///< the state of all ranks, as the last round of this layer says
    hr_status trouble;          ///< the status with which this rank has given up the layer, HR_OK if it has not

    uint64_t *hashes;      ///< [send_group] scratch
    size_t batch;          ///< states expanded at a time
    size_t successor_room; ///< most successors of a batch
    hr_state *successors;  ///< [successor_room] the successors of a batch

    hr_layer tally;       ///< this rank's figures of the layer in the making
    size_t current_size;  ///< this rank's states of the current layer
    size_t previous_size; ///< this rank's states of the layer before the current one
    size_t expanded;      ///< states of the current layer that have been expanded
    hr_count made;        ///< successors that this rank has made in the layer in the making
    hr_count kept;        ///< candidates for the layer in the making that have arrived on this rank
    bool would_not_fit;   ///< the next layer would need more memory than there is
    uint64_t would_need;  ///< bytes that this rank would need for the next layer
    bool exhausted;       ///< the last layer was empty: the whole space has been searched
    double start;         ///< when the run began, in hr_comm_seconds
    double layer_start;   ///< when the layer in the making began
    double last_report;   ///< when progress was last reported
    uint64_t sent_before; ///< bytes sent in earlier layers
} hr_frontier;

/// Collective. Set up an engine for hr_frontier_enumerate. Everything is borrowed until hr_frontier_destroy, which the caller calls
/// even on error. HR_FILE: the directory of checkpoints cannot be used. HR_INTERNAL: memory or MPI has failed.
hr_status hr_frontier_create(hr_frontier *f, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                             hr_enumeration *result, hr_error *error);

/// Collective. Free the engine's memory, and abandon a checkpoint that is still being written.
void hr_frontier_destroy(hr_frontier *f);

/// Local. Prepare empty sets for the next layer. The number of bins follows from the layer's expected size. HR_STOPPED: the memory
/// limit. HR_INTERNAL: out of memory.
hr_status hr_frontier_begin_layer(hr_frontier *f, hr_error *error);

/// Local. Returns HR_STOPPED with a text that says how much memory the layer in the making would need. For a rank that has none
/// left.
hr_status hr_frontier_out_of_memory(const hr_frontier *f, hr_error *error);

/// Local. Set `pending_limit` from the memory that is free now.
void hr_frontier_set_pending_limit(hr_frontier *f);

/// Local. Add the new states `found[0..n)`, n ≤ HR_CHUNK_STATES, to the figures of layer `depth`, and give them to the sink.
/// Returns the sink's status.
hr_status hr_frontier_tally(hr_frontier *f, hr_depth depth, const hr_state *found, size_t n, hr_error *error);

/// Collective. Make the complete next layer the current one, and add its figures, summed over all ranks, to the result. If the
/// layer is empty, set `exhausted` instead. HR_STOPPED: a signal or a limit, or the layer after it would not fit into memory.
/// HR_INTERNAL: MPI has failed, or the figures cannot be right.
hr_status hr_frontier_end_layer(hr_frontier *f, hr_error *error);

/// Local. The functions that write the engine's sections of a checkpoint and read them again.
hr_run_saver hr_frontier_saver(hr_frontier *f);

/// Collective. Put the smallest states of the last layer, the peak memory and the time into the result. No states are listed if
/// some rank has lost part of the layer. HR_INTERNAL: memory or MPI has failed.
hr_status hr_frontier_list_hardest(hr_frontier *f, hr_error *error);

/// Local. On rank 0: call the progress callback, if there is one and enough time has passed. `always`: do not look at the time.
void hr_frontier_report(hr_frontier *f, bool always);

#endif
