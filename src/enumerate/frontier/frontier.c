// SPDX-License-Identifier: MIT
// The frontier engine: a breadth-first search with explicit states, hash-partitioned over ranks, with delayed duplicate detection.
//
// The hash of a canonical state decides which rank owns it. A layer's states are expanded in batches, and the successors travel to
// their owners in bounded rounds while the next batches are expanded. An owner deals the states that arrive into *pending* bins.
// Moves are reversible, so a successor is either new or in one of the last two layers (in a bipartite graph: in the last but one).
// Bin by bin, the pending states are compared with the states of these layers and with each other. The states that are left are the
// next layer. Of a one-way puzzle all layers are kept and compared.

#include "enumerate/frontier/frontier.h"

#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/state.h"

/// Move to the next layer those pending states that are not in the next layer yet, nor in a layer that can contain them.
static hr_status deduplicate(hr_frontier *f, hr_error *error) {
    hr_frontier_sets *sets = &f->sets;
    const hr_puzzle_info *info = f->task.info;
    for (size_t b = 0; b < sets->pending.count; b++) {
        if (sets->pending.bins[b].newest == NULL) {
            continue;
        }
        HR_TRY(hr_run_watch_look(&f->watch, error));
        const hr_known_bins known = {.previous = f->task.marked ? NULL : &sets->previous.bins[b],
                                     .current = info->bipartite ? NULL : &sets->current.bins[b],
                                     .key_mask = info->key_mask};
        if (!hr_deduplicate(&sets->table, &known, &sets->pending.bins[b], &sets->next.bins[b], &f->memory.pool)) {
            return hr_frontier_out_of_memory(f, error);
        }
    }
    hr_frontier_set_pending_limit(&f->memory, sets->bin_count);
    return HR_OK;
}

/// Deal the n states at `states`, which this rank owns, into the pending bins. If pending states have taken their share of memory,
/// deduplicate early. `hashes[0..n)` are the states' hashes, or NULL.
static hr_status keep(hr_frontier *f, const hr_state *states, const uint64_t *hashes, size_t n, hr_error *error) {
    hr_frontier_sets *sets = &f->sets;
    hr_chunk_pool *pool = &f->memory.pool;
    if (hashes == NULL ? !hr_bins_add(&sets->pending, &sets->map, pool, states, n)
                       : !hr_bins_add_hashed(&sets->pending, &sets->map, pool, states, hashes, n)) {
        return hr_frontier_out_of_memory(f, error);
    }
    f->layer.kept += n;
    return pool->chunks_used < f->memory.pending_limit ? HR_OK : deduplicate(f, error);
}

/// Can this rank go on expanding? It cannot if it is in trouble, or if the last round says that another rank is.
static bool can_go_on(const hr_frontier *f) { return f->layer.trouble == HR_OK && f->sending.everyone != HR_EXCHANGE_FAILED; }

/// Collective. End a round of the exchange, and keep the states that the round before it has brought.
static hr_status turn(hr_frontier *f, hr_exchange_state mine, hr_error *error) {
    hr_frontier_sending *sending = &f->sending;
    const hr_item *received = NULL;
    size_t n = 0;
    HR_TRY(hr_exchange_turn(sending->dealing.exchange, mine, &received, &n, &sending->everyone, error));
    if (can_go_on(f)) {
        f->layer.trouble = keep(f, received, NULL, n / f->task.words, error);
    }
    sending->room = hr_exchange_room(sending->dealing.exchange);
    return HR_OK;
}

/// Send the n states at `states`, n ≤ sending.group, to their owners, and keep the states that this rank owns.
static hr_status send_group(hr_frontier *f, hr_state *states, size_t n, hr_error *error) {
    hr_frontier_sending *sending = &f->sending;
    const size_t items = n * f->task.words;
    if (sending->room < items) {
        sending->room = hr_exchange_room(sending->dealing.exchange);
    }
    while (sending->room < items) {
        HR_TRY(turn(f, HR_EXCHANGE_MORE, error));
        if (!can_go_on(f)) {
            return HR_OK;
        }
    }
    sending->room -= items; // a lower bound of the room; hr_exchange_room gives the exact one once it is used up
    hr_state *own = NULL;
    const size_t count = hr_deal_out(&sending->dealing, states, n, &own);
    f->layer.trouble = keep(f, own, sending->dealing.hashes, count, error);
    return HR_OK;
}

/// Send the n states at `states` to their owners, group by group. Their order may change.
static hr_status send(hr_frontier *f, hr_state *states, size_t n, hr_error *error) {
    const size_t group = f->sending.group;
    f->layer.made += n;
    if (f->task.ranks == 1) {
        f->layer.trouble = keep(f, states, NULL, n, error);
        return HR_OK;
    }
    for (size_t done = 0; done < n && can_go_on(f); done += group) {
        HR_TRY(send_group(f, states + done * f->task.words, n - done < group ? n - done : group, error));
    }
    return HR_OK;
}

static hr_status expand_chunk(hr_frontier *f, const hr_state *states, size_t n, hr_error *error) {
    const hr_frontier_sending *sending = &f->sending;
    for (size_t done = 0; done < n && can_go_on(f); done += sending->batch) {
        const size_t batch = n - done < sending->batch ? n - done : sending->batch;
        const hr_state *from = states + done * f->task.words;
        const size_t found = hr_puzzle_expand_marked(f->task.puzzle, from, batch, sending->successors);
        HR_TRY(send(f, sending->successors, found, error));
    }
    f->layer.expanded += n;
    hr_frontier_report(f, false);
    if (f->layer.trouble == HR_OK) {
        f->layer.trouble = hr_run_watch_look(&f->watch, error);
    }
    return hr_exchange_poll(sending->dealing.exchange, error);
}

static void begin_sending(hr_frontier_sending *sending) {
    sending->everyone = HR_EXCHANGE_MORE;
    sending->room = 0;
}

/// Collective. Wait for the states that other ranks send. Afterwards all of them are pending or in the next layer, unless some rank
/// is in trouble.
static hr_status end_sending(hr_frontier *f, hr_error *error) {
    const hr_exchange_state *everyone = &f->sending.everyone;
    if (f->task.ranks == 1) {
        return HR_OK;
    }
    while (*everyone == HR_EXCHANGE_MORE) {
        HR_TRY(turn(f, f->layer.trouble == HR_OK ? HR_EXCHANGE_DONE : HR_EXCHANGE_FAILED, error));
    }
    return *everyone == HR_EXCHANGE_FAILED ? HR_OK : turn(f, HR_EXCHANGE_DONE, error);
}

/// Collective. Expand the frontier, and send the successors to their owners.
static hr_status expand(hr_frontier *f, hr_error *error) {
    const hr_bins *current = &f->sets.current;
    begin_sending(&f->sending);
    for (size_t b = 0; b < current->count && can_go_on(f); b++) {
        const hr_bin *bin = &current->bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL && can_go_on(f); chunk = chunk->next) {
            HR_TRY(expand_chunk(f, chunk->states, hr_bin_chunk_used(bin, chunk, f->task.words), error));
        }
    }
    return end_sending(f, error);
}

/// Write up to `capacity` states of the source set from number *at on, as hr_puzzle_sources does.
static size_t list_sources(const hr_frontier_task *task, uint64_t *at, hr_state *states, size_t capacity) {
    if (task->seeds == NULL) {
        return hr_puzzle_sources(task->puzzle, at, states, capacity);
    }
    memcpy(states, task->seeds + *at * task->words, capacity * task->words * sizeof *states);
    *at += capacity;
    return capacity;
}

/// Collective. Send the states of the source set to their owners. Every rank lists an equal share of the set.
static hr_status seed(hr_frontier *f, hr_error *error) {
    const hr_frontier_task *task = &f->task;
    const hr_count share = task->info->source_count / task->ranks;
    const hr_count rest = task->info->source_count % task->ranks; // each of the first `rest` ranks takes one more
    uint64_t at = share * task->rank + (task->rank < rest ? task->rank : rest);
    const uint64_t end = at + share + (task->rank < rest);
    hr_state *sources = f->sending.successors;
    begin_sending(&f->sending);
    while (at < end && can_go_on(f)) {
        const size_t room = end - at < f->sending.successor_room ? (size_t)(end - at) : f->sending.successor_room;
        const size_t n = list_sources(task, &at, sources, room);
        if (n == 0) { // the puzzle gives too few sources; the check of the layer's figures reports it
            break;
        }
        hr_puzzle_canonicalise(task->puzzle, sources, n);
        for (size_t i = 0; i < n; i++) {
            sources[i * task->words] &= task->info->key_mask;
        }
        HR_TRY(send(f, sources, n, error));
        HR_TRY(hr_exchange_poll(f->sending.dealing.exchange, error));
    }
    return end_sending(f, error);
}

/// Remove the remaining duplicates, and add the new layer's states to its figures.
static hr_status settle(hr_frontier *f, hr_error *error) {
    const hr_depth depth = (hr_depth)f->result->layer_count;
    const hr_bins *next = &f->sets.next;
    HR_TRY(deduplicate(f, error));
    for (size_t b = 0; b < next->count; b++) {
        const hr_bin *bin = &next->bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(bin, chunk, f->task.words);
            HR_TRY(hr_frontier_tally(&f->task, &f->layer.tally, depth, chunk->states, used, error));
        }
    }
    return HR_OK;
}

/// Collective. Prepare the next layer. If a checkpoint is due, begin to write it: the known layers do not change while the next
/// layer is made.
static hr_status begin_layer(hr_frontier *f, hr_error *error) {
    f->layer.trouble = hr_frontier_begin_layer(f, error);
    if (f->watch.due) {
        HR_TRY(hr_comm_agree(f->task.comm, f->layer.trouble, error));
    }
    return hr_run_watch_save_if_due(&f->watch, error);
}

hr_status hr_frontier_make_layer(hr_frontier *f, hr_error *error) {
    HR_TRY(f->result->layer_count > 0 ? hr_frontier_check_room(f, error) : HR_OK);
    HR_TRY(begin_layer(f, error));
    HR_TRY(f->result->layer_count > 0 ? expand(f, error) : seed(f, error));
    if (can_go_on(f)) {
        f->layer.trouble = settle(f, error);
    }
    HR_TRY(hr_comm_agree(f->task.comm, f->layer.trouble, error));
    HR_TRY(hr_keeper_settle(&f->watch.keeper, error));
    return hr_frontier_end_layer(f, error);
}

/// Collective. Make layer after layer until the space is exhausted or a limit is reached. HR_STOPPED: a signal, the time limit or
/// lack of memory ended the search.
static hr_status make_layers(hr_frontier *f, hr_error *error) {
    hr_enumeration *result = f->result;
    HR_TRY(hr_run_watch_restore(&f->watch, error));
    hr_frontier_limit_memory(&f->memory, f->task.options, f->task.options->room, 0); // what the sink has read takes memory, too
    result->stop = hr_enumeration_limit(result, f->task.options);
    while (!f->exhausted && result->stop == HR_STOP_NONE) {
        HR_TRY(hr_frontier_make_layer(f, error));
        result->stop = f->exhausted ? HR_STOP_NONE : hr_enumeration_limit(result, f->task.options);
    }
    return HR_OK;
}

hr_status hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                hr_enumeration *result, hr_error *error) {
    hr_frontier f;
    hr_status status = hr_frontier_create(&f, comm, puzzle, options, result, error);
    if (status == HR_OK) {
        status = make_layers(&f, error);
    }
    if (status == HR_STOPPED || (status == HR_OK && result->stop != HR_STOP_NONE)) {
        status = hr_run_watch_stop(&f.watch, status, error);
    }
    if (status == HR_OK || status == HR_STOPPED) {
        const hr_status listed = hr_frontier_list_hardest(&f, error);
        status = listed == HR_OK ? status : listed;
    }
    if (status == HR_OK) {
        status = hr_run_watch_measure(&f.watch, error); // for HR_STOPPED hr_run_watch_stop has done it
    }
    result->whole = status == HR_OK && result->stop == HR_STOP_NONE;
    if (result->whole) {
        status = hr_run_watch_conclude(&f.watch, error);
    }
    (void)hr_comm_leave(comm, status, error);
    hr_frontier_destroy(&f);
    return status;
}
