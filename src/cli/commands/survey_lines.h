// SPDX-License-Identifier: MIT
#ifndef HR_SURVEY_LINES_H
#define HR_SURVEY_LINES_H

// The lines of an input of `huarong survey`, each of which is a puzzle with its start.

#include "huarong/puzzle.h"

/// A line that has been read.
typedef struct hr_survey_line {
    char *text;                ///< owned; all other texts point into it
    const char *board;         ///< what is printed for the line: no blanks at its ends, no tabs, no numbers beside it
    hr_puzzle_options options; ///< what the puzzle is made from
} hr_survey_line;

/// Local. Read a line and try to make its puzzle. The line is a spec, or a drawing in one line; without a colon in it, it is a Rush
/// Hour board, perhaps between numbers, which are left out. HR_USAGE: there is no such puzzle, it has no start, it is in a file, or
/// the line is a comment; the error does not say which line it is. HR_INTERNAL: out of memory. The caller clears *line in any case.
hr_status hr_survey_line_read(const char *text, hr_metric metric, hr_survey_line *line, hr_error *error);

/// Local. Free the text.
void hr_survey_line_clear(hr_survey_line *line);

#endif
