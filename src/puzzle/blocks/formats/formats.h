// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_FORMATS_H
#define HR_BLOCKS_FORMATS_H

// The readers of the file formats, one for each. read.c chooses among them.

#include "puzzle/blocks/source.h"

/// One line of a text, without the LF or CR LF at its end.
typedef struct hr_blocks_line {
    const char *text; ///< not ended by '\0'
    size_t length;
    int number; ///< from 1
} hr_blocks_line;

/// Local. Set *line to the next line of the text at *at, and *at to the text after this line. False at the end of the text.
/// `line->number` must be the number of the line before, 0 at first.
bool hr_blocks_next_line(const char **at, hr_blocks_line *line);

/// Local. Is the line that begins here a comment of a Rush Hour board: # and a blank, or # alone?
bool hr_blocks_is_comment(const char *line);

/// Local. Append a row of `length` cells to `drawing`. `spot` is where the row begins in the text. HR_USAGE: the drawing becomes
/// too large.
hr_status hr_blocks_add_row(const char *file, hr_blocks_drawing *drawing, const char *cells, size_t length, hr_blocks_spot spot,
                            hr_error *error);

// Local. Read a text into *source, which is all zeros except for `file`. HR_USAGE as hr_blocks_read. A Rush Hour board is a word
// that begins at `spot`, or the rows of a text; blanks in a row do not matter.
hr_status hr_blocks_read_own(const char *text, hr_blocks_source *source, hr_error *error);
hr_status hr_blocks_read_gnome(const char *text, hr_blocks_source *source, hr_error *error);
hr_status hr_blocks_read_rush(const char *board, hr_blocks_spot spot, hr_blocks_source *source, hr_error *error);
hr_status hr_blocks_read_rush_rows(const char *text, hr_blocks_source *source, hr_error *error);
hr_status hr_blocks_read_js2(const char *text, hr_blocks_source *source, hr_error *error);

/// Local. Does each row have blanks between its cells, and nowhere else inside it? Most rows must have several cells.
bool hr_blocks_is_spaced(const hr_blocks_drawing *drawing);

/// Local. Does a row have a blank, also before its first cell or behind its last?
bool hr_blocks_has_blanks(const hr_blocks_drawing *drawing);

/// Local. Make the rows equally long, and replace blanks by `sign`: a blank would be lost where a row is written behind a key.
void hr_blocks_fill_blanks(hr_blocks_drawing *drawing, char sign);

#endif
