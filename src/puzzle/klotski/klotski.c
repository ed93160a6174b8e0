// SPDX-License-Identifier: MIT
// Makes Klotski puzzles and fills the table of batch functions. Many of these call the other files of the room; the short ones, for
// symmetry and sources, are here.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/inline.h"
#include "core/try.h"
#include "huarong/klotski.h"
#include "puzzle/klotski/board.h"
#include "puzzle/klotski/index.h"
#include "puzzle/klotski/moves.h"
#include "puzzle/klotski/notation.h"
#include "puzzle/klotski/parts.h"
#include "puzzle/klotski/state.h"
#include "puzzle/puzzle_ops.h"
#include "puzzle/size.h"

typedef struct klotski {
    hr_puzzle base;
    hr_klotski_board board;
    hr_klotski_index *index;
    hr_state source; ///< the one source state, HR_STATE_NONE for all solved boards
} klotski;

static const klotski *self_of(const hr_puzzle *puzzle) { return (const klotski *)puzzle; }

static void destroy(hr_puzzle *puzzle) {
    klotski *self = (klotski *)puzzle;
    hr_klotski_index_destroy(&self->index);
    free(self);
}

static size_t expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    return hr_klotski_expand(&self_of(puzzle)->board, puzzle->info.metric, states, n, successors, counts);
}

HR_INLINE void canonicalise_all(hr_state *states, size_t n, int width, uint32_t first_column) {
    for (size_t i = 0; i < n; i++) {
        const hr_state image = hr_klotski_mirror(states[i], width, first_column);
        states[i] = image < states[i] ? image : states[i];
    }
}

static void canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    const hr_klotski_board *board = &self_of(puzzle)->board;
    const uint32_t first_column = hr_klotski_first_column(board);
    if (board->width == 4) {
        canonicalise_all(states, n, 4, first_column);
    } else {
        canonicalise_all(states, n, board->width, first_column);
    }
}

static void orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    const hr_klotski_board *board = &self_of(puzzle)->board;
    const uint32_t first_column = hr_klotski_first_column(board);
    for (size_t i = 0; i < n; i++) {
        sizes[i] = hr_klotski_mirror(states[i], board->width, first_column) == states[i] ? 1 : 2;
    }
}

static size_t images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images) {
    const hr_klotski_board *board = &self_of(puzzle)->board;
    images[0] = *state;
    if (puzzle->info.symmetry_order == 1) {
        return 1;
    }
    const hr_state image = hr_klotski_mirror(*state, board->width, hr_klotski_first_column(board));
    if (image == *state) {
        return 1;
    }
    images[0] = image < *state ? image : *state;
    images[1] = image < *state ? *state : image;
    return 2;
}

/// Write the one source state, or the solved boards if all of them are sources. All solved boards are one range of indices, and are
/// written in order of index. *cursor is the number of states written so far.
static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    const klotski *self = self_of(puzzle);
    if (self->source != HR_STATE_NONE) {
        if (*cursor != 0 || capacity == 0) {
            return 0;
        }
        states[0] = self->source;
        *cursor = 1;
        return 1;
    }
    hr_index begin = 0;
    hr_index end = 0;
    hr_klotski_index_range(self->index, self->board.exit, &begin, &end);
    size_t n = 0;
    while (n < capacity && begin + *cursor + n < end) {
        hr_index indices[HR_BATCH];
        size_t part = 0;
        while (part < HR_BATCH && n + part < capacity && begin + *cursor + n + part < end) {
            indices[part] = begin + *cursor + n + part;
            part++;
        }
        hr_klotski_index_states(self->index, indices, part, states + n);
        n += part;
    }
    *cursor += n;
    return n;
}

static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    const int exit_cell = self_of(puzzle)->board.exit;
    for (size_t i = 0; i < n; i++) { // with symmetry in use the exit is central, so a solved state has solved images only
        hr_state images[HR_IMAGES_MAX];
        const bool is_solved = hr_klotski_square(states[i]) == exit_cell;
        solved[i] = is_solved ? (uint8_t)puzzle->ops->images(puzzle, &states[i], images) : 0;
    }
}

static void index_of(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    hr_klotski_index_of(self_of(puzzle)->index, states, n, indices);
}

static void states_of(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    hr_klotski_index_states(self_of(puzzle)->index, indices, n, states);
}

static hr_status validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    return hr_klotski_validate(&self_of(puzzle)->board, *state, error);
}

static bool all_valid(const hr_puzzle *puzzle, const hr_state *states, size_t n) {
    return hr_klotski_all_valid(&self_of(puzzle)->board, states, n);
}

static hr_status parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    return hr_klotski_read(&self_of(puzzle)->board, self_of(puzzle)->index, text, state, error);
}

static void format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    hr_klotski_format(&self_of(puzzle)->board, *state, text);
}

static void code(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    hr_klotski_code(&self_of(puzzle)->board, *state, text);
}

static void picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    hr_klotski_picture(&self_of(puzzle)->board, *state, picture);
}

static bool notate(const hr_puzzle *puzzle, const hr_state *state, hr_notation notation, char text[HR_STATE_TEXT_MAX]) {
    return hr_klotski_notate(&self_of(puzzle)->board, self_of(puzzle)->index, *state, notation, text);
}

static hr_status read_notation(const hr_puzzle *puzzle, const char *text, hr_notation notation, hr_state *state, hr_error *error) {
    return hr_klotski_read_notation(&self_of(puzzle)->board, self_of(puzzle)->index, text, notation, state, error);
}

static void exit_text(const hr_klotski_board *board, char text[HR_STATE_TEXT_MAX]) {
    (void)snprintf(text, HR_STATE_TEXT_MAX, "%d,%d", board->exit % board->width, board->exit / board->width);
}

static void goal_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    char exit[HR_STATE_TEXT_MAX];
    exit_text(&self_of(puzzle)->board, exit);
    (void)snprintf(text, HR_STATE_TEXT_MAX, "2x2 at %.20s", exit);
}

/// The head cell of the exit that a board has by default: bottom centre, or half a column left of it if the number of columns is
/// odd.
static int usual_exit(const hr_klotski_board *board) { return (board->height - 2) * board->width + (board->width - 2) / 2; }

static void options_of(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const klotski *self = self_of(puzzle);
    if (self->source != HR_STATE_NONE) {
        format(puzzle, &self->source, texts->from);
    }
    if (self->board.exit != usual_exit(&self->board)) {
        exit_text(&self->board, texts->exit);
    }
}

static const hr_puzzle_ops OPS = {
    .destroy = destroy,
    .expand = expand,
    .canonicalise = canonicalise,
    .orbit_size = orbit_size,
    .images = images,
    .sources = sources,
    .solved = solved,
    .index = index_of,
    .unindex = states_of,
    .validate = validate,
    .all_valid = all_valid,
    .parse = parse,
    .format = format,
    .code = code,
    .goal = goal_text,
    .options = options_of,
    .picture = picture,
    .notate = notate,
    .read_notation = read_notation,
    .step = hr_klotski_step,
    .pieces = hr_klotski_piece_sets,
};

static hr_status check_board(int width, int height, hr_error *error) {
    if (width < 2 || height < 2 || width * height < 6) {
        return hr_error_set(error, HR_USAGE, "klotski:%dx%d is too small for a 2x2 piece and two empty cells", width, height);
    }
    if (width * height > HR_KLOTSKI_CELLS_MAX) {
        return hr_error_set(error, HR_USAGE, "klotski:%dx%d has %d cells; at most %d are possible", width, height, width * height,
                            HR_KLOTSKI_CELLS_MAX);
    }
    return HR_OK;
}

/// Read "X,Y", where X and Y are 0 … 99. False for any other text.
static bool parse_pair(const char *text, int *x, int *y) {
    int values[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        int digits = 0;
        for (; *text >= '0' && *text <= '9' && digits < 2; text++, digits++) {
            values[i] = values[i] * 10 + (*text - '0');
        }
        if (digits == 0 || *text != (i == 0 ? ',' : '\0')) {
            return false;
        }
        text++;
    }
    *x = values[0];
    *y = values[1];
    return true;
}

static hr_status read_exit(const char *text, hr_klotski_board *board, hr_error *error) {
    int x = usual_exit(board) % board->width;
    int y = usual_exit(board) / board->width;
    if (text != NULL && !parse_pair(text, &x, &y)) {
        return hr_error_set(error, HR_USAGE, "bad exit '%.20s': write X,Y, the column and row of the 2x2's top left cell from 0",
                            text);
    }
    if (x > board->width - 2 || y > board->height - 2) {
        return hr_error_set(error, HR_USAGE, "the exit %d,%d is outside the board: the column may be 0 to %d, the row 0 to %d", x,
                            y, board->width - 2, board->height - 2);
    }
    board->exit = y * board->width + x;
    return HR_OK;
}

static hr_status make_board(const hr_puzzle_options *options, int width, int height, hr_klotski_board *board, hr_error *error) {
    HR_TRY(check_board(width, height, error));
    *board = (hr_klotski_board){.width = width, .height = height, .cells = width * height};
    board->full = (uint32_t)((UINT64_C(1) << board->cells) - 1);
    uint32_t first_column = 0;
    for (int y = 0; y < height; y++) {
        first_column |= UINT32_C(1) << (y * width);
    }
    board->not_first = board->full & ~first_column;
    return read_exit(options->exit, board, error);
}

/// Does the left-right mirror map the source set to itself, and the exit to itself?
static bool mirror_helps(const klotski *self) {
    const hr_klotski_board *board = &self->board;
    const uint32_t first_column = hr_klotski_first_column(board);
    const bool exit_central = 2 * (board->exit % board->width) == board->width - 2;
    return exit_central &&
           (self->source == HR_STATE_NONE || hr_klotski_mirror(self->source, board->width, first_column) == self->source);
}

static hr_count count_sources(const klotski *self) {
    hr_index begin = 0;
    hr_index end = 1;
    if (self->source == HR_STATE_NONE) {
        hr_klotski_index_range(self->index, self->board.exit, &begin, &end);
    }
    return end - begin;
}

static hr_status fill(klotski *self, const hr_puzzle_options *options, hr_error *error) {
    self->source = HR_STATE_NONE;
    hr_puzzle_info *info = &self->base.info;
    HR_TRY(hr_klotski_index_create(&self->board, &self->index, error));
    (void)snprintf(self->base.spec, sizeof self->base.spec, "klotski:%dx%d", self->board.width, self->board.height);
    info->width = self->board.width;
    info->height = self->board.height;
    if (options->from != NULL) {
        HR_TRY(parse(&self->base, options->from, &self->source, error));
    }
    info->openings = true;
    info->single_source = options->from != NULL;
    info->source_count = count_sources(self);
    info->symmetry_order = mirror_helps(self) && !options->no_symmetry ? 2 : 1;
    info->max_successors = hr_klotski_successors_max(&self->board, options->metric);
    // A unit move changes the parity of the sum of all pieces' coordinates. All solved boards together have both parities.
    info->bipartite = options->metric == HR_METRIC_UNIT && info->single_source;
    info->has_target = true;
    info->index_count = hr_klotski_index_count(self->index);
    return HR_OK;
}

bool hr_klotski_parts(const hr_puzzle *puzzle, const hr_klotski_board **board, const hr_klotski_index **index) {
    if (puzzle->ops != &OPS) {
        return false;
    }
    *board = &self_of(puzzle)->board;
    *index = self_of(puzzle)->index;
    return true;
}

static hr_status create(const hr_puzzle_options *options, const char *size, hr_puzzle **puzzle, hr_error *error) {
    int width = 4;
    int height = 5;
    if (size != NULL) {
        HR_TRY(hr_puzzle_read_size(&hr_klotski_kind, size, &width, &height, error));
    }
    hr_klotski_board board;
    HR_TRY(make_board(options, width, height, &board, error));
    if (options->goal != NULL) {
        return hr_error_set(error, HR_USAGE, "a Klotski puzzle has no goal arrangement: it is solved when the 2x2 is at the exit");
    }
    klotski *self = calloc(1, sizeof *self);
    HR_TRY_MEMORY(self != NULL, error, "a puzzle");
    self->base.ops = &OPS;
    self->board = board;
    const hr_status status = fill(self, options, error);
    if (status != HR_OK) {
        destroy(&self->base);
        return status;
    }
    *puzzle = &self->base;
    return HR_OK;
}

static const char *opening_name(size_t i) {
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    return i < count ? openings[i].name : NULL;
}

static const char *opening_alias(size_t i) {
    const char *board = NULL;
    return hr_klotski_alias(i, &board);
}

const hr_puzzle_kind hr_klotski_kind = {
    .name = "klotski",
    .form = "klotski:WxH",
    .example = "klotski:4x5",
    .summary = "Klotski puzzles: boards, states, openings, metrics",
    .page_rules = "letters",
    .unit_note = " (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)",
    .unit_goal = "2x2 at 1,3",
    .help = "klotski:WxH, columns x rows, up to 32 cells; klotski alone is klotski:4x5.\n"
            "Pieces: one 2x2, any number of horizontals (2x1), verticals (1x2) and singles,\n"
            "and two empty cells or more. Solved: the 2x2 at the exit, which is the bottom\n"
            "centre unless --exit says otherwise.\n"
            "\n"
            "A state is one of\n"
            "  letters     the board in reading order: X 2x2, LR horizontal, T over B\n"
            "              vertical, o single, . empty:  TXXTBXXBTLRTBooBo..o\n"
            "              or any letters or digits, one for a piece or for a shape:\n"
            "              AXXB/AXXB/CEED/CFGD/H..I\n"
            "  CommonCode  4x5 only, zeros at the end may be missing:  1A9BF0C\n"
            "  ShortCode   4x5 only, unless it is five hexadecimal digits:  4WVE1\n"
            "  a name      of a 4x5 opening, see below:  横刀立马, 橫刀立馬, Red Donkey\n"
            "The run begins at that state (--from), else at all solved boards at once.\n"
            "\n"
            "Metrics: unit  one piece, one cell\n"
            "         slide one piece, any distance in one straight line\n"
            "         move  one piece along any path\n",
    .position_name = opening_name,
    .position_alias = opening_alias,
    .position_note = hr_klotski_note,
    .name_pieces = hr_klotski_name_pieces,
    .create = create,
};
