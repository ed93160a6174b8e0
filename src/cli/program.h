// SPDX-License-Identifier: MIT
#ifndef HR_PROGRAM_H
#define HR_PROGRAM_H

// What a command knows of the job that runs it. A parallel command calls hr_program_start before it needs other ranks; from then on
// program->world is set, and hr_program_join combines the status of all ranks.

#include <stdbool.h>

#include "cli/command.h"
#include "cli/options/options.h"
#include "comm/comm.h"
#include "huarong/table.h"

struct hr_output_options;

typedef struct hr_program {
    const hr_command *const *commands;      ///< all commands, ended by NULL
    const char *command;                    ///< the command's name, for messages; NULL before it is known
    const struct hr_output_options *output; ///< where the result goes; NULL: the command has no such options
    hr_puzzle *puzzle;                      ///< the puzzle of a command that is about one
    char *puzzle_text;     ///< the text of the puzzle's file, kept because a pipe cannot be read twice; NULL: there is none
    int unwritten;         ///< the errno value of a write of results that failed; 0: none has failed
    bool rewrites;         ///< the result's file may be replaced, because this command itself wrote it before
    bool alone;            ///< only this process runs the command; the other ranks, if any, are done
    hr_comm *world;        ///< all ranks of the job; NULL before MPI is needed
    hr_arguments words;    ///< the command line without the program's name
    uint64_t words_hash;   ///< hash of the command line
    uint64_t plugins_hash; ///< hash of the plug-ins' files
} hr_program;

/// Collective, or Local if program->alone is true. Combine the status of all ranks, as hr_comm_agree; `status` and *error are those
/// of this rank. All ranks return with the same status and error: HR_OK if every rank has HR_OK. Starts MPI first if a launcher
/// started several ranks and MPI does not run yet; errors of hr_program_start.
hr_status hr_program_join(hr_program *program, hr_status status, hr_error *error);

/// Collective. Start MPI, unless it runs, and set program->world. HR_USAGE: the ranks have different command lines. HR_INTERNAL:
/// out of memory, or MPI failed.
hr_status hr_program_start(hr_program *program, hr_error *error);

/// Local. Is this the one process of the job that reads input and writes results and messages?
bool hr_program_speaks(const hr_program *program);

#endif
