// SPDX-License-Identifier: MIT
#ifndef HR_COMMANDS_H
#define HR_COMMANDS_H

// The table of subcommands. A new one is one file commands/NAME.c that defines `hr_command_NAME`, one row here, and a section of
// the man page.

#include "cli/command.h"

#define HR_COMMANDS(X)                                                                                                             \
    X(enumerate)                                                                                                                   \
    X(solve)                                                                                                                       \
    X(survey)                                                                                                                      \
    X(openings)                                                                                                                    \
    X(draw)                                                                                                                        \
    X(random)                                                                                                                      \
    X(heuristics)                                                                                                                  \
    X(query)                                                                                                                       \
    X(info)                                                                                                                        \
    X(export)                                                                                                                      \
    X(graph)                                                                                                                       \
    X(report)                                                                                                                      \
    X(play)                                                                                                                        \
    X(verify)                                                                                                                      \
    X(plan)                                                                                                                        \
    X(check_kind)                                                                                                                  \
    X(help)

#define HR_COMMAND_DECLARE(name) extern const hr_command hr_command_##name;
HR_COMMANDS(HR_COMMAND_DECLARE)
#undef HR_COMMAND_DECLARE

/// The subcommands in the order in which --help lists them, ended by NULL.
extern const hr_command *const hr_commands[];

#endif
