// SPDX-License-Identifier: MIT
// The figures of a layer, and the hardest states.

#include <stdlib.h>

#include "core/smallest.h"
#include "core/sorting.h"
#include "core/try.h"
#include "enumerate/frontier/state.h"
#include "run/layer_check.h"

enum { REPORT_STATES = 1 << 18 }; ///< expansions between two looks at the clock, about

hr_status hr_frontier_tally(const hr_frontier_task *task, hr_layer *tally, hr_depth depth, const hr_state *found, size_t n,
                            hr_error *error) {
    hr_state states[HR_CHUNK_STATES];
    uint64_t hashes[HR_CHUNK_STATES];
    uint8_t numbers[HR_CHUNK_STATES];
    hr_puzzle_unmark(task->puzzle, found, n, states);
    hr_hash_states(states, n, UINT64_MAX, hashes);
    for (size_t i = 0; i < n; i++) {
        tally->fingerprint += hashes[i];
    }
    hr_count full = n;
    if (task->info->symmetry_order > 1) {
        full = 0;
        hr_puzzle_orbit_size(task->puzzle, states, n, numbers);
        for (size_t i = 0; i < n; i++) {
            full += numbers[i];
        }
    }
    tally->states += full;
    tally->canonical += n;
    if (task->info->has_target) {
        hr_puzzle_solved(task->puzzle, states, n, numbers);
        for (size_t i = 0; i < n; i++) {
            tally->solved += numbers[i];
        }
    }
    const hr_state_sink *sink = &task->options->sink;
    return sink->on_states == NULL ? HR_OK : sink->on_states(sink->context, depth, states, n, error);
}

/// Does the tally say that the layer has a state? One wrong figure alone must not end the search.
static bool has_states(const hr_layer *tally) {
    return (tally->states | tally->canonical | tally->solved | tally->fingerprint) != 0;
}

/// Make the next layer the current one on this rank, and the current layer the previous one.
static void rotate(hr_frontier_sets *sets, hr_chunk_pool *pool, hr_count found) {
    hr_bins_destroy(&sets->previous, pool);
    sets->previous = sets->current;
    sets->current = sets->next;
    sets->next = (hr_bins){0};
    sets->previous_size = sets->current_size;
    sets->current_size = (size_t)found;
}

/// The figures that the ranks add up at the end of a layer.
typedef struct layer_sums {
    hr_layer layer;       ///< the layer's figures
    hr_layer_work work;   ///< the work that made the layer
    uint64_t with_states; ///< ranks that have states of the layer
    uint64_t refusing;    ///< ranks on which the layer after this one would not fit into memory
    uint64_t need;        ///< bytes that the layer after this one would need
    uint64_t stopping;    ///< ranks that have a reason to stop
    uint64_t due;         ///< is a checkpoint due?
} layer_sums;

/// Collective. Add up the figures of the layer. `with_states`: how many ranks have states of it.
static hr_status add_up(hr_frontier *f, uint64_t with_states, layer_sums *sums, hr_error *error) {
    enum { STATES, CANONICAL, SOLVED, FINGERPRINT, EXPANDED, MADE, KEPT, SENT, REFUSING, NEED, STOPPING, DUE, COUNT };
    const hr_frontier_making *layer = &f->layer;
    const uint64_t sent = hr_exchange_bytes_sent(f->sending.exchange);
    uint64_t all[COUNT] = {
        [STATES] = layer->tally.states,
        [CANONICAL] = layer->tally.canonical,
        [SOLVED] = layer->tally.solved,
        [FINGERPRINT] = layer->tally.fingerprint,
        [EXPANDED] = layer->expanded,
        [MADE] = layer->made,
        [KEPT] = layer->kept,
        [SENT] = sent - f->sending.sent_before,
        [REFUSING] = layer->would_not_fit,
        [NEED] = layer->would_need,
        [STOPPING] = hr_run_watch_stops(&f->watch),
        [DUE] = f->task.rank == 0 && hr_run_watch_due(&f->watch),
    };
    f->sending.sent_before = sent;
    HR_TRY(hr_comm_sum(f->task.comm, all, COUNT, error));
    *sums = (layer_sums){
        .layer = {.states = all[STATES],
                  .canonical = all[CANONICAL],
                  .solved = all[SOLVED],
                  .fingerprint = all[FINGERPRINT],
                  .seconds = hr_comm_seconds() - layer->start,
                  .bytes_sent = all[SENT]},
        .work = {.expanded = all[EXPANDED], .made = all[MADE], .kept = all[KEPT]},
        .with_states = with_states,
        .refusing = all[REFUSING],
        .need = all[NEED],
        .stopping = all[STOPPING],
        .due = all[DUE],
    };
    return HR_OK;
}

/// Collective. Add the layer to the result, if its figures can be right, and tell the sink and the log.
static hr_status add_layer(hr_frontier *f, const layer_sums *sums, hr_error *error) {
    const hr_frontier_task *task = &f->task;
    HR_TRY(hr_layer_check(task->info, (hr_count)task->info->symmetry_order, f->result, &sums->layer, &sums->work, error));
    if (sums->with_states == 0) {
        return hr_error_set(error, HR_INTERNAL, "layer %zu cannot be right: no rank has states of it", f->result->layer_count);
    }
    HR_TRY(hr_enumeration_add(f->result, &sums->layer, error));
    const hr_state_sink *sink = &task->options->sink;
    if (sink->on_layer != NULL) {
        f->watch.spoilt = true;
        HR_TRY(sink->on_layer(sink->context, (hr_depth)(f->result->layer_count - 1), error));
        f->watch.spoilt = false;
    }
    f->layer.expanded = 0; // nothing of the new frontier is expanded yet
    hr_frontier_report(f, true);
    const uint64_t memory = (uint64_t)f->memory.pool.chunks_used * sizeof(hr_chunk);
    return hr_run_watch_tell_layer(&f->watch, memory, f->sets.current_size, error);
}

hr_status hr_frontier_end_layer(hr_frontier *f, hr_error *error) {
    uint64_t with_states = has_states(&f->layer.tally);
    HR_TRY(hr_comm_sum(f->task.comm, &with_states, 1, error));
    if (with_states > 0) { // after an empty layer the last two layers stay for a checkpoint
        rotate(&f->sets, &f->memory.pool, f->layer.tally.canonical);
        hr_frontier_foresee(f);
    }
    hr_run_watch_reserve(&f->watch, 0);
    layer_sums sums;
    HR_TRY(add_up(f, with_states, &sums, error));
    f->exhausted = with_states == 0 && !has_states(&sums.layer);
    f->watch.due = sums.due > 0 && !f->exhausted;
    if (f->exhausted) {
        return hr_space_check(f->task.info, f->result, &sums.work, error);
    }
    HR_TRY(add_layer(f, &sums, error));
    if (hr_enumeration_limit(f->result, f->task.options) != HR_STOP_NONE) {
        return HR_OK;
    }
    if (sums.stopping > 0) {
        return hr_error_set(error, HR_STOPPED, "stopped");
    }
    return sums.refusing == 0 ? HR_OK : hr_frontier_refuse(f, sums.need, sums.refusing, error);
}

/// Local. Offer the states of this rank's last layer to `smallest[0..*n)`.
static void offer_layer(const hr_frontier *f, hr_state smallest[HR_HARDEST_MAX], size_t *n) {
    for (size_t b = 0; b < f->sets.current.count; b++) {
        const hr_bin *bin = &f->sets.current.bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(bin, chunk);
            hr_state states[HR_CHUNK_STATES];
            hr_puzzle_unmark(f->task.puzzle, chunk->states, used, states);
            for (size_t i = 0; i < used; i++) {
                hr_smallest_offer(smallest, n, states[i]);
            }
        }
    }
}

hr_status hr_frontier_list_hardest(hr_frontier *f, hr_error *error) {
    // A canonical state is the smallest of its images, so the smallest states are images of the smallest canonical states.
    const hr_comm *comm = f->task.comm;
    hr_state smallest[HR_HARDEST_MAX];
    size_t n = 0;
    uint64_t spoilt = f->watch.spoilt;
    HR_TRY(hr_comm_max(comm, &spoilt, 1, error)); // where memory ran out, states of the layer may be lost
    if (spoilt == 0) {
        offer_layer(f, smallest, &n);
    }
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(comm, smallest, n, &all, &total, error));
    hr_sort_states(all, total);
    hr_enumeration *result = f->result;
    result->hardest_listed = 0;
    for (size_t i = 0; i < total; i++) {
        hr_state images[HR_IMAGES_MAX];
        const size_t count = hr_puzzle_images(f->task.puzzle, all[i], images);
        for (size_t k = 0; k < count; k++) {
            hr_smallest_offer(result->hardest, &result->hardest_listed, images[k]);
        }
    }
    free(all);
    return hr_run_watch_measure(&f->watch, error);
}

void hr_frontier_report(hr_frontier *f, bool always) {
    const size_t expanded = f->layer.expanded;
    const size_t size = f->sets.current_size;
    if (always || expanded % REPORT_STATES < HR_CHUNK_STATES) {
        const hr_progress progress = {
            .enumeration = f->result,
            .layer_done = size == 0 ? 1.0 : (double)expanded / (double)size,
            .memory = (uint64_t)f->memory.pool.chunks_used * sizeof(hr_chunk),
        };
        hr_run_watch_report(&f->watch, &progress, always);
    }
}
