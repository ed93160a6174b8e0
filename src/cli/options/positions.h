// SPDX-License-Identifier: MIT
#ifndef HR_POSITIONS_H
#define HR_POSITIONS_H

// The positions of a text: arguments, a file, standard input. A position is a line, perhaps after a name, perhaps before a comment;
// or a row of a table; or a board over several lines.
//
//     TXXTBXXBTLRTBooBo..o            7 1A9BF0C            横刀立马 # the classic            "my first",XXTXXB..o            8 1 5
//                                                                                                                            4 0 7
//                                                                                                                            6 3 2

#include <stdbool.h>
#include <stddef.h>

#include "puzzle/kinds.h"

/// Local. Reads the text of a position, and says by HR_USAGE what is wrong with it. HR_INTERNAL: memory ran out. `error` may be
/// NULL.
typedef hr_status (*hr_position_reader)(void *context, const char *text, hr_error *error);

/// What is known of a text with positions. At first all but the first five members is zero.
typedef struct hr_position_list {
    size_t width; ///< cells of a board's row
    size_t cells; ///< cells of a board; 0: each position is a puzzle, with a board of its own
    bool numbers; ///< a position is a number for each cell
    bool drawn;   ///< a position is a drawing, whose rows may leave out cells
    bool more;    ///< lines may still be added to the text

    bool begun;   ///< a line that is no comment has been read
    size_t lines; ///< lines taken so far
    size_t found; ///< positions found so far, and texts that should be positions

    bool table;     ///< the first line has named the columns
    char separator; ///< what stands between the columns of a table
    size_t state;   ///< the column of a table that has the positions, from 0
    size_t name;    ///< the column of a table that has their names; SIZE_MAX: there is none
} hr_position_list;

/// A position that has been found.
typedef struct hr_position {
    char *text;       ///< the position, without what stands around it; NULL: there is none
    const char *name; ///< its name as given; NULL: it has none
    size_t line;      ///< number of its first line, from 1
    bool rows;        ///< it has several lines
} hr_position;

/// Local. Returns what is known of a text with positions of a puzzle.
hr_position_list hr_position_list_of(const hr_puzzle *puzzle);

/// Local. Take the next position out of the text at *at, which is ended by '\0' and is changed. Set *position, whose members point
/// into the text, move *at behind it, and learn *list. position->text is NULL if there is no position before the end. With
/// `list->more` lines may be added to the text, which ends with a line: then lines that may be the beginning of a position stay
/// where *at is. A text that can be read is always a position as a whole, also if it begins with #. HR_USAGE: the lines from
/// position->line on, which are behind *at afterwards, are no position, or they are one and several; the error says why.
/// HR_INTERNAL: memory ran out.
hr_status hr_position_take(hr_position_reader read, void *context, hr_position_list *list, char **at, hr_position *position,
                           hr_error *error);

#endif
