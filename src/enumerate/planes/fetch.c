// SPDX-License-Identifier: MIT
// The runs of words that cross into a part, with scratch: from planes in memory, from files, and from ranks of other nodes.
//
// Where each node has files of its own, the owner of a run reads it and sends it. All ranks trade the runs of one round of parts at
// the same time (hr_planes_trade, courier.h). Both sides know from the summary which runs travel.

#include "core/inline.h"
#include "core/try.h"
#include "enumerate/planes/scratch.h"

/// Did any block change that the run lies in?
HR_INLINE bool run_changed(const hr_planes_engine *e, const hr_planes_edge *edge, uint64_t part, uint64_t offset, uint64_t run) {
    const hr_planes_parts *parts = &e->parts;
    const uint16_t *marks = hr_planes_changed(parts, part, 1 - e->layer.colour);
    if (marks == NULL) { // the part of another node: only its summary is known
        return (hr_planes_changed_cells(e, part) >> edge->source & 1U) != 0;
    }
    unsigned any = 0;
    for (uint64_t block = offset / parts->shape.block_words; block * parts->shape.block_words < offset + run; block++) {
        any |= marks[block];
    }
    return (any >> edge->source & 1U) != 0;
}

/// The transfer that brings one run, from word `source` of the source plane; its `memory` is still to be set. A run that did not
/// change is filled with 0. What is called for each run is inlined always: boards with short runs need 3 % fewer instructions
/// then.
HR_INLINE hr_transfer run_transfer(const hr_planes_engine *e, const hr_planes_edge *edge, uint64_t source) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = source / parts->shape.part_words;
    const uint64_t offset = source % parts->shape.part_words;
    hr_transfer transfer = {.kind = HR_TRANSFER_FILL, .words = hr_planes_run_words(&parts->shape, edge)};
    const uint64_t *visible = hr_planes_words(parts, part, edge->source);
    if (!run_changed(e, edge, part, offset, transfer.words)) {
        return transfer;
    }
    if (visible != NULL) {
        transfer.kind = HR_TRANSFER_COPY;
        transfer.source = visible + offset;
    } else {
        transfer.kind = HR_TRANSFER_READ;
        transfer.place = hr_planes_scratch_place(e, part, edge->source);
        transfer.place.offset += offset * sizeof(uint64_t);
    }
    return transfer;
}

/// Count `words` words of `part` as sent if the part is another rank's.
static void count_sent(hr_planes_engine *e, uint64_t part, uint64_t words) {
    if (!hr_planes_is_own(&e->parts.deal, part)) {
        e->layer.tally.bytes_sent += words * sizeof(uint64_t);
    }
}

/// Submit the transfer that brings one run, from word `source` of the source plane, to `words` in `staging`.
HR_INLINE void fetch_run(hr_planes_engine *e, const hr_planes_edge *edge, uint64_t source, uint64_t *words,
                         hr_planes_staging *staging, hr_transfer_group *group) {
    hr_transfer transfer = run_transfer(e, edge, source);
    transfer.memory = words;
    if (transfer.kind != HR_TRANSFER_FILL) {
        staging->arrived[edge->staging] = true;
        count_sent(e, source / e->parts.shape.part_words, transfer.words);
    }
    hr_transfers_submit(e->scratch->transfers, group, &transfer);
}

/// Submit the transfers that bring the runs of one edge into `part` to `staging`.
static void fetch_edge(hr_planes_engine *e, uint64_t part, const hr_planes_edge *edge, hr_planes_staging *staging,
                       hr_transfer_group *group) {
    const hr_planes_parts *parts = &e->parts;
    uint64_t *words = staging->words + (uint64_t)edge->staging * parts->shape.part_words;
    for (uint64_t at = 0; at < parts->shape.part_words; at += hr_planes_run_words(&parts->shape, edge)) {
        const uint64_t source = hr_planes_source_word(edge, part * parts->shape.part_words + at);
        fetch_run(e, edge, source, words + at, staging, group);
    }
}

void hr_planes_fetch(hr_planes_engine *e, uint64_t part, hr_planes_staging *staging, hr_transfer_group *group) {
    hr_planes_nothing_arrived(e, staging);
    for (unsigned cells = e->task.board.colour[e->layer.colour]; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            const hr_planes_edge *edge = &e->task.edges[cell][d];
            if (edge->reach == HR_PLANES_ACROSS && (hr_planes_full_cells(e, part) >> cell & 1U) == 0) {
                fetch_edge(e, part, edge, staging, group);
            }
        }
    }
}

/// Bring a run to its place in this rank's part, or begin to receive it.
static hr_status take_run(hr_planes_engine *e, const hr_planes_run *run, void *context, hr_error *error) {
    hr_planes_buffer *buffer = context;
    hr_planes_staging *staging = &buffer->staging;
    uint64_t *words = hr_planes_staged(&e->parts.shape, staging, run);
    const int owner = (int)e->parts.deal.owner[run->source / e->parts.shape.part_words];
    if (hr_nodes_is_here(&e->scratch->nodes, owner) || !hr_planes_travels(e, run)) {
        fetch_run(e, run->edge, run->source, words, staging, &buffer->loading);
        return HR_OK;
    }
    staging->arrived[run->edge->staging] = true;
    return hr_courier_receive(e->scratch->courier, owner, words, run->words, error);
}

/// Begin to read a run for the owner of its part, unless another rank owns it or it did not change.
static hr_status give_run(hr_planes_engine *e, const hr_planes_run *run, void *context, hr_error *error) {
    (void)context;
    const hr_planes_deal *deal = &e->parts.deal;
    if (!hr_planes_is_own(deal, run->source / e->parts.shape.part_words) || !hr_planes_travels(e, run)) {
        return HR_OK;
    }
    const hr_transfer transfer = run_transfer(e, run->edge, run->source);
    return hr_courier_give(e->scratch->courier, (int)deal->owner[run->part], &transfer, error);
}

/// The trade of one round.
typedef struct trade {
    hr_planes_engine *e;
    hr_planes_buffer *buffer; ///< for this rank's own part: where its runs go
} trade;

/// Trade the runs that cross into `part`.
static hr_status trade_part(void *context, uint64_t part, uint32_t ways, hr_error *error) {
    const trade *t = context;
    const bool own = hr_planes_is_own(&t->e->parts.deal, part);
    return hr_planes_visit_runs(t->e, part, ways, own ? take_run : give_run, t->buffer, error);
}

hr_status hr_planes_trade(hr_planes_engine *e, uint64_t round, hr_planes_buffer *buffer, hr_error *error) {
    trade t = {.e = e, .buffer = buffer};
    hr_planes_nothing_arrived(e, &buffer->staging);
    HR_TRY(hr_planes_partners_visit(&e->parts.deal, &e->transfers.partners, round, trade_part, &t, error));
    return hr_courier_end(e->scratch->courier, error);
}
