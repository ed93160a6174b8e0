// SPDX-License-Identifier: MIT
#ifndef HR_HELP_H
#define HR_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/command.h"

/// Local. Print the text of `huarong` without arguments: a line of usage and the commands.
void hr_help_usage(const hr_command *const *commands, FILE *out);

/// Local. Print the text of `huarong --help`.
void hr_help_overview(const hr_command *const *commands, FILE *out);

/// Local. Print name and version ("huarong 0.1.0"), and how this program was built: one fact a line.
void hr_help_version(FILE *out);

/// Local. The name of page `i`, from 0, that is not about a kind of puzzle; NULL if there are no more.
const char *hr_help_topic_name(size_t i);

/// Local. Print the page about `topic` (a kind of puzzle, "states", "exit"); false if there is none.
bool hr_help_topic(const char *topic, FILE *out);

#endif
