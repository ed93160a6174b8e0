// SPDX-License-Identifier: MIT
#ifndef HR_COMMANDS_H
#define HR_COMMANDS_H

// The subcommands. A new one is one file command_NAME.c that defines `hr_command_NAME`, one row here, and a section of the man
// page.

#include <stdbool.h>
#include <stddef.h>

#include "huarong/status.h"

#define HR_COMMANDS(X)                                                                                                             \
    X(enumerate)                                                                                                                   \
    X(solve)                                                                                                                       \
    X(openings)                                                                                                                    \
    X(query)                                                                                                                       \
    X(info)                                                                                                                        \
    X(verify)                                                                                                                      \
    X(plan)                                                                                                                        \
    X(help)

struct hr_program;
struct poptOption;

/// A subcommand. All text is for people; lines are not longer than 79 characters.
typedef struct hr_command {
    const char *name;                 ///<
    const char *arguments;            ///< what follows the name besides options, for instance "PUZZLE"
    const char *summary;              ///< one line, small initial, no full stop
    const char *notes;                ///< what --help says after the options, lines ended by '\n'; may be NULL
    size_t min_arguments;             ///< arguments that are not options
    size_t max_arguments;             ///<
    bool parallel;                    ///< every rank of a job runs it; else only the first one does, without MPI
    const struct poptOption *options; ///< parser and help in one: see options.h

    /// Collective if `parallel`, else Local. `words[0..count)` are the options and arguments after the command's name.
    hr_status (*run)(struct hr_program *program, const char *const *words, size_t count, hr_error *error);
} hr_command;

#define HR_COMMAND_DECLARE(name) extern const hr_command hr_command_##name;
HR_COMMANDS(HR_COMMAND_DECLARE)
#undef HR_COMMAND_DECLARE

/// Local. The commands in the order of the table above, `hr_commands()[0..hr_command_count())`.
const hr_command *const *hr_commands(void);
size_t hr_command_count(void);

/// Local. The command of that name, NULL if there is none.
const hr_command *hr_command_find(const char *name);

#endif
