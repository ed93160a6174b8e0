// SPDX-License-Identifier: MIT
#ifndef HR_OPTIONS_H
#define HR_OPTIONS_H

// A command's options: one constant popt table gives both the parser and the text of --help. A row is
//     {"max-depth", '\0', POPT_ARG_STRING, NULL, OPTION_MAX_DEPTH, "stop after layer N", "N"},
// Each option has a number of its own, from 1. The command's setter gets the options and their values one by one; values.h has
// readers for values.

#include <popt.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/command.h"
#include "huarong/status.h"

/// The end of every table. --help is handled before the table is used.
#define HR_OPTIONS_END {"help", 'h', POPT_ARG_NONE, NULL, 0, "show this help", NULL}, POPT_TABLEEND

/// The `option` that the setter gets for an argument that is no option. Arguments come after all options, in order.
#define HR_OPTION_ARGUMENT 0

/// A parsed command line. Owns the texts that the setter was given.
typedef struct hr_options hr_options;

/// Local. Parse `words[0..count)` into the command's settings. HR_USAGE: an option is not in the command's table, there are too few
/// or too many arguments, or the setter refuses a value. The caller destroys *options, on error too.
hr_status hr_options_parse(const hr_command *command, const char *const *words, size_t count, void *settings, hr_options **options,
                           hr_error *error);

/// Local. NULL-safe; sets *options to NULL.
void hr_options_destroy(hr_options **options);

/// Local. Is there a --help or -h among the words (before a `--`)?
bool hr_options_help_wanted(const char *const *words, size_t count);

/// Local. Print the command's usage, options and notes.
void hr_options_print_help(const hr_command *command, FILE *out);

#endif
