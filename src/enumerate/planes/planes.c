// SPDX-License-Identifier: MIT
// The plane engine: a breadth-first search of a whole tile puzzle with one bit for each state.
//
// The graph is bipartite: a move changes the colour of the blank's cell. So the next layer needs only R(c), the states reached so
// far whose blank is on a cell of colour c, and is made in place: R(other colour) |= neighbours(R(c)). No frontier and no earlier
// layer is kept. New states are counted as they are found.

#include "enumerate/planes/planes.h"

#include <inttypes.h>

#include "core/try.h"
#include "enumerate/planes/scratch.h"
#include "run/layer_check.h"

/// This rank's memory for states, in bytes.
static uint64_t state_bytes(const hr_planes_parts *parts) {
    uint64_t words = 0;
    for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
        words += hr_planes_in_memory(&parts->shape, (hr_planes_kind)kind, parts->deal.slots) * parts->shape.kind_words[kind];
    }
    return words * (parts->second != NULL ? 16 : 8);
}

static void report(hr_planes_engine *e, uint64_t slots_done, bool always) {
    const hr_planes_parts *parts = &e->parts;
    const hr_progress progress = {
        .enumeration = e->result,
        .layer_states = e->layer.tally.states * (uint64_t)parts->deal.ranks,
        .layer_done = parts->deal.slots == 0 ? 1.0 : (double)slots_done / (double)parts->deal.slots,
        .memory = state_bytes(parts),
    };
    hr_run_watch_report(&e->watch, &progress, always);
}

/// A visit of a part that has been updated, with scratch: note the part's symmetric and solved states, and report progress.
static void end_part(hr_planes_engine *e, uint64_t slot, void *context) {
    (void)context;
    hr_planes_note_part(e, slot);
    report(e, slot, false);
}

/// Mark the source as reached. A visit of the part that holds the source.
static void mark_source(hr_planes_engine *e, uint64_t slot, void *context) {
    (void)context;
    const hr_planes_task *task = &e->task;
    const hr_planes_parts *parts = &e->parts;
    const int cell = (int)(task->source / task->board.plane_states);
    const uint64_t index = task->source % task->board.plane_states;
    const uint64_t word = hr_planes_word(index);
    const uint64_t part = word / parts->shape.part_words;
    const uint64_t in_part = word % parts->shape.part_words;
    const uint64_t bit = UINT64_C(1) << hr_planes_bit(index);
    hr_planes_words(parts, part, cell)[in_part] |= bit;
    hr_planes_changed(parts, part, e->layer.colour)[in_part / parts->shape.block_words] = (uint16_t)(1U << cell);
    hr_planes_note(&e->task, &e->lists, cell, word, &bit, 1);
    e->layer.tally.states = 1;
    parts->reached[2 * (uint64_t)parts->deal.slot[part] + (uint64_t)e->layer.colour] = 1;
    if (task->tuning.expected != NULL && (task->tuning.expected(task->tuning.expected_context, cell)[word] & bit) != 0) {
        e->layer.wrong = task->source;
    }
    if (e->scratch != NULL) {
        hr_planes_note_part(e, slot);
    }
}

/// Collective. Make layer 0: mark the source as reached, on the rank that owns it.
static hr_status seed(hr_planes_engine *e, hr_error *error) {
    hr_status status = HR_OK;
    if (hr_planes_owns(&e->parts, e->task.source)) {
        status = hr_planes_seed_part(e, hr_planes_slot_of(&e->parts, e->task.source), mark_source, error);
    }
    return hr_comm_agree(e->task.comm, status, error);
}

/// Is this rank the owner of the solved state, and has the state been reached?
static bool is_solved(const hr_planes_engine *e) {
    if (e->scratch != NULL) {
        return e->layer.solved;
    }
    return e->task.has_target && hr_planes_owns(&e->parts, e->task.target) && hr_planes_reached(&e->parts, e->task.target);
}

/// Collective. Add the new layer's states to the target colour's planes, part by part. The words that the next part needs from
/// other ranks travel meanwhile. A rank that has a reason to stop leaves its parts as they are, but still sends the words that
/// other ranks wait for.
static hr_status expand(hr_planes_engine *e, hr_error *error) {
    HR_TRY(hr_planes_post(e, 0, error));
    for (uint64_t round = 0; round < e->parts.deal.slots_max; round++) {
        const hr_planes_staging *staging = NULL;
        HR_TRY(hr_planes_post(e, round + 1, error));
        HR_TRY(hr_planes_arrive(e, round, &staging, error));
        if (round < e->parts.deal.slots) {
            HR_TRY(hr_planes_update_part(e, round, staging, error));
            report(e, round, false);
        }
    }
    return HR_OK;
}

/// Collective. HR_CHECK if a new state has another value in the table that is verified; the text names the state.
static hr_status judge_values(hr_planes_engine *e, hr_error *error) {
    HR_TRY(hr_comm_min(e->task.comm, &e->layer.wrong, 1, error));
    if (e->layer.wrong == UINT64_MAX) {
        return HR_OK;
    }
    hr_state state = 0;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_unindex(e->task.puzzle, &e->layer.wrong, 1, &state);
    hr_puzzle_format(e->task.puzzle, state, text);
    return hr_error_set(error, HR_CHECK,
                        "%.150s: wrong: the state %s has distance %" PRIu32 ", which is %" PRIu32 " mod 4, not %" PRIu32,
                        e->task.tuning.expected_name, text, e->layer.depth, e->layer.depth & 3U, (e->layer.depth + 2U) & 3U);
}

/// Local. Is there a reason to stop now?
static bool stops_here(hr_planes_engine *e) {
    if (e->course.watched) {
        hr_run_watch_reserve(&e->watch, 0);
    }
    return hr_run_watch_stops(&e->watch);
}

/// Local. Is a checkpoint to be written? The next layer changes the files that the last checkpoint names, so with scratch every
/// layer's end writes one.
static bool is_due(const hr_planes_engine *e) { return e->scratch != NULL ? e->watch.store != NULL : hr_run_watch_due(&e->watch); }

/// The figures that the ranks add up at the end of a layer.
enum { SUM_STATES, SUM_EXTRA, SUM_SOLVED, SUM_SENT, SUM_STOPPING, SUM_DUE, SUM_LEFT, SUM_READ, SUM_WRITTEN, SUM_COUNT };

/// Collective. Add up the figures of the layer.
static hr_status add_up(hr_planes_engine *e, uint64_t sums[SUM_COUNT], hr_error *error) {
    hr_planes_transfers *transfers = &e->transfers;
    const hr_planes_begun *begun = &e->course.begun;
    const uint64_t sent = transfers->bulk != NULL ? hr_bulk_bytes_sent(transfers->bulk) : 0;
    sums[SUM_STATES] = e->layer.tally.states + begun->states;
    uint64_t extra = e->layer.extra;
    HR_TRY(e->scratch != NULL ? HR_OK : hr_planes_count_symmetric(e, &extra, error));
    sums[SUM_EXTRA] = extra + begun->extra;
    sums[SUM_SOLVED] = is_solved(e) && e->result->first_solved == HR_DEPTH_UNREACHED;
    sums[SUM_SENT] = e->layer.tally.bytes_sent + sent - transfers->sent_before;
    sums[SUM_STOPPING] = stops_here(e);
    sums[SUM_DUE] = e->course.watched && e->parts.deal.rank == 0 && is_due(e);
    sums[SUM_LEFT] = e->layer.left;
    const hr_transferred moved = e->scratch != NULL ? hr_transfers_moved(e->scratch->transfers) : (hr_transferred){.read = 0};
    sums[SUM_READ] = moved.read;
    sums[SUM_WRITTEN] = moved.written;
    transfers->sent_before = sent;
    e->course.begun = (hr_planes_begun){.any = false};
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    HR_TRY(hr_comm_sum(e->task.comm, sums, SUM_COUNT, error)); // also a barrier: ranks of a node read each other's planes after it
    return hr_shared_sync(e->parts.memory, error);
}

/// Collective. Add the layer to the result, if its figures can be right, and tell the log.
static hr_status add_layer(hr_planes_engine *e, const uint64_t sums[SUM_COUNT], hr_error *error) {
    const hr_layer layer = {.states = sums[SUM_STATES],
                            .canonical = (sums[SUM_STATES] + sums[SUM_EXTRA]) / (uint64_t)e->task.symmetry_order,
                            .solved = sums[SUM_SOLVED],
                            .seconds = hr_comm_seconds() - e->layer.start,
                            .bytes_sent = sums[SUM_SENT]};
    if (e->course.watched) { // a repeated search finds the list of symmetric states used up
        HR_TRY(hr_planes_check_layer(e, &layer, sums[SUM_EXTRA], error));
    }
    HR_TRY(hr_enumeration_add(e->result, &layer, error));
    report(e, e->parts.deal.slots, true);
    const double canonical = (double)e->layer.tally.states * (double)layer.canonical / (double)layer.states;
    return e->course.watched ? hr_run_watch_tell_layer(&e->watch, state_bytes(&e->parts), (hr_count)canonical, error) : HR_OK;
}

/// Collective. Add the layer's figures to the result, or set `exhausted` if the layer is empty. HR_STOPPED if some rank has left
/// the layer.
static hr_status end_layer(hr_planes_engine *e, hr_error *error) {
    hr_planes_course *course = &e->course;
    uint64_t sums[SUM_COUNT];
    HR_TRY(add_up(e, sums, error));
    e->result->scratch_read = sums[SUM_READ];
    e->result->scratch_written = sums[SUM_WRITTEN];
    course->stopping = sums[SUM_STOPPING] > 0;
    if (sums[SUM_LEFT] > 0) {
        return hr_error_set(error, HR_STOPPED, "stopped within a layer");
    }
    HR_TRY(hr_planes_share_summary(e, error));
    if (e->task.tuning.expected != NULL) {
        HR_TRY(judge_values(e, error));
    }
    course->exhausted = (sums[SUM_STATES] | sums[SUM_EXTRA] | sums[SUM_SOLVED]) == 0;
    hr_run_watch_set_due(&e->watch, sums[SUM_DUE] > 0 && !course->exhausted);
    return course->exhausted ? hr_space_check(hr_puzzle_describe(e->task.puzzle), e->result, NULL, error)
                             : add_layer(e, sums, error);
}

/// Collective. Make the next layer: layer 0 from the source, each further layer from all reached states.
static hr_status make_layer(hr_planes_engine *e, hr_error *error) {
    hr_planes_lists *lists = &e->lists;
    const hr_depth depth = (hr_depth)e->result->layer_count;
    e->layer = (hr_planes_making){
        .depth = depth,
        .colour = hr_planes_colour_of(&e->task.board, e->task.source) ^ (int)(depth & 1U),
        .wrong = UINT64_MAX,
        .start = hr_comm_seconds(),
    };
    lists->last_known = depth == lists->last_depth;
    const bool anew = e->scratch != NULL && e->course.begun.any; // the planes of the layer's colour begin empty
    if (!e->course.begun.any || anew) { // else the list holds the states of the begun layer, from a checkpoint
        hr_planes_found_clear(&lists->found);
    }
    if (depth == 0) {
        HR_TRY(seed(e, error));
    } else if (e->scratch != NULL) {
        HR_TRY(hr_planes_pass(e, end_part, error));
    } else {
        HR_TRY(expand(e, error));
    }
    HR_TRY(end_layer(e, error));
    if (anew) { // the list also has states of earlier layers
        hr_planes_found_clear(&lists->found);
    }
    if (!e->course.exhausted) {
        const hr_planes_found complete = lists->found;
        lists->found = lists->last;
        lists->last = complete;
    }
    return HR_OK;
}

/// Collective. Make the layers of `before` again, into the empty result. HR_STOPPED: a signal or the time limit ended the search.
static hr_status repeat_layers(hr_planes_engine *e, const hr_enumeration *before, hr_error *error) {
    const hr_enumeration *again = e->result;
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    HR_TRY(hr_comm_agree(e->task.comm, HR_OK, error)); // a barrier: no rank reads another rank's planes before they are empty
    while (again->layer_count < before->layer_count) {
        if (e->course.stopping) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(make_layer(e, error));
        const size_t depth = again->layer_count - 1;
        if (e->course.exhausted || again->layers[depth].states != before->layers[depth].states) {
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
    const bool exhausted = e->course.exhausted;
    e->lists.last_depth = (hr_depth)result->layer_count - 1;
    hr_run_watch_set_spoilt(&e->watch, !hr_planes_is_whole(e));
    hr_run_watch_set_doing(&e->watch, "the states of the last layer were searched for");
    e->course.begun = (hr_planes_begun){.any = false};
    hr_planes_parts_reset(&e->parts);
    hr_status status = hr_planes_scratch_restart(e, error);
    e->result = &again;
    status = status == HR_OK ? repeat_layers(e, result, error) : status;
    e->result = result;
    result->scratch_read = again.scratch_read;
    result->scratch_written = again.scratch_written;
    e->course.exhausted = exhausted;
    hr_enumeration_clear(&again);
    if (status != HR_OK) { // the lists hold states of other layers
        hr_planes_found_clear(&e->lists.last);
        hr_planes_found_clear(&e->lists.found);
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
    return hr_run_watch_measure(&e->watch, error);
}

/// Collective. Make layer after layer until the space is exhausted or a limit is reached. HR_STOPPED: a signal or the time limit
/// ended the search.
static hr_status make_layers(hr_planes_engine *e, hr_error *error) {
    hr_enumeration *result = e->result;
    hr_planes_course *course = &e->course;
    HR_TRY(hr_run_watch_restore(&e->watch, error));
    HR_TRY(hr_planes_scratch_begin(e, error));
    if (result->layer_count > 0) { // count all reached states, less those of complete layers
        HR_TRY(hr_comm_agree(e->task.comm, hr_planes_count_symmetric(e, &course->begun.extra, error), error));
    }
    if (e->parts.deal.rank == 0) {
        course->begun.extra -= result->canonical * (uint64_t)e->task.symmetry_order - result->states;
    }
    result->stop = hr_enumeration_limit(result, e->task.options);
    course->watched = true;
    while (!course->exhausted && result->stop == HR_STOP_NONE) {
        HR_TRY(make_layer(e, error));
        result->stop = course->exhausted ? HR_STOP_NONE : hr_enumeration_limit(result, e->task.options);
        if (course->stopping && !course->exhausted && result->stop == HR_STOP_NONE) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(hr_run_watch_save_if_due(&e->watch, error));
    }
    return hr_planes_audit(e, error);
}

static hr_status search(hr_planes_engine *e, hr_error *error) {
    hr_enumeration *result = e->result;
    e->lists.last_depth = e->task.options->max_depth;
    hr_status status = make_layers(e, error);
    e->course.watched = false;
    if (status == HR_OK && result->stop != HR_STOP_NONE) {
        status = hr_run_watch_stop(&e->watch, status, error);
    }
    result->whole = status == HR_OK && result->stop == HR_STOP_NONE;
    if (status == HR_OK) {
        status = conclude(e, error);
    }
    if (status == HR_OK && result->whole) {
        status = hr_run_watch_conclude(&e->watch, error);
    } else if (status == HR_STOPPED) {
        status = hr_run_watch_stop(&e->watch, status, error);
    }
    if (status != HR_OK) {
        result->seconds = hr_comm_seconds() - e->watch.origin;
    }
    return status;
}

hr_status hr_planes_search(hr_planes_engine *e, hr_error *error) { return hr_comm_leave(e->task.comm, search(e, error), error); }

hr_status hr_planes_visit_distances(const hr_planes_engine *e,
                                    hr_status (*visit)(void *context, int cell, uint64_t first, const uint64_t *words, size_t n,
                                                       hr_error *error),
                                    void *context, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        const uint64_t part = hr_planes_own_part(&parts->deal, slot);
        for (int cell = 0; cell < e->task.board.cells; cell++) {
            HR_TRY(visit(context, cell, part * parts->shape.part_words, parts->second + hr_planes_offset(&parts->shape, slot, cell),
                         parts->shape.part_words, error));
        }
    }
    return HR_OK;
}
