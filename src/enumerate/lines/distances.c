// SPDX-License-Identifier: MIT
// The distances of all states, for a table.
//
// The layer of a state is known when its block is counted. So the distance is written then, by the rank that has the block's part:
// it keeps the distances of all states of its parts. A bit for each state says whether it has a distance.

#include <assert.h>
#include <stdlib.h>

#include "core/try.h"
#include "enumerate/lines/engine.h"
#include "huarong/table.h"

static hr_status write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error) {
    const hr_lines_engine *e = engine;
    return hr_table_sink_write(e->distances.sink, order->path, order->force, e->result, look, error);
}

hr_status hr_lines_keep_distances(hr_lines_engine *e, hr_error *error) {
    hr_lines_distances *distances = &e->distances;
    HR_TRY(hr_table_sink_create_dealt(e->comm, e->puzzle, e->options->memory_limit, &distances->sink, error));
    distances->writing = (hr_table_writing){.order = e->tuning.order, .result = e->result, .engine = e, .write = write_table};
    e->with_table = *e->options;
    e->with_table.sink = hr_table_sink_handlers(distances->sink);
    e->with_table.conclusion = hr_table_conclusion(&distances->writing);
    e->options = &e->with_table;
    return HR_OK;
}

hr_status hr_lines_deal_distances(hr_lines_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    const hr_sink_deal deal = {.unit = parts->shape.part_words * HR_PLANES_WORD_STATES,
                               .pieces = parts->shape.count,
                               .planes = (uint64_t)e->shape.board.cells,
                               .owner = parts->deal.owner,
                               .slot = parts->deal.slot,
                               .slots = parts->deal.slots};
    return hr_table_sink_deal(e->distances.sink, &deal, error);
}

void hr_lines_drop_distances(hr_lines_engine *e) {
    hr_table_sink_destroy(&e->distances.sink);
    free(e->distances.kept);
}

/// The words that say which states of `cell` in this rank's part number `slot` have a distance.
static uint64_t *kept_words(const hr_lines_engine *e, uint64_t slot, int cell) {
    return e->distances.kept + (slot * (uint64_t)e->shape.board.cells + (uint64_t)cell) * e->parts.shape.part_words;
}

void hr_lines_keep(hr_lines_engine *e, uint64_t slot, int cell, uint64_t in_part, const uint64_t *lines, const uint64_t *crossing) {
    assert(e->layer.depth < HR_TABLE_UNREACHED_8);
    uint64_t *kept = kept_words(e, slot, cell) + in_part;
    uint8_t *distances = hr_table_sink_piece(e->distances.sink, slot, (uint64_t)cell) + in_part * HR_PLANES_WORD_STATES;
    for (uint64_t i = 0; i < e->parts.shape.block_words; i++) {
        const uint64_t fresh = (lines[i] | crossing[i]) & ~kept[i];
        kept[i] |= fresh;
        for (uint64_t bits = fresh; bits != 0; bits &= bits - 1) {
            distances[i * HR_PLANES_WORD_STATES + (uint64_t)__builtin_ctzll(bits)] = (uint8_t)e->layer.depth;
        }
    }
}

void hr_lines_keep_source(hr_lines_engine *e) {
    const uint64_t in_plane = e->shape.source % e->shape.board.plane_states;
    const uint64_t word = hr_planes_word(in_plane);
    const uint64_t part = word / e->parts.shape.part_words;
    if (e->distances.sink != NULL && hr_planes_is_own(&e->parts.deal, part)) {
        const int cell = (int)(e->shape.source / e->shape.board.plane_states);
        const uint64_t slot = e->parts.deal.slot[part];
        const uint64_t in_part = word % e->parts.shape.part_words;
        const unsigned bit = hr_planes_bit(in_plane);
        kept_words(e, slot, cell)[in_part] |= UINT64_C(1) << bit;
        hr_table_sink_piece(e->distances.sink, slot, (uint64_t)cell)[in_part * HR_PLANES_WORD_STATES + bit] = 0;
    }
}

/// Keep which states with the blank on `cell` in this rank's part number `slot` have a distance.
static void find_kept_of(const hr_lines_engine *e, uint64_t slot, int cell) {
    uint64_t *kept = kept_words(e, slot, cell);
    const uint8_t *distances = hr_table_sink_piece(e->distances.sink, slot, (uint64_t)cell);
    for (uint64_t word = 0; word < e->parts.shape.part_words; word++) {
        kept[word] = 0;
        for (unsigned bit = 0; bit < HR_PLANES_WORD_STATES; bit++) {
            const bool known = distances[word * HR_PLANES_WORD_STATES + bit] != HR_TABLE_UNREACHED_8;
            kept[word] |= (uint64_t)known << bit;
        }
    }
}

void hr_lines_find_kept(hr_lines_engine *e) {
    if (e->distances.sink == NULL || e->result->layer_count == 0) {
        return;
    }
    for (uint64_t slot = 0; slot < e->parts.deal.slots; slot++) {
        for (int cell = 0; cell < e->shape.board.cells; cell++) {
            find_kept_of(e, slot, cell);
        }
    }
}
