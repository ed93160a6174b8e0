// SPDX-License-Identifier: MIT
// Makes tile puzzles of up to 16 cells, and fills the table of functions.

#include "puzzle/tile/tile.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/size.h"
#include "puzzle/tile/large.h"

static void destroy(hr_puzzle *puzzle) {
    hr_tile *tile = (hr_tile *)(void *)puzzle;
    free(tile->symmetries);
    free(tile);
}

int hr_tile_goal_blank(const hr_puzzle *puzzle) { return hr_tile_of(puzzle)->blank; }

/// The functions that are the same in both metrics.
#define SMALL_OPS                                                                                                                  \
    HR_TILE_OPS, .destroy = destroy, .canonicalise = hr_tile_canonicalise, .orbit_size = hr_tile_orbit_size,                       \
                 .images = hr_tile_images, .index = hr_tile_index, .unindex = hr_tile_unindex, .all_valid = hr_tile_all_valid

static const hr_puzzle_ops UNIT_OPS = {
    SMALL_OPS,
    .expand = hr_tile_expand_unit,
    .expand_marked = hr_tile_expand_marked,
    .unmark = hr_tile_unmark,
};

static const hr_puzzle_ops SLIDE_OPS = {
    SMALL_OPS,
    .expand = hr_tile_expand_slide,
};

bool hr_tile_is(const hr_puzzle *puzzle) { return strcmp(puzzle->info.kind, hr_tile_kind.name) == 0; }

/// Fill `beside` and `moves`.
static void set_moves(hr_tile *tile) {
    for (int c = 0; c < tile->cells; c++) {
        const int x = c % tile->width;
        const int y = c / tile->width;
        const bool possible[HR_TILE_MOVES] = {y > 0, y<tile->height - 1, x> 0, x < tile->width - 1};
        const int steps[HR_TILE_MOVES] = {-tile->width, tile->width, -1, 1};
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            tile->beside[c][move] = (uint8_t)(possible[move] ? c + steps[move] : c);
            tile->moves[c] = (uint8_t)(tile->moves[c] | possible[move] << move);
        }
    }
}

/// Set `layers` and `layers_exact`. For boards whose number is published for a blank at home in a corner
/// (tests/golden/tile/README.md), `layers` is this number, and exact if the blank's home is a corner. For other boards `layers` is
/// an estimate.
static void set_layers(const hr_tile *tile, hr_metric metric, hr_puzzle_info *info) {
    static const struct {
        int narrow;
        int high;
        hr_depth farthest[2]; ///< greatest distance in `unit` and in `slide`, 0 if unknown
    } BOARDS[] = {{2, 2, {6, 6}},   {2, 3, {21, 20}}, {2, 4, {36, 25}},  {3, 3, {31, 24}}, {2, 5, {55, 36}}, {3, 4, {53, 33}},
                  {2, 6, {80, 41}}, {3, 5, {84, 44}}, {2, 7, {108, 52}}, {4, 4, {80, 43}}, {2, 8, {140, 0}}};
    const bool slide = metric == HR_METRIC_SLIDE;
    const int narrow = tile->width < tile->height ? tile->width : tile->height;
    const int x = tile->blank % tile->width;
    const int y = tile->blank / tile->width;
    info->layers = (slide ? 5 : 10) * (hr_depth)tile->cells;
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        const hr_depth farthest = BOARDS[i].farthest[slide];
        if (BOARDS[i].narrow == narrow && BOARDS[i].high == tile->cells / narrow && farthest > 0) {
            info->layers = farthest + 1;
            info->layers_exact = (x == 0 || x == tile->width - 1) && (y == 0 || y == tile->height - 1);
        }
    }
}

static hr_status fill(hr_tile *tile, const hr_puzzle_options *options, hr_error *error) {
    hr_puzzle_info *info = &tile->base.info;
    set_moves(tile);
    hr_tile_prepare_index(tile);
    HR_TRY(hr_tile_set_board(tile, options, 1, error));
    if (!options->no_symmetry) {
        HR_TRY(hr_tile_find_symmetries(tile, error));
    }
    hr_tile_set_info(tile, options);
    info->planes = options->metric == HR_METRIC_UNIT;
    info->index_count = tile->half_factorial[tile->cells]; // n!/2: Johnson & Story 1879
    info->reachable = info->index_count;
    set_layers(tile, options->metric, info);
    return HR_OK;
}

static hr_status create(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error) {
    int width = 0;
    int height = 0;
    HR_TRY(hr_puzzle_read_size(&hr_tile_kind, board, &width, &height, error));
    const int cells = width * height;
    if (width < 2 || height < 2 || cells > HR_LARGE_CELLS_MAX) {
        return hr_error_set(error, HR_USAGE,
                            "a tile board of %dx%d is not supported: use 2 or more columns and rows, at most %d cells", width,
                            height, HR_LARGE_CELLS_MAX);
    }
    if (options->metric == HR_METRIC_MOVE) {
        return hr_error_set(error, HR_USAGE, "tile puzzles have no metric 'move': use unit or slide");
    }
    if (options->exit != NULL) {
        return hr_error_set(error, HR_USAGE, "tile puzzles have no exit: leave it out");
    }
    if (cells > HR_TILE_CELLS_MAX) {
        return hr_large_create(options, width, height, puzzle, error);
    }
    hr_tile *tile = calloc(1, sizeof *tile);
    HR_TRY_MEMORY(tile != NULL, error, "a puzzle");
    tile->base.ops = options->metric == HR_METRIC_SLIDE ? &SLIDE_OPS : &UNIT_OPS;
    tile->width = width;
    tile->height = height;
    tile->cells = cells;
    const hr_status status = fill(tile, options, error);
    if (status == HR_OK) {
        *puzzle = &tile->base;
    } else {
        destroy(&tile->base);
    }
    return status;
}

const hr_puzzle_kind hr_tile_kind = {
    .name = "tile",
    .numbers = true,
    .letters = true,
    .page_rules = "numbers",
    .form = "tile:WxH",
    .example = "tile:4x4",
    .summary = "tile puzzles: boards, states, goals, metrics",
    .help = "tile:WxH, columns x rows, from 2x2 to 36 cells: tile:3x3 is the 8-puzzle,\n"
            "tile:4x4 the 15-puzzle, tile:5x5 the 24-puzzle.\n"
            "\n"
            "A state is the cells' numbers in reading order, with spaces, commas, brackets\n"
            "or newlines between them; the blank is 0, _ or . The board's size may stand in\n"
            "a line before them, and digits may run together (A is 10).\n"
            "  --from '8 6 7 2 5 4 3 0 1'    123456789ABCDEF0    [[1, 2], [3, 0]]\n"
            "The goal is 1 2 3 ... 0 unless --goal says otherwise; the run begins at the\n"
            "goal unless --from says otherwise. Half of all arrangements reach a goal;\n"
            "a pair that does not fit is refused.\n"
            "\n"
            "Metrics: unit  one tile, one cell\n"
            "         slide any number of tiles of a row or column at once\n"
            "\n"
            "Boards of more than 16 cells have no tables: 'huarong enumerate' counts their\n"
            "first layers, to a --max-depth, and 'huarong solve' takes boards up to 5x5 by\n"
            "IDA* and all boards by layers.\n",
    .create = create,
};
