// SPDX-License-Identifier: MIT
// Makes puzzles from texts and fills the table of functions.

#include "puzzle/blocks/blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/board.h"
#include "puzzle/blocks/formats/formats.h"
#include "puzzle/blocks/names.h"
#include "puzzle/blocks/steps.h"
#include "puzzle/puzzle_ops.h"

typedef struct blocks {
    hr_puzzle base;
    hr_blocks_board *board;
    hr_state source;
    char goal[HR_STATE_TEXT_MAX];
    char text[HR_PUZZLE_TEXT_MAX]; ///< the whole puzzle in one line
} blocks;

static const blocks *self_of(const hr_puzzle *puzzle) { return (const blocks *)puzzle; }

static const hr_blocks_board *board_of(const hr_puzzle *puzzle) { return self_of(puzzle)->board; }

static void destroy(hr_puzzle *puzzle) {
    blocks *self = (blocks *)puzzle;
    hr_blocks_board_destroy(&self->board);
    free(self);
}

static size_t expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    return hr_blocks_expand(board_of(puzzle), puzzle->info.metric, states, n, successors, counts);
}

static void canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    const hr_blocks_board *board = board_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        const hr_state state = states[i];
        for (int s = 0; s < board->symmetry_count; s++) {
            const hr_state image = hr_blocks_image(board, &board->symmetries[s], state);
            states[i] = image < states[i] ? image : states[i];
        }
    }
}

static size_t images(const hr_puzzle *puzzle, hr_state state, hr_state images[HR_IMAGES_MAX]) {
    const hr_blocks_board *board = board_of(puzzle);
    size_t count = 0;
    images[count++] = state;
    for (int s = 0; s < board->symmetry_count && puzzle->info.symmetry_order > 1; s++) {
        const hr_state image = hr_blocks_image(board, &board->symmetries[s], state);
        size_t at = count;
        while (at > 0 && images[at - 1] > image) {
            at--;
        }
        if (at > 0 && images[at - 1] == image) {
            continue;
        }
        memmove(images + at + 1, images + at, (count - at) * sizeof *images);
        images[at] = image;
        count++;
    }
    return count;
}

static void orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    for (size_t i = 0; i < n; i++) {
        hr_state all[HR_IMAGES_MAX];
        sizes[i] = (uint8_t)images(puzzle, states[i], all);
    }
}

static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    if (*cursor != 0 || capacity == 0) {
        return 0;
    }
    states[0] = self_of(puzzle)->source;
    *cursor = 1;
    return 1;
}

/// The symmetries in use fix the goal, so all images of a solved state are solved.
static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    const hr_blocks_board *board = board_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        hr_state all[HR_IMAGES_MAX];
        solved[i] = (uint8_t)(hr_blocks_is_solved(board, states[i]) ? images(puzzle, states[i], all) : 0);
    }
}

static size_t goals(const hr_puzzle *puzzle, hr_state goals[HR_GOALS_MAX]) { return hr_blocks_goals(board_of(puzzle), goals); }

static hr_status validate(const hr_puzzle *puzzle, hr_state state, hr_error *error) {
    return hr_blocks_validate(board_of(puzzle), state, error);
}

static hr_status parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    return hr_blocks_parse(board_of(puzzle), text, state, error);
}

static void format(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    hr_blocks_format(board_of(puzzle), state, NULL, text);
}

static void take_letters(const hr_puzzle *puzzle, hr_state state, const char *text, hr_letters *letters) {
    hr_blocks_take_letters(board_of(puzzle), state, text, letters);
}

static void format_with(const hr_puzzle *puzzle, hr_state state, const hr_letters *letters, char text[HR_STATE_TEXT_MAX]) {
    hr_blocks_format(board_of(puzzle), state, letters, text);
}

static void no_code(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    (void)puzzle;
    (void)state;
    text[0] = '\0';
}

static void goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    (void)snprintf(text, HR_STATE_TEXT_MAX, "%s", self_of(puzzle)->goal);
}

static void options_of(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const blocks *self = self_of(puzzle);
    (void)snprintf(texts->text, sizeof texts->text, "%s", self->text);
    if (self->source != self->board->start) {
        format(puzzle, self->source, texts->from);
    }
}

static void picture(const hr_puzzle *puzzle, hr_state state, hr_picture *picture) {
    hr_blocks_picture(board_of(puzzle), state, NULL, picture);
}

static void picture_with(const hr_puzzle *puzzle, hr_state state, const hr_letters *letters, hr_picture *picture) {
    hr_blocks_picture(board_of(puzzle), state, letters, picture);
}

static hr_status follow(const hr_puzzle *puzzle, hr_state from, hr_state to, hr_letters *letters, hr_step *out, hr_error *error) {
    const hr_blocks_move move = {from, to, puzzle->info.metric};
    return hr_blocks_step(board_of(puzzle), &move, letters, out, error);
}

static hr_status step(const hr_puzzle *puzzle, hr_state from, hr_state to, hr_step *out, hr_error *error) {
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
    .code = no_code,
    .goal = goal,
    .options = options_of,
    .picture = picture,
    .step = step,
    .letters = &LETTER_OPS,
};

static hr_status fill(blocks *self, const hr_puzzle_options *options, const hr_blocks_source *source, hr_error *error) {
    HR_TRY(hr_blocks_board_create(source, HR_BLOCKS_ANY_PACKING, &self->board, error));
    hr_blocks_board *board = self->board;
    self->source = board->start;
    if (options->from != NULL) {
        HR_TRY(hr_blocks_parse(board, options->from, &self->source, error));
        HR_TRY(hr_blocks_validate(board, self->source, error));
    }
    HR_TRY(hr_blocks_make_steps(board, options->metric, error));
    if (!options->no_symmetry) {
        HR_TRY(hr_blocks_find_symmetries(board, self->source, error));
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
    info->single_source = true;
    info->source_count = 1;
    info->symmetry_order = 1 + board->symmetry_count;
    info->max_successors = board->successors_max;
    info->bipartite = options->metric == HR_METRIC_UNIT; // a unit move changes the parity of the sum of all coordinates
    info->has_target = true;
    return HR_OK;
}

static const char RUSH[] = "rush:";

static bool is_rush(const char *board) { return strncmp(board, RUSH, sizeof RUSH - 1) == 0; }

static bool is_text(const char *board) { return strstr(board, "start:") != NULL; }

static bool names_file(const char *board) {
    return board != NULL && !is_rush(board) && !is_text(board) && hr_blocks_named(board) == NULL;
}

static hr_status read_source(const hr_puzzle_options *options, const char *board, hr_blocks_source *source, hr_error *error) {
    if (board == NULL || board[0] == '\0') {
        return hr_error_set(error, HR_USAGE, "a puzzle is missing: write %s, see 'huarong help blocks'", hr_blocks_kind_row.form);
    }
    if (options->text != NULL) {
        return hr_blocks_read(board, options->text, source, error);
    }
    if (is_rush(board)) {
        memset(source, 0, sizeof *source);
        source->file = "rush";
        return hr_blocks_read_rush(board + sizeof RUSH - 1, (hr_blocks_spot){1, 1}, source, error);
    }
    const char *named = hr_blocks_named(board);
    if (named != NULL) {
        return hr_blocks_read(board, named, source, error);
    }
    return is_text(board) ? hr_blocks_read("puzzle", board, source, error)
                          : hr_error_set(error, HR_USAGE, "the text of the puzzle '%.80s' is missing", board);
}

static hr_status create(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error) {
    if (options->goal != NULL || options->exit != NULL) {
        return hr_error_set(error, HR_USAGE, "the goal of a blocks puzzle is in its file: leave out --goal and --exit");
    }
    blocks *self = calloc(1, sizeof *self);
    hr_blocks_source *source = malloc(sizeof *source);
    hr_status status = HR_INTERNAL;
    if (self == NULL || source == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    } else {
        self->base.ops = &OPS;
        status = read_source(options, board, source, error);
        status = status == HR_OK ? fill(self, options, source, error) : status;
    }
    free(source);
    if (status == HR_OK) {
        *puzzle = &self->base;
    } else if (self != NULL) {
        destroy(&self->base);
    }
    return status;
}

/// Set *is_bad if the drawing is refused by itself, without the run's other options.
static hr_status is_bad_drawing(const hr_blocks_source *source, bool *is_bad, hr_error *error) {
    hr_blocks_board *drawn = NULL;
    const hr_status status = hr_blocks_board_create(source, HR_BLOCKS_ANY_PACKING, &drawn, error);
    *is_bad = status == HR_USAGE;
    hr_blocks_board_destroy(&drawn);
    return status == HR_INTERNAL ? status : HR_OK;
}

static hr_status wide_bits(const hr_puzzle_options *options, const char *board, int *bits, hr_error *error) {
    *bits = 0;
    if (options->goal != NULL || options->exit != NULL) { // these options have been refused
        return HR_OK;
    }
    hr_blocks_source *source = malloc(sizeof *source);
    if (source == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    }
    hr_status status = read_source(options, board, source, error);
    int needed = 0;
    status = status == HR_OK ? hr_blocks_board_bits(source, &needed, error) : status;
    bool too_wide = status == HR_OK && needed > HR_STATE_BITS;
    if (too_wide && options->from != NULL) {
        status = is_bad_drawing(source, &too_wide, error);
    }
    *bits = status != HR_INTERNAL && too_wide ? needed : 0;
    free(source);
    return status == HR_INTERNAL ? status : HR_OK;
}

/// Make a new board of the puzzle with this packing, and set *start to its source there. The caller destroys *board, also on error.
static hr_status repack(const blocks *self, const hr_blocks_source *source, hr_blocks_packing packing, hr_blocks_board **board,
                        hr_state *start, hr_error *error) {
    char text[HR_STATE_TEXT_MAX];
    HR_TRY(hr_blocks_board_create(source, packing, board, error));
    HR_TRY(hr_blocks_make_steps(*board, self->base.info.metric, error));
    hr_blocks_format(self->board, self->source, NULL, text);
    HR_TRY(hr_blocks_parse(*board, text, start, error));
    return self->base.info.symmetry_order == 1 ? HR_OK : hr_blocks_find_symmetries(*board, *start, error);
}

hr_status hr_blocks_repack(hr_puzzle *puzzle, hr_blocks_packing packing, hr_error *error) {
    blocks *self = (blocks *)puzzle;
    hr_blocks_board *board = NULL;
    hr_state start = 0;
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

const hr_puzzle_kind hr_blocks_kind_row = {
    .name = "blocks",
    .form = "blocks:FILE",
    .example = "blocks:century",
    .summary = "sliding blocks of any shape, drawn in a file",
    .help = "blocks:FILE, a puzzle that is drawn in a file; blocks:rush:BOARD, Rush Hour;\n"
            "blocks:NAME, a puzzle of the list below (a file of that name: blocks:./NAME).\n"
            "\n"
            "  name: Little donkey      a remark, as are author: and note:\n"
            "  start:                   the rows follow: . empty, # wall or outside, and\n"
            "  a**b                     each piece has a letter\n"
            "  a**b\n"
            "  c..d\n"
            "\n"
            "  goal:                    letters where these pieces must be; _ a cell that\n"
            "  ....                     must be empty; the other cells do not matter\n"
            "  .**.\n"
            "  .**.\n"
            "\n"
            "Pieces of the same shape are interchangeable, except those that the goal names.\n"
            "A state that was found has their letters in reading order; on a listed way each\n"
            "piece keeps the letter that it has at the start of the way.\n"
            "  exit: A right      solved when A is at this side of the drawing: up, down,\n"
            "                     left or right\n"
            "  cover: a           the goal's a are cells that any pieces of a's shape cover\n"
            "  inside: a          a may be anywhere in the goal's cells with a\n"
            "  alike: ab          a and b may change places in the goal\n"
            "  horizontal: AB     these pieces move only left and right\n"
            "  vertical: CD       these pieces move only up and down\n"
            "  fixed: ef          these pieces do not move\n"
            "  scattered: g       this piece is not connected\n"
            "  gate: - ab         the cells drawn - are empty, and only a and b may be there\n"
            "A comment begins with #, not within a drawing. In one line, ; stands for the end\n"
            "of a line and / for the end of a row:  start: a.b; goal: b.a\n"
            "\n"
            "Also read: levels of GNOME Klotski, the 36 characters of a Rush Hour board, and\n"
            "the configurations of jim'slide and js2.\n"
            "\n"
            "A state is the rows with / between them: a**b/a**b/c..d. The run begins at the\n"
            "start, or at --from STATE. States take up to 128 bits, for A* up to 64; boards\n"
            "up to 64 cells that several pieces can reach, each piece up to 64 places, and a\n"
            "state's text up to 127 characters.\n"
            "\n"
            "Metrics: unit  one piece, one cell\n"
            "         slide one piece, any distance in one straight line\n"
            "         move  one piece along any path\n",
    .drawn = true,
    .page_rules = "drawing",
    .names_file = names_file,
    .has_start = true,
    .position_name = hr_blocks_name,
    .position_note = hr_blocks_note,
    .create = create,
    .wide_bits = wide_bits,
};
