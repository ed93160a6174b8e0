// SPDX-License-Identifier: MIT
// Tile positions. The board is a hr_tiles.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/size.h"
#include "solve/tiles/tiles.h"

#define REFUSAL "the databases of tile are for up to 25 cells in the metric unit, on 4x4 also in slide, and without an exit"

static hr_status read_size(const hr_puzzle_options *options, int *width, int *height, hr_error *error) {
    const char *colon = options->spec == NULL ? NULL : strchr(options->spec, ':');
    return hr_puzzle_read_size(&hr_tile_kind, colon == NULL ? NULL : colon + 1, width, height, error);
}

/// The spec may name no board: that is refused where the board is made.
static hr_status check(const hr_puzzle_options *options, hr_error *error) {
    int width = 0;
    int height = 0;
    const bool too_large = read_size(options, &width, &height, NULL) == HR_OK && width * height > HR_TILES_CELLS_MAX;
    return options->metric == HR_METRIC_UNIT && options->exit == NULL && !too_large ? HR_OK
                                                                                    : hr_error_set(error, HR_USAGE, REFUSAL);
}

/// Smaller boards are soon searched breadth first.
static hr_status check_slides(const hr_puzzle_options *options, hr_error *error) {
    int width = 0;
    int height = 0;
    HR_TRY(read_size(options, &width, &height, error));
    return options->metric == HR_METRIC_SLIDE && options->exit == NULL && width == 4 && height == 4
               ? HR_OK
               : hr_error_set(error, HR_USAGE, REFUSAL);
}

static hr_status create(const hr_puzzle *puzzle, const char *goal, void **board, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_tiles *tiles = malloc(sizeof *tiles);
    *board = tiles;
    HR_TRY_MEMORY(tiles != NULL, error, "a board");
    const hr_status status = hr_tiles_create(info->width, info->height, goal, tiles, error);
    if (status != HR_OK) {
        free(tiles);
        *board = NULL;
    }
    return status;
}

/// A packed state names a piece by its cell in the goal, too, but in the frame that people see.
static void unpack(const void *board, const hr_state *packed, void *state) {
    const hr_tiles *tiles = board;
    hr_tiles_state *s = state;
    uint8_t homes[HR_LARGE_CELLS_MAX];
    *s = (hr_tiles_state){.last = HR_TILES_NO_MOVE};
    if (tiles->cells > HR_TILE_CELLS_MAX) {
        hr_tile_decode(tiles->cells, hr_tile_words(tiles->cells), packed, homes);
    }
    for (int c = 0; c < tiles->cells; c++) {
        const uint8_t piece = tiles->normal[tiles->cells > HR_TILE_CELLS_MAX ? homes[c] : hr_tile_at(*packed, c)];
        s->piece[tiles->normal[c]] = piece;
        s->blank = piece == tiles->blank ? tiles->normal[c] : s->blank;
    }
}

static void pack(const void *board, const void *state, hr_state *packed) {
    const hr_tiles *tiles = board;
    const hr_tiles_state *s = state;
    uint8_t seen[HR_TILES_CELLS_MAX] = {0}; // by home in the normal frame: the home that people see
    uint8_t homes[HR_LARGE_CELLS_MAX] = {0};
    for (int c = 0; c < tiles->cells; c++) {
        seen[tiles->normal[c]] = (uint8_t)c;
    }
    for (int c = 0; c < tiles->cells; c++) {
        homes[c] = seen[s->piece[tiles->normal[c]]];
    }
    hr_tile_encode(tiles->cells, hr_tile_words(tiles->cells), homes, packed);
}

const hr_position_kind hr_tiles_positions = {
    .kind = &hr_tile_kind,
    .state_bytes = sizeof(hr_tiles_state),
    .serves_astar = true,
    .check = check,
    .create = create,
    .unpack = unpack,
    .pack = pack,
};

const hr_position_kind hr_tiles_slides = {
    .kind = &hr_tile_kind,
    .state_bytes = sizeof(hr_tiles_state),
    .check = check_slides,
    .create = create,
    .unpack = unpack,
    .pack = pack,
};
