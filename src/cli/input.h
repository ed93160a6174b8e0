// SPDX-License-Identifier: MIT
#ifndef HR_INPUT_H
#define HR_INPUT_H

#include "cli/program.h"

/// Longest text that "@FILE" may hold, in bytes.
#define HR_INPUT_MAX 65536

/// Collective, after hr_program_join. The text that an argument stands for: itself, or for "@FILE" what the file holds, read by one
/// rank for all ("@-": standard input). *text is new and for the caller to free; NULL for NULL and on failure. HR_FILE: the file
/// cannot be read; HR_USAGE: it is no text or longer than HR_INPUT_MAX.
hr_status hr_input_text(hr_program *program, const char *argument, char **text, hr_error *error);

#endif
