// SPDX-License-Identifier: MIT
#ifndef HR_PLUGINS_H
#define HR_PLUGINS_H

// Plug-ins: shared objects with a kind of puzzle each (huarong/kind.h).

#include "cli/program.h"

/// Collective. Load the plug-ins that the environment variable HUARONG_PLUGINS lists, with colons between, and those of the options
/// `--plugin FILE` in front of the command, and move *words behind these options. HR_USAGE: a file is missing, is no plug-in, or is
/// not the same on all ranks, or hr_kind_add refuses its kind. Errors of hr_program_join, too.
hr_status hr_plugins_load(hr_program *program, hr_arguments *words, hr_error *error);

#endif
