// SPDX-License-Identifier: MIT
// Makes puzzles and fills the table of functions, which take states as words.

#include "puzzle/blocks/blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/sorting.h"
#include "core/try.h"
#include "puzzle/blocks/board.h"
#include "puzzle/blocks/formats/formats.h"
#include "puzzle/blocks/steps.h"
#include "puzzle/puzzle_ops.h"

typedef struct blocks {
    hr_puzzle base;
    hr_blocks_board *board;
    hr_packed source;                ///< where a search begins, if `placements` has none
    hr_blocks_placements placements; ///< with the option from: "solved"
    char goal[HR_STATE_TEXT_MAX];
    char text[HR_PUZZLE_TEXT_MAX]; ///< the whole puzzle in one line
} blocks;

// Through void, because compilers do not know that a puzzle is the beginning of blocks, which are aligned for numbers of 128 bits.
static const blocks *self_of(const hr_puzzle *puzzle) { return (const void *)puzzle; }

static const char SOLVED[] = "solved"; // the option `from`: all solved placements

static const hr_blocks_board *board_of(const hr_puzzle *puzzle) { return self_of(puzzle)->board; }

static hr_packed load(const hr_puzzle *puzzle, const hr_state *state) {
    return hr_packed_load(state, hr_blocks_words(board_of(puzzle)));
}

static void destroy(hr_puzzle *puzzle) {
    blocks *self = (void *)puzzle;
    hr_blocks_board_destroy(&self->board);
    free(self->placements.kept);
    free(self);
}

static size_t expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    return hr_blocks_expand(board_of(puzzle), puzzle->info.metric, states, n, successors, counts);
}

static void canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    const hr_blocks_board *board = board_of(puzzle);
    const size_t words = hr_blocks_words(board);
    for (hr_state *at = states; at < states + n * words;) {
        const hr_packed state = hr_packed_load(at, words);
        hr_packed least = state;
        for (int s = 0; s < board->symmetry_count; s++) {
            const hr_packed image = hr_blocks_image(board, &board->symmetries[s], state);
            if (hr_packed_compare(image, least) < 0) {
                least = image;
            }
        }
        at = hr_packed_store(at, words, least);
    }
}

static size_t images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images) {
    const hr_blocks_board *board = board_of(puzzle);
    const size_t words = hr_blocks_words(board);
    hr_state *at = hr_packed_store(images, words, load(puzzle, state));
    for (int s = 0; s < board->symmetry_count; s++) {
        at = hr_packed_store(at, words, hr_blocks_image(board, &board->symmetries[s], load(puzzle, state)));
    }
    return hr_sort_distinct(images, (size_t)board->symmetry_count + 1, words);
}

/// The orbit's size is the group's order divided by the number of symmetries that fix the state (orbit-stabiliser theorem).
static uint8_t orbit_of(const hr_blocks_board *board, hr_packed state) {
    int fixing = 1;
    for (int s = 0; s < board->symmetry_count; s++) {
        fixing += hr_packed_compare(hr_blocks_image(board, &board->symmetries[s], state), state) == 0;
    }
    return (uint8_t)((board->symmetry_count + 1) / fixing);
}

static void orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    for (size_t i = 0; i < n; i++) {
        sizes[i] = orbit_of(board_of(puzzle), load(puzzle, states + i * hr_blocks_words(board_of(puzzle))));
    }
}

static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    const blocks *self = self_of(puzzle);
    const hr_count left = puzzle->info.source_count - *cursor;
    const size_t n = left < capacity ? (size_t)left : capacity;
    if (n > 0 && self->placements.count > 0) {
        hr_blocks_list_placements(self->board, &self->placements, *cursor, n, states);
    } else if (n > 0) {
        (void)hr_packed_store(states, hr_blocks_words(self->board), self->source);
    }
    *cursor += n;
    return n;
}

/// The symmetries in use fix the goal, so all images of a solved state are solved.
static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    const hr_blocks_board *board = board_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        const hr_packed state = load(puzzle, states + i * hr_blocks_words(board));
        solved[i] = hr_blocks_is_solved(board, state) ? orbit_of(board, state) : 0;
    }
}

static size_t goals(const hr_puzzle *puzzle, hr_state *goals) { return hr_blocks_goals(board_of(puzzle), goals); }

static hr_status validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    return hr_blocks_validate(board_of(puzzle), load(puzzle, state), error);
}

static hr_status parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    hr_packed packed = {0};
    HR_TRY(hr_blocks_parse(board_of(puzzle), text, &packed, error));
    (void)hr_packed_store(state, hr_blocks_words(board_of(puzzle)), packed);
    return HR_OK;
}

static void format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    hr_blocks_format(board_of(puzzle), load(puzzle, state), NULL, text);
}

static void take_letters(const hr_puzzle *puzzle, const hr_state *state, const char *text, hr_letters *letters) {
    hr_blocks_take_letters(board_of(puzzle), load(puzzle, state), text, letters);
}

static void format_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, char text[HR_STATE_TEXT_MAX]) {
    hr_blocks_format(board_of(puzzle), load(puzzle, state), letters, text);
}

static void goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    (void)snprintf(text, HR_STATE_TEXT_MAX, "%s", self_of(puzzle)->goal);
}

static void options_of(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const blocks *self = self_of(puzzle);
    (void)snprintf(texts->text, sizeof texts->text, "%s", self->text);
    if (self->placements.count > 0) {
        memcpy(texts->from, SOLVED, sizeof SOLVED);
    } else if (hr_packed_compare(self->source, self->board->start) != 0) {
        hr_blocks_format(self->board, self->source, NULL, texts->from);
    }
}

static void picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    hr_blocks_picture(board_of(puzzle), load(puzzle, state), NULL, picture);
}

static void picture_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, hr_picture *picture) {
    hr_blocks_picture(board_of(puzzle), load(puzzle, state), letters, picture);
}

static hr_status follow(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_letters *letters, hr_step *out,
                        hr_error *error) {
    const hr_blocks_move move = {load(puzzle, from), load(puzzle, to), puzzle->info.metric};
    return hr_blocks_step(board_of(puzzle), &move, letters, out, error);
}

static hr_status step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *out, hr_error *error) {
    return follow(puzzle, from, to, NULL, out, error);
}

static const hr_letter_ops LETTER_OPS = {
    .take = take_letters,
    .format = format_with,
    .picture = picture_with,
    .follow = follow,
};

static const hr_puzzle_ops OPS = {
    .destroy = destroy,
    .expand = expand,
    .canonicalise = canonicalise,
    .orbit_size = orbit_size,
    .images = images,
    .sources = sources,
    .solved = solved,
    .goals = goals,
    .validate = validate,
    .parse = parse,
    .format = format,
    .goal = goal,
    .options = options_of,
    .picture = picture,
    .step = step,
    .letters = &LETTER_OPS,
};

/// Set the states where a search begins.
static hr_status find_sources(blocks *self, const char *from, hr_error *error) {
    self->source = self->board->start;
    if (from == NULL) {
        return HR_OK;
    }
    if (strcmp(from, SOLVED) == 0) {
        return hr_blocks_find_placements(self->board, &self->placements, error);
    }
    HR_TRY(hr_blocks_parse(self->board, from, &self->source, error));
    return hr_blocks_validate(self->board, self->source, error);
}

static hr_status fill(blocks *self, const hr_puzzle_options *options, const hr_blocks_source *source, bool *too_wide,
                      hr_error *error) {
    HR_TRY(hr_blocks_board_create(source, HR_BLOCKS_ANY_PACKING, &self->board, too_wide, error));
    HR_TRY(find_sources(self, options->from, error));
    hr_blocks_board *board = self->board;
    const bool single = self->placements.count == 0;
    HR_TRY(hr_blocks_make_steps(board, options->metric, error));
    if (!options->no_symmetry) {
        HR_TRY(hr_blocks_find_symmetries(board, single ? &self->source : NULL, error));
    }
    if (!hr_blocks_write(source, self->text)) {
        return hr_error_set(error, HR_USAGE, "%.120s: the puzzle is too large to be written in one line of %d characters",
                            source->file, HR_PUZZLE_TEXT_MAX - 1);
    }
    hr_blocks_describe_goal(source, self->goal);
    hr_puzzle_info *info = &self->base.info;
    (void)snprintf(self->base.spec, sizeof self->base.spec, "blocks:%dx%d", board->width, board->height);
    info->width = board->width;
    info->height = board->height;
    info->single_source = single;
    info->source_count = single ? 1 : self->placements.count;
    info->symmetry_order = 1 + board->symmetry_count;
    info->max_successors = board->successors_max;
    info->bipartite = single && options->metric == HR_METRIC_UNIT; // a unit move changes the parity of the sum of all coordinates
    info->has_target = single;
    info->state_words = (int)hr_blocks_words(board);
    return HR_OK;
}

hr_status hr_blocks_make(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle, bool *too_wide,
                         hr_error *error) {
    blocks *self = calloc(1, sizeof *self);
    HR_TRY_MEMORY(self != NULL, error, "a puzzle");
    self->base.ops = &OPS;
    const hr_status status = fill(self, options, source, too_wide, error);
    if (status == HR_OK) {
        *puzzle = &self->base;
    } else {
        destroy(&self->base);
    }
    return status;
}

/// Make a new board of the puzzle with this packing, and set *start to its source there. The caller destroys *board, also on error.
static hr_status repack(const blocks *self, const hr_blocks_source *source, hr_blocks_packing packing, hr_blocks_board **board,
                        hr_packed *start, hr_error *error) {
    char text[HR_STATE_TEXT_MAX];
    bool too_wide = false;
    HR_TRY(hr_blocks_board_create(source, packing, board, &too_wide, error));
    HR_TRY(hr_blocks_make_steps(*board, self->base.info.metric, error));
    hr_blocks_format(self->board, self->source, NULL, text);
    HR_TRY(hr_blocks_parse(*board, text, start, error));
    return self->base.info.symmetry_order == 1 ? HR_OK : hr_blocks_find_symmetries(*board, start, error);
}

hr_status hr_blocks_repack(hr_puzzle *puzzle, hr_blocks_packing packing, hr_error *error) {
    blocks *self = (void *)puzzle;
    hr_blocks_board *board = NULL;
    hr_packed start = {0};
    hr_blocks_source *source = malloc(sizeof *source);
    hr_status status = source != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    status = status == HR_OK ? hr_blocks_read("puzzle", self->text, source, error) : status;
    status = status == HR_OK ? repack(self, source, packing, &board, &start, error) : status;
    free(source);
    if (status != HR_OK) {
        hr_blocks_board_destroy(&board);
        return status;
    }
    hr_blocks_board_destroy(&self->board);
    self->board = board;
    self->source = start;
    return HR_OK;
}
