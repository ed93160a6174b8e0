// SPDX-License-Identifier: MIT
#ifndef HR_COMMAND_H
#define HR_COMMAND_H

// What a subcommand is. The table of all subcommands is in commands.h.

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/options/file_names.h"
#include "huarong/status.h"

struct hr_option;
struct hr_program;

/// A subcommand. The program reads the command line into the subcommand's settings, checks them on all ranks, and calls `run`. All
/// texts are for people; their lines are not longer than 79 characters.
typedef struct hr_command {
    const char *name;                ///< the word on the command line
    const char *arguments;           ///< the arguments as --help shows them, for instance "PUZZLE"
    const char *summary;             ///< one line, small initial, no full stop
    const char *notes;               ///< last text of --help, lines ended by '\n'; may be NULL
    size_t min_arguments;            ///< least number of arguments that are not options
    size_t max_arguments;            ///< greatest number of arguments that are not options
    bool parallel;                   ///< true: every rank of a job runs it; false: only the first one does, without MPI
    bool stops;                      ///< true: signals do not end it, but make it stop (interrupt.h)
    const struct hr_option *options; ///< the table for parser and --help: see options/options.h
    size_t settings_bytes;           ///< size of the settings
    const void *defaults;            ///< [settings_bytes] the initial settings; NULL: all zero
    size_t first;                    ///< offset in the settings (HR_PLACE) of the `const char *` that gets the first argument
    hr_file_use first_file;          ///< what the command does with the file that the first argument names
    size_t rest;                     ///< offset + 1 (HR_PART) of the hr_arguments that get the other arguments; 0: none

    size_t puzzle; ///< offset + 1 (HR_PART) of the hr_puzzle_input from which program->puzzle is made; 0: no puzzle is made
    size_t output; ///< offset + 1 (HR_PART) of the hr_output_options; 0: there are none

    /// Local. Check the settings, and fill in those that follow from others. HR_USAGE: something is missing, or the settings
    /// contradict each other. NULL: all settings are good.
    hr_status (*check)(void *settings, hr_error *error);

    /// Collective if `parallel`, else Local. Runs the command, after `check` has succeeded on all ranks. A command that needs other
    /// ranks calls hr_program_start first, because MPI may not run yet.
    hr_status (*run)(struct hr_program *program, void *settings, hr_error *error);
} hr_command;

/// Local. Returns the command `name` of the NULL-terminated array `commands`; NULL if there is none.
const hr_command *hr_command_find(const hr_command *const *commands, const char *name);

#endif
