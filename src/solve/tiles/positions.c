// SPDX-License-Identifier: MIT
// Tile positions, read and printed. The board is a hr_tiles.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/size.h"
#include "puzzle/tile/large.h"
#include "solve/tiles/tiles.h"

#define REFUSAL "idastar solves tile positions of up to 25 cells in the metric unit, on 4x4 also in slide, and they have no exit"

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

static hr_status create(int width, int height, const char *goal, void **board, hr_error *error) {
    hr_tiles *tiles = malloc(sizeof *tiles);
    *board = tiles;
    if (tiles == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a board");
    }
    const hr_status status = hr_tiles_create(width, height, goal, tiles, error);
    if (status != HR_OK) {
        free(tiles);
        *board = NULL;
    }
    return status;
}

static hr_status parse(const void *board, const char *text, void *state, hr_error *error) {
    return hr_tiles_parse(board, text, state, error);
}

static bool solvable(const void *board, const void *state) { return hr_tiles_solvable(board, state); }

static void format(const void *board, const void *state, char text[HR_STATE_TEXT_MAX]) {
    hr_tiles_format(board, state, text, HR_STATE_TEXT_MAX);
}

static void goal(const void *board, char text[HR_STATE_TEXT_MAX]) {
    const hr_tiles *tiles = board;
    hr_tiles_state home = {.blank = (uint8_t)tiles->blank};
    for (int c = 0; c < tiles->cells; c++) {
        home.piece[c] = (uint8_t)c;
    }
    hr_tiles_format(tiles, &home, text, HR_STATE_TEXT_MAX);
}

static void other_goal(const void *board, char text[HR_STATE_TEXT_MAX]) {
    const hr_tiles *tiles = board;
    uint8_t numbers[HR_TILES_CELLS_MAX] = {0};
    for (int c = 0; c < tiles->cells; c++) {
        numbers[c] = tiles->number[tiles->normal[c]];
    }
    hr_tile_other_goal(tiles->width, tiles->height, numbers, text);
}

static void picture(const void *board, const void *state, hr_picture *picture) {
    const hr_tiles *tiles = board;
    hr_picture_begin(tiles->width, tiles->cells / tiles->width, picture);
    picture->distinct = true;
    for (int c = 0; c < tiles->cells; c++) {
        hr_picture_number(picture, c, hr_tiles_number_at(tiles, state, c));
    }
}

static void move_text(const void *board, const void *state, uint8_t move, char text[16]) {
    (void)state;
    const hr_tiles *tiles = board;
    static const char LETTERS[] = {[HR_TILE_UP] = 'U', [HR_TILE_DOWN] = 'D', [HR_TILE_LEFT] = 'L', [HR_TILE_RIGHT] = 'R'};
    text[0] = LETTERS[tiles->direction[hr_tiles_direction(move)]];
    text[1] = '\0';
}

/// Write the direction of the blank once for each tile that moves.
static void slide_text(const void *board, const void *state, uint8_t move, char text[16]) {
    const unsigned tiles = hr_tiles_slide_tiles(move);
    move_text(board, state, hr_tiles_slide_move(move), text);
    memset(text, text[0], tiles);
    text[tiles] = '\0';
}

/// Returns the number of the tile that the blank changes places with.
static int tile_moved(const void *board, const void *state, uint8_t move) {
    const hr_tiles *tiles = board;
    const hr_tiles_state *s = state;
    return tiles->number[s->piece[tiles->neighbour[s->blank][move]]];
}

/// A packed state names a piece by its cell in the goal, too, but in the frame that people see.
static void unpack(const void *board, const hr_state *packed, void *state) {
    const hr_tiles *tiles = board;
    hr_tiles_state *s = state;
    uint8_t homes[HR_LARGE_CELLS_MAX];
    *s = (hr_tiles_state){.last = HR_TILES_NO_MOVE};
    if (tiles->cells > HR_TILE_CELLS_MAX) {
        hr_large_decode(tiles->cells, packed, homes);
    }
    for (int c = 0; c < tiles->cells; c++) {
        const uint8_t piece = tiles->normal[tiles->cells > HR_TILE_CELLS_MAX ? homes[c] : hr_tile_at(*packed, c)];
        s->piece[tiles->normal[c]] = piece;
        s->blank = piece == tiles->blank ? tiles->normal[c] : s->blank;
    }
}

const hr_position_kind hr_tiles_positions = {
    .kind = &hr_tile_kind,
    .state_bytes = sizeof(hr_tiles_state),
    .separator = "",
    .details = "tiles",
    .unsolvable = "the goal has the other parity",
    .check = check,
    .create = create,
    .parse = parse,
    .solvable = solvable,
    .goal = goal,
    .other_goal = other_goal,
    .format = format,
    .picture = picture,
    .move = move_text,
    .detail = tile_moved,
    .unpack = unpack,
};

const hr_position_kind hr_tiles_slides = {
    .kind = &hr_tile_kind,
    .state_bytes = sizeof(hr_tiles_state),
    .separator = "; ",
    .unsolvable = "the goal has the other parity",
    .check = check_slides,
    .create = create,
    .parse = parse,
    .solvable = solvable,
    .goal = goal,
    .other_goal = other_goal,
    .format = format,
    .picture = picture,
    .move = slide_text,
};
