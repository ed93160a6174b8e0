// SPDX-License-Identifier: MIT
#ifndef HR_LONG_RUN_H
#define HR_LONG_RUN_H

// The options of commands that may run for hours: checkpoints, the time limit, the log. Also opens the log and catches signals.

#include "cli/options/values.h"
#include "cli/output/log/run.h"
#include "cli/program.h"

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member or a type stands in no parentheses

/// Rows for a command's table. RUN is the member of SETTINGS that is an hr_long_run. EVERY is the help text of --checkpoint-every,
/// LOG that of --log.
#define HR_LONG_RUN_OPTIONS(SETTINGS, RUN, EVERY, LOG)                                                                             \
    {"checkpoint", "DIR", "write checkpoints for --resume into this directory", HR_TEXT(SETTINGS, RUN.checkpoint.directory),       \
     .file = HR_FILE_KEEPS},                                                                                                       \
        {"resume", NULL, "go on from the checkpoint if there is one, on any\nnumber of ranks",                                     \
         HR_FLAG(SETTINGS, RUN.checkpoint.resume), .needs = "checkpoint"},                                                         \
        {"max-time", "TIME", "stop within this time, writing included: 30m, 12h", HR_SECONDS(SETTINGS, RUN.max_seconds)},          \
        {"checkpoint-every", "TIME", EVERY, HR_INTERVAL(SETTINGS, RUN.checkpoint.every), .needs = "checkpoint"}, {                 \
        "log", "FILE", LOG, HR_TEXT(SETTINGS, RUN.log), .file = HR_FILE_WRITES                                                     \
    }

// NOLINTEND(bugprone-macro-parentheses)

typedef struct hr_long_run {
    hr_checkpoint_options checkpoint;
    double max_seconds; ///< 0: no limit
    const char *log;    ///< path of the log; NULL: no log
} hr_long_run;

/// What a command's options are before they are read: checkpoints are ten minutes apart.
#define HR_LONG_RUN_DEFAULTS                                                                                                       \
    {                                                                                                                              \
        .checkpoint = {.every = 600 }                                                                                              \
    }

/// Collective. Find out how much memory the ranks of a node may use, and what sets this bound. It is at most `limit` bytes, unless
/// `limit` is 0. Store the bound in *log and in the note of its meter. Of several nodes the one with the least memory counts; which
/// source set its bound is known to rank 0 only. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_long_run_note_memory(const hr_program *program, uint64_t limit, hr_run_log *log, hr_error *error);

/// Local. Say on standard error, on the rank that speaks and unless --quiet is given, if the run will have to wait for another one
/// that uses its directory of checkpoints.
void hr_long_run_announce(const hr_program *program, const hr_long_run *run);

/// Local. Is there a checkpoint now from which the run can go on?
bool hr_long_run_can_resume(const hr_long_run *run);

/// Collective. Before an engine searches the program's puzzle: note the bound of its memory, say whether it has to wait for another
/// run, open the log and catch signals. The engine may use `memory_limit` bytes on a node (0: all that the node has). On entry
/// `meter` and `ranks` of *log are set, and all else is zero. HR_FILE: the log cannot be written to, or is no log. HR_INTERNAL: out
/// of memory, or MPI failed.
hr_status hr_long_run_open(const hr_program *program, const hr_long_run *run, const char *engine, uint64_t memory_limit,
                           hr_run_log *log, hr_error *error);

/// Collective. As hr_long_run_open, for a breadth-first engine, with the memory limit of *options: also sets the members of
/// *options that come from *run and *log.
hr_status hr_long_run_begin(const hr_program *program, const hr_long_run *run, const char *engine, hr_run_log *log,
                            hr_enumerate_options *options, hr_error *error);

#endif
