// SPDX-License-Identifier: MIT
// The loop over the layers of a search with bits. Bits do not show in which layer a state was reached, so the rule lists the states
// of layers that may be the last one. If the last layer was not listed, the search is repeated up to this layer, which is known
// then.

#include "enumerate/bits/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/smallest.h"
#include "core/try.h"
#include "run/layer_check.h"

/// This rank's memory for states, in bytes.
static uint64_t state_bytes(const hr_bits_parts *parts) {
    uint64_t words = 0;
    for (int kind = 0; kind < HR_BITS_KINDS; kind++) {
        words += hr_bits_in_memory(&parts->shape, (hr_bits_kind)kind, parts->deal.slots) * parts->shape.kind_words[kind];
    }
    return words * (parts->second != NULL ? 16 : 8);
}

void hr_bits_report(hr_bits_search *s, double done, bool always) {
    const hr_progress progress = {
        .enumeration = s->result,
        .layer_states = s->layer.states * (uint64_t)s->parts.deal.ranks,
        .layer_done = done,
        .memory = state_bytes(&s->parts),
    };
    hr_run_watch_report(&s->watch, &progress, always);
}

/// Local. Is there a reason to stop now?
static bool stops_here(hr_bits_search *s) {
    if (s->watched) {
        hr_run_watch_reserve(&s->watch, 0);
    }
    return hr_run_watch_stops(&s->watch);
}

/// Local. Is a checkpoint to be written? The next layer changes files of older checkpoints, so with a disk every layer's end writes
/// one.
static bool is_due(const hr_bits_search *s) {
    return s->disk != NULL ? s->watch.keeper.store != NULL : hr_keeper_due(&s->watch.keeper);
}

/// What the ranks add up at the end of a layer, behind the rule's figures.
enum { SUM_SENT = HR_BITS_FIGURES, SUM_STOPPING, SUM_DUE, SUM_LEFT, SUM_READ, SUM_WRITTEN, SUM_COUNT };

/// Collective. Add up the figures of the layer. HR_STOPPED if some rank has left the layer.
static hr_status add_up(hr_bits_search *s, uint64_t sums[SUM_COUNT], hr_error *error) {
    const hr_transferred moved = s->disk != NULL ? hr_transfers_moved(s->disk->transfers) : (hr_transferred){.read = 0};
    s->rule->count(s, sums);
    sums[HR_BITS_SOLVED] = sums[HR_BITS_SOLVED] != 0 && s->result->first_solved == HR_DEPTH_UNREACHED;
    sums[SUM_SENT] = s->layer.sent;
    sums[SUM_STOPPING] = stops_here(s);
    sums[SUM_DUE] = s->watched && s->parts.deal.rank == 0 && is_due(s);
    sums[SUM_LEFT] = s->layer.left;
    sums[SUM_READ] = moved.read;
    sums[SUM_WRITTEN] = moved.written;
    HR_TRY(hr_bits_meet(s, sums, SUM_COUNT, error));
    s->result->scratch_read = sums[SUM_READ];
    s->result->scratch_written = sums[SUM_WRITTEN];
    s->stopping = sums[SUM_STOPPING] > 0;
    return sums[SUM_LEFT] == 0 ? HR_OK : hr_error_set(error, HR_STOPPED, "stopped within a layer");
}

/// Local. HR_INTERNAL, with the numbers, if the layer's figures cannot be right.
static hr_status check_layer(const hr_bits_search *s, const hr_layer *layer, uint64_t extra, hr_error *error) {
    const hr_count order = (hr_count)s->symmetry_order;
    if ((layer->states + extra) % order != 0 || s->result->states + layer->states > s->space) {
        return hr_error_set(error, HR_INTERNAL,
                            "layer %zu cannot be right: its %" PRIu64 " states, %" PRIu64 " for symmetric ones, %" PRIu64
                            " symmetries, %" PRIu64 " states before of %" PRIu64 "; please report this, and do not use the result",
                            s->result->layer_count, layer->states, extra, order, s->result->states, s->space);
    }
    return hr_layer_check(hr_puzzle_describe(s->puzzle), order, s->result, layer, NULL, error);
}

/// Collective. Add the layer to the result, if its figures can be right, and tell the log.
static hr_status add_layer(hr_bits_search *s, const uint64_t sums[SUM_COUNT], hr_error *error) {
    const hr_layer layer = {.states = sums[HR_BITS_STATES],
                            .canonical = (sums[HR_BITS_STATES] + sums[HR_BITS_EXTRA]) / (uint64_t)s->symmetry_order,
                            .solved = sums[HR_BITS_SOLVED],
                            .seconds = hr_comm_seconds() - s->layer.start,
                            .bytes_sent = sums[SUM_SENT]};
    if (s->watched) { // a repeated search finds the list of symmetric states used up
        HR_TRY(check_layer(s, &layer, sums[HR_BITS_EXTRA], error));
    }
    HR_TRY(hr_enumeration_add(s->result, &layer, error));
    hr_bits_report(s, 1.0, true);
    const double own = (double)s->layer.states * (double)layer.canonical / (double)layer.states;
    const hr_count canonical = s->rule->counts_by_rank ? (hr_count)own : layer.canonical / (hr_count)s->parts.deal.ranks;
    return s->watched ? hr_run_watch_tell_layer(&s->watch, state_bytes(&s->parts), canonical, error) : HR_OK;
}

/// Collective. Add the layer's figures to the result, or set `exhausted` if the layer is empty. HR_STOPPED if some rank has left
/// the layer.
static hr_status end_layer(hr_bits_search *s, hr_error *error) {
    uint64_t sums[SUM_COUNT] = {0};
    HR_TRY(add_up(s, sums, error));
    HR_TRY(hr_bits_share_summary(s, error));
    HR_TRY(s->rule->check_figures != NULL ? s->rule->check_figures(s, sums, error) : HR_OK);
    s->exhausted = (sums[HR_BITS_STATES] | sums[HR_BITS_EXTRA] | sums[HR_BITS_SOLVED]) == 0;
    hr_run_watch_set_due(&s->watch, sums[SUM_DUE] > 0 && !s->exhausted);
    return s->exhausted ? hr_space_check(hr_puzzle_describe(s->puzzle), s->result, NULL, error) : add_layer(s, sums, error);
}

/// Collective. Make the next layer: layer 0 from the source, each further layer from all reached states.
static hr_status make_layer(hr_bits_search *s, hr_error *error) {
    s->layer = (hr_bits_layer){.depth = (hr_depth)s->result->layer_count, .start = hr_comm_seconds()};
    HR_TRY(s->rule->make_layer(s, error));
    HR_TRY(end_layer(s, error));
    s->rule->turn(s);
    return HR_OK;
}

/// Collective. Make the layers of `before` again, into the empty result. HR_STOPPED: a signal or the time limit ended the search.
static hr_status repeat_layers(hr_bits_search *s, const hr_enumeration *before, hr_error *error) {
    const hr_enumeration *again = s->result;
    uint64_t nothing = 0;
    HR_TRY(hr_bits_meet(s, &nothing, 1, error)); // no rank reads another rank's planes before they are empty
    while (again->layer_count < before->layer_count) {
        if (s->stopping) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(make_layer(s, error));
        const size_t depth = again->layer_count - 1;
        if (s->exhausted || again->layers[depth].states != before->layers[depth].states) {
            return hr_error_set(error, HR_INTERNAL, "layer %zu of a repeated search has other states than before", depth);
        }
    }
    return HR_OK;
}

/// Collective. Search again up to the last layer, which is known now, to list its smallest states. The planes start empty, so no
/// checkpoint can be written any more, unless the layers hold the whole space: such a checkpoint has no planes in it. Distances
/// stay as they are, because each state gets the same distance again.
static hr_status search_again(hr_bits_search *s, hr_error *error) {
    hr_enumeration *result = s->result;
    hr_enumeration again = {.first_solved = HR_DEPTH_UNREACHED};
    const bool exhausted = s->exhausted;
    s->last_depth = (hr_depth)result->layer_count - 1;
    hr_run_watch_set_spoilt(&s->watch, !hr_bits_is_whole(s));
    hr_run_watch_set_doing(&s->watch, "the states of the last layer were searched for");
    s->rule->reset(s);
    hr_status status = hr_bits_disk_restart(s->disk, error);
    s->result = &again;
    status = status == HR_OK ? repeat_layers(s, result, error) : status;
    s->result = result;
    result->scratch_read = again.scratch_read;
    result->scratch_written = again.scratch_written;
    s->exhausted = exhausted;
    hr_enumeration_clear(&again);
    if (status != HR_OK) { // the lists hold states of other layers
        s->rule->reset(s);
    }
    return status;
}

/// Collective. Put the last layer's smallest states into the result. *again: they were not listed, and the result stays unchanged.
/// HR_INTERNAL: memory or MPI has failed.
static hr_status list_hardest(hr_bits_search *s, bool *again, hr_error *error) {
    const hr_bits_list *last = &s->lists.last;
    uint64_t noted = last->noted;
    HR_TRY(hr_comm_sum(s->comm, &noted, 1, error));
    *again = noted != s->result->layers[s->result->layer_count - 1].states;
    if (*again) {
        return HR_OK;
    }
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(s->comm, last->smallest, last->count, &all, &total, error));
    s->result->hardest_listed = 0;
    for (size_t i = 0; i < total; i++) {
        hr_smallest_offer(s->result->hardest, &s->result->hardest_listed, all[i]);
    }
    free(all);
    return HR_OK;
}

/// Collective. Put the last layer's smallest states, the peak memory and the time into the result. HR_STOPPED: a signal or the time
/// limit ended a repeated search.
static hr_status conclude(hr_bits_search *s, hr_error *error) {
    bool again = false;
    HR_TRY(list_hardest(s, &again, error));
    if (again) {
        HR_TRY(search_again(s, error));
        HR_TRY(list_hardest(s, &again, error));
    }
    if (again) {
        return hr_error_set(error, HR_INTERNAL, "a repeated search has lost states of the last layer");
    }
    return hr_run_watch_measure(&s->watch, error);
}

/// Collective. Make layer after layer until the space is exhausted or a limit is reached. HR_STOPPED: a signal or the time limit
/// ended the search.
static hr_status make_layers(hr_bits_search *s, hr_error *error) {
    hr_enumeration *result = s->result;
    HR_TRY(hr_run_watch_restore(&s->watch, error));
    HR_TRY(hr_bits_disk_begin(s->disk, error));
    HR_TRY(s->rule->begin != NULL ? s->rule->begin(s, error) : HR_OK);
    result->stop = hr_enumeration_limit(result, s->options);
    s->watched = true;
    while (!s->exhausted && result->stop == HR_STOP_NONE) {
        HR_TRY(make_layer(s, error));
        result->stop = s->exhausted ? HR_STOP_NONE : hr_enumeration_limit(result, s->options);
        if (s->stopping && !s->exhausted && result->stop == HR_STOP_NONE) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(hr_run_watch_save_if_due(&s->watch, error));
    }
    return s->rule->audit(s, error);
}

static hr_status search_space(hr_bits_search *s, hr_error *error) {
    hr_enumeration *result = s->result;
    s->last_depth = s->options->max_depth;
    hr_status status = make_layers(s, error);
    s->watched = false;
    if (status == HR_OK && result->stop != HR_STOP_NONE) {
        status = hr_run_watch_stop(&s->watch, status, error);
    }
    result->whole = status == HR_OK && result->stop == HR_STOP_NONE;
    if (status == HR_OK) {
        status = conclude(s, error);
    }
    if (status == HR_OK && result->whole) {
        status = hr_run_watch_conclude(&s->watch, error);
    } else if (status == HR_STOPPED) {
        status = hr_run_watch_stop(&s->watch, status, error);
    }
    if (status != HR_OK && status != HR_STOPPED) {
        result->seconds = hr_keeper_seconds(&s->watch.keeper);
    }
    return status;
}

void hr_bits_tear_down(hr_bits_search **search) {
    hr_bits_search *s = *search;
    const bool shared = s->disk != NULL; // the stagings' words are the disk's
    hr_bits_disk_destroy(&s->disk);
    hr_run_watch_end(&s->watch);
    hr_bits_parts_destroy(&s->parts);
    hr_bits_board_clear(&s->board);
    hr_bulk_destroy(&s->bulk);
    hr_bits_partners_clear(&s->partners);
    for (int i = 0; i < HR_BITS_BUFFERS; i++) {
        free(shared ? NULL : s->buffers[i].staging.words);
    }
    free(s->summary);
    free(s->symmetric.states);
    if (s->rule->tear_down != NULL) {
        s->rule->tear_down(s);
    }
    free(s);
    *search = NULL;
}

/// Local. Let the conclusion of the run write the ordered table.
static void order_table(hr_bits_search *s) {
    s->writing = (hr_table_writing){.order = s->tuning.order, .result = s->result, .engine = s, .write = s->rule->write_table};
    s->with_table = *s->options;
    s->with_table.conclusion = hr_table_conclusion(&s->writing);
    s->options = &s->with_table;
}

hr_status hr_bits_set_up(const hr_bits_rule *rule, const hr_run_task *task, const hr_bits_tuning *tuning, hr_bits_search **search,
                         hr_error *error) {
    hr_enumeration *result = task->result;
    *result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    hr_bits_search *s = hr_comm_allocate(task->comm, rule->bytes, "an engine", error);
    *search = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    *s = (hr_bits_search){.rule = rule,
                          .comm = task->comm,
                          .puzzle = task->puzzle,
                          .options = task->options,
                          .tuning = *tuning,
                          .result = result,
                          .kernels = tuning->kernels != NULL ? tuning->kernels : hr_bits_kernels_best()};
    if (tuning->order != NULL) {
        order_table(s);
    }
    const hr_status status = hr_comm_leave(task->comm, hr_bits_set_up_search(s, error), error);
    if (status == HR_STOPPED) {
        result->stop = HR_STOP_MEMORY;
        (void)snprintf(result->stop_text, sizeof result->stop_text, "%s", error != NULL ? error->text : "out of memory");
    }
    if (status != HR_OK) {
        hr_bits_tear_down(search);
    }
    return status;
}

hr_status hr_bits_enumerate(const hr_bits_rule *rule, const hr_run_task *task, const hr_bits_tuning *tuning, hr_error *error) {
    hr_bits_search *s = NULL;
    HR_TRY(hr_bits_set_up(rule, task, tuning, &s, error));
    const hr_status status = hr_comm_leave(task->comm, search_space(s, error), error);
    hr_bits_tear_down(&s);
    return status;
}

hr_status hr_bits_run_engine(const hr_engine *engine, const hr_run_task *task, hr_table_order *order, hr_error *error) {
    const hr_bits_tuning tuning = {.order = order->path != NULL ? order : NULL};
    return hr_bits_enumerate(engine->rule, task, &tuning, error);
}
