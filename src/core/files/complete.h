// SPDX-License-Identifier: MIT
#ifndef HR_FILES_COMPLETE_H
#define HR_FILES_COMPLETE_H

// A file that is complete or absent: it grows under another name in the same directory and gets its own at the very end. Until then
// an old file of that name stays as it is. Left-overs of killed runs with the same name go (left_over.h).

#include <stdbool.h>
#include <stddef.h>

#include "huarong/status.h"

enum { HR_COMPLETE_NAME_MAX = 4096 };

typedef struct hr_complete_file {
    int descriptor;                     ///< of the file, for reading and writing, which holds its lock; −1: there is no file
    bool force;                         ///< An old file may be replaced.
    char path[HR_COMPLETE_NAME_MAX];    ///< the final name
    char partial[HR_COMPLETE_NAME_MAX]; ///< the name until then
} hr_complete_file;

/// Local. Could a file be written there? For a look before the work that leads to it. Removes left-overs. HR_FILE if not: the name
/// exists and `force` is not given, the directory is missing or must not be written to.
hr_status hr_complete_file_probe(const char *path, bool force, hr_error *error);

/// Local. Make the empty file, which *file is to be filled with through `file->descriptor` or descriptors of its own. Errors as for
/// the probe. On error `file->descriptor` is −1.
hr_status hr_complete_file_create(const char *path, bool force, hr_complete_file *file, hr_error *error);

/// Local, any thread. HR_FILE for bytes of `partial` that could not be written, for the reason of errno `reason`. `path` is the
/// final name.
hr_status hr_complete_file_failed(const char *path, const char *partial, int reason, hr_error *error);

/// Local, any thread, when all bytes are on the disk: give the file its name, without replacing one that has appeared meanwhile
/// unless that is wanted, and make the name last. HR_FILE: it has none and is to be removed; or it has its name, which may not
/// outlive a crash.
hr_status hr_complete_file_name(hr_complete_file *file, hr_error *error);

/// Local. Remove the file if it has no name yet.
void hr_complete_file_remove(hr_complete_file *file);

#endif
