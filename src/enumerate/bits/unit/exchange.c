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
    return hr_bits_any(marks, parts->shape.part_blocks) | (uint64_t)hr_bits_all(full, parts->shape.part_blocks) << 16;
}

/// Did any block change that the run, which comes from a part that changed, lies in?
HR_INLINE bool blocks_changed(const hr_unit_engine *e, const hr_bits_crossing *run) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t block_words = parts->shape.block_words;
    const uint16_t *marks = hr_bits_changed(parts, run->from, 1 - e->colour);
    const uint64_t first = run->word / block_words;
    const uint64_t blocks = (run->word + run->words - 1) / block_words + 1 - first;
    // Of a part of another node only the summary is known.
    return marks == NULL || (hr_bits_any(marks + first, blocks) >> run->plane & 1U) != 0;
}

void hr_unit_judge(const hr_bits_search *s, hr_bits_crossing *run) {
    const hr_unit_engine *e = (const hr_unit_engine *)s;
    run->travels = (hr_unit_changed_cells(e, run->from) >> run->plane & 1U) != 0;
    run->changed = run->travels && blocks_changed(e, run);
    run->fill = 0;
}

hr_status hr_unit_visit_runs(hr_bits_search *s, const hr_bits_visit *visit, hr_error *error) {
    const hr_unit_engine *e = (const hr_unit_engine *)s;
    const unsigned open = s->board.colour[e->colour] & ~hr_unit_full_cells(e, visit->part);
    for (int i = 0; i < s->way_count; i++) {
        const hr_bits_way *way = &s->ways[i];
        const int cell = way->to * s->board.width + way->column;
        const hr_unit_edge *edge = &e->edges[cell][way->from > way->to ? HR_UNIT_BELOW : HR_UNIT_ABOVE];
        const uint64_t at = (uint64_t)edge->staging * s->parts.shape.part_words;
        if ((open >> cell & 1U) != 0 && (visit->ways >> i & 1U) != 0) {
            const hr_bits_crossing first = {.plane = edge->source, .file_plane = edge->source, .at = at};
            HR_TRY(hr_bits_visit_way(s, visit, i, &first, error));
        }
    }
    return HR_OK;
}
