// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_CACHE_H
#define HR_PATTERN_CACHE_H

// Lists and removes the files in a directory of pattern databases. All functions are Local.

#include "solve/patterns/pattern.h"

/// What a file in the directory is.
typedef enum hr_pattern_file_kind {
    HR_PATTERN_FILE_GOOD,       ///< a pattern database that can be read; its values have not been checked
    HR_PATTERN_FILE_BAD,        ///< a pattern database of another version, or a damaged one
    HR_PATTERN_FILE_INCOMPLETE, ///< what a build is writing, or has left when it was killed
    HR_PATTERN_FILE_FOREIGN,    ///< any other file
} hr_pattern_file_kind;

typedef struct hr_pattern_file {
    const char *name; ///< in the directory
    uint64_t bytes;
    hr_pattern_file_kind kind;
    hr_pattern pattern; ///< if `kind` is HR_PATTERN_FILE_GOOD
} hr_pattern_file;

typedef hr_status (*hr_pattern_file_visitor)(void *context, const hr_pattern_file *file, hr_error *error);

/// Local. Call `visit` for each file in the directory, ordered by name, until it returns an error, which is returned. A directory
/// that does not exist has no files. HR_FILE: the directory cannot be read. HR_INTERNAL: out of memory.
hr_status hr_pattern_files_visit(const char *directory, hr_pattern_file_visitor visit, void *context, hr_error *error);

/// Local. Remove the file of that name from the directory. An incomplete file stays if the run that writes it may live. *gone: the
/// file is not there any more. HR_USAGE: the file is foreign. HR_FILE: the directory cannot be read, or the file cannot be removed.
hr_status hr_pattern_file_remove(const char *directory, const hr_pattern_file *file, bool *gone, hr_error *error);

#endif
