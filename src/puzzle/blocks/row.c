// SPDX-License-Identifier: MIT
// The kind's row: reads a puzzle as it is written down, and makes it with states of as many words as it needs.

#include "core/try.h"
#include "puzzle/blocks/blocks.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/blocks/formats/formats.h"

static const char RUSH[] = "rush:";

static bool is_rush(const char *board) { return strncmp(board, RUSH, sizeof RUSH - 1) == 0; }

/// Does the text look like a Rush Hour board, a square of letters and empty cells?
static bool looks_like_rush(const char *text) {
    enum { LEAST = 4 };
    const size_t length = strlen(text);
    size_t side = LEAST;
    while (side * side < length) {
        side++;
    }
    return side * side == length && strpbrk(text, ".o") != NULL && strchr(text, 'A') != NULL &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ.ox") == length;
}

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
        return hr_error_set(error, HR_USAGE, "the goal of a blocks puzzle is in its file: give no goal and no exit");
    }
    hr_blocks_source *source = malloc(sizeof *source);
    HR_TRY_MEMORY(source != NULL, error, "a puzzle");
    bool too_wide = false;
    hr_status status = read_source(options, board, source, error);
    status = status == HR_OK ? hr_blocks_make_1(options, source, puzzle, &too_wide, error) : status;
    status = too_wide ? hr_blocks_make_2(options, source, puzzle, &too_wide, error) : status;
    status = too_wide ? hr_blocks_make_8(options, source, puzzle, &too_wide, error) : status;
    free(source);
    if (status == HR_OK && error != NULL) {
        error->text[0] = '\0'; // another copy may have refused the puzzle
    }
    return status;
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
            "Without a goal, the states can be counted and drawn.\n"
            "A comment begins with #, not within a drawing. In one line, ; stands for the end\n"
            "of a line and / for the end of a row:  start: a.b; goal: b.a\n"
            "\n"
            "Also read: levels of GNOME Klotski, Rush Hour boards (in one line or in rows;\n"
            "the red car is A, X or r), and the configurations of jim'slide and js2.\n"
            "\n"
            "A state is the rows with / between them: a**b/a**b/c..d. Walls are | or #. The\n"
            "run begins at the start, or at --from STATE. A state has at most 512 bits.\n"
            "Searches are slower if it has more than 128, a piece more than 64 places, or if\n"
            "several pieces can reach more than 64 cells.\n"
            "\n"
            "Metrics: unit  one piece, one cell\n"
            "         slide one piece, any distance in one straight line\n"
            "         move  one piece along any path\n",
    .drawn = true,
    .page_rules = "drawing",
    .names_file = names_file,
    .inner = "rush",
    .inner_summary = "Rush Hour boards, a form of blocks",
    .is_inner = looks_like_rush,
    .has_start = true,
    .position_name = hr_blocks_name,
    .position_note = hr_blocks_note,
    .create = create,
};
