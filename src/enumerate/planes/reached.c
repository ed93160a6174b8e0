// SPDX-License-Identifier: MIT
// Questions about single states of a plane engine, and about the search as a whole.

#include "enumerate/planes/engine.h"

int hr_planes_colour_of(const hr_planes_board *board, hr_index index) {
    return board->colour[1] >> (index / board->plane_states) & 1;
}

bool hr_planes_owns(const hr_planes_parts *parts, hr_index index) {
    const uint64_t part = hr_planes_word(index % parts->shape.board->plane_states) / parts->shape.part_words;
    return hr_planes_is_own(&parts->deal, part);
}

bool hr_planes_reached(const hr_planes_parts *parts, hr_index index) {
    const int cell = (int)(index / parts->shape.board->plane_states);
    const uint64_t in_plane = index % parts->shape.board->plane_states;
    const uint64_t word = hr_planes_word(in_plane);
    return (hr_planes_words(parts, word / parts->shape.part_words, cell)[word % parts->shape.part_words] >>
                hr_planes_bit(in_plane) &
            1U) != 0;
}

uint64_t hr_planes_slot_of(const hr_planes_parts *parts, hr_index index) {
    return parts->deal.slot[hr_planes_word(index % parts->shape.board->plane_states) / parts->shape.part_words];
}

bool hr_planes_is_fresh(const hr_planes_engine *e, hr_index index) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t word = hr_planes_word(index % parts->shape.board->plane_states);
    const uint16_t *marks = hr_planes_changed(parts, word / parts->shape.part_words, e->layer.colour);
    const int cell = (int)(index / parts->shape.board->plane_states);
    return hr_planes_colour_of(parts->shape.board, index) == e->layer.colour &&
           ((unsigned)marks[word % parts->shape.part_words / parts->shape.block_words] >> cell & 1U) != 0;
}

bool hr_planes_is_whole(const hr_planes_engine *e) {
    return e->result->states == (hr_count)e->task.board.cells * e->task.board.plane_states;
}
