// SPDX-License-Identifier: MIT
#ifndef HR_INPUT_H
#define HR_INPUT_H

#include "cli/program.h"

/// Most bytes of a file that holds a state ("@FILE") or a puzzle.
#define HR_INPUT_MAX 65536

/// Collective; Local if program->alone is set. Set *text to the text that `argument` stands for. "@FILE" stands for the content of
/// the file, "@-" for standard input, without a byte order mark and without white space at the end; one rank reads it for all. Any
/// other argument stands for itself. *text is a new string that the caller frees; it is NULL if `argument` is NULL, and on error.
/// HR_FILE: the file cannot be read. HR_USAGE: the content is no text or longer than HR_INPUT_MAX. HR_INTERNAL: out of memory, or
/// MPI failed.
hr_status hr_input_text(hr_program *program, const char *argument, char **text, hr_error *error);

/// Local. If standard input is a terminal, say on standard error that `what`, such as "states", are read from there: otherwise
/// people would wait for a program that waits for them.
void hr_input_announce(const hr_program *program, const char *what);

/// Collective; Local if program->alone is set. Set *text to the arguments as lines, a new string that the caller frees. "@FILE"
/// gives the lines of the file, as hr_input_text. *text is NULL on error. Errors of hr_input_text.
hr_status hr_input_arguments(hr_program *program, const hr_arguments *arguments, char **text, hr_error *error);

/// Local. Remove the byte order mark that some editors put before UTF-8.
void hr_input_remove_mark(char *text);

/// Collective; Local if program->alone is set. Read the file `name`, which holds a puzzle; "-" is standard input. One rank reads it
/// for all. *text is a new string without a byte order mark that the caller frees, NULL on error. HR_FILE: the file cannot be read.
/// HR_USAGE: the content is no text or longer than HR_INPUT_MAX. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_input_puzzle(hr_program *program, const char *name, char **text, hr_error *error);

#endif
