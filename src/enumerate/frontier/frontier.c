// SPDX-License-Identifier: MIT
// The frontier engine: a breadth-first search with explicit states, hash-partitioned over ranks, with delayed duplicate detection.
//
// The hash of a canonical state decides which rank owns it. A layer's states are expanded in batches, and the successors travel to
// their owners in bounded rounds while the next batches are expanded. An owner deals the states that arrive into *pending* bins.
// Moves are reversible, so a successor is either new or in one of the last two layers (in a bipartite graph: in the last but one).
// Bin by bin, the pending states are compared with the states of these layers and with each other. The states that are left are the
// next layer.

#include "enumerate/frontier/frontier.h"

#include "core/try.h"
#include "enumerate/frontier/state.h"

/// Move to the next layer those pending states that are not in the next layer yet, nor in a layer that can contain them.
static hr_status deduplicate(hr_frontier *f, hr_error *error) {
    for (size_t b = 0; b < f->pending.count; b++) {
        if (f->pending.bins[b].newest == NULL) {
            continue;
        }
        HR_TRY(hr_run_watch_look(&f->watch, error));
        const hr_bin *known[2] = {f->marked ? NULL : &f->previous.bins[b], f->info->bipartite ? NULL : &f->current.bins[b]};
        if (!hr_deduplicate(&f->table, known, 2, f->info->key_mask, &f->pending.bins[b], &f->next.bins[b], &f->pool)) {
            return hr_frontier_out_of_memory(f, error);
        }
    }
    hr_frontier_set_pending_limit(f);
    return HR_OK;
}

/// Deal `states[0..n)`, which this rank owns, into the pending bins. If pending states have taken their share of memory,
/// deduplicate early. `hashes[0..n)` are the states' hashes, or NULL.
static hr_status keep(hr_frontier *f, const hr_state *states, const uint64_t *hashes, size_t n, hr_error *error) {
    if (hashes == NULL ? !hr_bins_add(&f->pending, &f->map, &f->pool, states, n)
                       : !hr_bins_add_hashed(&f->pending, &f->map, &f->pool, states, hashes, n)) {
        return hr_frontier_out_of_memory(f, error);
    }
    f->kept += n;
    return f->pool.chunks_used < f->pending_limit ? HR_OK : deduplicate(f, error);
}

/// Can this rank go on expanding? It cannot if it is in trouble, or if the last round says that another rank is.
static bool can_go_on(const hr_frontier *f) { return f->trouble == HR_OK && f->everyone != HR_EXCHANGE_FAILED; }

/// Collective. End a round of the exchange, and keep the states that the round before it has brought.
static hr_status turn(hr_frontier *f, hr_exchange_state mine, hr_error *error) {
    const uint64_t *received = NULL;
    size_t n = 0;
    HR_TRY(hr_exchange_turn(f->exchange, mine, &received, &n, &f->everyone, error));
    if (can_go_on(f)) {
        f->trouble = keep(f, received, NULL, n, error);
    }
    f->send_room = hr_exchange_room(f->exchange);
    return HR_OK;
}

/// Send `states[0..n)`, n ≤ send_group, to their owners, and keep the states that this rank owns.
static hr_status send_group(hr_frontier *f, const hr_state *states, size_t n, hr_error *error) {
    if (f->send_room < n) {
        f->send_room = hr_exchange_room(f->exchange);
    }
    if (f->send_room < n) {
        HR_TRY(turn(f, HR_EXCHANGE_MORE, error));
        if (!can_go_on(f)) {
            return HR_OK;
        }
    }
    f->send_room -= n; // a lower bound of the room; hr_exchange_room gives the exact one once it is used up
    hr_outbox *outbox = hr_exchange_outbox(f->exchange);
    hr_hash_states(states, n, f->info->key_mask, f->hashes);
    size_t own = 0;
    for (size_t i = 0; i < n; i++) { // no branch on the owner, because no processor can predict it
        const uint64_t hash = f->hashes[i];
        const uint32_t owner = hr_hash_owner(hash, f->ranks);
        outbox->items[owner * outbox->capacity + outbox->fill[owner]++] = states[i];
        f->hashes[own] = hash;
        own += owner == f->rank;
    }
    outbox->fill[f->rank] = 0; // this rank's own states are not sent
    f->trouble = keep(f, &outbox->items[f->rank * outbox->capacity], f->hashes, own, error);
    return HR_OK;
}

/// Send `states[0..n)` to their owners, group by group.
static hr_status send(hr_frontier *f, const hr_state *states, size_t n, hr_error *error) {
    f->made += n;
    if (f->ranks == 1) {
        f->trouble = keep(f, states, NULL, n, error);
        return HR_OK;
    }
    for (size_t done = 0; done < n && can_go_on(f); done += f->send_group) {
        HR_TRY(send_group(f, states + done, n - done < f->send_group ? n - done : f->send_group, error));
    }
    return HR_OK;
}

static hr_status expand_chunk(hr_frontier *f, const hr_state *states, size_t n, hr_error *error) {
    for (size_t done = 0; done < n && can_go_on(f); done += f->batch) {
        const size_t batch = n - done < f->batch ? n - done : f->batch;
        const size_t found = hr_puzzle_expand_marked(f->puzzle, states + done, batch, f->successors);
        HR_TRY(send(f, f->successors, found, error));
    }
    f->expanded += n;
    hr_frontier_report(f, false);
    if (f->trouble == HR_OK) {
        f->trouble = hr_run_watch_look(&f->watch, error);
    }
    return hr_exchange_poll(f->exchange, error);
}

static void begin_sending(hr_frontier *f) {
    f->everyone = HR_EXCHANGE_MORE;
    f->send_room = 0;
}

/// Collective. Wait for the states that other ranks send. Afterwards all of them are pending or in the next layer, unless some rank
/// is in trouble.
static hr_status end_sending(hr_frontier *f, hr_error *error) {
    if (f->ranks == 1) {
        return HR_OK;
    }
    while (f->everyone == HR_EXCHANGE_MORE) {
        HR_TRY(turn(f, f->trouble == HR_OK ? HR_EXCHANGE_DONE : HR_EXCHANGE_FAILED, error));
    }
    return f->everyone == HR_EXCHANGE_FAILED ? HR_OK : turn(f, HR_EXCHANGE_DONE, error);
}

/// Collective. Expand the frontier, and send the successors to their owners.
static hr_status expand(hr_frontier *f, hr_error *error) {
    begin_sending(f);
    for (size_t b = 0; b < f->current.count && can_go_on(f); b++) {
        const hr_bin *bin = &f->current.bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL && can_go_on(f); chunk = chunk->next) {
            HR_TRY(expand_chunk(f, chunk->states, hr_bin_chunk_used(bin, chunk), error));
        }
    }
    return end_sending(f, error);
}

/// Collective. Send the states of the source set to their owners. Every rank lists an equal share of the set.
static hr_status seed(hr_frontier *f, hr_error *error) {
    const hr_count share = f->info->source_count / f->ranks;
    const hr_count rest = f->info->source_count % f->ranks; // each of the first `rest` ranks takes one more
    uint64_t at = share * f->rank + (f->rank < rest ? f->rank : rest);
    const uint64_t end = at + share + (f->rank < rest);
    begin_sending(f);
    while (at < end && can_go_on(f)) {
        const size_t room = end - at < f->successor_room ? (size_t)(end - at) : f->successor_room;
        const size_t n = hr_puzzle_sources(f->puzzle, &at, f->successors, room);
        if (n == 0) { // the puzzle gives too few sources; the check of the layer's figures reports it
            break;
        }
        hr_puzzle_canonicalise(f->puzzle, f->successors, n);
        for (size_t i = 0; i < n; i++) {
            f->successors[i] &= f->info->key_mask;
        }
        HR_TRY(send(f, f->successors, n, error));
        HR_TRY(hr_exchange_poll(f->exchange, error));
    }
    return end_sending(f, error);
}

/// Remove the remaining duplicates, and add the new layer's states to its figures.
static hr_status settle(hr_frontier *f, hr_error *error) {
    const hr_depth depth = (hr_depth)f->result->layer_count;
    HR_TRY(deduplicate(f, error));
    for (size_t b = 0; b < f->next.count; b++) {
        const hr_bin *bin = &f->next.bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            HR_TRY(hr_frontier_tally(f, depth, chunk->states, hr_bin_chunk_used(bin, chunk), error));
        }
    }
    return HR_OK;
}

/// Collective. Prepare the next layer. If a checkpoint is due, begin to write it: the known layers do not change while the next
/// layer is made.
static hr_status begin_layer(hr_frontier *f, hr_error *error) {
    f->trouble = hr_frontier_begin_layer(f, error);
    if (f->watch.due) {
        HR_TRY(hr_comm_agree(f->comm, f->trouble, error));
    }
    return hr_run_watch_save_if_due(&f->watch, error);
}

/// Collective. Make the next layer: layer 0 from the source set, each further layer from the frontier.
static hr_status make_layer(hr_frontier *f, hr_error *error) {
    HR_TRY(begin_layer(f, error));
    HR_TRY(f->result->layer_count > 0 ? expand(f, error) : seed(f, error));
    if (f->trouble == HR_OK && f->everyone != HR_EXCHANGE_FAILED) {
        f->trouble = settle(f, error);
    }
    HR_TRY(hr_comm_agree(f->comm, f->trouble, error));
    HR_TRY(hr_run_watch_settle(&f->watch, error));
    return hr_frontier_end_layer(f, error);
}

/// Collective. Make layer after layer until the space or a limit ends. HR_STOPPED: a signal, the time limit or lack of memory ended
/// the search.
static hr_status make_layers(hr_frontier *f, hr_error *error) {
    hr_enumeration *result = f->result;
    HR_TRY(hr_run_watch_restore(&f->watch, error));
    result->stop = hr_enumeration_limit(result, f->options);
    while (!f->exhausted && result->stop == HR_STOP_NONE) {
        HR_TRY(make_layer(f, error));
        result->stop = f->exhausted ? HR_STOP_NONE : hr_enumeration_limit(result, f->options);
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
    result->whole = status == HR_OK && result->stop == HR_STOP_NONE;
    if (result->whole) {
        status = hr_run_watch_conclude(&f.watch, error);
    }
    (void)hr_comm_leave(comm, status, error);
    hr_frontier_destroy(&f);
    return status;
}
