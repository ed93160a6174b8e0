// SPDX-License-Identifier: MIT
#ifndef HR_DRAWING_OPTIONS_H
#define HR_DRAWING_OPTIONS_H

// The options of commands that draw boards on the terminal. They are the same for all commands.

#include "cli/options/values.h"

/// The labels that are drawn on the pieces.
typedef enum hr_labels {
    HR_LABELS_SHAPE,       ///< tiles: numbers, blocks: letters, Klotski: the name of the shape
    HR_LABELS_NONE,        ///< nothing
    HR_LABELS_SIMPLIFIED,  ///< Klotski: the persons' names in simplified characters
    HR_LABELS_TRADITIONAL, ///< Klotski: the persons' names in traditional characters
} hr_labels;

/// When to use colours.
typedef enum hr_colours { HR_COLOURS_AUTO, HR_COLOURS_ALWAYS, HR_COLOURS_NEVER } hr_colours;

typedef struct hr_drawing {
    bool draw;
    bool ascii;
    hr_labels labels;
    hr_colours colours;
    bool styled; ///< --labels or --color is given
} hr_drawing;

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member or a type stands in no parentheses

/// Rows for a command's table. DRAWING is the member of SETTINGS that is an hr_drawing. HELP says what --draw draws.
#define HR_LABELS_OPTION(SETTINGS, DRAWING)                                                                                        \
    {                                                                                                                              \
        "labels", "WHAT", "on the pieces: shape (default), none; klotski: zh,\nzh-Hant (names of the persons)",                    \
            HR_WORD(SETTINGS, DRAWING.labels, hr_labels, "shape none zh zh-Hant", HR_LABELS_SHAPE),                                \
            .given = HR_PART(SETTINGS, DRAWING.styled, bool)                                                                       \
    }
#define HR_DRAW_OPTIONS(SETTINGS, DRAWING, HELP)                                                                                   \
    {"draw", NULL, HELP, HR_FLAG(SETTINGS, DRAWING.draw)}, HR_LABELS_OPTION(SETTINGS, DRAWING),                                    \
        {"ascii", NULL, "draw with ASCII characters only", HR_FLAG(SETTINGS, DRAWING.ascii)}, {                                    \
        "color", "WHEN", "colours in drawings: auto (default: on a terminal,\nunless NO_COLOR is set), always, never",             \
            HR_WORD(SETTINGS, DRAWING.colours, hr_colours, "auto always never", HR_COLOURS_ALWAYS),                                \
            .optional = true, .given = HR_PART(SETTINGS, DRAWING.styled, bool)                                                     \
    }

// NOLINTEND(bugprone-macro-parentheses)

/// Local. HR_USAGE: an option says how to draw, but --draw is not given; --ascii is given with Chinese names; the pieces of the
/// puzzle `spec` have no such names; or `spec` names no kind of puzzle. `spec` is NULL if the puzzle is not known yet.
hr_status hr_drawing_check(const hr_drawing *drawing, const char *spec, hr_error *error);

/// Local. HR_USAGE if boards are asked for and the format `format`, which has none, is `given`.
hr_status hr_drawing_exclude(const hr_drawing *drawing, const char *format, bool given, hr_error *error);

#endif
