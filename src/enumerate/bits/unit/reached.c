// SPDX-License-Identifier: MIT
// Questions about single states of a plane engine, and forgetting all of them.

#include "core/try.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/unit/engine.h"

int hr_unit_colour_of(const hr_bits_board *board, hr_index index) { return board->colour[1] >> (index / board->plane_states) & 1; }

bool hr_unit_reached(const hr_bits_parts *parts, hr_index index) {
    const int cell = (int)(index / parts->shape.board->plane_states);
    const uint64_t in_plane = index % parts->shape.board->plane_states;
    const uint64_t word = hr_bits_word(in_plane);
    return (hr_bits_words(parts, word / parts->shape.part_words, cell)[word % parts->shape.part_words] >> hr_bits_bit(in_plane) &
            1U) != 0;
}

hr_status hr_unit_look(const hr_bits_search *s, unsigned list, hr_index index, uint64_t *found, hr_error *error) {
    const hr_unit_engine *e = (const hr_unit_engine *)s;
    const hr_bits_parts *parts = &s->parts;
    const int colour = list == HR_BITS_LIST_LAST ? e->colour : 1 - e->colour;
    uint64_t word = 0;
    if (list == HR_BITS_LIST_NEXT && s->disk != NULL) { // a begun layer is made from nothing
        *found += 1;
        return HR_OK;
    }
    if (!hr_bits_owns(parts, index) || hr_unit_colour_of(&s->board, index) != colour) {
        return HR_OK;
    }
    const int cell = (int)(index / s->board.plane_states);
    const uint64_t in_plane = hr_bits_word(index % s->board.plane_states);
    const hr_bits_word_place at = {in_plane / parts->shape.part_words, cell, cell, in_plane % parts->shape.part_words};
    HR_TRY(hr_bits_read_word(s, &at, &word, error));
    *found += word >> hr_bits_bit(index % s->board.plane_states) & 1U;
    return HR_OK;
}

bool hr_unit_is_fresh(const hr_unit_engine *e, hr_index index) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t word = hr_bits_word(index % parts->shape.board->plane_states);
    const uint16_t *marks = hr_bits_changed(parts, word / parts->shape.part_words, e->colour);
    const int cell = (int)(index / parts->shape.board->plane_states);
    return hr_unit_colour_of(parts->shape.board, index) == e->colour &&
           ((unsigned)marks[word % parts->shape.part_words / parts->shape.block_words] >> cell & 1U) != 0;
}

void hr_unit_reset(hr_bits_search *s) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    hr_bits_parts_reset(&s->parts);
    s->lists = (hr_bits_lists){.listing = false};
    e->begun = (hr_unit_begun){.any = false};
}
