// SPDX-License-Identifier: MIT
#ifndef HR_PICTURE_H
#define HR_PICTURE_H

// A *picture* describes what there is to see of a position: which piece covers each cell, the labels of the pieces, and where the
// exit is. Every kind of puzzle describes its positions in this way. canvas.h draws a picture on a terminal, and the room `report`
// draws it as SVG.

#include <stdbool.h>
#include <stdint.h>

#include "huarong/puzzle.h"

enum {
    HR_PICTURE_SIDE_MAX = 32, ///< most columns and most rows
    HR_PICTURE_CELLS_MAX = HR_PICTURE_SIDE_MAX * HR_PICTURE_SIDE_MAX,
    HR_PICTURE_PIECES_MAX = 128,
    HR_PICTURE_LABEL_BYTES = 16, ///< room for a label
};

/// Cells that no piece covers: an empty cell, and a place that is outside the board.
enum { HR_PICTURE_EMPTY = -1, HR_PICTURE_OUTSIDE = -2 };

/// The rectangle around a piece.
typedef struct hr_picture_box {
    int x, y;          ///< column and row of the top left cell
    int width, height; ///< in cells
    int cells;         ///< cells that the piece covers; width · height for a rectangle
    int head;          ///< the piece's first cell in reading order
} hr_picture_box;

typedef struct hr_picture_piece {
    char label[HR_PICTURE_LABEL_BYTES]; ///< UTF-8; empty: none
    hr_picture_box box;
    bool fixed; ///< the piece cannot move
    char arrow; ///< the piece has just moved to U, D, L or R, '*': around a corner; '\0': it has not moved
} hr_picture_piece;

typedef struct hr_picture {
    int width;  ///< columns that are drawn
    int height; ///< rows that are drawn
    int left;   ///< the first drawn column's number on the puzzle's board
    int top;    ///< the first drawn row's number on the puzzle's board
    int piece_count;
    bool distinct;                       ///< all labels differ, as those of tiles do
    bool unlabelled;                     ///< the labels tell the pieces apart, but they are not drawn
    int16_t cells[HR_PICTURE_CELLS_MAX]; ///< [height · width] the piece on the cell, HR_PICTURE_EMPTY or HR_PICTURE_OUTSIDE
    char gates[HR_PICTURE_CELLS_MAX]; ///< [height · width] the sign of an empty cell that only some pieces may cover; '\0': none
    bool exit[HR_PICTURE_CELLS_MAX];  ///< [height · width] true: the goal brings a piece to this cell
    hr_picture_piece pieces[HR_PICTURE_PIECES_MAX]; ///< [piece_count]
} hr_picture;

/// Local. Describe the state. The state must be valid.
void hr_puzzle_picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture);

/// Local. As hr_puzzle_picture, with the letters of the state's pieces; NULL: those of hr_puzzle_picture.
void hr_puzzle_picture_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, hr_picture *picture);

/// Local. Begin a description: a board of `width` columns and `height` rows, all cells empty.
void hr_picture_begin(int width, int height, hr_picture *picture);

/// Local. Add a piece that covers no cells so far, and return its number.
int hr_picture_add(hr_picture *picture, const char *label);

/// Local. Let the piece cover one more cell, given by row · width + column.
void hr_picture_cover(hr_picture *picture, int piece, int cell);

/// Local. Add a piece that covers `cell` and has `number` as its label. If `number` is 0, do nothing.
void hr_picture_number(hr_picture *picture, int cell, int number);

/// Local. Is there a cell of the board in this column and row?
bool hr_picture_inside(const hr_picture *picture, int x, int y);

/// Local. Does the line between the cells (x, y − 1) and (x, y), or (x − 1, y) and (x, y), mark the exit? The parts of the frame,
/// the edge of the board, beside the exit mark it. If the exit touches no edge of the board, its outline marks it.
bool hr_picture_exit_above(const hr_picture *picture, int x, int y);
bool hr_picture_exit_left(const hr_picture *picture, int x, int y);

/// Local. Returns the rectangle in whose middle the label of a piece belongs: the piece itself if it is a rectangle, else the cell
/// of the piece that is nearest to the middle of the rectangle around it.
hr_picture_box hr_picture_label_box(const hr_picture *picture, int piece);

/// Local. Returns the label that is drawn on the piece, which may be empty.
const char *hr_picture_label(const hr_picture *picture, int piece);

/// Local. Find out which piece of `before` each piece of `after` is: `match[0..after->piece_count)`. In `distinct` pictures they
/// are the pieces with the same label. In other pictures they are the pieces that cover the same cells, and the one piece that has
/// moved. False if the boards or the numbers of pieces differ, a label is missing, or not exactly one piece has moved; `match`
/// means nothing then.
bool hr_picture_match(const hr_picture *before, const hr_picture *after, int match[HR_PICTURE_PIECES_MAX]);

/// Local. Set the arrows of those pieces of `after` that are not where they were in `before`. Each piece of `after` gets the label
/// that it has in `before`, if `keep_labels` is true. If hr_picture_match returns false, nothing is changed.
void hr_picture_follow(const hr_picture *before, hr_picture *after, bool keep_labels);

#endif
