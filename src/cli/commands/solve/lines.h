// SPDX-License-Identifier: MIT
#ifndef HR_POSITION_LINES_H
#define HR_POSITION_LINES_H

// One line of a list of positions: a position, perhaps after a name, perhaps before a comment, or a row of a table.
//
//     TXXTBXXBTLRTBooBo..o            7 1A9BF0C            横刀立马 # the classic            "my first",XXTXXB..o

#include <stdbool.h>
#include <stddef.h>

#include "huarong/status.h"

/// Local. Reads the text of a position, and says by HR_USAGE what is wrong with it. HR_INTERNAL: memory ran out. `error` may be
/// NULL.
typedef hr_status (*hr_position_reader)(void *context, const char *text, hr_error *error);

/// What is known of the lines of an input. At first all but `cells`, `whole` and `listed` is zero.
typedef struct hr_columns {
    size_t cells;   ///< numbers of a position; 0: positions are texts of another form
    bool whole;     ///< a line is a position: it has no name, and the first line names no columns
    bool listed;    ///< lines may be comments, and the first other line may name columns: the input is no command line
    bool begun;     ///< a line that is no comment has been read
    bool table;     ///< the first line has named the columns
    char separator; ///< what stands between the columns of a table
    size_t state;   ///< the column of a table that has the positions, from 0
    size_t name;    ///< the column of a table that has their names; SIZE_MAX: there is none
} hr_columns;

/// A line that has been read.
typedef struct hr_position_line {
    char *text;       ///< the position, without what stands around it; NULL: the line has none
    const char *name; ///< the position's name as given; NULL: it has none
} hr_position_line;

/// Local. Read the line `line->text`, which is ended by '\0' and may be changed: set *line, whose members point into it, and learn
/// *columns. A text that can be read is always a position as a whole, also if it begins with #. `read` is called last with
/// `line->text`. HR_USAGE: the line is no position; the error says why. HR_INTERNAL: memory ran out.
hr_status hr_position_line_read(hr_position_reader read, void *context, hr_columns *columns, hr_position_line *line,
                                hr_error *error);

/// Local. Does the line name the columns of a table, one of them for positions? If so, and `columns` is not NULL, it is set.
bool hr_columns_read(const char *line, hr_columns *columns);

#endif
