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

/// Local. Print name and version ("huarong 0.2.0"), and how this program was built: one fact a line.
void hr_help_version(FILE *out);

/// Local. Returns the name of the topic number `i` of `huarong help`, from 0, of those that are no kind of puzzle. NULL: there are
/// no more.
const char *hr_help_topic_name(size_t i);

/// Local. Print the page about `topic`: a kind of puzzle, a metric, "metrics", "tutorial" or "exit". Returns false, and prints
/// nothing, if there is no such page.
bool hr_help_topic(const char *topic, FILE *out);

#endif
