// SPDX-License-Identifier: MIT
#include "solve/tiles/tiles.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/board_symmetry.h"

static int map_cell(const hr_tiles *tiles, int g, int cell) { return hr_board_map_cell(tiles->width, tiles->height, g, cell); }

/// By direction: the columns and rows that the blank goes.
static const int STEPS[HR_TILE_MOVES][2] = {
    [HR_TILE_UP] = {0, -1}, [HR_TILE_DOWN] = {0, 1}, [HR_TILE_LEFT] = {-1, 0}, [HR_TILE_RIGHT] = {1, 0}};

static void find_neighbours(hr_tiles *tiles) {
    for (int c = 0; c < tiles->cells; c++) {
        for (int m = 0; m < HR_TILE_MOVES; m++) {
            const int *step = STEPS[hr_tiles_direction(m)];
            const int x = c % tiles->width + step[0];
            const int y = c / tiles->width + step[1];
            const bool on_board = x >= 0 && x < tiles->width && y >= 0 && y < tiles->height;
            tiles->neighbour[c][m] = (uint8_t)(on_board ? y * tiles->width + x : UINT8_MAX);
        }
    }
}

static void find_ways(hr_tiles *tiles) {
    for (int c = 0; c < tiles->cells; c++) {
        for (unsigned last = 0; last <= HR_TILES_NO_MOVE; last++) {
            hr_tiles_ways *ways = &tiles->ways[c][last];
            for (unsigned m = 0; m < 4; m++) {
                const uint8_t from = tiles->neighbour[c][m];
                if (from != UINT8_MAX && m + last != 3) {
                    const uint8_t crossed = tiles->mirror[from] ^ tiles->mirror[c];
                    ways->way[ways->count++] = (hr_tiles_way){(uint8_t)m, from, {(uint8_t)(from ^ c), crossed}};
                }
            }
        }
    }
}

static void find_distances(hr_tiles *tiles) {
    for (int c = 0; c < tiles->cells; c++) {
        tiles->line[0][c] = (uint8_t)(c / tiles->width);
        tiles->line[1][c] = (uint8_t)(c % tiles->width);
        for (int d = 0; d < tiles->cells; d++) {
            tiles->distance[c][d] = (uint8_t)(abs(c % tiles->width - d % tiles->width) + abs(c / tiles->width - d / tiles->width));
        }
    }
}

/// Choose the normal frame for a goal whose blank is in the cell `blank`.
static void normalise(hr_tiles *tiles, int blank) {
    const int symmetries = hr_board_symmetries(tiles->width, tiles->height);
    int best = 0;
    for (int g = 1; g < symmetries; g++) {
        best = map_cell(tiles, g, blank) < map_cell(tiles, best, blank) ? g : best;
    }
    tiles->blank = map_cell(tiles, best, blank);
    for (int c = 0; c < tiles->cells; c++) {
        tiles->normal[c] = (uint8_t)map_cell(tiles, best, c);
    }
    for (int d = 0; d < HR_TILE_MOVES; d++) {
        tiles->direction[hr_board_map_move(STEPS, best, d)] = (uint8_t)d;
    }
    for (int g = 1; g < symmetries && !tiles->has_mirror; g++) {
        if (map_cell(tiles, g, tiles->blank) == tiles->blank) {
            tiles->has_mirror = true;
            for (int c = 0; c < tiles->cells; c++) {
                tiles->mirror[c] = (uint8_t)map_cell(tiles, g, c);
            }
        }
    }
}

hr_status hr_tiles_create(int width, int height, const char *goal, hr_tiles *tiles, hr_error *error) {
    if (width < 2 || height < 2 || width * height > HR_TILES_CELLS_MAX) {
        return hr_error_set(error, HR_USAGE,
                            "a tile board of %d by %d cells cannot be solved; use at least 2 by 2 and at most 25 cells", width,
                            height);
    }
    *tiles = (hr_tiles){.width = width, .height = height, .cells = width * height};
    uint8_t numbers[HR_TILES_CELLS_MAX] = {0};
    for (int c = 0; c < tiles->cells; c++) {
        numbers[c] = (uint8_t)((c + 1) % tiles->cells);
    }
    if (goal != NULL) {
        HR_TRY(hr_tile_parse_pieces(tiles->width, tiles->height, goal, "goal", numbers, error));
    }
    const uint8_t *blank = memchr(numbers, 0, (size_t)tiles->cells);
    normalise(tiles, (int)(blank - numbers));
    find_neighbours(tiles);
    find_ways(tiles);
    find_distances(tiles);
    for (int c = 0; c < tiles->cells; c++) {
        tiles->home[numbers[c]] = tiles->normal[c];
        tiles->number[tiles->normal[c]] = numbers[c];
    }
    return HR_OK;
}

static const hr_tiles *tiles_of(const void *context) { return *(const hr_tiles *const *)context; }

size_t hr_tiles_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    const hr_tiles_state *s = state;
    const hr_tiles_ways *ways = &tiles_of(context)->ways[s->blank][s->last];
    for (size_t i = 0; i < HR_TILES_MOVES; i++) {
        moves[i] = ways->way[i].move;
    }
    return ways->count;
}

void hr_tiles_apply(const void *context, const void *state, uint8_t move, void *next) {
    const hr_tiles *tiles = tiles_of(context);
    const hr_tiles_state *s = state;
    hr_tiles_state *to = next;
    *to = *s;
    to->blank = tiles->neighbour[s->blank][move];
    to->last = move;
    to->piece[s->blank] = s->piece[to->blank];
    to->piece[to->blank] = s->piece[s->blank];
}

bool hr_tiles_solved(const void *context, const void *state) {
    const hr_tiles *tiles = tiles_of(context);
    const hr_tiles_state *s = state;
    for (int c = 0; c < tiles->cells; c++) {
        if (s->piece[c] != c) {
            return false;
        }
    }
    return true;
}

uint32_t hr_tiles_manhattan(const hr_tiles *tiles, const hr_tiles_state *state) {
    uint32_t sum = 0;
    for (int c = 0; c < tiles->cells; c++) {
        sum += c == state->blank ? 0 : tiles->distance[c][state->piece[c]];
    }
    return sum;
}

void hr_tiles_count_nodes(const hr_count expanded[HR_TILES_MOVES + 1], hr_count left_out, hr_idastar_subtree *result) {
    for (unsigned k = 0; k <= HR_TILES_MOVES; k++) {
        result->nodes += k * expanded[k];
        result->expanded += expanded[k];
    }
    result->nodes -= left_out;
}

hr_idastar_domain hr_tiles_domain(const void *context) {
    return (hr_idastar_domain){
        .context = context,
        .state_bytes = sizeof(hr_tiles_state),
        .moves = hr_tiles_moves,
        .apply = hr_tiles_apply,
        .solved = hr_tiles_solved,
    };
}
