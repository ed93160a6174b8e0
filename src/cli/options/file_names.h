// SPDX-License-Identifier: MIT
#ifndef HR_FILE_NAMES_H
#define HR_FILE_NAMES_H

// The files that a command line names. No two of those that a command writes may be the same file, and none of them may be one that
// the command reads, whatever their spelling: a relative name, a symbolic link, a hard link.

#include <stddef.h>

#include "huarong/status.h"

/// What a command does with a file.
typedef enum hr_file_use {
    HR_FILE_NONE,   ///< The text is no file's name.
    HR_FILE_READS,  ///< It reads the file. "-" is standard input.
    HR_FILE_TEXT,   ///< The text "@FILE" names a file to read, "@-" is standard input, any other text names no file.
    HR_FILE_WRITES, ///< It creates, replaces or extends the file.
    HR_FILE_PRINTS, ///< It prints its result to the file. "-" is standard output.
    HR_FILE_KEEPS,  ///< It keeps checkpoints in this directory.
} hr_file_use;

typedef struct hr_file_name {
    const char *dashes; ///< what messages show before `name`: "--" for an option, else ""
    const char *name;   ///< the option's name, for instance "output", or another name
    const char *path;   ///< the option's value; NULL: the option is not given
    hr_file_use use;
} hr_file_name;

/// Local. Check that `names[0..count)` and the standard streams that are files name different files. HR_USAGE: two names lead to
/// the same file, and the command writes it; or a file is in the directory of checkpoints and has a name that checkpoints use; or a
/// file or directory has no name, or is written and called "-" where that is no stream.
hr_status hr_file_names_check(const hr_file_name *names, size_t count, hr_error *error);

#endif
