// SPDX-License-Identifier: MIT
#ifndef HR_READ_TILES_H
#define HR_READ_TILES_H

// Tile positions for IDA* from texts.

#include "core/try.h"
#include "solve/tiles/tiles.h"

/// Read width · height numbers in reading order. HR_USAGE: they are no arrangement of this board; *state is unchanged.
static inline hr_status read_tiles(const hr_tiles *tiles, const char *text, hr_tiles_state *state, hr_error *error) {
    uint8_t numbers[HR_TILES_CELLS_MAX] = {0};
    HR_TRY(hr_tile_parse_pieces(tiles->width, tiles->height, text, "state", numbers, error));
    *state = (hr_tiles_state){.last = HR_TILES_NO_MOVE};
    for (int c = 0; c < tiles->cells; c++) {
        state->piece[tiles->normal[c]] = tiles->home[numbers[c]];
        state->blank = numbers[c] == 0 ? tiles->normal[c] : state->blank;
    }
    return HR_OK;
}

#endif
