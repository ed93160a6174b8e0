// SPDX-License-Identifier: MIT
#ifndef HR_FRONTIER_STATE_H
#define HR_FRONTIER_STATE_H

// The frontier engine's state, shared by frontier.c (the algorithm) and frontier_layer.c (a layer's plan and figures).

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
    bool marked; ///< states carry marks: hr_puzzle_expand_marked
    uint32_t rank;
    uint32_t ranks;
    uint32_t node_ranks;   ///< ranks that share this node's memory
    uint64_t base_bytes;   ///< hr_frontier_base_bytes
    hr_memory_bound limit; ///< what this rank may use in all, and what says so

    hr_chunk_pool pool;
    hr_bin_map map;       ///< how hashes fall into the bins of the sets below
    size_t bin_count;     ///<
    hr_bins previous;     ///< the layer before the current one; empty where states are marked
    hr_bins current;      ///< the frontier
    hr_bins pending;      ///< candidates for the next layer, duplicates included
    hr_bins next;         ///< states of the next layer found so far
    hr_dedup_table table; ///<
    size_t pending_limit; ///< chunks in use at which pending states are deduplicated early

    hr_run_watch watch; ///< signals, limits and the directory of checkpoints
    hr_exchange *exchange;
    size_t send_group;          ///< states that are sent without looking at the slots in between
    size_t send_room;           ///< states that each slot still takes, at least
    hr_exchange_state everyone; ///< what the last round of this layer said of all ranks
    hr_status trouble;          ///< why this rank cannot go on with the layer, HR_OK if it can

    uint64_t *hashes;      ///< [send_group]
    size_t batch;          ///< states expanded at a time
    size_t successor_room; ///<
    hr_state *successors;  ///< [successor_room]

    hr_layer tally;       ///< this rank's figures of the layer in the making
    size_t current_size;  ///< this rank's states of the current layer
    size_t previous_size; ///< this rank's states of the layer before
    size_t expanded;      ///< how many of them have been expanded
    hr_count made;        ///< successors that this rank has made in the layer in the making
    hr_count kept;        ///< candidates of it that have arrived here
    bool would_not_fit;   ///< the next layer would need more memory than there is
    uint64_t would_need;  ///< bytes that this rank would need for it
    bool exhausted;       ///< the last layer was empty
    double start;         ///< of the run, in hr_comm_seconds
    double layer_start;   ///<
    double last_report;   ///<
    uint64_t sent_before; ///< bytes sent in earlier layers
} hr_frontier;

/// Collective. Set up an engine for hr_frontier_enumerate.
hr_status hr_frontier_create(hr_frontier *f, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                             hr_enumeration *result, hr_error *error);

/// Collective. Free all of it.
void hr_frontier_destroy(hr_frontier *f);

/// Local. Prepare empty sets for the next layer, with as many bins as its expected size wants.
hr_status hr_frontier_begin_layer(hr_frontier *f, hr_error *error);

/// Local. HR_STOPPED and what the layer in the making would need, for a rank that has no memory left for it.
hr_status hr_frontier_out_of_memory(const hr_frontier *f, hr_error *error);

/// Local. Let pending states take their share of the memory that is free now.
void hr_frontier_set_pending_limit(hr_frontier *f);

/// Local. Add `found[0..n)`, n ≤ HR_CHUNK_STATES, new in layer `depth`, to the layer's figures and hand them to the sink.
hr_status hr_frontier_tally(hr_frontier *f, hr_depth depth, const hr_state *found, size_t n, hr_error *error);

/// Collective. The next layer is complete: it becomes the current one, and its figures, summed over all ranks, go into the result.
hr_status hr_frontier_end_layer(hr_frontier *f, hr_error *error);

/// Local. What the engine keeps in a checkpoint.
hr_run_saver hr_frontier_saver(hr_frontier *f);

/// Collective. Find the smallest states of the last layer for the result.
hr_status hr_frontier_list_hardest(hr_frontier *f, hr_error *error);

/// Local. Tell the progress callback, if there is one and enough time has passed (or always, at a layer's end).
void hr_frontier_report(hr_frontier *f, bool always);

#endif
