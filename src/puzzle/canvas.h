// SPDX-License-Identifier: MIT
#ifndef HR_CANVAS_H
#define HR_CANVAS_H

// Draws pictures with the characters of a terminal:
//
//     ┌───┬───────┬───┐      the pieces are outlined and carry their labels
//     │   │       │   │
//     │ V │  2x2  │ V │
//     │   │       │   │
//     ├───┼───────┼───┤
//     │   │   H   │ ↓ │      ↓ the piece has moved down
//     │ V ├───┬───┤ V │
//     │   │ S │ S │   │
//     ├───┼───┴───┼───┤
//     │ S │ ·   · │ S │      · an empty cell
//     └───┴═══════┴───┘      ═ the frame is double beside the exit
//
// Where the exit touches no edge of the board, its outline is double between pieces, and dashed between empty cells.

#include "puzzle/picture.h"

typedef struct hr_canvas_style {
    bool ascii;  ///< only ASCII characters
    bool colour; ///< colours, by the escape sequences of a terminal
} hr_canvas_style;

/// Local. Returns the number of columns of a terminal that each line of the drawing takes.
int hr_canvas_columns(const hr_picture *picture);

/// Local. Returns the number of lines of the drawing.
int hr_canvas_lines(const hr_picture *picture);

/// Room for a line of a drawing, in bytes.
#define HR_CANVAS_LINE_MAX 4096

/// Local. Write line `line` of the drawing without an end of line, and return the number of its bytes. `text` is ended by '\0'.
size_t hr_canvas_line(const hr_picture *picture, const hr_canvas_style *style, int line, char text[HR_CANVAS_LINE_MAX]);

/// Local. Write the whole drawing into `text[0..room)`: lines ended by '\n', and '\0' at the end. Returns false if there is no room
/// for all of it; `text` means nothing then.
bool hr_canvas_draw(const hr_picture *picture, const hr_canvas_style *style, char *text, size_t room);

/// Local. Write one character for each cell: the first of the piece's label, '.' for an empty cell or the sign of its gate, '#'
/// outside the board. Rows are ended by '\n'. HR_STATE_DRAWING_MAX bytes are enough for all pictures.
void hr_canvas_spell(const hr_picture *picture, char text[HR_STATE_DRAWING_MAX]);

/// Local. The columns of a terminal that the first `length` bytes of UTF-8 text take: two for each character from U+3000 on, such
/// as Chinese, and one for each other one.
int hr_canvas_text_columns(const char *text, size_t length);

#endif
