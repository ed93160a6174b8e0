// SPDX-License-Identifier: MIT
// Makes tile puzzles: reads the source and the goal, and fills the table of functions.

#include "puzzle/tile/tile.h"

#include <stdio.h>
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

static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    if (*cursor > 0 || capacity == 0) {
        return 0;
    }
    *cursor = 1;
    states[0] = hr_tile_of(puzzle)->source;
    return 1;
}

static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *out) {
    const hr_state target = hr_tile_of(puzzle)->target;
    for (size_t i = 0; i < n; i++) {
        hr_state canonical = states[i];
        hr_tile_canonicalise(puzzle, &canonical, 1);
        out[i] = canonical == target;
    }
}

/// There is one solved state.
static size_t goals(const hr_puzzle *puzzle, hr_state *goals) {
    goals[0] = hr_tile_of(puzzle)->goal;
    return 1;
}

int hr_tile_goal_blank(const hr_puzzle *puzzle) { return hr_tile_of(puzzle)->blank; }

static void goal_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    hr_tile_format(puzzle, &hr_tile_of(puzzle)->goal, text);
}

static void options_of(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const hr_tile *tile = hr_tile_of(puzzle);
    bool usual = true;
    for (int c = 0; c < tile->cells; c++) {
        usual = usual && tile->label[hr_tile_at(tile->goal, c)] == (c + 1) % tile->cells;
    }
    if (!usual) {
        goal_text(puzzle, texts->goal);
    }
    if (puzzle->info.has_target) {
        hr_tile_format(puzzle, &tile->source, texts->from);
    }
}

static void code(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    (void)puzzle;
    (void)*state;
    text[0] = '\0';
}

/// The functions that are the same in both metrics.
#define TILE_OPS                                                                                                                   \
    .destroy = destroy, .canonicalise = hr_tile_canonicalise, .orbit_size = hr_tile_orbit_size, .images = hr_tile_images,          \
    .sources = sources, .solved = solved, .goals = goals, .index = hr_tile_index, .unindex = hr_tile_unindex,                      \
    .validate = hr_tile_validate, .all_valid = hr_tile_all_valid, .parse = hr_tile_parse, .format = hr_tile_format, .code = code,  \
    .goal = goal_text, .options = options_of, .picture = hr_tile_picture, .step = hr_tile_step

static const hr_puzzle_ops UNIT_OPS = {
    TILE_OPS,
    .expand = hr_tile_expand_unit,
    .expand_marked = hr_tile_expand_marked,
    .unmark = hr_tile_unmark,
};

static const hr_puzzle_ops SLIDE_OPS = {
    TILE_OPS,
    .expand = hr_tile_expand_slide,
};

bool hr_tile_is(const hr_puzzle *puzzle) { return strcmp(puzzle->info.kind, hr_tile_kind.name) == 0; }

/// Fill `label`, `home`, `source` and `blank` from the source arrangement `pieces[0..cells)`, and `beside` and `moves` from the
/// board.
static void set_source(hr_tile *tile, const uint8_t pieces[HR_TILE_CELLS_MAX]) {
    for (int c = 0; c < tile->cells; c++) {
        tile->label[c] = pieces[c];
        tile->home[pieces[c]] = (uint8_t)c;
        tile->source |= (hr_state)c << (4 * c);
        const int x = c % tile->width;
        const int y = c / tile->width;
        const bool possible[HR_TILE_MOVES] = {y > 0, y<tile->height - 1, x> 0, x < tile->width - 1};
        const int steps[HR_TILE_MOVES] = {-tile->width, tile->width, -1, 1};
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            tile->beside[c][move] = (uint8_t)(possible[move] ? c + steps[move] : c);
            tile->moves[c] = (uint8_t)(tile->moves[c] | possible[move] << move);
        }
    }
    tile->blank = tile->home[0];
}

/// Read the goal and the source. HR_USAGE if a text is no arrangement, or the source and the goal cannot reach each other.
static hr_status read_options(hr_tile *tile, const hr_puzzle_options *options, hr_error *error) {
    uint8_t pieces[HR_TILE_CELLS_MAX] = {0};
    uint8_t from[HR_TILE_CELLS_MAX] = {0};
    HR_TRY(hr_tile_read_options(tile->width, tile->height, options, pieces, from, error));
    set_source(tile, from);
    for (int c = 0; c < tile->cells; c++) {
        tile->goal |= (hr_state)tile->home[pieces[c]] << (4 * c);
    }
    tile->target = tile->goal;
    if (!hr_tile_is_reachable(tile, tile->target)) {
        return hr_error_set(error, HR_USAGE, HR_TILE_UNSOLVABLE);
    }
    return HR_OK;
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

static void set_info(hr_tile *tile, const hr_puzzle_options *options) {
    hr_puzzle_info *info = &tile->base.info;
    (void)snprintf(tile->base.spec, sizeof tile->base.spec, "tile:%dx%d", tile->width, tile->height);
    info->width = tile->width;
    info->height = tile->height;
    const bool slide = options->metric == HR_METRIC_SLIDE;
    info->symmetry_order = tile->symmetry_count + 1;
    info->max_successors = slide ? (size_t)(tile->width + tile->height - 2) : 4;
    info->bipartite = !slide;
    info->planes = !slide;
    info->single_source = true;
    info->source_count = 1;
    info->has_target = options->from != NULL;
    info->key_mask = slide ? UINT64_MAX : HR_TILE_KEY_MASK;
    info->index_count = tile->half_factorial[tile->cells]; // n!/2: Johnson & Story 1879
    info->reachable = info->index_count;
    set_layers(tile, options->metric, info);
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
    if (tile == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    }
    tile->base.ops = options->metric == HR_METRIC_SLIDE ? &SLIDE_OPS : &UNIT_OPS;
    tile->width = width;
    tile->height = height;
    tile->cells = cells;
    hr_tile_prepare_index(tile);
    hr_status status = read_options(tile, options, error);
    if (status == HR_OK && !options->no_symmetry) {
        status = hr_tile_find_symmetries(tile, error);
    }
    if (status != HR_OK) {
        destroy(&tile->base);
        return status;
    }
    set_info(tile, options);
    hr_tile_canonicalise(&tile->base, &tile->target, 1);
    *puzzle = &tile->base;
    return HR_OK;
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
