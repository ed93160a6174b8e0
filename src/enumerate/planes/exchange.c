// SPDX-License-Identifier: MIT
// Words that cross parts between ranks that do not see each other's memory.
//
// In round r of a layer every rank updates its r-th part. Which words that part pulls across, run by run, every rank can compute
// for every other: so the owner sends the runs straight from its planes (the source colour does not change during a layer), and
// they land in the order of the target in a staging buffer. The runs of round r + 1 travel while round r is computed. A run is left
// out where the part it comes from did not change or the part it goes to is full; both sides know that from the summary of the last
// layer.

#include <string.h>

#include "core/try.h"
#include "enumerate/planes/engine.h"

/// What is done with the runs of a part that comes into being on another rank or here.
typedef struct run_visit {
    int to;   ///< the rank that updates the part
    int wave; ///<
    hr_planes_staging *staging;
} run_visit;

static uint16_t changed_cells(const hr_planes_engine *e, uint64_t part) { return (uint16_t)(e->summary[part] & 0xFFFF); }
static uint16_t full_cells(const hr_planes_engine *e, uint64_t part) { return (uint16_t)(e->summary[part] >> 16); }

hr_status hr_planes_share_summary(hr_planes_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    if (e->bulk == NULL) {
        return HR_OK;
    }
    memset(e->summary, 0, parts->count * sizeof *e->summary);
    for (uint64_t slot = 0; slot < parts->slots; slot++) {
        const uint64_t part = hr_planes_part_of(parts, parts->rank, slot);
        const uint16_t *marks = hr_planes_changed(parts, part, e->target_colour);
        const uint16_t *full = parts->full + slot * parts->part_blocks;
        unsigned any = 0;
        unsigned all = UINT16_MAX;
        for (uint64_t block = 0; block < parts->part_blocks; block++) {
            any |= marks[block];
            all &= full[block];
        }
        e->summary[part] = any | (uint64_t)all << 16;
    }
    return hr_comm_sum(e->comm, e->summary, parts->count, error);
}

/// One run on its way from `source_part` to word `at` of a part that rank `visit->to` updates.
static hr_status move_run(hr_planes_engine *e, const hr_planes_edge *edge, const run_visit *visit, uint64_t source_part,
                          uint64_t offset, uint64_t at, uint64_t run, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    const int owner = (int)parts->owner[source_part];
    const bool changed = ((unsigned)changed_cells(e, source_part) >> edge->source & 1U) != 0;
    if (visit->to != parts->rank) { // ours to give, unless the other one sees it
        const bool sees = hr_shared_of(parts->memory, visit->to) != NULL;
        return !changed || owner != parts->rank || sees
                   ? HR_OK
                   : hr_bulk_send(e->bulk, visit->wave, visit->to, hr_planes_words(parts, source_part, edge->source) + offset, run,
                                  error);
    }
    uint64_t *words = visit->staging->words + (uint64_t)edge->staging * parts->part_words + at;
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
    return hr_bulk_receive(e->bulk, visit->wave, owner, words, run, error);
}

/// All runs across parts into one part, in an order that both sides share.
static hr_status move_part(hr_planes_engine *e, uint64_t part, const run_visit *visit, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    for (unsigned cells = e->board.colour[e->target_colour]; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            const hr_planes_edge *edge = &e->edges[cell][d];
            if (edge->reach != HR_PLANES_ACROSS || ((unsigned)full_cells(e, part) >> cell & 1U) != 0) {
                continue;
            }
            const uint64_t run = edge->window->run < parts->part_words ? edge->window->run : parts->part_words;
            for (uint64_t at = 0; at < parts->part_words; at += run) {
                const uint64_t source = hr_planes_source_word(edge, part * parts->part_words + at);
                HR_TRY(move_run(e, edge, visit, source / parts->part_words, source % parts->part_words, at, run, error));
            }
        }
    }
    return HR_OK;
}

hr_status hr_planes_post(hr_planes_engine *e, uint64_t round, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    if (e->bulk == NULL || round >= parts->slots_max) {
        return HR_OK;
    }
    const int wave = (int)(round % HR_BULK_WAVES);
    hr_planes_staging *staging = &e->staging[wave];
    memset(staging->arrived, 0, (size_t)e->crossing[e->target_colour] * sizeof *staging->arrived);
    for (int i = 0; i < parts->ranks; i++) { // from ourselves on, so that not all ranks send to the same one first
        const int to = (parts->rank + i) % parts->ranks;
        if (round < hr_planes_slots_of(parts, to)) {
            const run_visit visit = {to, wave, staging};
            HR_TRY(move_part(e, hr_planes_part_of(parts, to, round), &visit, error));
        }
    }
    return HR_OK;
}

hr_status hr_planes_arrive(hr_planes_engine *e, uint64_t round, const hr_planes_staging **staging, hr_error *error) {
    *staging = NULL;
    if (e->bulk == NULL) {
        return HR_OK;
    }
    const int wave = (int)(round % HR_BULK_WAVES);
    *staging = &e->staging[wave];
    return hr_bulk_wait(e->bulk, wave, error);
}
