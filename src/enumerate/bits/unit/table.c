// SPDX-License-Identifier: MIT
// The plane table of a complete search.

#include "core/try.h"
#include "enumerate/bits/unit/engine.h"
#include "tabulate/write.h"

/// Write the distance words of this rank's parts: a bit is set if the state's ⌊d/2⌋ is odd.
static hr_status put_distances(const hr_bits_search *s, hr_table_writer *writer, hr_error *error) {
    const hr_bits_parts *parts = &s->parts;
    const size_t bytes = parts->shape.part_words * sizeof(uint64_t);
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        const uint64_t part = hr_bits_own_part(&parts->deal, slot);
        for (int cell = 0; cell < s->board.cells; cell++) {
            const uint64_t first = (uint64_t)cell * s->board.plane_words + part * parts->shape.part_words;
            HR_TRY(hr_table_writer_put(writer, first * sizeof(uint64_t), parts->second + hr_bits_offset(&parts->shape, slot, cell),
                                       bytes, error));
        }
    }
    return HR_OK;
}

hr_status hr_unit_write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error) {
    const hr_bits_search *s = engine;
    const hr_table_content content = {
        .puzzle = s->puzzle,
        .encoding = HR_TABLE_PLANES,
        .value_bits = 1,
        .entries = s->space,
        .result = s->result,
        .look = look,
    };
    hr_table_writer *writer = NULL;
    HR_TRY(hr_table_writer_create(s->comm, order->path, order->force, &content, &writer, error));
    return hr_table_writer_finish(&writer, put_distances(s, writer, error), error);
}
