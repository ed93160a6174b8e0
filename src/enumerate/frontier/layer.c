// SPDX-License-Identifier: MIT
// The figures of a layer, and the hardest states.

#include <stdlib.h>

#include "comm/states.h"
#include "core/hash.h"
#include "core/smallest.h"
#include "core/sorting.h"
#include "core/try.h"
#include "core/vector.h"
#include "enumerate/frontier/state.h"
#include "run/layer_check.h"

enum { REPORT_STATES = 1 << 18 }; ///< expansions between two looks at the clock, about

/// Tell the sink which of the n states at `states` are solved: those whose entry in `numbers` is above 0.
static void tell_solved(const hr_frontier_task *task, hr_depth depth, const hr_state *states, const uint8_t *numbers, size_t n) {
    const hr_state_sink *sink = &task->options->sink;
    for (size_t i = 0; i < n; i++) {
        if (numbers[i] > 0) {
            sink->on_solved(sink->context, depth, states + i * task->words);
        }
    }
}

/// Returns true if `wanted` is one of `words[0..n)`.
HR_VECTOR_CLONES
static bool holds_word(const hr_state *words, size_t n, hr_state wanted) {
    hr_state found = 0;
    for (size_t i = 0; i < n; i++) {
        found |= words[i] == wanted;
    }
    return found != 0;
}

/// Returns true if the task's source is one of the n states at `states`.
static bool holds_source(const hr_frontier_task *task, const hr_state *states, size_t n) {
    const size_t words = task->words;
    bool found = holds_word(states, n * words, task->source[0]);
    if (found && words > 1) {
        size_t i = 0;
        while (i < n && !hr_words_equal(states + i * words, task->source, words)) {
            i++;
        }
        found = i < n;
    }
    return found;
}

/// HR_INTERNAL if the source is one of the n states at `states`, states of layer `depth`, and `depth` is not 0. After wrong layers
/// from a checkpoint the search could go in a circle for ever, because it knows only two layers. The circle comes to the source.
static hr_status check_source(const hr_frontier_task *task, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    return depth == 0 || !holds_source(task, states, n)
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL,
                              "layer %u cannot be right: it has the source, which is in layer 0; please report "
                              "this, and do not use the result",
                              depth);
}

hr_status hr_frontier_tally(const hr_frontier_task *task, hr_layer *tally, hr_depth depth, const hr_state *found, size_t n,
                            hr_error *error) {
    hr_state states[HR_CHUNK_WORDS];
    uint64_t hashes[HR_CHUNK_STATES];
    uint8_t numbers[HR_CHUNK_STATES];
    hr_puzzle_unmark(task->puzzle, found, n, states);
    HR_TRY(check_source(task, depth, states, n, error));
    hr_hash_words(states, task->words, n, UINT64_MAX, hashes);
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
    const hr_state_sink *sink = &task->options->sink;
    const hr_status status = sink->on_states == NULL ? HR_OK : sink->on_states(sink->context, depth, states, n, error);
    if (task->info->has_target) {
        hr_puzzle_solved(task->puzzle, states, n, numbers);
        hr_count solved = 0;
        for (size_t i = 0; i < n; i++) {
            solved += numbers[i];
        }
        tally->solved += solved;
        if (solved > 0 && sink->on_solved != NULL) {
            tell_solved(task, depth, states, numbers, n);
        }
    }
    return status;
}

/// Does the tally say that the layer has a state? One wrong figure alone must not end the search.
static bool has_states(const hr_layer *tally) {
    return (tally->states | tally->canonical | tally->solved | tally->fingerprint) != 0;
}

/// Make the next layer the current one on this rank, and the current layer the previous one. If moves cannot be undone, a successor
/// can be in any earlier layer, so the current layer is added to the previous ones.
static void rotate(hr_frontier *f, hr_count found) {
    hr_frontier_sets *sets = &f->sets;
    hr_chunk_pool *pool = &f->memory.pool;
    if (f->task.info->one_way) {
        hr_bins_append(&sets->previous, &sets->current);
        sets->previous_size += sets->current_size;
    } else {
        hr_bins_destroy(&sets->previous, pool);
        sets->previous = sets->current;
        sets->previous_size = sets->current_size;
    }
    sets->current = sets->next;
    sets->next = (hr_bins){0};
    sets->current_size = (size_t)found;
}

/// The figures that the ranks add up at the end of a layer. The first four are the layer's, the next three the work that made it.
enum { STATES, CANONICAL, SOLVED, FINGERPRINT, EXPANDED, MADE, KEPT, SENT, STOPPING, DUE, SUM_COUNT };

/// Collective. Add up the figures of the layer.
static hr_status add_up(hr_frontier *f, uint64_t sums[SUM_COUNT], hr_error *error) {
    const hr_frontier_making *layer = &f->layer;
    const uint64_t sent = hr_exchange_bytes_sent(f->sending.dealing.exchange);
    sums[STATES] = layer->tally.states;
    sums[CANONICAL] = layer->tally.canonical;
    sums[SOLVED] = layer->tally.solved;
    sums[FINGERPRINT] = layer->tally.fingerprint;
    sums[EXPANDED] = layer->expanded;
    sums[MADE] = layer->made;
    sums[KEPT] = layer->kept;
    sums[SENT] = sent - f->sending.sent_before;
    sums[STOPPING] = hr_run_watch_stops(&f->watch);
    sums[DUE] = f->task.rank == 0 && hr_keeper_due(&f->watch.keeper);
    f->sending.sent_before = sent;
    return hr_comm_sum(f->task.comm, sums, SUM_COUNT, error);
}

/// Collective. Add `layer` to the result, and tell the sink and the log.
static hr_status add_layer(hr_frontier *f, const hr_layer *layer, hr_error *error) {
    HR_TRY(hr_enumeration_add(f->result, layer, error));
    const hr_state_sink *sink = &f->task.options->sink;
    if (sink->on_layer != NULL) {
        hr_run_watch_set_spoilt(&f->watch, true);
        HR_TRY(sink->on_layer(sink->context, (hr_depth)(f->result->layer_count - 1), error));
        hr_run_watch_set_spoilt(&f->watch, false);
    }
    f->layer.expanded = 0; // nothing of the new frontier is expanded yet
    hr_frontier_report(f, true);
    const uint64_t memory = (uint64_t)f->memory.pool.chunks_used * sizeof(hr_chunk);
    return hr_run_watch_tell_layer(&f->watch, memory, f->sets.current_size, error);
}

hr_status hr_frontier_end_layer(hr_frontier *f, hr_error *error) {
    const hr_puzzle_info *info = f->task.info;
    uint64_t found = has_states(&f->layer.tally); // on how many ranks
    HR_TRY(hr_comm_sum(f->task.comm, &found, 1, error));
    if (found > 0) { // after an empty layer the last two layers stay for a checkpoint
        rotate(f, f->layer.tally.canonical);
    }
    if (f->watch.keeper.store !=
        NULL) { // one side of a search from both ends has no store; its reserve is set by hr_two_sides_reserve
        hr_run_watch_reserve(&f->watch, 0);
    }
    uint64_t sums[SUM_COUNT];
    HR_TRY(add_up(f, sums, error));
    const hr_layer layer = {.states = sums[STATES],
                            .canonical = sums[CANONICAL],
                            .solved = sums[SOLVED],
                            .fingerprint = sums[FINGERPRINT],
                            .seconds = hr_comm_seconds() - f->layer.start,
                            .bytes_sent = sums[SENT]};
    const hr_layer_work work = {.expanded = sums[EXPANDED], .made = sums[MADE], .kept = sums[KEPT]};
    f->exhausted = found == 0 && !has_states(&layer);
    hr_run_watch_set_due(&f->watch, sums[DUE] > 0 && !f->exhausted);
    if (f->exhausted) {
        return hr_space_check(info, f->result, &work, error);
    }
    HR_TRY(hr_layer_check(info, (hr_count)info->symmetry_order, f->result, &layer, &work, error));
    if (found == 0) {
        return hr_error_set(error, HR_INTERNAL, "layer %zu cannot be right: no rank has states of it", f->result->layer_count);
    }
    HR_TRY(add_layer(f, &layer, error));
    if (hr_enumeration_limit(f->result, f->task.options) != HR_STOP_NONE) {
        return HR_OK;
    }
    return sums[STOPPING] > 0 ? hr_error_set(error, HR_STOPPED, "stopped") : HR_OK;
}

/// Local. Offer `count` states to the *n states at `smallest`.
HR_INLINE void offer_states(hr_state *smallest, size_t *n, const hr_state *states, size_t count, size_t words) {
    for (size_t i = 0; i < count; i++) {
        hr_smallest_offer_words(smallest, n, states + i * words, words);
    }
}

/// Local. Offer the states of this rank's last layer to the *n states at `smallest`.
static void offer_layer(const hr_frontier *f, hr_state *smallest, size_t *n) {
    const size_t words = f->task.words;
    for (size_t b = 0; b < f->sets.current.count; b++) {
        const hr_bin *bin = &f->sets.current.bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(bin, chunk, words);
            hr_state states[HR_CHUNK_WORDS];
            hr_puzzle_unmark(f->task.puzzle, chunk->states, used, states);
            HR_FOR_WORDS(words, offer_states, smallest, n, states, used);
        }
    }
}

hr_status hr_frontier_list_hardest(hr_frontier *f, hr_error *error) {
    // A canonical state is the smallest of its images, so the smallest states are images of the smallest canonical states.
    const hr_comm *comm = f->task.comm;
    const size_t words = f->task.words;
    hr_state smallest[HR_HARDEST_MAX * HR_STATE_WORDS_MAX];
    size_t n = 0;
    uint64_t spoilt = f->watch.spoilt;
    HR_TRY(hr_comm_max(comm, &spoilt, 1, error)); // where memory ran out, states of the layer may be lost
    if (spoilt == 0) {
        offer_layer(f, smallest, &n);
    }
    hr_state *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(comm, smallest, n * words, &all, &total, error));
    total = hr_sort_distinct(all, total / words, words);
    hr_enumeration *result = f->result;
    result->hardest_listed = 0;
    for (size_t i = 0; i < total; i++) {
        hr_state images[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
        const hr_state *state = all + i * words;
        const size_t count = hr_puzzle_images(f->task.puzzle, state, images);
        for (size_t k = 0; k < count; k++) {
            hr_smallest_offer_words(result->hardest, &result->hardest_listed, images + k * words, words);
        }
    }
    free(all);
    return HR_OK;
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
