// SPDX-License-Identifier: MIT
#ifndef HR_COMPLETION_H
#define HR_COMPLETION_H

// Scripts that let a shell complete huarong's command line, made from the tables of commands and options.

#include <stdio.h>

#include "cli/command.h"

/// Local. Print the script for `shell`: "bash", "zsh" or "fish". HR_USAGE: `shell` is none of these.
hr_status hr_completion_print(const hr_command *const *commands, const char *shell, FILE *out, hr_error *error);

#endif
