// SPDX-License-Identifier: MIT
#ifndef HR_PROGRAM_H
#define HR_PROGRAM_H

// How a command line is run, on one process or on every rank of a job: one message for all ranks, one exit code, never a hang.
//
// The command line is read into the command's settings, and they are checked; all ranks then know whether all of them can go on.
// A parallel command that needs the others calls hr_program_start: from there program->world is there, and hr_program_join agrees
// on how each rank did. A process that no launcher started is alone: until hr_program_start it goes without MPI, so wrong usage is
// refused at once.

#include <stdbool.h>

#include "cli/command.h"
#include "comm/comm.h"
#include "huarong/status.h"

typedef struct hr_program {
    const hr_command *const *commands; ///< what there is, ended by NULL
    const char *command;               ///< the command's name, for messages; NULL before it is known
    hr_comm *world;                    ///< all ranks of the job; NULL before MPI is needed
    uint64_t words_hash;               ///< of the command line
} hr_program;

/// Local; Collective for parallel commands. The whole program with these commands (ended by NULL): run the command line, write its
/// messages, return the exit code.
int hr_program_run(const hr_command *const *commands, int argc, const char *const *argv);

/// Collective. Every rank brings how it did so far, all leave with the same status and error.
hr_status hr_program_join(hr_program *program, hr_status status, hr_error *error);

/// Collective. Make sure that MPI runs. HR_USAGE: the ranks have different command lines.
hr_status hr_program_start(hr_program *program, hr_error *error);

/// Local. Is this the one process of the job that reads input and writes results and messages?
bool hr_program_speaks(const hr_program *program);

#endif
