// SPDX-License-Identifier: MIT
#ifndef HR_SVG_H
#define HR_SVG_H

// Boards as SVG. All functions are Local. They write to `out`; the caller looks for write errors. No text of a picture or a title
// can end an element: it is written by hr_xml_put.
//
// A piece is a shape of class `hr-piece` and of one more class: `hr-fixed` if the piece cannot move, else `hr-square`, `hr-wide`,
// `hr-tall` or `hr-one` for a rectangle, and `hr-c0` … `hr-c7` for any other shape. Other classes: `hr-frame`, `hr-cell` (the
// ground of a cell), `hr-dot` (the mark of an empty cell), `hr-gate` (the sign of a cell that only some pieces may cover),
// `hr-exit`, `hr-label`, `hr-outline` (of a piece that is no rectangle), `hr-moved` (the outline of the piece that has just moved),
// `hr-arrow` (where that piece went), `hr-caption`; styles.c has all of them. A page that draws many boards writes the style once,
// by hr_svg_style, and sets `bare`.

#include <stdbool.h>
#include <stdio.h>

#include "puzzle/picture.h"

typedef enum hr_svg_theme {
    HR_SVG_AUTO,  ///< light, or dark where the reader prefers it
    HR_SVG_LIGHT, ///< colours on white
    HR_SVG_DARK,  ///< colours on a dark page
    HR_SVG_PRINT, ///< black and white
} hr_svg_theme;

typedef struct hr_svg_options {
    hr_svg_theme theme;
    bool bare;         ///< leave out the style: the page has it
    const char *title; ///< what is drawn, for people who do not see it; NULL: no title
    int columns;       ///< most boards in a row of a strip; 0: up to 8, as long as the image is no wider than 1600 units
    int milliseconds;  ///< the duration of one step of an animation; 0: 700
} hr_svg_options;

/// Write the CSS of a theme.
void hr_svg_style(FILE *out, hr_svg_theme theme);

/// Write `count` boards in rows, each with its caption below. All pictures have the same size. `captions` and each caption may be
/// NULL.
void hr_svg_strip(FILE *out, const hr_picture *pictures, const char *const *captions, size_t count, const hr_svg_options *options);

/// Write one board whose pieces go from each picture to the next, again and again. Each picture is one move from the picture
/// before. Returns false, and writes nothing, if two pictures are not one move apart.
bool hr_svg_animation(FILE *out, const hr_picture *pictures, size_t count, const hr_svg_options *options);

#endif
