// SPDX-License-Identifier: MIT
// The transfer of words that cross parts, between ranks that cannot read each other's memory.
//
// In round r of a layer every rank updates its r-th part. Every rank can compute which runs of words the part of any other rank
// needs from other parts. So the owner of a run sends it straight from its planes, because the source colour does not change during
// a layer. The receiver puts the runs into a staging buffer, in the order of the target. The runs of round r + 1 travel while round
// r is computed. A run does not travel if the part that it comes from did not change in the last layer, or if the part that it goes
// to is full. Both sides know that from the summary that all ranks share after each layer. A rank looks only at the parts that its
// own words cross into (partners.h).

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/planes/scratch.h"

hr_status hr_planes_share_summary(hr_planes_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    if (e->transfers.summary == NULL) {
        return HR_OK;
    }
    memset(e->transfers.summary, 0, parts->shape.count * sizeof *e->transfers.summary);
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        const uint64_t part = hr_planes_own_part(&parts->deal, slot);
        const uint16_t *marks = hr_planes_changed(parts, part, e->layer.colour);
        const uint16_t *full = parts->full + slot * parts->shape.part_blocks;
        unsigned any = 0;
        unsigned all = UINT16_MAX;
        for (uint64_t block = 0; block < parts->shape.part_blocks; block++) {
            any |= marks[block];
            all &= full[block];
        }
        e->transfers.summary[part] = any | (uint64_t)all << 16;
    }
    return hr_comm_sum(e->task.comm, e->transfers.summary, parts->shape.count, error);
}

/// A bit for each edge into a cell. Boards have at most 16 cells.
static uint32_t way_of(int cell, int edge) { return UINT32_C(1) << (HR_PLANES_EDGES * cell + edge); }

hr_status hr_planes_visit_runs(hr_planes_engine *e, uint64_t part, uint32_t ways, hr_planes_run_visit *visit, void *context,
                               hr_error *error) {
    const uint64_t part_words = e->parts.shape.part_words;
    const unsigned open = e->task.board.colour[e->layer.colour] & ~hr_planes_full_cells(e, part);
    for (unsigned cells = open; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            const hr_planes_edge *edge = &e->task.edges[cell][d];
            if (edge->reach != HR_PLANES_ACROSS || (ways & way_of(cell, d)) == 0) {
                continue;
            }
            hr_planes_run run = {.edge = edge, .part = part, .words = hr_planes_run_words(&e->parts.shape, edge)};
            for (; run.at < part_words; run.at += run.words) {
                run.source = hr_planes_source_word(edge, part * part_words + run.at);
                HR_TRY(visit(e, &run, context, error));
            }
        }
    }
    return HR_OK;
}

/// Does this rank send words to `rank`? Else the two see each other's files or memory.
static bool sends_to(const hr_planes_engine *e, int rank) {
    return e->scratch != NULL ? !hr_nodes_is_here(&e->scratch->nodes, rank) : hr_shared_of(e->parts.memory, rank) == NULL;
}

/// Note in `ways[0..parts)` by which edges words of this rank's parts go to ranks that it sends words to. Each move can be undone:
/// words come from the part and go to it by the two directions of an edge.
static void find_ways(const hr_planes_engine *e, uint32_t *ways) {
    const hr_planes_shape *shape = &e->parts.shape;
    const hr_planes_deal *deal = &e->parts.deal;
    for (uint64_t slot = 0; slot < deal->slots; slot++) {
        const uint64_t first = hr_planes_own_part(deal, slot) * shape->part_words;
        for (int i = 0; i < e->task.board.cells * HR_PLANES_EDGES; i++) {
            const int d = i % HR_PLANES_EDGES;
            const hr_planes_edge *edge = &e->task.edges[i / HR_PLANES_EDGES][d];
            const uint64_t words = edge->reach == HR_PLANES_ACROSS ? shape->part_words : 0;
            for (uint64_t at = 0; at < words; at += hr_planes_run_words(shape, edge)) {
                const uint64_t part = hr_planes_source_word(edge, first + at) / shape->part_words;
                ways[part] |= sends_to(e, (int)deal->owner[part]) ? way_of(edge->source, HR_PLANES_EDGES - 1 - d) : 0;
            }
        }
    }
}

hr_status hr_planes_connect(hr_planes_engine *e, hr_error *error) {
    HR_TRY(hr_bulk_create(e->task.comm, &e->transfers.bulk, error));
    uint32_t *ways = hr_comm_allocate(e->task.comm, e->parts.shape.count * sizeof *ways, "a list of parts", error);
    if (ways == NULL) {
        return HR_INTERNAL;
    }
    find_ways(e, ways);
    const hr_status status = hr_planes_partners_make(&e->parts.deal, ways, &e->transfers.partners, error);
    free(ways);
    return hr_comm_leave(e->task.comm, status, error);
}

/// The runs of one round.
typedef struct posting {
    hr_planes_engine *e;
    int wave;                   ///< the wave of transfers that the round uses
    hr_planes_staging *staging; ///< where this rank's own part finds its runs
} posting;

/// The words that the run brings; NULL if this rank cannot read them.
static const uint64_t *words_of(const hr_planes_parts *parts, const hr_planes_run *run) {
    const uint64_t part_words = parts->shape.part_words;
    const uint64_t *words = hr_planes_words(parts, run->source / part_words, run->edge->source);
    return words != NULL ? words + run->source % part_words : NULL;
}

/// Send a run to the owner of its part, unless another rank owns it or it did not change.
static hr_status give_run(hr_planes_engine *e, const hr_planes_run *run, void *context, hr_error *error) {
    const posting *p = context;
    const hr_planes_parts *parts = &e->parts;
    const bool own = hr_planes_is_own(&parts->deal, run->source / parts->shape.part_words);
    const int to = (int)parts->deal.owner[run->part];
    return own && hr_planes_travels(e, run) ? hr_bulk_send(e->transfers.bulk, p->wave, to, words_of(parts, run), run->words, error)
                                            : HR_OK;
}

/// Copy or receive a run into the staging buffer. If it did not change, zeros are put there.
static hr_status take_run(hr_planes_engine *e, const hr_planes_run *run, void *context, hr_error *error) {
    const posting *p = context;
    const hr_planes_parts *parts = &e->parts;
    uint64_t *to = hr_planes_staged(&parts->shape, p->staging, run);
    if (!hr_planes_travels(e, run)) {
        memset(to, 0, run->words * sizeof *to);
        return HR_OK;
    }
    p->staging->arrived[run->edge->staging] = true;
    const uint64_t *visible = words_of(parts, run);
    if (visible != NULL) {
        memcpy(to, visible, run->words * sizeof *to);
        return HR_OK;
    }
    const int owner = (int)parts->deal.owner[run->source / parts->shape.part_words];
    return hr_bulk_receive(e->transfers.bulk, p->wave, owner, to, run->words, error);
}

/// Move the runs that cross into `part`, in an order that is the same on both sides.
static hr_status move_part(void *context, uint64_t part, uint32_t ways, hr_error *error) {
    posting *p = context;
    const bool own = hr_planes_is_own(&p->e->parts.deal, part);
    return hr_planes_visit_runs(p->e, part, ways, own ? take_run : give_run, p, error);
}

hr_status hr_planes_post(hr_planes_engine *e, uint64_t round, hr_error *error) {
    if (e->transfers.bulk == NULL || round >= e->parts.deal.slots_max) {
        return HR_OK;
    }
    const int wave = (int)(round % HR_BULK_WAVES);
    posting p = {.e = e, .wave = wave, .staging = &e->transfers.staging[wave]};
    hr_planes_nothing_arrived(e, p.staging);
    return hr_planes_partners_visit(&e->parts.deal, &e->transfers.partners, round, move_part, &p, error);
}

hr_status hr_planes_arrive(hr_planes_engine *e, uint64_t round, const hr_planes_staging **staging, hr_error *error) {
    *staging = NULL;
    if (e->transfers.bulk == NULL) {
        return HR_OK;
    }
    const int wave = (int)(round % HR_BULK_WAVES);
    *staging = &e->transfers.staging[wave];
    return hr_bulk_wait(e->transfers.bulk, wave, error);
}
