// SPDX-License-Identifier: MIT
// What tile puzzles of all sizes share: board, pieces, source and goal.

#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/tile/tile.h"

/// Read the goal and the source, each of width · height numbers. The source is the goal unless `options` names another one.
/// HR_USAGE if a text is no arrangement.
static hr_status read_options(const hr_tile *tile, const hr_puzzle_options *options, uint8_t *goal, uint8_t *from,
                              hr_error *error) {
    for (int c = 0; c < tile->cells; c++) {
        goal[c] = (uint8_t)((c + 1) % tile->cells);
    }
    if (options->goal != NULL) {
        HR_TRY(hr_tile_parse_pieces(tile->width, tile->height, options->goal, "goal", goal, error));
    }
    memcpy(from, goal, (size_t)tile->cells);
    return options->from == NULL ? HR_OK : hr_tile_parse_pieces(tile->width, tile->height, options->from, "state", from, error);
}

hr_status hr_tile_set_board(hr_tile *tile, const hr_puzzle_options *options, size_t words, hr_error *error) {
    uint8_t goal[HR_LARGE_CELLS_MAX] = {0};
    uint8_t from[HR_LARGE_CELLS_MAX] = {0};
    uint8_t homes[HR_LARGE_CELLS_MAX] = {0};
    tile->base.info.state_words = (int)words;
    HR_TRY(read_options(tile, options, goal, from, error));
    for (int c = 0; c < tile->cells; c++) {
        homes[c] = (uint8_t)c;
        tile->label[c] = from[c];
        tile->home[from[c]] = (uint8_t)c;
    }
    tile->blank = tile->home[0];
    hr_tile_encode(tile->cells, words, homes, tile->source);
    for (int c = 0; c < tile->cells; c++) {
        homes[c] = tile->home[goal[c]];
    }
    hr_tile_encode(tile->cells, words, homes, tile->goal);
    return hr_tile_is_reachable(tile, homes)
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "unsolvable: no sequence of moves leads from the start to the goal (odd parity)");
}

void hr_tile_set_info(hr_tile *tile, const hr_puzzle_options *options) {
    hr_puzzle_info *info = &tile->base.info;
    const bool slide = options->metric == HR_METRIC_SLIDE;
    (void)snprintf(tile->base.spec, sizeof tile->base.spec, "tile:%dx%d", tile->width, tile->height);
    info->width = tile->width;
    info->height = tile->height;
    info->symmetry_order = tile->symmetry_count + 1;
    info->max_successors = slide ? (size_t)(tile->width + tile->height - 2) : HR_TILE_MOVES;
    info->bipartite = !slide;
    info->single_source = true;
    info->source_count = 1;
    info->has_target = options->from != NULL;
    info->key_mask = slide ? UINT64_MAX : HR_TILE_KEY_MASK;
    memcpy(tile->target, tile->goal, sizeof tile->target);
    tile->base.ops->canonicalise(&tile->base, tile->target, 1);
}

size_t hr_tile_sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    if (*cursor > 0 || capacity == 0) {
        return 0;
    }
    *cursor = 1;
    hr_words_copy(states, hr_tile_of(puzzle)->source, (size_t)puzzle->info.state_words);
    return 1;
}

void hr_tile_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *out) {
    const size_t words = (size_t)puzzle->info.state_words;
    for (size_t i = 0; i < n; i++) {
        hr_state canonical[HR_LARGE_WORDS_MAX];
        hr_words_copy(canonical, states + i * words, words);
        puzzle->ops->canonicalise(puzzle, canonical, 1);
        out[i] = hr_words_equal(canonical, hr_tile_of(puzzle)->target, words);
    }
}

/// There is one solved state.
size_t hr_tile_goals(const hr_puzzle *puzzle, hr_state *goals) {
    hr_words_copy(goals, hr_tile_of(puzzle)->goal, (size_t)puzzle->info.state_words);
    return 1;
}

void hr_tile_goal_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    hr_tile_format(puzzle, hr_tile_of(puzzle)->goal, text);
}

void hr_tile_options(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const hr_tile *tile = hr_tile_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX];
    bool usual = true;
    hr_tile_decode(tile->cells, (size_t)puzzle->info.state_words, tile->goal, homes);
    for (int c = 0; c < tile->cells; c++) {
        usual = usual && tile->label[homes[c]] == (c + 1) % tile->cells;
    }
    if (!usual) {
        hr_tile_goal_text(puzzle, texts->goal);
    }
    if (puzzle->info.has_target) {
        hr_tile_format(puzzle, tile->source, texts->from);
    }
}
