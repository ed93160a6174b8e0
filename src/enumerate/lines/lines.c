// SPDX-License-Identifier: MIT
// The line engine: a breadth-first search of a whole tile puzzle in the `slide` metric with one bit for each line of states.
//
// When the layers 0 … d − 1 are complete, the planes hold the lines that are reached within d moves. Making layer d counts the
// states on these lines, and at the same time reaches the lines of d + 1 moves.

#include "enumerate/lines/lines.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/try.h"
#include "enumerate/lines/scratch.h"
#include "run/layer_check.h"
#include "table/format.h"

enum {
    POLL_BLOCKS = 512,
    LIST_FROM = 1 << 16,    ///< a layer may be the last one if no more states than these are open before the one in front of it,
    LIST_SHARE = 16,        ///< or if so many times the open states fit into the space,
    LIST_ON_DISKS = 1 << 22 ///< and with scratch, where lists cost a second pass, if each rank has no more open states than these
};

static uint64_t memory_of(const hr_lines_engine *e) {
    uint64_t words = 0;
    for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
        words += hr_planes_in_memory(&e->parts.shape, (hr_planes_kind)kind, e->parts.deal.slots) * e->parts.shape.kind_words[kind];
    }
    return words * sizeof(uint64_t);
}

/// Report progress: `done` is the share of the layer that is made, 0 … 1.
static void report(hr_lines_engine *e, double done, bool always) {
    const hr_progress progress = {.enumeration = e->result, .layer_done = done, .memory = memory_of(e)};
    hr_run_watch_report(&e->watch, &progress, always);
}

/// Collective. Let the writes of all ranks before this call be seen by all ranks after it, and add up `sums`.
static hr_status meet(hr_lines_engine *e, uint64_t *sums, size_t n, hr_error *error) {
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    HR_TRY(hr_comm_sum(e->comm, sums, n, error));
    return hr_shared_sync(e->parts.memory, error);
}

/// Blocks of this rank that are updated, and the share of the layer that they are.
typedef struct stretch {
    uint64_t first; ///< the first block, counted over all parts of this rank
    uint64_t end;   ///< the block behind the last one
    double begin;   ///< how much of the layer is made before, 0 … 1
    double share;   ///< how much of it these blocks are
} stretch;

/// Local. Update the blocks of the stretch with `update`. With `leaves`, the rank leaves the layer if there is a reason to stop.
static void each_block(hr_lines_engine *e, void (*update)(hr_lines_engine *e, uint64_t slot, uint64_t block), const stretch *s,
                       bool leaves) {
    for (uint64_t i = s->first; i < s->end && !e->layer.left; i++) {
        if (i % POLL_BLOCKS == 0) {
            e->layer.left = leaves && hr_run_watch_stops(&e->watch);
            report(e, s->begin + s->share * (double)(i - s->first) / (double)(s->end - s->first), false);
        }
        if (!e->layer.left) {
            update(e, i / e->parts.shape.part_blocks, i % e->parts.shape.part_blocks);
        }
    }
}

/// Local, with scratch. Update this rank's part number `slot`, which is in memory (hr_lines_visit).
static void update_part(hr_lines_engine *e, uint64_t slot, unsigned what) {
    const bool columns = (what & HR_LINES_MAKE_COLUMNS) != 0;
    const bool rows = (what & HR_LINES_MAKE_ROWS) != 0;
    const double share = 0.5 / (double)e->parts.deal.slots; // of the columns or the rows of a part
    stretch part = {slot * e->parts.shape.part_blocks, (slot + 1) * e->parts.shape.part_blocks, 0.0, share};
    part.begin = (double)slot * (columns && rows ? 2 * share : share) + (columns ? 0.0 : 0.5);
    e->layer.left = hr_run_watch_stops(&e->watch);
    report(e, part.begin, false);
    if (columns) {
        each_block(e, hr_lines_update_columns, &part, true);
        part.begin += share;
    }
    if (rows && !e->layer.left) {
        hr_lines_note_part(e, slot);
        each_block(e, hr_lines_update_rows, &part, true);
    }
}

/// Collective. HR_STOPPED, on all ranks, if one has left the layer in the making.
static hr_status stop_together(hr_lines_engine *e, hr_error *error) {
    uint64_t left = e->layer.left;
    HR_TRY(meet(e, &left, 1, error));
    return left == 0 ? HR_OK : hr_error_set(error, HR_STOPPED, "stopped within a layer");
}

/// Collective, with scratch. Do as `expand` does. To list states, columns and rows are made in two passes. A rank may leave at any
/// time, because the files of a checkpoint keep the complete layer.
static hr_status expand_on_disks(hr_lines_engine *e, hr_error *error) {
    if (e->lists.listing) {
        HR_TRY(hr_lines_pass(e, HR_LINES_MAKE_COLUMNS, update_part, error));
        HR_TRY(stop_together(e, error));
        HR_TRY(hr_lines_pass(e, HR_LINES_MAKE_ROWS, update_part, error));
    } else {
        HR_TRY(hr_lines_pass(e, HR_LINES_MAKE_COLUMNS | HR_LINES_MAKE_ROWS, update_part, error));
    }
    return stop_together(e, error);
}

/// Local, without scratch. Make columns or rows in some blocks of this rank (hr_lines_blocks).
static void update_blocks(hr_lines_engine *e, uint64_t first, uint64_t end, unsigned what) {
    const bool rows = what == HR_LINES_MAKE_ROWS;
    const double blocks = (double)(e->parts.deal.slots * e->parts.shape.part_blocks) + 1;
    const stretch s = {first, end, (rows ? 0.5 : 0.0) + 0.5 * (double)first / blocks, 0.5 * (double)(end - first) / blocks};
    each_block(e, rows ? hr_lines_update_rows : hr_lines_update_columns, &s, !rows);
}

/// Collective, without scratch. Make columns or rows in all blocks.
static hr_status pass(hr_lines_engine *e, unsigned what, hr_error *error) {
    if (e->transfers.bulk != NULL) {
        return hr_lines_pass_apart(e, what, update_blocks, error);
    }
    update_blocks(e, 0, e->parts.deal.slots * e->parts.shape.part_blocks, what);
    return HR_OK;
}

/// Collective. Count the states within `depth` moves, and reach the lines of one move more. A rank that has a reason to stop leaves
/// before any line of the complete layer is changed. HR_STOPPED then, on all ranks.
static hr_status expand(hr_lines_engine *e, hr_error *error) {
    if (e->scratch != NULL) {
        return expand_on_disks(e, error);
    }
    HR_TRY(pass(e, HR_LINES_MAKE_COLUMNS, error));
    HR_TRY(stop_together(e, error));
    return pass(e, HR_LINES_MAKE_ROWS, error);
}

/// Local. HR_INTERNAL, with the numbers, unless `reached`, the states of all layers with the new one, are the states of the
/// complete layers and the `fresh` ones. If `reached` alone were wrong, the next layer would make up for it.
static hr_status check_sums(const hr_lines_engine *e, uint64_t reached, uint64_t fresh, hr_error *error) {
    if (reached - e->result->states == fresh) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "layer %zu cannot be right: its %" PRIu64 " new states and the %" PRIu64
                        " states before are not the %" PRIu64 " states reached; please report this, and do not use the result",
                        e->result->layer_count, fresh, e->result->states, reached);
}

/// Local. HR_INTERNAL, with the numbers, if the layer's figures cannot be right.
static hr_status check_layer(const hr_lines_engine *e, const hr_layer *layer, uint64_t extra, hr_error *error) {
    const hr_count order = (hr_count)e->shape.symmetry_order;
    if ((layer->states + extra) % order != 0 || e->result->states + layer->states > e->shape.space) {
        return hr_error_set(error, HR_INTERNAL,
                            "layer %zu cannot be right: its %" PRIu64 " states, %" PRIu64 " for symmetric ones, %" PRIu64
                            " symmetries, %" PRIu64 " states before of %" PRIu64 "; please report this, and do not use the result",
                            e->result->layer_count, layer->states, extra, order, e->result->states, e->shape.space);
    }
    return hr_layer_check(hr_puzzle_describe(e->puzzle), order, e->result, layer, NULL, error);
}

/// Local. Is there a reason to stop now?
static bool stops_here(hr_lines_engine *e) {
    if (e->course.watched) {
        hr_run_watch_reserve(&e->watch, 0);
    }
    return hr_run_watch_stops(&e->watch);
}

/// Local. Is a checkpoint to be written? Each layer changes the files of the layer before the last one, so with scratch every
/// layer's end writes one.
static bool is_due(const hr_lines_engine *e) { return e->scratch != NULL ? e->watch.store != NULL : hr_run_watch_due(&e->watch); }

/// Collective. Add the layer's figures to the result, or set `exhausted` if the layer is empty.
static hr_status end_layer(hr_lines_engine *e, hr_error *error) {
    enum { REACHED, FRESH, EXTRA, SOLVED, READ, STOPPING, DUE, DISK_READ, DISK_WRITTEN, SUM_COUNT };
    const hr_count reached = e->layer.depth == 0 ? e->parts.deal.rank == 0 : e->reached;
    const hr_transferred moved = e->scratch != NULL ? hr_transfers_moved(e->scratch->transfers) : (hr_transferred){.read = 0};
    uint64_t sums[SUM_COUNT] = {
        [REACHED] = reached,
        [FRESH] = reached - e->course.reached_before, // wraps behind a checkpoint; the sum does not
        [EXTRA] = e->layer.extra - e->course.extra_before,
        [SOLVED] = e->layer.solved && e->result->first_solved == HR_DEPTH_UNREACHED,
        [READ] = e->layer.words_read * sizeof(uint64_t),
        [STOPPING] = stops_here(e),
        [DUE] = e->course.watched && e->parts.deal.rank == 0 && is_due(e),
        [DISK_READ] = moved.read,
        [DISK_WRITTEN] = moved.written,
    };
    HR_TRY(meet(e, sums, SUM_COUNT, error));
    e->result->scratch_read = sums[DISK_READ];
    e->result->scratch_written = sums[DISK_WRITTEN];
    HR_TRY(check_sums(e, sums[REACHED], sums[FRESH], error));
    e->course.reached_before = reached;
    e->course.extra_before = 0;
    e->course.stopping = sums[STOPPING] > 0;
    const uint64_t states = sums[FRESH];
    e->course.exhausted = (states | sums[EXTRA] | sums[SOLVED]) == 0;
    hr_run_watch_set_due(&e->watch, sums[DUE] > 0 && !e->course.exhausted);
    if (e->course.exhausted) {
        return hr_space_check(hr_puzzle_describe(e->puzzle), e->result, NULL, error);
    }
    const hr_layer layer = {.states = states,
                            .canonical = (states + sums[EXTRA]) / (uint64_t)e->shape.symmetry_order,
                            .solved = sums[SOLVED],
                            .seconds = hr_comm_seconds() - e->layer.start,
                            .bytes_sent = sums[READ]};
    if (e->course.watched) { // a repeated search finds the list of symmetric states used up
        HR_TRY(check_layer(e, &layer, sums[EXTRA], error));
    }
    HR_TRY(hr_enumeration_add(e->result, &layer, error));
    report(e, 1.0, true);
    const hr_count share = layer.canonical / (hr_count)e->parts.deal.ranks; // states are not counted by rank and layer
    return e->course.watched ? hr_run_watch_tell_layer(&e->watch, memory_of(e), share, error) : HR_OK;
}

/// May the layer behind the one in the making be the last one?
static bool may_be_last(const hr_lines_engine *e) {
    const hr_count open = e->shape.space - e->result->states;
    const hr_count most = e->scratch != NULL ? LIST_ON_DISKS * (hr_count)e->parts.deal.ranks : e->shape.space;
    return !e->tuning.unlisted && (open <= LIST_FROM || (open <= e->shape.space / LIST_SHARE && open <= most));
}

/// Local. HR_INTERNAL if the next layer's depth is beyond the distances that a table can take from this engine. No board has such
/// states, but a checkpoint can claim so many layers.
static hr_status check_depth(const hr_lines_engine *e, hr_error *error) {
    return e->distances.sink == NULL || e->result->layer_count < HR_TABLE_UNREACHED_8
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL,
                              "layer %zu cannot be right: no board of the line engine has states so far away; please report this, "
                              "and do not use the result",
                              e->result->layer_count);
}

/// Collective. Make the next layer.
static hr_status make_layer(hr_lines_engine *e, hr_error *error) {
    HR_TRY(check_depth(e, error));
    e->layer.depth = (hr_depth)e->result->layer_count;
    e->layer.start = hr_comm_seconds();
    e->layer.words_read = 0;
    e->lists.last_known = e->layer.depth + 1 == e->lists.last_depth;
    e->lists.listed = e->lists.last_known || may_be_last(e);
    e->lists.listing = e->lists.listed;
    e->lists.next = (hr_lines_list){.count = 0};
    const bool asked =
        !hr_lines_is_staged(e) || e->layer.depth == 0 || hr_lines_is_whole(e); // else the pass over the parts finds out
    e->layer.extra = asked ? hr_lines_count_symmetric(e) : 0;
    e->layer.solved = asked && hr_lines_solved(e);
    if (e->layer.depth == 0) {
        HR_TRY(hr_comm_agree(e->comm, hr_lines_seed(e, error), error));
    } else {
        HR_TRY(expand(e, error));
        e->buffer = 1 - e->buffer;
    }
    HR_TRY(hr_lines_share_summary(e, error));
    HR_TRY(end_layer(e, error));
    if (!e->course.exhausted) {
        e->lists.last = e->lists.pending;
        e->lists.pending = e->lists.next;
    }
    return HR_OK;
}

/// Collective. Make the layers of `before` again, into the empty result. HR_STOPPED: a signal or the time limit ended the search.
static hr_status repeat_layers(hr_lines_engine *e, const hr_enumeration *before, hr_error *error) {
    uint64_t nothing = 0;
    HR_TRY(meet(e, &nothing, 1, error)); // no rank reads another rank's planes before they are empty
    while (e->result->layer_count < before->layer_count) {
        if (e->course.stopping) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(make_layer(e, error));
        const size_t depth = e->result->layer_count - 1;
        if (e->course.exhausted || e->result->layers[depth].states != before->layers[depth].states) {
            return hr_error_set(error, HR_INTERNAL, "layer %zu of a repeated search has other states than before", depth);
        }
    }
    return HR_OK;
}

/// Collective. Search again up to the last layer, which is known now, to list its smallest states.
static hr_status search_again(hr_lines_engine *e, hr_error *error) {
    hr_enumeration *result = e->result;
    hr_enumeration again = {.first_solved = HR_DEPTH_UNREACHED};
    const bool exhausted = e->course.exhausted;
    e->lists.last_depth = (hr_depth)result->layer_count - 1;
    hr_run_watch_set_doing(&e->watch, "the states of the last layer were searched for");
    hr_run_watch_set_spoilt(&e->watch, !hr_lines_is_whole(e));
    hr_lines_reset(e);
    hr_status status = hr_lines_scratch_restart(e, error);
    e->result = &again;
    status = status == HR_OK ? repeat_layers(e, result, error) : status;
    e->result = result;
    result->scratch_read = again.scratch_read;
    result->scratch_written = again.scratch_written;
    e->course.exhausted = exhausted;
    hr_enumeration_clear(&again);
    if (status != HR_OK) { // the lists hold states of other layers
        e->lists.last = (hr_lines_list){.count = 0};
        e->lists.pending = (hr_lines_list){.count = 0};
    }
    return status;
}

/// Collective. Put the last layer's smallest states, the peak memory and the time into the result.
static hr_status conclude(hr_lines_engine *e, hr_error *error) {
    bool again = false;
    HR_TRY(hr_lines_list_hardest(e, &again, error));
    if (again) {
        HR_TRY(search_again(e, error));
        HR_TRY(hr_lines_list_hardest(e, &again, error));
    }
    if (again) {
        return hr_error_set(error, HR_INTERNAL, "a repeated search has lost states of the last layer");
    }
    return hr_run_watch_measure(&e->watch, error);
}

/// Collective. HR_INTERNAL if the search is exhausted, but has not reached every state, or not every symmetric state.
static hr_status audit(const hr_lines_engine *e, hr_error *error) {
    uint64_t unseen = e->symmetric.count;
    HR_TRY(hr_comm_sum(e->comm, &unseen, 1, error));
    if (!e->course.exhausted || (e->result->states == e->shape.space && unseen == 0)) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "the search ended with %" PRIu64 " of %" PRIu64 " states and without %" PRIu64
                        " symmetric ones; please report this, and do not use the result",
                        e->result->states, e->shape.space, unseen);
}

/// Collective. Make layer after layer until the space is exhausted or a limit is reached. HR_STOPPED: a signal or the time limit
/// ended the search.
static hr_status make_layers(hr_lines_engine *e, hr_error *error) {
    hr_enumeration *result = e->result;
    HR_TRY(hr_run_watch_restore(&e->watch, error));
    HR_TRY(hr_lines_scratch_begin(e, error));
    hr_lines_find_kept(e);
    result->stop = hr_enumeration_limit(result, e->options);
    e->course.watched = true;
    while (!e->course.exhausted && result->stop == HR_STOP_NONE) {
        HR_TRY(make_layer(e, error));
        result->stop = e->course.exhausted ? HR_STOP_NONE : hr_enumeration_limit(result, e->options);
        if (e->course.stopping && !e->course.exhausted && result->stop == HR_STOP_NONE) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        HR_TRY(hr_run_watch_save_if_due(&e->watch, error));
    }
    return audit(e, error);
}

static hr_status search(hr_lines_engine *e, hr_error *error) {
    e->lists.last_depth = e->options->max_depth;
    hr_status status = make_layers(e, error);
    e->course.watched = false;
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
    if (status != HR_OK) {
        e->result->seconds = hr_comm_seconds() - e->watch.origin;
    }
    return status;
}

hr_status hr_lines_search(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                          const hr_lines_tuning *tuning, hr_enumeration *result, hr_error *error) {
    *result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    hr_lines_engine e = {.comm = comm, .puzzle = puzzle, .options = options, .tuning = *tuning, .result = result};
    hr_status status = hr_lines_set_up(&e, error);
    if (status == HR_OK) {
        status = search(&e, error);
    } else if (status == HR_STOPPED) {
        result->stop = HR_STOP_MEMORY;
        (void)snprintf(result->stop_text, sizeof result->stop_text, "%s", error != NULL ? error->text : "out of memory");
    }
    status = hr_comm_leave(comm, status, error);
    hr_lines_tear_down(&e);
    return status;
}
