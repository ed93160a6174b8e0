// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_NOTATION_H
#define HR_KLOTSKI_NOTATION_H

// Names and codes of openings of the 4×5 board.
//
// The ShortCode of dnomd343's klotski is the index in base 32, five digits of 123456789ABCDEFGHJKMNPQRSTUVWXYZ.

#include "puzzle/klotski/board.h"
#include "puzzle/klotski/index.h"
#include "puzzle/notation.h"

enum { HR_SHORT_CODE_DIGITS = 5 };

/// Local. Returns the letters of the opening with the name text[0..size), in simplified or traditional characters or a western
/// name. Capital letters and blanks do not matter. NULL: there is no such opening.
const char *hr_klotski_board_named(const char *text, size_t size);

/// Local. The i-th of the openings' other names, in traditional characters and western ones; *board gets the opening's letters.
/// NULL: there are only i.
const char *hr_klotski_alias(size_t i, const char **board);

/// Local. The fewest moves of the i-th opening, as text: in the metrics move, slide and unit. A - stands for no solution.
const char *hr_klotski_note(size_t i);

/// Local. The name of an opening that is nearest to text[0..size), for a text that is no name; NULL: none is near.
const char *hr_klotski_name_near(const char *text, size_t size);

/// Local. Returns the name of the opening with the letters `board`, in one of the three notations for names. NULL: the opening has
/// no such name.
const char *hr_klotski_name_of(const char *board, hr_notation notation);

/// Local. Write the ShortCode of an index.
void hr_klotski_short_code(hr_index index, char text[HR_SHORT_CODE_DIGITS + 1]);

/// Local. Read a ShortCode of `size` characters; small letters will do. False if it is none.
bool hr_klotski_read_short_code(const char *text, size_t size, hr_index *index);

/// Local. As hr_puzzle_notate.
bool hr_klotski_notate(const hr_klotski_board *board, const hr_klotski_index *index, hr_state state, hr_notation notation,
                       char text[HR_STATE_TEXT_MAX]);

/// Local. As hr_puzzle_read_notation.
hr_status hr_klotski_read_notation(const hr_klotski_board *board, const hr_klotski_index *index, const char *text,
                                   hr_notation notation, hr_state *state, hr_error *error);

/// Local. As hr_puzzle_parse: letters, a CommonCode, a ShortCode or a name, whichever the text is. Five characters are a ShortCode
/// if they are in its alphabet, not all hexadecimal, and not a name with small letters: Pansy is a name, and PANSY is a code.
hr_status hr_klotski_read(const hr_klotski_board *board, const hr_klotski_index *index, const char *text, hr_state *state,
                          hr_error *error);

#endif
