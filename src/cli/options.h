// SPDX-License-Identifier: MIT
#ifndef HR_OPTIONS_H
#define HR_OPTIONS_H

// A command's options: one constant popt table gives both the parser and the text of --help. A row is
//     {"max-depth", '\0', POPT_ARG_STRING, NULL, OPTION_MAX_DEPTH, "stop after layer N", "N"},
// with an own number (from 1) for each option; values come to the command's setter one by one. Values are read with values.h.

#include <popt.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/command.h"
#include "huarong/status.h"

/// Ends every table. --help itself is handled before a table is looked at.
#define HR_OPTIONS_END {"help", 'h', POPT_ARG_NONE, NULL, 0, "show this help", NULL}, POPT_TABLEEND

/// What the setter gets as option for an argument that is not one; they come after all options, in order.
#define HR_OPTION_ARGUMENT 0

/// A parsed command line; owns the texts that setters were given.
typedef struct hr_options hr_options;

/// Local. Parse `words[0..count)` into the command's settings. HR_USAGE for what its table does not have, for too few or too many
/// arguments, or what the setter says. *options is to be destroyed on failure too.
hr_status hr_options_parse(const hr_command *command, const char *const *words, size_t count, void *settings, hr_options **options,
                           hr_error *error);

/// Local. NULL-safe; sets *options to NULL.
void hr_options_destroy(hr_options **options);

/// Local. Is there a --help or -h among the words (before a `--`)?
bool hr_options_help_wanted(const char *const *words, size_t count);

/// Local. The command's usage, options and notes.
void hr_options_print_help(const hr_command *command, FILE *out);

#endif
