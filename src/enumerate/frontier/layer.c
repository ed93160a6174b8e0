// SPDX-License-Identifier: MIT
// The frontier engine's book-keeping: its memory, the plan and the figures of a layer, and the hardest states.

#include <stdlib.h>
#include <string.h>

#include "core/quantity.h"
#include "core/smallest.h"
#include "core/sorting.h"
#include "core/system.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/state.h"
#include "run/layer_check.h"

enum {
    BATCH_SUCCESSORS = 4096, ///< most successors that are made at a time; they fit into a first-level cache
    BIN_STEP = 8,            ///< the number of bins changes by this factor, so that states are seldom dealt anew
    BIN_COUNT_MAX = 1 << 20, ///< most bins of a set
    SPARE_CHUNKS = 1024,     ///< chunks that pending states may always take if there is memory
    LOOK_BYTES = 64 << 20,   ///< before a layer that may need more, look at the node's memory
    BASE_BYTES = 32 << 20,   ///< memory of a rank for MPI, tables, a checkpoint's block and code
    REPORT_STATES = 1 << 18, ///< expansions between two looks at the clock, about
};
static const double REPORT_SECONDS = 0.1;

uint64_t hr_frontier_base_bytes(int ranks) { return BASE_BYTES + hr_exchange_memory(ranks); }

/// The number of states that the next layer will have on this rank, estimated from the growth of the last layers.
static size_t expected_next(const hr_frontier *f) {
    const double most = (double)f->current_size * (double)f->info->max_successors;
    const double growth =
        f->previous_size == 0 ? (double)f->info->max_successors : (double)f->current_size / (double)f->previous_size;
    double expected = (double)f->current_size * growth * 1.05 + 1000.0;
    expected = expected < most ? expected : most;
    if (f->info->index_count > 0) { // no more states can come than are left
        const double left = (double)(f->info->index_count - f->result->states);
        const double share = left / f->info->symmetry_order / f->ranks * 1.05 + 1000.0;
        expected = expected < share ? expected : share;
    }
    return (size_t)expected;
}

/// The number of canonical states of the source set that this rank will own, about.
static size_t expected_sources(const hr_frontier *f) {
    return (size_t)(f->info->source_count / (uint64_t)f->info->symmetry_order / f->ranks + 1);
}

/// The sink's memory on this rank after `more` further canonical states.
static hr_sink_memory sink_memory(const hr_frontier *f, size_t more) {
    const hr_state_sink *sink = &f->options->sink;
    return sink->memory == NULL ? (hr_sink_memory){0} : sink->memory(sink->context, more);
}

/// Set the memory limits of this rank and of its pool of chunks. The sink will take `more` further states.
static void set_memory_limit(hr_frontier *f, size_t more) {
    const hr_sink_memory sink = sink_memory(f, more);
    const uint64_t others = f->base_bytes + sink.needed;
    hr_memory_room room;
    hr_memory_room_here((int)f->node_ranks, &room);
    f->limit = hr_memory_room_rank_limit(&room, f->options->memory_limit, (int)f->node_ranks);
    f->pool.limit = f->limit.bytes > others ? f->limit.bytes - others : 0;
}

void hr_frontier_set_pending_limit(hr_frontier *f) {
    // Pending states may take about as much as the sets in memory, so that a pass over the bins costs no more than the expansions
    // that filled them. They get less if memory is short.
    const uint64_t held = f->pool.limit / sizeof(hr_chunk);
    const uint64_t left = held > f->pool.chunks_used ? held - f->pool.chunks_used : 0;
    const uint64_t wanted = 2 * (uint64_t)f->pool.chunks_used + SPARE_CHUNKS + f->bin_count;
    const uint64_t share = left - left / 8;
    f->pending_limit = f->pool.chunks_used + (size_t)(wanted < share ? wanted : share) + 1;
}

/// Returns HR_STOPPED with a text that says that the layer would need `need` bytes on each rank.
static hr_status no_room(const hr_frontier *f, uint64_t need, hr_error *error) {
    char needed[HR_QUANTITY_MAX];
    char each[HR_QUANTITY_MAX];
    return hr_error_set(error, HR_STOPPED,
                        "layer %zu would need about %s on each rank, more than the %s that each may use here (%s); use more nodes "
                        "or raise --memory",
                        f->result->layer_count, hr_quantity_bytes(need, needed), hr_quantity_bytes(f->limit.bytes, each),
                        f->limit.source);
}

hr_status hr_frontier_out_of_memory(const hr_frontier *f, hr_error *error) {
    // The estimate assumes that the rest of the frontier brings states at the same rate. It is at least one slab more than is
    // held.
    const double share = f->expanded == 0 || f->expanded > f->current_size ? 1 : (double)f->expanded / (double)f->current_size;
    const double states = ((double)f->pool.chunks_held * sizeof(hr_chunk) + (double)HR_POOL_SLAB_BYTES) / share;
    return no_room(f, f->base_bytes + sink_memory(f, 0).needed + (uint64_t)states, error);
}

/// Deal the known layers into `count` bins, and make the pending set anew.
static hr_status set_bin_count(hr_frontier *f, size_t count, hr_error *error) {
    f->bin_count = count;
    f->map = hr_bin_map_make(f->rank, f->ranks, f->info->key_mask, count);
    hr_bins_destroy(&f->pending, &f->pool);
    f->watch.spoilt = true;
    if (!hr_bins_deal(&f->previous, count, &f->map, &f->pool) || !hr_bins_deal(&f->current, count, &f->map, &f->pool)) {
        return hr_frontier_out_of_memory(f, error);
    }
    f->watch.spoilt = false;
    return hr_bins_create(count, &f->pending, error);
}

hr_status hr_frontier_begin_layer(hr_frontier *f, hr_error *error) {
    f->tally = (hr_layer){0};
    f->layer_start = hr_comm_seconds();
    f->expanded = 0;
    f->made = 0;
    f->kept = 0;
    for (size_t b = 0; f->marked && b < f->previous.count; b++) {
        hr_bin_clear(&f->previous.bins[b], &f->pool);
    }
    const bool first = f->result->layer_count == 0;
    if (first && expected_sources(f) > f->pool.limit / sizeof(hr_state)) {
        return no_room(f, f->base_bytes + sink_memory(f, 0).needed + (uint64_t)expected_sources(f) * sizeof(hr_state), error);
    }
    const size_t known = (f->marked ? 0 : f->previous_size) + (f->info->bipartite ? 0 : f->current_size);
    const size_t entries = known + (first ? expected_sources(f) : expected_next(f));
    size_t bins = 1;
    while (bins * HR_DEDUP_ENTRIES < entries && bins < BIN_COUNT_MAX) {
        bins *= BIN_STEP;
    }
    if (bins > f->bin_count || bins * BIN_STEP < f->bin_count) {
        HR_TRY(set_bin_count(f, bins, error));
    }
    hr_frontier_set_pending_limit(f);
    return hr_bins_create(f->bin_count, &f->next, error);
}

hr_status hr_frontier_tally(hr_frontier *f, hr_depth depth, const hr_state *found, size_t n, hr_error *error) {
    hr_state states[HR_CHUNK_STATES];
    uint64_t hashes[HR_CHUNK_STATES];
    uint8_t numbers[HR_CHUNK_STATES];
    hr_puzzle_unmark(f->puzzle, found, n, states);
    hr_hash_states(states, n, UINT64_MAX, hashes);
    for (size_t i = 0; i < n; i++) {
        f->tally.fingerprint += hashes[i];
    }
    hr_count full = n;
    if (f->info->symmetry_order > 1) {
        full = 0;
        hr_puzzle_orbit_size(f->puzzle, states, n, numbers);
        for (size_t i = 0; i < n; i++) {
            full += numbers[i];
        }
    }
    f->tally.states += full;
    f->tally.canonical += n;
    if (f->info->has_target) {
        hr_puzzle_solved(f->puzzle, states, n, numbers);
        for (size_t i = 0; i < n; i++) {
            f->tally.solved += numbers[i];
        }
    }
    const hr_state_sink *sink = &f->options->sink;
    return sink->on_states == NULL ? HR_OK : sink->on_states(sink->context, depth, states, n, error);
}

/// Will the layer after the current one fit into memory? Looks at the node's memory only if the layer may be large.
static void foresee(hr_frontier *f) {
    const size_t next = expected_next(f);
    // The states of three layers, and pending states that are half as many as the next layer's states.
    const uint64_t states = ((uint64_t)f->previous_size + f->current_size + next + next / 2) * sizeof(hr_state) +
                            (uint64_t)f->bin_count * sizeof(hr_chunk) * 2;
    const hr_sink_memory sink = sink_memory(f, next);
    const uint64_t searching = states + sink.needed;
    f->would_need = f->base_bytes + (searching > sink.finish ? searching : sink.finish);
    if (f->would_need > LOOK_BYTES) {
        set_memory_limit(f, next);
    }
    f->would_not_fit = f->would_need > f->limit.bytes;
}

/// Make the next layer the current one on this rank, and the current layer the previous one.
static void rotate(hr_frontier *f) {
    hr_bins_destroy(&f->previous, &f->pool);
    f->previous = f->current;
    f->current = f->next;
    f->next = (hr_bins){0};
    f->previous_size = f->current_size;
    f->current_size = f->tally.canonical;
}

/// Returns HR_STOPPED with a text that says that the layer would need `need` bytes over all ranks, and that `refusing` ranks lack
/// them.
static hr_status refuse(hr_frontier *f, uint64_t need, uint64_t refusing, hr_error *error) {
    char all[HR_QUANTITY_MAX];
    char each[HR_QUANTITY_MAX];
    return hr_error_set(error, HR_STOPPED,
                        "layer %zu would need about %s over all ranks, more than is free on %llu of %u ranks (%s each here, %s); "
                        "use more nodes or raise --memory",
                        f->result->layer_count, hr_quantity_bytes(need, all), (unsigned long long)refusing, f->ranks,
                        hr_quantity_bytes(f->limit.bytes, each), f->limit.source);
}

/// Collective. Write the last layer to the run's log, if there is one.
static hr_status log_layer(const hr_frontier *f, hr_error *error) {
    if (f->options->event == NULL) {
        return HR_OK;
    }
    uint64_t busiest = f->current_size;
    uint64_t memory = (uint64_t)f->pool.chunks_used * sizeof(hr_chunk);
    HR_TRY(hr_comm_max(f->comm, &busiest, 1, error));
    HR_TRY(hr_comm_sum(f->comm, &memory, 1, error));
    const hr_event event = {.kind = HR_EVENT_LAYER,
                            .enumeration = f->result,
                            .seconds = hr_comm_seconds() - f->start,
                            .duration = f->result->layers[f->result->layer_count - 1].seconds,
                            .memory = memory,
                            .busiest = busiest};
    hr_run_watch_tell(&f->watch, &event);
    return HR_OK;
}

hr_status hr_frontier_end_layer(hr_frontier *f, hr_error *error) {
    uint64_t found = (f->tally.states | f->tally.canonical | f->tally.solved | f->tally.fingerprint) != 0;
    HR_TRY(hr_comm_sum(f->comm, &found, 1, error));
    if (found > 0) { // after an empty layer the last two layers stay for a checkpoint
        rotate(f);
        foresee(f);
    }
    const uint64_t sent = hr_exchange_bytes_sent(f->exchange);
    hr_run_watch_reserve(&f->watch, 0);
    enum { STATES, CANONICAL, SOLVED, FINGERPRINT, EXPANDED, MADE, KEPT, SENT, REFUSING, NEED, STOPPING, DUE, SUM_COUNT };
    uint64_t sums[SUM_COUNT] = {
        [STATES] = f->tally.states,
        [CANONICAL] = f->tally.canonical,
        [SOLVED] = f->tally.solved,
        [FINGERPRINT] = f->tally.fingerprint,
        [EXPANDED] = f->expanded,
        [MADE] = f->made,
        [KEPT] = f->kept,
        [SENT] = sent - f->sent_before,
        [REFUSING] = f->would_not_fit,
        [NEED] = f->would_need,
        [STOPPING] = hr_run_watch_stops(&f->watch),
        [DUE] = f->rank == 0 && hr_run_watch_due(&f->watch),
    };
    f->sent_before = sent;
    HR_TRY(hr_comm_sum(f->comm, sums, SUM_COUNT, error));
    const hr_layer_work work = {.expanded = sums[EXPANDED], .made = sums[MADE], .kept = sums[KEPT]};
    f->exhausted = found == 0 && (sums[STATES] | sums[CANONICAL] | sums[SOLVED] | sums[FINGERPRINT]) == 0;
    f->watch.due = sums[DUE] > 0 && !f->exhausted;
    if (f->exhausted) {
        return hr_space_check(f->info, f->result, &work, error);
    }
    const hr_layer layer = {.states = sums[STATES],
                            .canonical = sums[CANONICAL],
                            .solved = sums[SOLVED],
                            .fingerprint = sums[FINGERPRINT],
                            .seconds = hr_comm_seconds() - f->layer_start,
                            .bytes_sent = sums[SENT]};
    HR_TRY(hr_layer_check(f->info, (hr_count)f->info->symmetry_order, f->result, &layer, &work, error));
    if (found == 0) {
        return hr_error_set(error, HR_INTERNAL, "layer %zu cannot be right: no rank has states of it", f->result->layer_count);
    }
    HR_TRY(hr_enumeration_add(f->result, &layer, error));
    const hr_state_sink *sink = &f->options->sink;
    if (sink->on_layer != NULL) {
        f->watch.spoilt = true;
        HR_TRY(sink->on_layer(sink->context, (hr_depth)(f->result->layer_count - 1), error));
        f->watch.spoilt = false;
    }
    f->expanded = 0; // nothing of the new frontier is expanded yet
    hr_frontier_report(f, true);
    HR_TRY(log_layer(f, error));
    if (hr_enumeration_limit(f->result, f->options) != HR_STOP_NONE) {
        return HR_OK;
    }
    if (sums[STOPPING] > 0) {
        return hr_error_set(error, HR_STOPPED, "stopped");
    }
    return sums[REFUSING] == 0 ? HR_OK : refuse(f, sums[NEED], sums[REFUSING], error);
}

hr_status hr_frontier_list_hardest(hr_frontier *f, hr_error *error) {
    // A canonical state is the smallest of its images, so the smallest states are images of the smallest canonical states.
    hr_state smallest[HR_HARDEST_MAX];
    size_t n = 0;
    uint64_t spoilt = f->watch.spoilt;
    HR_TRY(hr_comm_max(f->comm, &spoilt, 1, error)); // where memory ran out, states of the layer may be lost
    for (size_t b = 0; b < f->current.count && spoilt == 0; b++) {
        const hr_bin *bin = &f->current.bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(bin, chunk);
            hr_state states[HR_CHUNK_STATES];
            hr_puzzle_unmark(f->puzzle, chunk->states, used, states);
            for (size_t i = 0; i < used; i++) {
                hr_smallest_offer(smallest, &n, states[i]);
            }
        }
    }
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(f->comm, smallest, n, &all, &total, error));
    hr_sort_states(all, total);
    hr_enumeration *result = f->result;
    result->hardest_listed = 0;
    for (size_t i = 0; i < total; i++) {
        hr_state images[HR_IMAGES_MAX];
        const size_t count = hr_puzzle_images(f->puzzle, all[i], images);
        for (size_t k = 0; k < count; k++) {
            hr_smallest_offer(result->hardest, &result->hardest_listed, images[k]);
        }
    }
    free(all);
    uint64_t peak = hr_system_peak_memory();
    HR_TRY(hr_comm_sum(f->comm, &peak, 1, error));
    result->peak_memory = peak;
    result->seconds = hr_comm_seconds() - f->start;
    return HR_OK;
}

void hr_frontier_report(hr_frontier *f, bool always) {
    if (f->options->progress == NULL || f->rank != 0 || (!always && f->expanded % REPORT_STATES >= HR_CHUNK_STATES)) {
        return;
    }
    const double now = hr_comm_seconds();
    if (!always && now - f->last_report < REPORT_SECONDS) {
        return;
    }
    f->last_report = now;
    const hr_progress progress = {
        .enumeration = f->result,
        .depth = (hr_depth)f->result->layer_count,
        .layer_done = f->current_size == 0 ? 1.0 : (double)f->expanded / (double)f->current_size,
        .seconds = now - f->start,
        .memory = (uint64_t)f->pool.chunks_used * sizeof(hr_chunk),
    };
    f->options->progress(&progress, f->options->progress_context);
}

hr_status hr_frontier_create(hr_frontier *f, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                             hr_enumeration *result, hr_error *error) {
    *f = (hr_frontier){
        .comm = comm,
        .puzzle = puzzle,
        .info = hr_puzzle_describe(puzzle),
        .options = options,
        .result = result,
        .marked = hr_puzzle_describe(puzzle)->key_mask != UINT64_MAX,
        .rank = (uint32_t)hr_comm_rank(comm),
        .ranks = (uint32_t)hr_comm_size(comm),
        .base_bytes = hr_frontier_base_bytes(hr_comm_size(comm)),
        .start = hr_comm_seconds(),
    };
    *result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    const hr_run_saver saver = hr_frontier_saver(f);
    HR_TRY(hr_run_watch_begin(&f->watch, comm, puzzle, "frontier", options, &saver, result, error));
    int node_ranks = 1;
    HR_TRY(hr_comm_count_node(comm, &node_ranks, error));
    f->node_ranks = (uint32_t)node_ranks;
    HR_TRY(hr_exchange_create(comm, &f->exchange, error));
    f->send_group = hr_exchange_outbox(f->exchange)->capacity / 4;
    f->send_group = f->send_group < BATCH_SUCCESSORS ? f->send_group : BATCH_SUCCESSORS;
    f->batch = BATCH_SUCCESSORS / f->info->max_successors;
    f->batch = f->batch < 1 ? 1 : f->batch < HR_CHUNK_STATES ? f->batch : HR_CHUNK_STATES;
    f->successor_room = f->batch * f->info->max_successors;
    f->successors = malloc(f->successor_room * sizeof *f->successors);
    f->hashes = malloc(f->send_group * sizeof *f->hashes);
    set_memory_limit(f, 0);
    hr_status status = f->successors == NULL || f->hashes == NULL
                           ? hr_error_set(error, HR_INTERNAL, "out of memory for a batch of states")
                           : HR_OK;
    if (status == HR_OK) {
        status = set_bin_count(f, 1, error);
    }
    return hr_comm_agree(comm, status, error);
}

void hr_frontier_destroy(hr_frontier *f) {
    hr_run_watch_end(&f->watch); // first, because a write that is under way reads the sets
    hr_bins_destroy(&f->previous, &f->pool);
    hr_bins_destroy(&f->current, &f->pool);
    hr_bins_destroy(&f->pending, &f->pool);
    hr_bins_destroy(&f->next, &f->pool);
    hr_chunk_pool_destroy(&f->pool);
    hr_dedup_table_clear(&f->table);
    hr_exchange_destroy(&f->exchange);
    free(f->successors);
    free(f->hashes);
}
