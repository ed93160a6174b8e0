// SPDX-License-Identifier: MIT
// The transfer of words that cross parts, between ranks that cannot read each other's memory.
//
// In round r of a layer every rank updates its r-th part. Every rank can compute which runs of words the part of any other rank
// needs from other parts. So the owner of a run sends it straight from its planes, because the source colour does not change during
// a layer. The receiver puts the runs into a staging buffer, in the order of the target. The runs of round r + 1 travel while round
// r is computed. A run does not travel if the part that it comes from did not change in the last layer, or if the part that it goes
// to is full. Both sides know that from the summary that all ranks share after each layer.

#include <string.h>

#include "core/try.h"
#include "enumerate/planes/scratch.h"

/// The rank for which a part's runs are moved, and the wave that moves them.
typedef struct run_visit {
    int to;                     ///< the rank that updates the part
    int wave;                   ///< the wave of transfers that the round uses
    hr_planes_staging *staging; ///< where this rank's own part finds its runs
} run_visit;

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

/// Move one run of words that crosses into the part of rank `visit->to`, from word `source` of the source plane. If that is another
/// rank, this rank sends the run, unless another rank owns it, it did not change, or the other rank can read this rank's memory. If
/// it is this rank, the run is copied or received into the staging buffer at word `at`; if it did not change, zeros are put there.
static hr_status move_run(hr_planes_engine *e, const hr_planes_edge *edge, const run_visit *visit, uint64_t source, uint64_t at,
                          hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t source_part = source / parts->shape.part_words;
    const uint64_t offset = source % parts->shape.part_words;
    const uint64_t run = hr_planes_run_words(parts, edge);
    const int owner = (int)parts->deal.owner[source_part];
    const bool changed = (hr_planes_changed_cells(e, source_part) >> edge->source & 1U) != 0;
    if (visit->to != parts->deal.rank) { // this rank sends only its own runs, and only if the other rank cannot read them
        const bool sees = hr_shared_of(parts->memory, visit->to) != NULL;
        return !changed || owner != parts->deal.rank || sees
                   ? HR_OK
                   : hr_bulk_send(e->transfers.bulk, visit->wave, visit->to,
                                  hr_planes_words(parts, source_part, edge->source) + offset, run, error);
    }
    uint64_t *words = visit->staging->words + (uint64_t)edge->staging * parts->shape.part_words + at;
    if (!changed) {
        memset(words, 0, run * sizeof *words);
        return HR_OK;
    }
    visit->staging->arrived[edge->staging] = true;
    const uint64_t *visible = hr_planes_words(parts, source_part, edge->source);
    if (visible != NULL) {
        memcpy(words, visible + offset, run * sizeof *words);
        return HR_OK;
    }
    return hr_bulk_receive(e->transfers.bulk, visit->wave, owner, words, run, error);
}

/// Move all runs that cross into `part`, in an order that is the same on both sides.
static hr_status move_part(hr_planes_engine *e, uint64_t part, const run_visit *visit, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    for (unsigned cells = e->task.board.colour[e->layer.colour]; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            const hr_planes_edge *edge = &e->task.edges[cell][d];
            if (edge->reach != HR_PLANES_ACROSS || (hr_planes_full_cells(e, part) >> cell & 1U) != 0) {
                continue;
            }
            for (uint64_t at = 0; at < parts->shape.part_words; at += hr_planes_run_words(parts, edge)) {
                HR_TRY(move_run(e, edge, visit, hr_planes_source_word(edge, part * parts->shape.part_words + at), at, error));
            }
        }
    }
    return HR_OK;
}

hr_status hr_planes_post(hr_planes_engine *e, uint64_t round, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    if (e->transfers.bulk == NULL || round >= parts->deal.slots_max) {
        return HR_OK;
    }
    const int wave = (int)(round % HR_BULK_WAVES);
    hr_planes_staging *staging = &e->transfers.staging[wave];
    memset(staging->arrived, 0, (size_t)e->task.crossing[e->layer.colour] * sizeof *staging->arrived);
    for (int i = 0; i < parts->deal.ranks; i++) { // start with this rank, so that not all ranks send to the same rank first
        const int to = (parts->deal.rank + i) % parts->deal.ranks;
        if (round < hr_planes_slots_of(&parts->deal, to)) {
            const run_visit visit = {to, wave, staging};
            HR_TRY(move_part(e, hr_planes_part_of(&parts->deal, to, round), &visit, error));
        }
    }
    return HR_OK;
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
