// SPDX-License-Identifier: MIT
// The line engine: a breadth-first search of a whole tile puzzle in the `slide` metric with one bit for each line of states.
//
// When the layers 0 … d − 1 are complete, the planes hold the lines that are reached within d moves. Making layer d counts the
// states on these lines, and at the same time reaches the lines of d + 1 moves.

#include "enumerate/bits/slide/slide.h"

#include <inttypes.h>

#include "core/try.h"
#include "enumerate/bits/slide/scratch.h"
#include "table/format.h"

enum {
    LIST_FROM = 1 << 16,    ///< a layer may be the last one if no more states than these are open before the one in front of it,
    LIST_SHARE = 16,        ///< or if so many times the open states fit into the space,
    LIST_ON_DISKS = 1 << 22 ///< and with scratch, where lists cost a second pass, if each rank has no more open states than these
};

/// Collective. HR_STOPPED, on all ranks, if one has left the layer in the making.
static hr_status stop_together(hr_slide_engine *e, hr_error *error) {
    uint64_t left = e->search.layer.left;
    HR_TRY(hr_bits_meet(&e->search, &left, 1, error));
    return left == 0 ? HR_OK : hr_error_set(error, HR_STOPPED, "stopped within a layer");
}

/// Collective. Count the states within `depth` moves, and reach the lines of one move more. Columns and rows are made in two
/// passes, but in one if they are on disks and no states are listed. HR_STOPPED, on all ranks, if a rank leaves for a reason to
/// stop.
static hr_status expand(hr_slide_engine *e, hr_error *error) {
    unsigned rows = HR_SLIDE_MAKE_COLUMNS | HR_SLIDE_MAKE_ROWS;
    if (e->search.disk == NULL || e->search.lists.listing) {
        HR_TRY(hr_slide_pass(e, HR_SLIDE_MAKE_COLUMNS, error));
        HR_TRY(stop_together(e, error));
        rows = HR_SLIDE_MAKE_ROWS;
    }
    HR_TRY(hr_slide_pass(e, rows, error));
    return e->search.disk != NULL ? stop_together(e, error) : HR_OK; // in memory no rank leaves rows half made
}

static void count(hr_bits_search *s, uint64_t figures[HR_BITS_FIGURES]) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    const hr_count reached = s->layer.depth == 0 ? s->parts.deal.rank == 0 : e->reached;
    figures[HR_BITS_STATES] = reached - e->reached_before; // wraps behind a checkpoint; the sum does not
    figures[HR_BITS_EXTRA] = s->layer.extra - e->extra_before;
    figures[HR_BITS_SOLVED] = s->layer.solved;
    figures[HR_BITS_OTHER] = reached;
    e->reached_before = reached;
    e->extra_before = 0;
}

/// Local. HR_INTERNAL, with the numbers, unless the states of all layers with the new one are the states of the complete layers and
/// the new ones. If the first number alone were wrong, the next layer would make up for it.
static hr_status check_sums(hr_bits_search *s, const uint64_t figures[HR_BITS_FIGURES], hr_error *error) {
    const uint64_t reached = figures[HR_BITS_OTHER];
    const uint64_t fresh = figures[HR_BITS_STATES];
    if (reached - s->result->states == fresh) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "layer %zu cannot be right: its %" PRIu64 " new states and the %" PRIu64
                        " states before are not the %" PRIu64 " states reached; please report this, and do not use the result",
                        s->result->layer_count, fresh, s->result->states, reached);
}

/// May the layer behind the one in the making be the last one?
static bool may_be_last(const hr_slide_engine *e) {
    const hr_count open = e->search.space - e->search.result->states;
    const hr_count most = e->search.disk != NULL ? LIST_ON_DISKS * (hr_count)e->search.parts.deal.ranks : e->search.space;
    return !e->search.tuning.unlisted && (open <= LIST_FROM || (open <= e->search.space / LIST_SHARE && open <= most));
}

/// Local. HR_INTERNAL if the next layer's depth is beyond the distances that a table can take from this engine. No board has such
/// states, but a checkpoint can claim so many layers.
static hr_status check_depth(const hr_slide_engine *e, hr_error *error) {
    return e->distances.sink == NULL || e->search.result->layer_count < HR_TABLE_UNREACHED_8
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL,
                              "layer %zu cannot be right: no board of the line engine has states so far away; please report this, "
                              "and do not use the result",
                              e->search.result->layer_count);
}

/// Collective. Make the next layer (hr_bits_rule).
static hr_status make_layer(hr_bits_search *s, hr_error *error) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    HR_TRY(check_depth(e, error));
    s->lists.last_known = s->layer.depth + 1 == s->last_depth;
    e->listed = s->lists.last_known || may_be_last(e);
    s->lists.listing = e->listed;
    e->next = (hr_bits_list){.count = 0};
    if (!hr_slide_is_staged(e) || s->layer.depth == 0 || hr_bits_is_whole(s)) { // else the pass over the parts finds out
        s->layer.extra = hr_slide_count_symmetric(e);
        s->layer.solved = hr_slide_solved(e);
    }
    if (s->layer.depth == 0) {
        return hr_comm_agree(s->comm, hr_slide_seed(e, error), error);
    }
    HR_TRY(expand(e, error));
    e->buffer = 1 - e->buffer;
    return HR_OK;
}

/// Begin the lists of the next layer (hr_bits_rule).
static void turn(hr_bits_search *s) {
    if (!s->exhausted) {
        s->lists.last = s->lists.made;
        s->lists.made = ((hr_slide_engine *)s)->next;
    }
}

/// Collective. HR_INTERNAL if the search is exhausted, but has not reached every state, or not every symmetric state.
static hr_status audit(hr_bits_search *s, hr_error *error) {
    uint64_t unseen = s->symmetric.count;
    HR_TRY(hr_comm_sum(s->comm, &unseen, 1, error));
    if (!s->exhausted || (s->result->states == s->space && unseen == 0)) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "the search ended with %" PRIu64 " of %" PRIu64 " states and without %" PRIu64
                        " symmetric ones; please report this, and do not use the result",
                        s->result->states, s->space, unseen);
}

const hr_bits_rule hr_slide_rule = {
    .name = "lines",
    .bytes = sizeof(hr_slide_engine),
    .encoding = HR_TABLE_INDEX,
    .buffers = HR_SLIDE_BUFFERS,
    .crossing = 3, // rows, columns and, while states are listed, next columns
    .written = 1,
    .moved = 0.5, // of searches of 2x6, 3x4 and 2x7: what is empty, full or unchanged is skipped
    .plans_whole = "the lines engine is planned for whole spaces: use --engine frontier",
    .rate_from = {"tile:2x6", "tile:3x4", "tile:3x4"},
    .check = hr_slide_check,
    .layer_planes = hr_slide_layer_planes,
    .kept = hr_slide_kept,
    .divide = hr_slide_divide,
    .need_memory = hr_slide_need_memory,
    .lack_memory = hr_slide_lack_memory,
    .outside_bytes = hr_slide_outside_bytes,
    .prepare = hr_slide_prepare,
    .set_up = hr_slide_set_up,
    .tear_down = hr_slide_tear_down,
    .write_table = hr_slide_write_table,
    .begin = hr_slide_find_kept,
    .make_layer = make_layer,
    .summarise = hr_slide_summarise,
    .count = count,
    .check_figures = check_sums,
    .turn = turn,
    .reset = hr_slide_reset,
    .look = hr_slide_look,
    .layout = 1,
    .homes = hr_slide_homes,
    .begin_taking = hr_slide_begin_taking,
    .is_moved = hr_slide_is_moved,
    .move = hr_slide_move,
    .count_part = hr_slide_count_part,
    .end_taking = hr_slide_end_taking,
    .audit = audit,
    .visit_runs = hr_slide_visit_runs,
    .judge = hr_slide_judge,
};
