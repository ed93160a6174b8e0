// SPDX-License-Identifier: MIT
#ifndef HR_COMMAND_H
#define HR_COMMAND_H

// What a subcommand is. The table of all subcommands is in commands.h.

#include <stdbool.h>
#include <stddef.h>

#include "huarong/status.h"

struct hr_program;
struct poptOption;

/// Take one option's value (NULL for an option without one, "" for an optional one that is missing) or one argument
/// (HR_OPTION_ARGUMENT) into `settings`. The text lives until the command's run has ended.
typedef hr_status (*hr_option_setter)(void *settings, int option, const char *value, hr_error *error);

/// A subcommand. The program reads its command line into settings of its own, checks them on all ranks, and runs it. All text is
/// for people; lines are not longer than 79 characters.
typedef struct hr_command {
    const char *name;                 ///<
    const char *arguments;            ///< what follows the name besides options, for instance "PUZZLE"
    const char *summary;              ///< one line, small initial, no full stop
    const char *notes;                ///< what --help says after the options, lines ended by '\n'; may be NULL
    size_t min_arguments;             ///< arguments that are not options
    size_t max_arguments;             ///<
    bool parallel;                    ///< every rank of a job runs it; else only the first one does, without MPI
    const struct poptOption *options; ///< parser and help in one: see options.h
    size_t settings_bytes;            ///< the settings' size; behind them is room for a pointer to each argument
    const void *defaults;             ///< [settings_bytes] what they are at first; NULL: zero
    hr_option_setter set;             ///< Local.

    /// Local. Do the settings fit together? May be NULL.
    hr_status (*check)(void *settings, hr_error *error);

    /// Collective if `parallel`, else Local. The settings are good on all ranks; MPI may not run yet: hr_program_start.
    hr_status (*run)(struct hr_program *program, void *settings, hr_error *error);
} hr_command;

/// Local. The command of that name in `commands`, which NULL ends; NULL if there is none.
const hr_command *hr_command_find(const hr_command *const *commands, const char *name);

#endif
