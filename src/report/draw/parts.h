// SPDX-License-Identifier: MIT
#ifndef HR_DRAW_PARTS_H
#define HR_DRAW_PARTS_H

// Parts of drawings, for the files of this room only.

#include "report/draw/svg.h"

/// Lengths in units of the drawing.
enum {
    HR_DRAW_CELL = 40,    ///< the side of a cell
    HR_DRAW_MARGIN = 10,  ///< the space around a board
    HR_DRAW_CAPTION = 24, ///< the height of a line below a board
};

/// Local. Write the beginning of an image of this size: the svg element, its title and its style.
void hr_draw_begin(FILE *out, int width, int height, const hr_svg_options *options);

/// Local. Write the frame, the cells and the exit. Empty cells have a dot, and with `all_empty` every cell has one.
void hr_draw_ground(FILE *out, const hr_picture *picture, bool all_empty);

/// Local. Write a piece without its label.
void hr_draw_piece(FILE *out, const hr_picture *picture, int piece);

/// Local. Write a piece's label.
void hr_draw_label(FILE *out, const hr_picture *picture, int piece);

#endif
