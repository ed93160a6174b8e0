// SPDX-License-Identifier: MIT
#ifndef HR_OPTION_RULES_H
#define HR_OPTION_RULES_H

// Which options go together. The rows of a command's table say it: `needs`, `excludes` and `formats`.

#include <stdbool.h>

#include "cli/command.h"

/// Local. Check the options that are given: `given[i]` is true if the row number `i` of the command's table is. HR_USAGE: an option
/// is given without one that it needs, with one that it excludes, or with a format of the result that does not use it.
hr_status hr_option_rules_check(const hr_command *command, const bool *given, const void *settings, hr_error *error);

#endif
