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
#include "enumerate/survey.h"

struct hr_program;

/// What the copy of this program with states of 128 bits does for this one (src/wide).
typedef struct hr_frame_wider {
    /// Collective for parallel commands, else Local. Go on with a command line whose puzzle has states that are too wide for this
    /// program, and return the exit code. *begun is this program as far as it has come. The function copies *begun and takes over
    /// what *begun owns.
    int (*go_on)(const struct hr_program *begun);

    /// Local. HR_OK if hr_puzzle_create makes this puzzle in the copy, else its error.
    hr_status (*try_puzzle)(const hr_puzzle_options *options, hr_error *error);

    hr_survey_search *search; ///< the copy's hr_survey_search_one
} hr_frame_wider;

extern const hr_frame_wider hr_wide;

/// Collective for parallel commands, else Local. Run the command line with `commands` (ended by NULL), write messages, and return
/// the exit code. `wider` goes on where the states of this program are too narrow; NULL: such puzzles are refused.
int hr_frame_run(const hr_command *const *commands, const hr_frame_wider *wider, int argc, const char *const *argv);

/// Collective for parallel commands, else Local. Run the command line of *begun with `commands` (ended by NULL), and return the
/// exit code. Copies *begun and takes over what *begun owns.
int hr_frame_go_on(const struct hr_program *begun, const hr_command *const *commands);

#endif
