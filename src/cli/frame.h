// SPDX-License-Identifier: MIT
#ifndef HR_FRAME_H
#define HR_FRAME_H

// How a command line is run, on one process or on every rank of a job. All ranks together print one message, end with one exit
// code, and never wait for a rank that failed.
//
// The command line is read into the command's settings, and these are checked. All ranks then know whether all of them can go on.
// The puzzle is made, if the command is about one, and the command runs. A process that no launcher started is alone. It starts MPI
// only when the command calls hr_program_start, so a wrong command line is refused at once.

#include "cli/command.h"

/// Collective for parallel commands, else Local. Run the command line with `commands` (ended by NULL), write messages, and return
/// the exit code.
int hr_frame_run(const hr_command *const *commands, int argc, const char *const *argv);

#endif
