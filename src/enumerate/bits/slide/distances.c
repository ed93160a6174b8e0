// SPDX-License-Identifier: MIT
// The distances of all states, for a table.
//
// The layer of a state is known when its block is counted. So the distance is written then, by the rank that has the block's part:
// it keeps the distances of all states of its parts. A bit for each state says whether it has a distance.

#include <assert.h>
#include <stdlib.h>

#include "core/try.h"
#include "enumerate/bits/slide/engine.h"
#include "huarong/table.h"

hr_status hr_slide_write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error) {
    const hr_slide_engine *e = engine;
    return hr_table_sink_write(e->distances.sink, order->path, order->force, e->search.result, look, error);
}

hr_status hr_slide_keep_distances(hr_slide_engine *e, hr_error *error) {
    hr_slide_distances *distances = &e->distances;
    HR_TRY(hr_table_sink_create_dealt(e->search.comm, e->search.puzzle, e->search.options->memory_limit, &distances->sink, error));
    e->search.with_table.sink = hr_table_sink_handlers(distances->sink);
    return HR_OK;
}

hr_status hr_slide_deal_distances(hr_slide_engine *e, hr_error *error) {
    const hr_bits_parts *parts = &e->search.parts;
    const hr_sink_deal deal = {.unit = parts->shape.part_words * HR_BITS_WORD_STATES,
                               .pieces = parts->shape.count,
                               .planes = (uint64_t)e->search.board.cells,
                               .owner = parts->deal.owner,
                               .slot = parts->deal.slot,
                               .slots = parts->deal.slots};
    return hr_table_sink_deal(e->distances.sink, &deal, error);
}

void hr_slide_drop_distances(hr_slide_engine *e) {
    hr_table_sink_destroy(&e->distances.sink);
    free(e->distances.kept);
}

/// The words that say which states of `cell` in this rank's part number `slot` have a distance.
static uint64_t *kept_words(const hr_slide_engine *e, uint64_t slot, int cell) {
    return e->distances.kept + (slot * (uint64_t)e->search.board.cells + (uint64_t)cell) * e->search.parts.shape.part_words;
}

void hr_slide_keep(hr_slide_engine *e, uint64_t slot, int cell, uint64_t in_part, const uint64_t *lines, const uint64_t *crossing) {
    assert(e->search.layer.depth < HR_TABLE_UNREACHED_8);
    uint64_t *kept = kept_words(e, slot, cell) + in_part;
    uint8_t *distances = hr_table_sink_piece(e->distances.sink, slot, (uint64_t)cell) + in_part * HR_BITS_WORD_STATES;
    for (uint64_t i = 0; i < e->search.parts.shape.block_words; i++) {
        const uint64_t fresh = (lines[i] | crossing[i]) & ~kept[i];
        kept[i] |= fresh;
        for (uint64_t bits = fresh; bits != 0; bits &= bits - 1) {
            distances[i * HR_BITS_WORD_STATES + (uint64_t)__builtin_ctzll(bits)] = (uint8_t)e->search.layer.depth;
        }
    }
}

void hr_slide_keep_source(hr_slide_engine *e) {
    const uint64_t in_plane = e->search.source % e->search.board.plane_states;
    const uint64_t word = hr_bits_word(in_plane);
    const uint64_t part = word / e->search.parts.shape.part_words;
    if (e->distances.sink != NULL && hr_bits_is_own(&e->search.parts.deal, part)) {
        const int cell = (int)(e->search.source / e->search.board.plane_states);
        const uint64_t slot = e->search.parts.deal.slot[part];
        const uint64_t in_part = word % e->search.parts.shape.part_words;
        const unsigned bit = hr_bits_bit(in_plane);
        kept_words(e, slot, cell)[in_part] |= UINT64_C(1) << bit;
        hr_table_sink_piece(e->distances.sink, slot, (uint64_t)cell)[in_part * HR_BITS_WORD_STATES + bit] = 0;
    }
}

/// Keep which states with the blank on `cell` in this rank's part number `slot` have a distance.
static void find_kept_of(const hr_slide_engine *e, uint64_t slot, int cell) {
    uint64_t *kept = kept_words(e, slot, cell);
    const uint8_t *distances = hr_table_sink_piece(e->distances.sink, slot, (uint64_t)cell);
    for (uint64_t word = 0; word < e->search.parts.shape.part_words; word++) {
        kept[word] = 0;
        for (unsigned bit = 0; bit < HR_BITS_WORD_STATES; bit++) {
            const bool known = distances[word * HR_BITS_WORD_STATES + bit] != HR_TABLE_UNREACHED_8;
            kept[word] |= (uint64_t)known << bit;
        }
    }
}

hr_status hr_slide_find_kept(hr_bits_search *s, hr_error *error) {
    const hr_slide_engine *e = (const hr_slide_engine *)s;
    (void)error;
    if (e->distances.sink == NULL || s->result->layer_count == 0) {
        return HR_OK;
    }
    for (uint64_t slot = 0; slot < e->search.parts.deal.slots; slot++) {
        for (int cell = 0; cell < e->search.board.cells; cell++) {
            find_kept_of(e, slot, cell);
        }
    }
    return HR_OK;
}
