// SPDX-License-Identifier: MIT
// Makes large tile puzzles, and fills the table of functions.

#include "puzzle/tile/large.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"

static void destroy(hr_puzzle *puzzle) {
    hr_large *large = (hr_large *)(void *)puzzle;
    for (int g = 0; g < large->tile.symmetry_count; g++) {
        free(large->symmetries[g].images);
    }
    free(large);
}

static const hr_puzzle_ops OPS = {
    HR_TILE_OPS,
    .destroy = destroy,
    .expand = hr_large_expand,
    .expand_marked = hr_large_expand_marked,
    .unmark = hr_large_unmark,
    .canonicalise = hr_large_canonicalise,
    .orbit_size = hr_large_orbit_size,
    .images = hr_large_images,
    .random = hr_tile_random,
};

/// Set what follows from the size of the board, whose states have `words` words: its fields, and the ways of the blank.
static void set_board(hr_large *large, size_t words) {
    const hr_tile *tile = &large->tile;
    const unsigned fields = hr_tile_fields(words);
    const unsigned bits = hr_tile_bits(words);
    const int strides[HR_TILE_MOVES] = {-tile->width, tile->width, -1, 1};
    memcpy(large->stride, strides, sizeof strides);
    for (int c = 0; c < tile->cells; c++) {
        const int x = c % tile->width;
        const int y = c / tile->width;
        const int reach[HR_TILE_MOVES] = {y, tile->height - 1 - y, x, tile->width - 1 - x};
        large->all ^= (unsigned)c;
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            large->reach[c][move] = (uint8_t)reach[move];
        }
        if (c < tile->cells - 1) {
            large->word[c] = (uint8_t)((unsigned)c / fields);
            large->shift[c] = (uint8_t)((unsigned)c % fields * bits);
            large->highest[large->word[c]] |= UINT64_C(1) << (large->shift[c] + bits - 1);
        }
    }
    for (int c = 0; c < tile->cells; c++) {
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            const int ends[] = {c, large->reach[c][move] > 0 ? c + strides[move] : c};
            for (int end = 0; end < 2; end++) {
                if (ends[end] < tile->cells - 1) {
                    large->pair[c][move][large->word[ends[end]]] |= UINT64_C(1) << large->shift[ends[end]];
                }
            }
        }
    }
}

static hr_status fill(hr_large *large, const hr_puzzle_options *options, hr_error *error) {
    const size_t words = hr_tile_words(large->tile.cells);
    set_board(large, words);
    HR_TRY(hr_tile_set_board(&large->tile, options, words, error));
    if (!options->no_symmetry) {
        HR_TRY(hr_large_find_symmetries(large, error));
    }
    hr_tile_set_info(&large->tile, options);
    return HR_OK;
}

hr_status hr_large_create(const hr_puzzle_options *options, int width, int height, hr_puzzle **puzzle, hr_error *error) {
    hr_large *large = calloc(1, sizeof *large);
    HR_TRY_MEMORY(large != NULL, error, "a puzzle");
    large->tile.base.ops = &OPS;
    large->tile.base.info.metric = options->metric;
    large->tile.width = width;
    large->tile.height = height;
    large->tile.cells = width * height;
    const hr_status status = fill(large, options, error);
    if (status == HR_OK) {
        *puzzle = &large->tile.base;
    } else {
        destroy(&large->tile.base);
    }
    return status;
}
