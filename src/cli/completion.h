// SPDX-License-Identifier: MIT
#ifndef HR_COMPLETION_H
#define HR_COMPLETION_H

// Lets a shell complete huarong's command line. The shell has a short script, which asks the program what can follow; the program
// knows it from the tables of commands and options.

#include <stdio.h>

#include "cli/command.h"

/// Local. Print the script for `shell`: "bash", "zsh" or "fish". HR_USAGE: `shell` is none of these.
hr_status hr_completion_print(const char *shell, FILE *out, hr_error *error);

/// Local. Print what the last word of a command line can be, a line for each: the word, a tab, and what it means. "/" stands for
/// the names of files. `line` has the words behind "huarong", with '\n' between them; the last one may be a part of a word, or
/// empty, and is not looked at but for the option that it begins with, as in "--engine=fr".
void hr_completion_print_words(const hr_command *const *commands, const char *line, FILE *out);

#endif
