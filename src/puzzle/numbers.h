// SPDX-License-Identifier: MIT
#ifndef HR_NUMBERS_H
#define HR_NUMBERS_H

// What stands around the numbers of a board, as people and programs write it down: separators, brackets, comments, the board's
// size.
//
//     1 2 3 / 4 5 6 / 7 8 0          [[1, 2, 3], [4, 5, 6], [7, 8, 0]]          123456780          3        # the size
//                                                                                                 1 2 3
//                                                                                                 4 5 6
//                                                                                                 7 8 0

#include <stdbool.h>

#include "huarong/status.h"

/// Local. Returns where the first number of a board of width × height numbers begins: behind separators and comments, and behind a
/// first line that holds only the board's size. A comment is a word that begins with #, and the rest of its line. *together is set
/// to whether each character is a number of its own, in one word or in a word for each row.
const char *hr_numbers_begin(int width, int height, const char *text, bool *together);

/// Local. HR_USAGE: a bracket of `text`, which is `what` for messages, closes one of another kind, as in [1, 2}. Brackets may be
/// missing at the ends, since a text may be a part of a list.
hr_status hr_numbers_check_brackets(const char *text, const char *what, hr_error *error);

/// Local. HR_USAGE: the board that begins at `begin` is written in other rows than the board has: in lines or parts between / that
/// are rows of the board with its sides exchanged, or in brackets around other than a row's numbers. `what` is its name in
/// messages.
hr_status hr_numbers_check_rows(int width, int height, const char *begin, const char *what, hr_error *error);

/// Local. Returns where the next number begins: `at`, without the separators and comments there.
const char *hr_numbers_skip(const char *at);

/// Local. Can a number end before `c`?
bool hr_numbers_end(char c);

/// Local. The number that one character stands for: 0 to 9, then A or a to Z or z from 10 on; 0 for _ and the dot; −1 for others.
int hr_numbers_digit(char c);

#endif
