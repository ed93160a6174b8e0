// SPDX-License-Identifier: MIT
#ifndef HR_LINES_H
#define HR_LINES_H

// A puzzle as lines "key value", from which it can be made again: what tables keep of it.

#include "huarong/puzzle.h"

/// Local. Write the lines of `puzzle` into `text[0..size)`, zeros behind them; *length gets their bytes. HR_USAGE if they do not
/// fit.
hr_status hr_puzzle_write_lines(const hr_puzzle *puzzle, size_t size, char *text, size_t *length, hr_error *error);

/// Local. Read such lines from `text[0..length)`, which may end with zeros. The options point into the text, whose line ends become
/// zeros; symmetry is left out. HR_FILE if the text is no such lines.
hr_status hr_puzzle_read_lines(char *text, size_t length, hr_puzzle_options *options, hr_error *error);

/// Room for an identity.
#define HR_PUZZLE_IDENTITY_MAX 768

/// Local. One line that tells this puzzle from every other one in everything that its distances depend on, the symmetry included,
/// which the states of a run depend on.
void hr_puzzle_identity(const hr_puzzle *puzzle, char text[HR_PUZZLE_IDENTITY_MAX]);

#endif
