// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_SOURCE_H
#define HR_BLOCKS_SOURCE_H

// A sliding-block puzzle as it is written down: two drawings and some rules for letters. All file formats are read into this
// struct.
//
// The cells of both drawings are in the signs of the program's own format:
//
//     .  empty          #  wall, or outside the board
//     _  in the goal: this cell must be empty
//     a letter is a cell of a piece; the sign of a gate is an empty cell that only some pieces may cover

#include <stdbool.h>
#include <stddef.h>

#include "huarong/status.h"

enum {
    HR_BLOCKS_SIDE_MAX = 32,   ///< most columns and rows of a drawing
    HR_BLOCKS_LETTERS = 128,   ///< letters are ASCII characters
    HR_BLOCKS_GATES_MAX = 4,   ///< most kinds of gates
    HR_BLOCKS_LINE_MAX = 4096, ///< room for a puzzle in one line, see hr_blocks_write
};

/// A place in a text. Lines and columns count from 1.
typedef struct hr_blocks_spot {
    int line;
    int column;
} hr_blocks_spot;

/// What the goal says about a letter's cells.
typedef enum hr_blocks_aim {
    HR_BLOCKS_PLACE,  ///< the piece must cover exactly these cells
    HR_BLOCKS_COVER,  ///< pieces of this shape must cover these cells
    HR_BLOCKS_INSIDE, ///< all cells of the piece must be among these
} hr_blocks_aim;

typedef struct hr_blocks_drawing {
    int width;
    int height;                                         ///< 0: there is no such drawing
    char cells[HR_BLOCKS_SIDE_MAX][HR_BLOCKS_SIDE_MAX]; ///< [row][column]
    hr_blocks_spot rows[HR_BLOCKS_SIDE_MAX];            ///< [row] where the row begins in the text
} hr_blocks_drawing;

/// Local. Where the cell in row y and column x is in the text.
static inline hr_blocks_spot hr_blocks_spot_at(const hr_blocks_drawing *drawing, int y, int x) {
    return (hr_blocks_spot){drawing->rows[y].line, drawing->rows[y].column + x};
}

/// What the puzzle says about one letter. All zeros: nothing.
typedef struct hr_blocks_rule {
    bool horizontal; ///< the piece moves only left and right
    bool vertical;   ///< the piece moves only up and down
    bool fixed;      ///< the piece does not move
    bool scattered;  ///< the piece need not be connected
    char exit;       ///< U, D, L, R: the piece leaves at this side; 0: the piece has no exit
    int alike;       ///< letters of the goal with the same number stand for any of their pieces; 0: the letter stands for itself
    hr_blocks_aim aim;
    hr_blocks_spot spot; ///< where the rule is written, for messages
} hr_blocks_rule;

typedef struct hr_blocks_source {
    const char *file; ///< the file's name for messages
    hr_blocks_drawing start;
    hr_blocks_drawing goal;
    bool blanks; ///< the start was written with blanks, which are walls
    hr_blocks_rule rules[HR_BLOCKS_LETTERS];
    int gate_count;
    char gates[HR_BLOCKS_GATES_MAX];                     ///< [gate_count] the gates' signs
    bool passes[HR_BLOCKS_GATES_MAX][HR_BLOCKS_LETTERS]; ///< [gate][letter] the piece may cover the gate
    int alike_count;                                     ///< groups of letters that stand for each other
} hr_blocks_source;

/// Local. Read the text of a puzzle in any of the formats. `file` is the name for messages and is borrowed. HR_USAGE: the text is
/// no puzzle; the message begins with file, line and column. *source means nothing then.
hr_status hr_blocks_read(const char *file, const char *text, hr_blocks_source *source, hr_error *error);

/// Local. Write the puzzle as one line in the program's own format, which hr_blocks_read reads back. False if the line has more
/// than HR_BLOCKS_LINE_MAX − 1 characters.
bool hr_blocks_write(const hr_blocks_source *source, char text[HR_BLOCKS_LINE_MAX]);

/// Local. Set the error to HR_USAGE with the text "FILE:LINE:COLUMN: " and the formatted message, and return HR_USAGE.
__attribute__((format(printf, 4, 5))) hr_status hr_blocks_bad(const char *file, hr_blocks_spot spot, hr_error *error,
                                                              const char *format, ...);

/// Local. Returns the end of a message about a start and a goal that do not fit. It names the blanks if the start has some.
const char *hr_blocks_blank_note(const hr_blocks_source *source);

/// Local. May `c` be a piece's letter?
bool hr_blocks_is_letter(char c);

#endif
