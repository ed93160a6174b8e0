// SPDX-License-Identifier: MIT
#ifndef HR_NOTATION_H
#define HR_NOTATION_H

// The ways in which people write a state down.

#include "huarong/puzzle.h"

typedef enum hr_notation {
    HR_NOTATION_LETTERS,     ///< the text of hr_puzzle_format_with
    HR_NOTATION_GRID,        ///< the text of hr_puzzle_format_with, each row in a line of its own
    HR_NOTATION_NAME,        ///< Klotski: the opening's name in simplified characters
    HR_NOTATION_TRADITIONAL, ///< Klotski: the opening's name in traditional characters
    HR_NOTATION_WESTERN,     ///< Klotski: the opening's western name
    HR_NOTATION_COMMON,      ///< Klotski 4×5: the CommonCode in 9 digits
    HR_NOTATION_COMMON_CUT,  ///< Klotski 4×5: the CommonCode without the zeros at its end
    HR_NOTATION_SHORT,       ///< Klotski 4×5: the ShortCode
} hr_notation;

/// Local. Write the state in a notation, lines separated by '\n'. Its pieces have `letters`; NULL: those of hr_puzzle_format.
/// An opening without a name is written as "-". False if the puzzle's states are not written in that notation; `text` is unchanged
/// then.
bool hr_puzzle_notate(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, hr_notation notation,
                      char text[HR_STATE_TEXT_MAX]);

/// Local. Read a text in a notation: for letters and grids any text that hr_puzzle_parse reads, for each of the three kinds of
/// names any name, for both CommonCodes either form. HR_USAGE with the reason for any other text; *state means nothing then.
hr_status hr_puzzle_read_notation(const hr_puzzle *puzzle, const char *text, hr_notation notation, hr_state *state,
                                  hr_error *error);

#endif
