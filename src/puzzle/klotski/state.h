// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_STATE_H
#define HR_KLOTSKI_STATE_H

// Klotski states from and to what people read.

#include "huarong/puzzle.h"
#include "puzzle/klotski/board.h"

/// Local. Is `state` a valid one of the board? Else HR_USAGE and the reason.
hr_status hr_klotski_validate(const hr_klotski_board *board, hr_state state, hr_error *error);

/// Local. Read board letters, on 4×5 also a CommonCode or the name of an opening. HR_USAGE and the reason otherwise.
hr_status hr_klotski_parse(const hr_klotski_board *board, const char *text, hr_state *state, hr_error *error);

/// Local. The state's letters, row by row without separators.
void hr_klotski_format(const hr_klotski_board *board, hr_state state, char text[HR_STATE_TEXT_MAX]);

/// Local. The CommonCode on 4×5 (9 hexadecimal digits), else the empty string.
void hr_klotski_code(const hr_klotski_board *board, hr_state state, char text[HR_STATE_TEXT_MAX]);

/// Local. The state as lines of box characters; the frame is open below an exit in the bottom rows.
void hr_klotski_draw(const hr_klotski_board *board, hr_state state, char text[HR_STATE_DRAWING_MAX]);

#endif
