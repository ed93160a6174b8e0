// SPDX-License-Identifier: MIT
// Makes large tile puzzles, and fills the table of functions.

#include "puzzle/tile/large.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"

static void destroy(hr_puzzle *puzzle) {
    hr_large *large = (hr_large *)(void *)puzzle;
    for (int g = 0; g < large->symmetry_count; g++) {
        free(large->symmetries[g].images);
    }
    free(large);
}

static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    if (*cursor > 0 || capacity == 0) {
        return 0;
    }
    *cursor = 1;
    hr_words_copy(states, hr_large_of(puzzle)->source, (size_t)puzzle->info.state_words);
    return 1;
}

static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *out) {
    const size_t words = (size_t)puzzle->info.state_words;
    for (size_t i = 0; i < n; i++) {
        hr_state canonical[HR_LARGE_WORDS_MAX];
        hr_words_copy(canonical, states + i * words, words);
        hr_large_canonicalise(puzzle, canonical, 1);
        out[i] = hr_words_equal(canonical, hr_large_of(puzzle)->target, words);
    }
}

/// There is one solved state.
static size_t goals(const hr_puzzle *puzzle, hr_state *goals) {
    hr_words_copy(goals, hr_large_of(puzzle)->goal, (size_t)puzzle->info.state_words);
    return 1;
}

static void goal_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    hr_large_format(puzzle, hr_large_of(puzzle)->goal, text);
}

static void options_of(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const hr_large *large = hr_large_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX];
    bool usual = true;
    hr_large_decode(large->cells, large->goal, homes);
    for (int c = 0; c < large->cells; c++) {
        usual = usual && large->label[homes[c]] == (c + 1) % large->cells;
    }
    if (!usual) {
        goal_text(puzzle, texts->goal);
    }
    if (puzzle->info.has_target) {
        hr_large_format(puzzle, large->source, texts->from);
    }
}

static void no_code(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    (void)puzzle;
    (void)*state;
    text[0] = '\0';
}

static const hr_puzzle_ops OPS = {
    .destroy = destroy,
    .expand = hr_large_expand,
    .expand_marked = hr_large_expand_marked,
    .unmark = hr_large_unmark,
    .canonicalise = hr_large_canonicalise,
    .orbit_size = hr_large_orbit_size,
    .images = hr_large_images,
    .sources = sources,
    .solved = solved,
    .goals = goals,
    .random = hr_large_random,
    .validate = hr_large_validate,
    .parse = hr_large_parse,
    .format = hr_large_format,
    .code = no_code,
    .goal = goal_text,
    .options = options_of,
    .picture = hr_large_picture,
    .step = hr_large_step,
};

/// Set what follows from the size of the board: its fields, and the ways of the blank.
static void set_board(hr_large *large) {
    const size_t words = hr_large_words(large->cells);
    const unsigned fields = hr_large_fields(words);
    const unsigned bits = hr_large_bits(words);
    large->base.info.state_words = (int)words;
    const int strides[HR_TILE_MOVES] = {-large->width, large->width, -1, 1};
    memcpy(large->stride, strides, sizeof strides);
    for (int c = 0; c < large->cells; c++) {
        const int x = c % large->width;
        const int y = c / large->width;
        const int reach[HR_TILE_MOVES] = {y, large->height - 1 - y, x, large->width - 1 - x};
        large->all ^= (unsigned)c;
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            large->reach[c][move] = (uint8_t)reach[move];
        }
        if (c < large->cells - 1) {
            large->word[c] = (uint8_t)((unsigned)c / fields);
            large->shift[c] = (uint8_t)((unsigned)c % fields * bits);
            large->highest[large->word[c]] |= UINT64_C(1) << (large->shift[c] + bits - 1);
        }
    }
    for (int c = 0; c < large->cells; c++) {
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            const int ends[] = {c, large->reach[c][move] > 0 ? c + strides[move] : c};
            for (int end = 0; end < 2; end++) {
                if (ends[end] < large->cells - 1) {
                    large->pair[c][move][large->word[ends[end]]] |= UINT64_C(1) << large->shift[ends[end]];
                }
            }
        }
    }
}

/// Set the pieces and their homes, the source and the goal. HR_USAGE: they do not reach each other.
static hr_status set_pieces(hr_large *large, const hr_puzzle_options *options, hr_error *error) {
    uint8_t goal[HR_LARGE_CELLS_MAX];
    uint8_t from[HR_LARGE_CELLS_MAX];
    uint8_t homes[HR_LARGE_CELLS_MAX];
    HR_TRY(hr_tile_read_options(large->width, large->height, options, goal, from, error));
    for (int c = 0; c < large->cells; c++) {
        homes[c] = (uint8_t)c;
        large->label[c] = from[c];
        large->home[from[c]] = (uint8_t)c;
    }
    large->blank = large->home[0];
    hr_large_encode(large, homes, large->source);
    for (int c = 0; c < large->cells; c++) {
        homes[c] = large->home[goal[c]];
    }
    hr_large_encode(large, homes, large->goal);
    return hr_large_is_reachable(large, homes) ? HR_OK : hr_error_set(error, HR_USAGE, HR_TILE_UNSOLVABLE);
}

static void set_info(hr_large *large, const hr_puzzle_options *options) {
    hr_puzzle_info *info = &large->base.info;
    const bool slides = options->metric == HR_METRIC_SLIDE;
    (void)snprintf(large->base.spec, sizeof large->base.spec, "tile:%dx%d", large->width, large->height);
    info->width = large->width;
    info->height = large->height;
    info->symmetry_order = large->symmetry_count + 1;
    info->max_successors = slides ? (size_t)(large->width + large->height - 2) : HR_TILE_MOVES;
    info->bipartite = !slides;
    info->single_source = true;
    info->source_count = 1;
    info->has_target = options->from != NULL;
    info->key_mask = slides ? UINT64_MAX : HR_LARGE_KEY_MASK;
}

static hr_status fill(hr_large *large, const hr_puzzle_options *options, hr_error *error) {
    set_board(large);
    HR_TRY(set_pieces(large, options, error));
    if (!options->no_symmetry) {
        HR_TRY(hr_large_find_symmetries(large, error));
    }
    set_info(large, options);
    hr_words_copy(large->target, large->goal, HR_LARGE_WORDS_MAX);
    hr_large_canonicalise(&large->base, large->target, 1);
    return HR_OK;
}

hr_status hr_large_create(const hr_puzzle_options *options, int width, int height, hr_puzzle **puzzle, hr_error *error) {
    hr_large *large = calloc(1, sizeof *large);
    if (large == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    }
    large->base.ops = &OPS;
    large->base.info.metric = options->metric;
    large->width = width;
    large->height = height;
    large->cells = width * height;
    const hr_status status = fill(large, options, error);
    if (status == HR_OK) {
        *puzzle = &large->base;
    } else {
        destroy(&large->base);
    }
    return status;
}
