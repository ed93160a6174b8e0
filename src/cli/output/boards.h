// SPDX-License-Identifier: MIT
#ifndef HR_BOARDS_H
#define HR_BOARDS_H

// Boards drawn side by side, as many in a row as the terminal is wide.
//
//     hr_boards boards;
//     hr_boards_begin(&boards, drawing, kind, 2, out);
//     hr_boards_add(&boards, &picture, "start");
//     hr_boards_move(&boards, &next, "1");          the piece that has moved is marked
//     hr_boards_end(&boards);

#include <stdio.h>

#include "cli/options/drawing.h"
#include "puzzle/canvas.h"
#include "puzzle/kinds.h"

enum {
    HR_BOARDS_ROW_MAX = 24,    ///< most boards in a row
    HR_BOARDS_CAPTION_MAX = 32 ///< room for a caption
};

typedef struct hr_boards {
    FILE *out;
    hr_canvas_style style;
    hr_labels labels;
    const hr_puzzle_kind *kind;
    int indent;
    int columns;                                             ///< columns of the terminal
    size_t count;                                            ///< boards that wait in `row`
    bool begun;                                              ///< `last` is set
    hr_picture last;                                         ///< the board that was added last, with its labels
    hr_picture row[HR_BOARDS_ROW_MAX];                       ///< [count] the boards that wait until their row is full
    char captions[HR_BOARDS_ROW_MAX][HR_BOARDS_CAPTION_MAX]; ///< [count] a line above the board; all empty: there is no such line
} hr_boards;

/// Local. Begin to draw to `out`, each line after `indent` spaces.
void hr_boards_begin(hr_boards *boards, const hr_drawing *drawing, const hr_puzzle_kind *kind, int indent, FILE *out);

/// Local. Draw one more board, with `caption` above it; NULL: no caption. A caption that is wider than the board is cut off.
void hr_boards_add(hr_boards *boards, const hr_picture *picture, const char *caption);

/// Local. As hr_boards_add, for a board that is one move from the board before: names stay with their pieces, and the piece that
/// has moved is marked.
void hr_boards_move(hr_boards *boards, const hr_picture *picture, const char *caption);

/// Local. Print the boards that wait in a row that is not full.
void hr_boards_end(hr_boards *boards);

/// Local. Put the labels on the pieces; names only if the kind has some.
void hr_boards_set_labels(hr_labels labels, const hr_puzzle_kind *kind, hr_picture *picture);

/// Local. Returns the columns of the terminal behind `out`; if there is none, those of the variable COLUMNS, or 80.
int hr_boards_terminal_columns(FILE *out);

#endif
