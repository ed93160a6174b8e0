// SPDX-License-Identifier: MIT
// The words that cross into parts (../trade.c). A run does not travel if the part that it comes from did not change in the
// last layer, or if the part that it goes to is full.

#include "core/inline.h"
#include "core/try.h"
#include "enumerate/bits/unit/scratch.h"

uint64_t hr_unit_summarise(const hr_bits_search *s, uint64_t slot) {
    const hr_unit_engine *e = (const hr_unit_engine *)s;
    const hr_bits_parts *parts = &s->parts;
    const uint16_t *marks = hr_bits_changed(parts, hr_bits_own_part(&parts->deal, slot), e->colour);
    const uint16_t *full = parts->full + slot * parts->shape.part_blocks;
    unsigned any = 0;
    unsigned all = UINT16_MAX;
    for (uint64_t block = 0; block < parts->shape.part_blocks; block++) {
        any |= marks[block];
        all &= full[block];
    }
    return any | (uint64_t)all << 16;
}

/// A bit for each edge into a cell. Boards have at most 16 cells.
static uint32_t way_of(int cell, int edge) { return UINT32_C(1) << (HR_UNIT_EDGES * cell + edge); }

/// Did any block change that the run, which comes from a part that changed, lies in?
HR_INLINE bool blocks_changed(const hr_unit_engine *e, const hr_bits_crossing *run) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t block_words = parts->shape.block_words;
    const uint16_t *marks = hr_bits_changed(parts, run->from, 1 - e->colour);
    unsigned any = marks == NULL ? UINT16_MAX : 0; // the part of another node: only its summary is known
    for (uint64_t block = run->word / block_words; marks != NULL && block * block_words < run->word + run->words; block++) {
        any |= marks[block];
    }
    return (any >> run->plane & 1U) != 0;
}

/// Visit the runs that come by `edge`.
static hr_status visit_edge(const hr_unit_engine *e, const hr_unit_edge *edge, const hr_bits_visit *visit, hr_error *error) {
    const hr_bits_shape *shape = &e->search.parts.shape;
    hr_bits_crossing run = {.part = visit->part, .words = hr_unit_run_words(shape, edge), .plane = edge->source};
    run.file_plane = edge->source;
    run.way = edge->staging;
    for (uint64_t at = 0; at < shape->part_words; at += run.words) {
        const uint64_t source = hr_unit_source_word(edge, visit->part * shape->part_words + at);
        run.from = source / shape->part_words;
        run.word = source % shape->part_words;
        run.at = (uint64_t)edge->staging * shape->part_words + at;
        run.travels = (hr_unit_changed_cells(e, run.from) >> edge->source & 1U) != 0;
        run.changed = run.travels && blocks_changed(e, &run);
        HR_TRY(visit->call(visit->context, &run, error));
    }
    return HR_OK;
}

hr_status hr_unit_visit_runs(hr_bits_search *s, const hr_bits_visit *visit, hr_error *error) {
    const hr_unit_engine *e = (const hr_unit_engine *)s;
    const unsigned open = s->board.colour[e->colour] & ~hr_unit_full_cells(e, visit->part);
    for (unsigned cells = open; cells != 0; cells &= cells - 1) {
        const int cell = __builtin_ctz(cells);
        for (int d = 0; d < HR_UNIT_EDGES; d++) {
            const hr_unit_edge *edge = &e->edges[cell][d];
            if (edge->reach == HR_UNIT_ACROSS && (visit->ways & way_of(cell, d)) != 0) {
                HR_TRY(visit_edge(e, edge, visit, error));
            }
        }
    }
    return HR_OK;
}

/// Each move can be undone: words come from a part and go to it by the two directions of an edge.
void hr_unit_find_ways(const hr_bits_search *s, uint32_t *ways) {
    const hr_unit_engine *e = (const hr_unit_engine *)s;
    const hr_bits_shape *shape = &s->parts.shape;
    const hr_bits_deal *deal = &s->parts.deal;
    for (uint64_t slot = 0; slot < deal->slots; slot++) {
        const uint64_t first = hr_bits_own_part(deal, slot) * shape->part_words;
        for (int i = 0; i < e->search.board.cells * HR_UNIT_EDGES; i++) {
            const int d = i % HR_UNIT_EDGES;
            const hr_unit_edge *edge = &e->edges[i / HR_UNIT_EDGES][d];
            const uint64_t words = edge->reach == HR_UNIT_ACROSS ? shape->part_words : 0;
            for (uint64_t at = 0; at < words; at += hr_unit_run_words(shape, edge)) {
                const uint64_t part = hr_unit_source_word(edge, first + at) / shape->part_words;
                ways[part] |= hr_bits_sends_to(s, (int)deal->owner[part]) ? way_of(edge->source, HR_UNIT_EDGES - 1 - d) : 0;
            }
        }
    }
}
