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
} hr_drawing;

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member or a type stands in no parentheses

/// Rows for a command's table. DRAWING is the member of SETTINGS that is an hr_drawing. HELP says what --draw draws, FORMATS names
/// the formats that show it. Who says how to draw need not say --draw, too.
#define HR_LABELS_OPTION(SETTINGS, DRAWING)                                                                                        \
    {                                                                                                                              \
        "labels", "WHAT", "on the pieces: shape (default), none; klotski: zh,\nzh-Hant (names of the persons)",                    \
            HR_WORD(SETTINGS, DRAWING.labels, hr_labels, "shape none zh zh-Hant", HR_LABELS_SHAPE),                                \
            .given = HR_PART(SETTINGS, DRAWING.draw, bool), .formats = "text"                                                      \
    }
#define HR_DRAW_OPTIONS(SETTINGS, DRAWING, HELP, FORMATS)                                                                          \
    {"draw", NULL, HELP, HR_FLAG(SETTINGS, DRAWING.draw), .formats = (FORMATS), .was = "boards"},                                  \
        HR_LABELS_OPTION(SETTINGS, DRAWING), HR_CHARACTERS_OPTIONS(SETTINGS, DRAWING, NULL)

/// Of these rows those on the characters of a drawing. EXCLUDES: what they do not go with.
#define HR_CHARACTERS_OPTIONS(SETTINGS, DRAWING, EXCLUDES)                                                                         \
    {"ascii",                                                                                                                      \
     NULL,                                                                                                                         \
     "draw with ASCII characters only",                                                                                            \
     HR_FLAG(SETTINGS, DRAWING.ascii),                                                                                             \
     .given = HR_PART(SETTINGS, DRAWING.draw, bool),                                                                               \
     .excludes = (EXCLUDES),                                                                                                       \
     .formats = "text"},                                                                                                           \
    {                                                                                                                              \
        "color", "WHEN", "colours in drawings: auto (default: on a terminal,\nunless NO_COLOR is set), always, never",             \
            HR_WORD(SETTINGS, DRAWING.colours, hr_colours, "auto always never", HR_COLOURS_ALWAYS),                                \
            .optional = true, .given = HR_PART(SETTINGS, DRAWING.draw, bool), .excludes = (EXCLUDES), .formats = "text"            \
    }

// NOLINTEND(bugprone-macro-parentheses)

/// Local. HR_USAGE: --ascii is given with Chinese names; the pieces of the puzzle `spec` have no such names; or `spec` names no
/// kind of puzzle. `spec` is NULL if the puzzle is not known yet.
hr_status hr_drawing_check(const hr_drawing *drawing, const char *spec, hr_error *error);

#endif
