// SPDX-License-Identifier: MIT
// The runs of words that cross into a part, with scratch: from planes in memory and from files.

#include <string.h>

#include "enumerate/planes/scratch.h"

/// Did any block change that the run lies in?
static bool run_changed(const hr_planes_engine *e, const hr_planes_edge *edge, uint64_t part, uint64_t offset, uint64_t run) {
    const hr_planes_parts *parts = &e->parts;
    const uint16_t *marks = hr_planes_changed(parts, part, 1 - e->layer.colour);
    if (marks == NULL) { // the part of another node: only its summary is known
        return (hr_planes_changed_cells(e, part) >> edge->source & 1U) != 0;
    }
    unsigned any = 0;
    for (uint64_t block = offset / parts->block_words; block * parts->block_words < offset + run; block++) {
        any |= marks[block];
    }
    return (any >> edge->source & 1U) != 0;
}

/// The transfer that brings one run, from word `source` of the source plane; its `memory` is still to be set. A run that did not
/// change is filled with 0.
static hr_transfer run_transfer(const hr_planes_engine *e, const hr_planes_edge *edge, uint64_t source) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = source / parts->part_words;
    const uint64_t offset = source % parts->part_words;
    hr_transfer transfer = {.kind = HR_TRANSFER_FILL, .words = hr_planes_run_words(parts, edge)};
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
    if ((int)e->parts.owner[part] != e->parts.rank) {
        e->layer.tally.bytes_sent += words * sizeof(uint64_t);
    }
}

/// Submit the transfer that brings one run, from word `source` of the source plane, to `words` in `staging`.
static void fetch_run(hr_planes_engine *e, const hr_planes_edge *edge, uint64_t source, uint64_t *words, hr_planes_staging *staging,
                      hr_transfer_group *group) {
    hr_transfer transfer = run_transfer(e, edge, source);
    transfer.memory = words;
    if (transfer.kind != HR_TRANSFER_FILL) {
        staging->arrived[edge->staging] = true;
        count_sent(e, source / e->parts.part_words, transfer.words);
    }
    hr_transfers_submit(e->scratch->transfers, group, &transfer);
}

/// Submit the transfers that bring the runs of one edge into `part` to `staging`.
static void fetch_edge(hr_planes_engine *e, uint64_t part, const hr_planes_edge *edge, hr_planes_staging *staging,
                       hr_transfer_group *group) {
    const hr_planes_parts *parts = &e->parts;
    uint64_t *words = staging->words + (uint64_t)edge->staging * parts->part_words;
    for (uint64_t at = 0; at < parts->part_words; at += hr_planes_run_words(parts, edge)) {
        const uint64_t source = hr_planes_source_word(edge, part * parts->part_words + at);
        fetch_run(e, edge, source, words + at, staging, group);
    }
}

void hr_planes_fetch(hr_planes_engine *e, uint64_t part, hr_planes_staging *staging, hr_transfer_group *group) {
    memset(staging->arrived, 0, (size_t)e->task.crossing[e->layer.colour] * sizeof *staging->arrived);
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
