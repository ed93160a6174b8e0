// SPDX-License-Identifier: MIT
// The plane engine: a breadth-first search of a whole tile puzzle with one bit for each state.
//
// The graph is bipartite: a move changes the colour of the blank's cell. So the next layer needs only R(c), the states reached so
// far whose blank is on a cell of colour c, and is made in place: R(other colour) |= neighbours(R(c)). No frontier and no earlier
// layer is kept. New states are counted as they are found.

#include "enumerate/planes/planes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/system.h"
#include "core/try.h"
#include "enumerate/planes/engine.h"
#include "run/layer_check.h"

static const double REPORT_SECONDS = 0.1;

/// On rank 0: report progress, at most once in REPORT_SECONDS unless `always` is set.
static void report(hr_planes_engine *e, uint64_t slots_done, bool always) {
    if (e->options->progress == NULL || e->parts.rank != 0) {
        return;
    }
    const double now = hr_comm_seconds();
    if (!always && now - e->last_report < REPORT_SECONDS) {
        return;
    }
    e->last_report = now;
    const uint64_t words = e->parts.slots * (uint64_t)e->board.cells * e->parts.part_words;
    const hr_progress progress = {
        .enumeration = e->result,
        .depth = (hr_depth)e->result->layer_count,
        .layer_states = e->tally.states * (uint64_t)e->parts.ranks,
        .layer_done = e->parts.slots == 0 ? 1.0 : (double)slots_done / (double)e->parts.slots,
        .seconds = now - e->start,
        .memory = words * (e->parts.second != NULL ? 16 : 8),
    };
    e->options->progress(&progress, e->options->progress_context);
}

/// Make layer 0: mark the source as reached, on the rank that owns it.
static void seed(hr_planes_engine *e) {
    const hr_planes_parts *parts = &e->parts;
    const int cell = (int)(e->source / e->board.plane_states);
    const uint64_t index = e->source % e->board.plane_states;
    const uint64_t word = hr_planes_word(index);
    const uint64_t part = word / parts->part_words;
    const uint64_t in_part = word % parts->part_words;
    if ((int)parts->owner[part] != parts->rank) {
        return;
    }
    const uint64_t bit = UINT64_C(1) << hr_planes_bit(index);
    hr_planes_words(parts, part, cell)[in_part] |= bit;
    hr_planes_changed(parts, part, e->target_colour)[in_part / parts->block_words] = (uint16_t)(1U << cell);
    hr_planes_note(e, cell, word, &bit, 1);
    e->tally.states = 1;
    e->parts.reached[2 * (uint64_t)parts->slot[part] + (uint64_t)e->target_colour] = 1;
    if (e->tuning.expected != NULL && (e->tuning.expected(e->tuning.expected_context, cell)[word] & bit) != 0) {
        e->wrong = e->source;
    }
}

/// Is this rank the owner of the solved state, and has the state been reached?
static bool is_solved(const hr_planes_engine *e) {
    return e->has_target && hr_planes_owns(e, e->target) && hr_planes_reached(e, e->target);
}

/// Collective. Add the new layer's states to the target colour's planes, part by part. The words that the next part needs from
/// other ranks travel meanwhile. A rank that has a reason to stop leaves its parts as they are, but still sends the words that
/// other ranks wait for.
static hr_status expand(hr_planes_engine *e, hr_error *error) {
    HR_TRY(hr_planes_post(e, 0, error));
    for (uint64_t round = 0; round < e->parts.slots_max; round++) {
        const hr_planes_staging *staging = NULL;
        HR_TRY(hr_planes_post(e, round + 1, error));
        HR_TRY(hr_planes_arrive(e, round, &staging, error));
        if (round < e->parts.slots) {
            HR_TRY(hr_planes_update_part(e, round, staging, error));
            report(e, round, false);
        }
    }
    return HR_OK;
}

/// Collective. HR_CHECK if a new state has another value in the table that is verified; the text names the state.
static hr_status judge_values(hr_planes_engine *e, hr_error *error) {
    HR_TRY(hr_comm_min(e->comm, &e->wrong, 1, error));
    if (e->wrong == UINT64_MAX) {
        return HR_OK;
    }
    hr_state state = 0;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_unindex(e->puzzle, &e->wrong, 1, &state);
    hr_puzzle_format(e->puzzle, state, text);
    return hr_error_set(error, HR_CHECK,
                        "%.150s: wrong: the state %s has distance %" PRIu32 ", which is %" PRIu32 " mod 4, not %" PRIu32,
                        e->tuning.expected_name, text, e->depth, e->depth & 3U, (e->depth + 2U) & 3U);
}

/// Local. Is there a reason to stop now?
static bool stops_here(hr_planes_engine *e) {
    if (e->watched) {
        hr_run_watch_reserve(&e->watch, 0);
    }
    return hr_run_watch_stops(&e->watch);
}

/// Collective. Write the last layer to the run's log, if there is one.
static hr_status log_layer(const hr_planes_engine *e, hr_error *error) {
    if (e->options->event == NULL) {
        return HR_OK;
    }
    const hr_layer *layer = &e->result->layers[e->result->layer_count - 1];
    uint64_t busiest = (uint64_t)((double)e->tally.states * (double)layer->canonical / (double)layer->states);
    uint64_t memory = e->parts.slots * (uint64_t)e->board.cells * e->parts.part_words * (e->parts.second != NULL ? 16 : 8);
    HR_TRY(hr_comm_max(e->comm, &busiest, 1, error));
    HR_TRY(hr_comm_sum(e->comm, &memory, 1, error));
    const hr_event event = {.kind = HR_EVENT_LAYER,
                            .enumeration = e->result,
                            .seconds = hr_comm_seconds() - e->start,
                            .duration = layer->seconds,
                            .memory = memory,
                            .busiest = busiest};
    hr_run_watch_tell(&e->watch, &event);
    return HR_OK;
}

/// Collective. Add the layer's figures to the result, or set `exhausted` if the layer is empty. HR_STOPPED if some rank has left
/// the layer.
static hr_status end_layer(hr_planes_engine *e, hr_error *error) {
    enum { STATES, EXTRA, SOLVED, SENT, STOPPING, DUE, LEFT, SUM_COUNT };
    const uint64_t sent = e->bulk != NULL ? hr_bulk_bytes_sent(e->bulk) : 0;
    uint64_t sums[SUM_COUNT] = {
        [STATES] = e->tally.states + e->begun.states,
        [EXTRA] = hr_planes_count_symmetric(e) + e->begun.extra,
        [SOLVED] = is_solved(e) && e->result->first_solved == HR_DEPTH_UNREACHED,
        [SENT] = e->tally.bytes_sent + sent - e->sent_before,
        [STOPPING] = stops_here(e),
        [DUE] = e->watched && e->parts.rank == 0 && hr_run_watch_due(&e->watch),
        [LEFT] = e->left,
    };
    e->sent_before = sent;
    e->begun = (hr_planes_begun){.any = false};
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    HR_TRY(hr_comm_sum(e->comm, sums, SUM_COUNT, error)); // also a barrier: ranks of a node read each other's planes after it
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    e->stopping = sums[STOPPING] > 0;
    if (sums[LEFT] > 0) {
        return hr_error_set(error, HR_STOPPED, "stopped within a layer");
    }
    HR_TRY(hr_planes_share_summary(e, error));
    if (e->tuning.expected != NULL) {
        HR_TRY(judge_values(e, error));
    }
    e->exhausted = (sums[STATES] | sums[EXTRA] | sums[SOLVED]) == 0;
    e->watch.due = sums[DUE] > 0 && !e->exhausted;
    if (e->exhausted) {
        return hr_space_check(hr_puzzle_describe(e->puzzle), e->result, NULL, error);
    }
    const hr_layer layer = {.states = sums[STATES],
                            .canonical = (sums[STATES] + sums[EXTRA]) / (uint64_t)e->symmetry_order,
                            .solved = sums[SOLVED],
                            .seconds = hr_comm_seconds() - e->layer_start,
                            .bytes_sent = sums[SENT]};
    if (e->watched) { // a repeated search finds the list of symmetric states used up
        HR_TRY(hr_planes_check_layer(e, &layer, sums[EXTRA], error));
    }
    HR_TRY(hr_enumeration_add(e->result, &layer, error));
    report(e, e->parts.slots, true);
    return e->watched ? log_layer(e, error) : HR_OK;
}

/// Collective. Make the next layer: layer 0 from the source, each further layer from all reached states.
static hr_status make_layer(hr_planes_engine *e, hr_error *error) {
    e->depth = (hr_depth)e->result->layer_count;
    e->last_known = e->depth == e->last_depth;
    e->target_colour = hr_planes_colour_of(e, e->source) ^ (int)(e->depth & 1U);
    e->tally = (hr_layer){0};
    e->layer_start = hr_comm_seconds();
    if (!e->begun.any) { // else the list holds the states of the begun layer, from a checkpoint
        hr_planes_found_clear(&e->found);
    }
    if (e->depth == 0) {
        seed(e);
    } else {
        HR_TRY(expand(e, error));
    }
    HR_TRY(end_layer(e, error));
    if (!e->exhausted) {
        const hr_planes_found complete = e->found;
        e->found = e->last;
        e->last = complete;
    }
    return HR_OK;
}

/// Collective. Make the layers of `before` again, into the empty result. HR_STOPPED: a signal or the time limit ended the search.
static hr_status repeat_layers(hr_planes_engine *e, const hr_enumeration *before, hr_error *error) {
    const hr_enumeration *again = e->result;
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    HR_TRY(hr_comm_agree(e->comm, HR_OK, error)); // a barrier: no rank reads another rank's planes before they are empty
    while (again->layer_count < before->layer_count) {
        if (e->stopping) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(make_layer(e, error));
        const size_t depth = again->layer_count - 1;
        if (e->exhausted || again->layers[depth].states != before->layers[depth].states) {
            return hr_error_set(error, HR_INTERNAL, "layer %zu of a repeated search has other states than before", depth);
        }
    }
    return HR_OK;
}

/// Collective. Search again up to the last layer, which is known now, to list its smallest states. The planes start empty, so no
/// checkpoint can be written any more, unless the layers hold the whole space: such a checkpoint has no planes in it. The second
/// planes stay as they are, because each state gets the same distance again.
static hr_status search_again(hr_planes_engine *e, hr_error *error) {
    hr_enumeration *result = e->result;
    hr_enumeration again = {.first_solved = HR_DEPTH_UNREACHED};
    const bool exhausted = e->exhausted;
    e->last_depth = (hr_depth)result->layer_count - 1;
    e->watch.spoilt = !hr_planes_is_whole(e);
    e->watch.doing = "the states of the last layer were searched for";
    e->begun = (hr_planes_begun){.any = false};
    hr_planes_parts_reset(&e->parts);
    e->result = &again;
    const hr_status status = repeat_layers(e, result, error);
    e->result = result;
    e->exhausted = exhausted;
    hr_enumeration_clear(&again);
    if (status != HR_OK) { // the lists hold states of other layers
        hr_planes_found_clear(&e->last);
        hr_planes_found_clear(&e->found);
    }
    return status;
}

/// Collective. Put the last layer's smallest states, the peak memory and the time into the result. HR_STOPPED: a signal or the time
/// limit ended a repeated search.
static hr_status conclude(hr_planes_engine *e, hr_error *error) {
    bool again = false;
    HR_TRY(hr_planes_list_hardest(e, &again, error));
    if (again) {
        HR_TRY(search_again(e, error));
        HR_TRY(hr_planes_list_hardest(e, &again, error));
    }
    if (again) {
        return hr_error_set(error, HR_INTERNAL, "a repeated search has lost states of the last layer");
    }
    uint64_t peak = hr_system_peak_memory();
    HR_TRY(hr_comm_sum(e->comm, &peak, 1, error));
    e->result->peak_memory = peak;
    e->result->seconds = hr_comm_seconds() - e->start;
    return HR_OK;
}

/// Collective. Make layer after layer until the space or a limit ends. HR_STOPPED: a signal or the time limit ended the search.
static hr_status make_layers(hr_planes_engine *e, hr_error *error) {
    hr_enumeration *result = e->result;
    HR_TRY(hr_run_watch_restore(&e->watch, error));
    e->begun.extra = hr_planes_count_symmetric(e); // of all reached states; less those of complete layers
    if (e->parts.rank == 0) {
        e->begun.extra -= result->canonical * (uint64_t)e->symmetry_order - result->states;
    }
    result->stop = hr_enumeration_limit(result, e->options);
    e->watched = true;
    while (!e->exhausted && result->stop == HR_STOP_NONE) {
        HR_TRY(make_layer(e, error));
        result->stop = e->exhausted ? HR_STOP_NONE : hr_enumeration_limit(result, e->options);
        if (e->stopping && !e->exhausted && result->stop == HR_STOP_NONE) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(hr_run_watch_save_if_due(&e->watch, error));
    }
    return hr_planes_audit(e, error);
}

static hr_status search(hr_planes_engine *e, hr_error *error) {
    const hr_run_saver saver = hr_planes_saver(e);
    e->last_depth = e->options->max_depth;
    hr_status status = hr_run_watch_begin(&e->watch, e->comm, e->puzzle, "planes", e->options, &saver, e->result, error);
    if (status == HR_OK) {
        status = make_layers(e, error);
    }
    e->watched = false;
    if (status == HR_OK && e->result->stop != HR_STOP_NONE) {
        status = hr_run_watch_stop(&e->watch, status, error);
    }
    e->result->whole = status == HR_OK && e->result->stop == HR_STOP_NONE;
    if (status == HR_OK) {
        status = conclude(e, error);
    }
    if (status == HR_OK && e->result->whole) {
        status = hr_run_watch_conclude(&e->watch, error);
    } else if (status == HR_STOPPED) {
        status = hr_run_watch_stop(&e->watch, status, error);
    }
    hr_run_watch_end(&e->watch);
    if (status != HR_OK) {
        e->result->seconds = hr_comm_seconds() - e->start;
    }
    return status;
}

hr_status hr_planes_search(hr_planes_engine *e, hr_error *error) { return hr_comm_leave(e->comm, search(e, error), error); }

hr_status hr_planes_visit_distances(const hr_planes_engine *e,
                                    hr_status (*visit)(void *context, int cell, uint64_t first, const uint64_t *words, size_t n,
                                                       hr_error *error),
                                    void *context, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    for (uint64_t slot = 0; slot < parts->slots; slot++) {
        const uint64_t part = hr_planes_part_of(parts, parts->rank, slot);
        for (int cell = 0; cell < e->board.cells; cell++) {
            HR_TRY(visit(context, cell, part * parts->part_words, parts->second + hr_planes_offset(parts, slot, cell),
                         parts->part_words, error));
        }
    }
    return HR_OK;
}
