// SPDX-License-Identifier: MIT
// The words that cross into a part, with scratch: from planes in memory, from files, and from ranks of other nodes.
//
// Neither rows nor columns of the complete layer change while the next one is made, because they have two buffers where they cross
// parts. So a rank gathers them whenever it comes to the part. Where each node has files of its own, the owner of a run on another
// node reads it and sends it. All ranks trade the runs of one round of parts at the same time (hr_lines_trade, courier.h). Both
// sides know from the summary which runs travel.

#include "core/try.h"
#include "enumerate/lines/scratch.h"

/// A run of words that crosses into a part.
typedef struct run {
    uint64_t part;   ///< the part that it comes to
    int k;           ///< the uppermost window of its way
    uint64_t at;     ///< the first word in the part
    int plane;       ///< the plane that it comes from
    uint64_t source; ///< the first word there, counted over the whole plane
    uint64_t words;
} run;

/// What is brought to parts, and how.
typedef struct gathering gathering;
struct gathering {
    hr_lines_engine *e;
    unsigned what;           ///< what of the next layer is made: HR_LINES_MAKE_…
    bool next;               ///< with rows: columns of the next layer are brought as well
    hr_lines_buffer *buffer; ///< where the runs of this rank's own part go
    /// Move a run.
    hr_status (*move)(const gathering *g, const run *r, hr_error *error);
};

/// The transfer that brings the run; its `memory` is still to be set. A run of which all lines are reached, and one of which none
/// is, is filled.
static hr_transfer run_transfer(const hr_lines_engine *e, const run *r) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = r->source / parts->shape.part_words;
    const uint64_t offset = r->source % parts->shape.part_words;
    const uint64_t summary = e->transfers.summary[part];
    const int bit = hr_lines_bit(e, r->plane);
    const bool complete = r->plane == (bit < HR_LINES_BUFFER_BITS ? hr_lines_row(e, bit, e->buffer)
                                                                  : hr_lines_column(e, bit - HR_LINES_BUFFER_BITS, e->buffer));
    hr_transfer transfer = {.kind = HR_TRANSFER_FILL, .words = r->words};
    if (hr_lines_has(summary, HR_LINES_SUMMARY_FULL + bit)) {
        transfer.word = HR_PLANES_WORD_FULL;
        return transfer;
    }
    if (complete && !hr_lines_has(summary, HR_LINES_SUMMARY_MADE + bit)) { // the summary does not tell of a layer in the making
        return transfer;
    }
    if (parts->deal.slot[part] < parts->shape.resident[HR_PLANES_CROSSING]) {
        const uint64_t *visible = hr_planes_words(parts, part, r->plane);
        transfer.kind = HR_TRANSFER_COPY;
        transfer.source = visible != NULL ? visible + offset : NULL; // another node's
    } else {
        transfer.kind = HR_TRANSFER_READ;
        transfer.place = hr_lines_scratch_place(e, part, hr_lines_file_plane(e, r->plane, e->buffer));
        transfer.place.offset += offset * sizeof(uint64_t);
    }
    return transfer;
}

/// Bring a run to its place in this rank's part, or begin to do so.
static hr_status take_run(const gathering *g, const run *r, hr_error *error) {
    hr_lines_engine *e = g->e;
    const int owner = (int)e->parts.deal.owner[r->source / e->parts.shape.part_words];
    hr_transfer transfer = run_transfer(e, r);
    const bool moves = transfer.kind != HR_TRANSFER_FILL;
    transfer.memory = hr_lines_staging(e, g->buffer->staging, r->k, r->plane) + r->at;
    e->layer.words_read += moves && owner != e->parts.deal.rank ? r->words : 0;
    if (moves && !hr_nodes_sees(&e->scratch->nodes, owner)) {
        return hr_courier_receive(e->scratch->courier, owner, transfer.memory, r->words, error);
    }
    hr_transfers_submit(e->scratch->transfers, &g->buffer->loading, &transfer);
    return HR_OK;
}

/// Begin to read a run for the owner of its part, unless another rank owns it or the owner fills it.
static hr_status give_run(const gathering *g, const run *r, hr_error *error) {
    const hr_lines_engine *e = g->e;
    const hr_planes_deal *deal = &e->parts.deal;
    if (!hr_planes_is_own(deal, r->source / e->parts.shape.part_words)) {
        return HR_OK;
    }
    const hr_transfer transfer = run_transfer(e, r);
    return transfer.kind != HR_TRANSFER_FILL ? hr_courier_give(e->scratch->courier, (int)deal->owner[r->part], &transfer, error)
                                             : HR_OK;
}

/// Move the runs of plane `plane` that the windows of the way bring into `part`.
static hr_status move_way(const gathering *g, uint64_t part, const hr_lines_route *way, int plane, hr_error *error) {
    const hr_lines_engine *e = g->e;
    const uint64_t part_words = e->parts.shape.part_words;
    run r = {.part = part, .plane = plane};
    r.k = (way->from < way->to ? way->from : way->to) * e->shape.board.width + way->column;
    for (r.at = 0; r.at < part_words; r.at += r.words) {
        r.source = hr_lines_cross(e, way, part * part_words + r.at, &r.words);
        HR_TRY(g->move(g, &r, error));
    }
    return HR_OK;
}

/// Move the runs that cross into `part`, in an order that is the same on every rank. `ways`: by which ways, as in the list of
/// partners.
static hr_status move_runs(const gathering *g, uint64_t part, uint32_t ways, hr_error *error) {
    const hr_lines_engine *e = g->e;
    for (int k = 0; k < e->parts.shape.prefix; k++) {
        const hr_lines_route home = hr_lines_way_home(e, k);
        const hr_lines_route back = hr_lines_way_back(e, k);
        const bool rows = (g->what & HR_LINES_MAKE_COLUMNS) != 0 && (ways & hr_lines_home_bit(k)) != 0;
        const bool columns = (g->what & HR_LINES_MAKE_ROWS) != 0 && (ways & hr_lines_back_bit(k)) != 0;
        if (rows && hr_lines_rows_change(e, part, k)) { // else nothing asks for these words
            HR_TRY(move_way(g, part, &home, hr_lines_row(e, home.from, e->buffer), error));
        }
        if (columns) {
            HR_TRY(move_way(g, part, &back, hr_lines_column(e, back.column, e->buffer), error));
            HR_TRY(g->next ? move_way(g, part, &back, hr_lines_column(e, back.column, 1 - e->buffer), error) : HR_OK);
        }
    }
    return HR_OK;
}

hr_status hr_lines_fetch(hr_lines_engine *e, uint64_t part, unsigned what, hr_lines_buffer *buffer, hr_error *error) {
    const gathering g = {.e = e, .what = what, .next = e->lists.listing, .buffer = buffer, .move = take_run};
    return move_runs(&g, part, UINT32_MAX, error);
}

/// Trade the runs that cross into `part`. All ranks know whether states are listed in the layer; whether one of them still lists
/// some, it alone knows.
static hr_status trade_part(void *context, uint64_t part, uint32_t ways, hr_error *error) {
    gathering *g = context;
    g->move = hr_planes_is_own(&g->e->parts.deal, part) ? take_run : give_run;
    return hr_lines_rests(g->e, part, g->next) ? HR_OK : move_runs(g, part, ways, error);
}

hr_status hr_lines_trade(hr_lines_engine *e, uint64_t round, unsigned what, hr_lines_buffer *buffer, hr_error *error) {
    gathering g = {.e = e, .what = what, .next = e->lists.listed, .buffer = buffer};
    HR_TRY(hr_planes_partners_visit(&e->parts.deal, &e->transfers.partners, round, trade_part, &g, error));
    return hr_courier_end(e->scratch->courier, error);
}
