// SPDX-License-Identifier: MIT
#ifndef HR_CANVAS_H
#define HR_CANVAS_H

// Draws boards of pieces with box characters, for the kinds whose pieces cover several cells.

#include "huarong/puzzle.h"

/// Pieces that are not one: an empty cell, and what is outside the board.
enum { HR_CANVAS_EMPTY = -1, HR_CANVAS_OUTSIDE = -2 };

typedef struct hr_canvas {
    int width;
    int height;
    const int *piece;    ///< [height · width] the number of the piece that covers the cell, or one of the above
    const char *letters; ///< [height · width] the letter in the cell, '\0' for none; NULL: no letters
    int open_column;     ///< the lower edge is open below `open_width` columns from here on
    int open_width;
} hr_canvas;

/// Local. The greatest number of bytes that the drawing of a board can take.
size_t hr_canvas_bytes(int width, int height);

/// Local. Draw the board, lines ended by '\n'. hr_canvas_bytes must not exceed HR_STATE_DRAWING_MAX.
void hr_canvas_draw(const hr_canvas *canvas, char text[HR_STATE_DRAWING_MAX]);

#endif
