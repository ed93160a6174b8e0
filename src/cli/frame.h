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

struct hr_program;

/// Goes on with a command line whose puzzle has states that are too wide for this program, and returns the exit code. *begun is
/// this program as far as it has come. The function copies *begun and takes over what *begun owns.
typedef int hr_frame_wider(const struct hr_program *begun);

/// Collective for parallel commands, else Local. The hr_frame_wider that goes on in the copy of this program with states of 128
/// bits (src/wide).
hr_frame_wider hr_wide_go_on;

/// Collective for parallel commands, else Local. Run the command line with `commands` (ended by NULL), write messages, and return
/// the exit code. `wider` goes on where the states of this program are too narrow; NULL: such puzzles are refused.
int hr_frame_run(const hr_command *const *commands, hr_frame_wider *wider, int argc, const char *const *argv);

/// Collective for parallel commands, else Local. Run the command line of *begun with `commands` (ended by NULL), and return the
/// exit code. Copies *begun and takes over what *begun owns, as a hr_frame_wider must.
int hr_frame_go_on(const struct hr_program *begun, const hr_command *const *commands);

#endif
