// SPDX-License-Identifier: MIT
#ifndef HR_POSITION_LINES_H
#define HR_POSITION_LINES_H

// One line of a text with positions: names, comments, and rows of tables. positions.c takes the lines.

#include "cli/options/positions.h"

#define BLANKS " \t\r"
#define GAPS " \t\r,;/" ///< what may stand between numbers

/// How texts are read.
typedef struct hr_position_text {
    hr_position_reader read;
    void *context;
} hr_position_text;

/// Local. Read the line position->text, which is ended by '\0' and may be changed: set the text and the name of *position, and
/// learn *list. position->text is NULL afterwards if the line holds no position. Errors as for hr_position_take.
hr_status hr_position_line_read(const hr_position_text *r, hr_position_list *list, hr_position *position, hr_error *error);

/// Local. Returns the number of words in a line, up to a comment.
size_t hr_position_words(const char *text);

#endif
