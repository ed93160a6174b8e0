// SPDX-License-Identifier: MIT
#ifndef HR_PUZZLE_LINES_H
#define HR_PUZZLE_LINES_H

// A puzzle as text, for files. Tables hold lines "key value" from which the puzzle can be made again (huarong-formats(5) lists the
// keys). Checkpoints hold one line that identifies the puzzle.

#include "huarong/puzzle.h"

/// Local. Write the lines of `puzzle` into `text[0..size)`, followed by zeros. *length is the number of bytes before the zeros.
/// HR_USAGE if the lines do not fit; `text` and *length mean nothing then.
hr_status hr_puzzle_write_lines(const hr_puzzle *puzzle, size_t size, char *text, size_t *length, hr_error *error);

/// Local. Read the lines of hr_puzzle_write_lines in `text[0..length)`, which may end with zeros. The line ends in `text` become
/// zeros, and the strings of *options point into `text`. no_symmetry is set. HR_FILE if the text is not made of such lines;
/// *options means nothing then.
hr_status hr_puzzle_read_lines(char *text, size_t length, hr_puzzle_options *options, hr_error *error);

/// Room for a puzzle's whole text in one line, in bytes.
enum { HR_PUZZLE_TEXT_MAX = 4096 };

/// Local. Write the line from which a drawn puzzle can be made: the option `text`. It is empty for a puzzle that is not drawn.
void hr_puzzle_drawing(const hr_puzzle *puzzle, char text[HR_PUZZLE_TEXT_MAX]);

/// Room for the text of hr_puzzle_identity, in bytes.
#define HR_PUZZLE_IDENTITY_MAX 768

/// Local. Write one line that identifies the puzzle: board, metric, source set, goal and order of symmetry. Two puzzles with the
/// same line have the same distances and the same canonical states.
void hr_puzzle_identity(const hr_puzzle *puzzle, char text[HR_PUZZLE_IDENTITY_MAX]);

#endif
