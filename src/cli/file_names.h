// SPDX-License-Identifier: MIT
#ifndef HR_FILE_NAMES_H
#define HR_FILE_NAMES_H

// The files that a command line names. No two of those that a command writes may be the same file, and none of them may be one that
// the command reads, whatever their spelling: a relative name, a symbolic link, a hard link.

#include <stddef.h>

#include "huarong/status.h"

/// What a command does with a file.
typedef enum hr_file_use {
    HR_FILE_READS,  ///< It reads the file.
    HR_FILE_TEXT,   ///< The name is an option's text: only behind a '@' it is that of a file to read, and "@-" is standard input.
    HR_FILE_WRITES, ///< It creates, replaces or extends the file.
    HR_FILE_KEEPS,  ///< It keeps checkpoints in this directory.
} hr_file_use;

typedef struct hr_file_name {
    const char *option; ///< what the command line calls the file, for the message: "--out"
    const char *path;   ///< NULL: not given
    hr_file_use use;
} hr_file_name;

/// Local. Are the files of `names[0..count)` and the standard streams that are files different ones? HR_USAGE for two names of the
/// same file if the command writes one of them, and for a file in the directory of checkpoints whose name the checkpoints use.
hr_status hr_file_names_check(const hr_file_name *names, size_t count, hr_error *error);

#endif
