// SPDX-License-Identifier: MIT
#ifndef HR_LONG_RUN_H
#define HR_LONG_RUN_H

// The options of commands that may run for hours: checkpoints, the time limit, the log; and what comes with them, signals.

#include "cli/file_names.h"
#include "cli/options.h"
#include "cli/output/log/run.h"
#include "cli/program.h"

enum { HR_OPTION_CHECKPOINT = 1000, HR_OPTION_CHECKPOINT_EVERY, HR_OPTION_RESUME, HR_OPTION_MAX_TIME, HR_OPTION_LOG };

/// Rows for a command's table: EVERY says what --checkpoint-every does, LOG what --log writes.
#define HR_LONG_RUN_OPTIONS(EVERY, LOG)                                                                                             \
    {"checkpoint", '\0', POPT_ARG_STRING, NULL, HR_OPTION_CHECKPOINT, "keep what is needed to go on later in this directory",       \
     "DIR"},                                                                                                                        \
        {"resume",                                                                                                                  \
         '\0',                                                                                                                      \
         POPT_ARG_NONE,                                                                                                             \
         NULL,                                                                                                                      \
         HR_OPTION_RESUME,                                                                                                          \
         "go on from the checkpoint if there is one, on any\nnumber of ranks",                                                      \
         NULL},                                                                                                                     \
        {"max-time", '\0', POPT_ARG_STRING, NULL, HR_OPTION_MAX_TIME, "stop within this time, writing included: 30m, 12h", "TIME"}, \
        {"checkpoint-every", '\0', POPT_ARG_STRING, NULL, HR_OPTION_CHECKPOINT_EVERY, EVERY, "TIME"}, {                             \
        "log", '\0', POPT_ARG_STRING, NULL, HR_OPTION_LOG, LOG, "FILE"                                                              \
    }

typedef struct hr_long_run {
    hr_checkpoint_options checkpoint;
    double max_seconds; ///< 0: no limit
    const char *log;    ///< NULL: none
    bool every_given;
} hr_long_run;

/// Local. Take one of the options above. Returns false if `option` is none of them; else *status is how it went.
bool hr_long_run_set(hr_long_run *run, int option, const char *value, hr_status *status, hr_error *error);

/// The files of these options, as rows for hr_file_names_check.
#define HR_LONG_RUN_FILES(RUN)                                                                                                     \
    {"--log", (RUN)->log, HR_FILE_WRITES}, { "--checkpoint", (RUN)->checkpoint.directory, HR_FILE_KEEPS }

/// Local, when all options are taken. Fills in what was not given. HR_USAGE for options that do not go together.
hr_status hr_long_run_check(hr_long_run *run, hr_error *error);

/// Collective. Note how much memory the ranks of a node may use, at most `limit` bytes (0: what there is), and what says so, in the
/// log and for its meter to say. Of several nodes the one with the least counts, as rank 0 knows.
hr_status hr_long_run_note_memory(const hr_program *program, uint64_t limit, hr_run_log *log, hr_error *error);

/// Collective. Before an engine starts, which may use `memory_limit` bytes on a node (0: what there is): open the log and catch
/// signals. *checkpoint is what the engine is to keep. Of the log `meter` and `ranks` are set, all else is zero.
hr_status hr_long_run_open(const hr_program *program, const hr_long_run *run, const hr_puzzle *puzzle, const char *engine,
                           uint64_t memory_limit, hr_run_log *log, hr_checkpoint_options *checkpoint, hr_error *error);

/// Collective. The same for a breadth-first engine, whose options are filled in.
hr_status hr_long_run_begin(const hr_program *program, const hr_long_run *run, const hr_puzzle *puzzle, const char *engine,
                            hr_run_log *log, hr_enumerate_options *options, hr_error *error);

/// Local. After it: close the log.
void hr_long_run_end(hr_run_log *log, const hr_enumeration *result);

/// Local. The name of a reason to stop, for logs and JSON: "none", "max-depth", "max-states", "memory", "max-time", "signal".
const char *hr_long_run_stop_name(hr_stop stop);

#endif
