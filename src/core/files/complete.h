// SPDX-License-Identifier: MIT
#ifndef HR_FILES_COMPLETE_H
#define HR_FILES_COMPLETE_H

// A file that is complete or absent. The file grows under a temporary name in the same directory and gets its final name at the
// very end. Until then an old file with the final name stays as it is. Temporary files that killed runs have left beside the final
// name are removed (left_over.h).

#include <stdbool.h>
#include <stddef.h>

#include "huarong/status.h"

enum { HR_COMPLETE_NAME_MAX = 4096 };

typedef struct hr_complete_file {
    int descriptor; ///< the open file, for reading and writing; the descriptor holds the lock; −1 if there is no file
    bool force;     ///< an old file with the final name may be replaced
    char path[HR_COMPLETE_NAME_MAX];    ///< the final name
    char partial[HR_COMPLETE_NAME_MAX]; ///< the temporary name
} hr_complete_file;

/// Local. Check that a file could be written to `path`, before a long computation that is to fill the file. Removes temporary files
/// of killed runs. HR_FILE if no file can be written: `path` is empty or too long, `path` exists and `force` is false, `path` is
/// not a regular file, or its directory is missing or not writable.
hr_status hr_complete_file_probe(const char *path, bool force, hr_error *error);

/// Local. Create the empty file under its temporary name. The caller writes through `file->descriptor`, or opens `file->partial`
/// again. HR_FILE as for hr_complete_file_probe, or if the file cannot be created. On error `file->descriptor` is −1.
hr_status hr_complete_file_create(const char *path, bool force, hr_complete_file *file, hr_error *error);

/// Local, any thread. Set `error` to say that `path` could not be written, and return HR_FILE. `reason` is the value of errno.
/// `partial` is the temporary name; if the disk is full, the text says how much room is left there.
hr_status hr_complete_file_failed(const char *path, const char *partial, int reason, hr_error *error);

/// Local, any thread, once all bytes are on the disk. Give the file its final name and sync the directory. A file that has appeared
/// under that name is replaced only with `force`. HR_FILE if the file could not be renamed: then remove it. HR_FILE too if the
/// directory could not be synced: then the file has its name, but a crash may lose the name.
hr_status hr_complete_file_name(hr_complete_file *file, hr_error *error);

/// Local. Remove the file if it does not have its final name yet.
void hr_complete_file_remove(hr_complete_file *file);

#endif
