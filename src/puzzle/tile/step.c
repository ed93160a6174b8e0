// SPDX-License-Identifier: MIT
// Describes a move of a tile puzzle by the way the blank goes.

#include <stdlib.h>
#include <string.h>

#include "puzzle/tile/tile.h"

hr_status hr_tile_refuse_step(hr_error *error) { return hr_error_set(error, HR_USAGE, "the two states are not one move apart"); }

void hr_tile_begin_step(int width, int begin, int end, hr_step *step) {
    *step = (hr_step){
        .piece = "tile",
        .from_x = begin % width,
        .from_y = begin / width,
        .to_x = end % width,
        .to_y = end / width,
    };
    step->direction = hr_step_direction(step);
}

hr_status hr_tile_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const int begin = hr_tile_blank_cell(tile, *from);
    const int end = hr_tile_blank_cell(tile, *to);
    hr_tile_begin_step(tile->width, begin, end, step);
    const int distance = abs(step->to_x - step->from_x) + abs(step->to_y - step->from_y);
    if (begin == end || step->direction == '\0' || (distance > 1 && puzzle->info.metric == HR_METRIC_UNIT)) {
        return hr_tile_refuse_step(error);
    }
    const int stride = (end - begin) / distance;
    hr_state moved = *from;
    for (int cell = begin; cell != end; cell += stride) { // each tile on the way goes one cell towards `begin`
        const unsigned home = hr_tile_at(*from, cell + stride);
        moved ^= (hr_state)(hr_tile_at(*from, cell) ^ home) << (4 * cell);
        step->text[step->tile_count] = step->direction;
        step->tiles[step->tile_count++] = tile->label[home];
    }
    moved ^= (hr_state)(hr_tile_at(*from, end) ^ (unsigned)tile->blank) << (4 * end);
    return moved == *to ? HR_OK : hr_tile_refuse_step(error);
}
