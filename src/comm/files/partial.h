// SPDX-License-Identifier: MIT
#ifndef HR_PARTIAL_FILE_H
#define HR_PARTIAL_FILE_H

// The name of a file that all ranks write, which is complete or absent: it grows under another name in the same directory and gets
// its own at the very end. Until then an old file of that name stays as it is. How the bytes get there is the matter of
// parallel_file.h and thread_file.h.

#include <stdbool.h>
#include <stddef.h>

#include "comm/comm.h"

enum { HR_PARTIAL_NAME_MAX = 4096 };

typedef struct hr_partial_file {
    bool is_there;                     ///< rank 0: `partial` exists
    bool force;                        ///< an old file may be replaced
    char path[HR_PARTIAL_NAME_MAX];    ///< the final name
    char partial[HR_PARTIAL_NAME_MAX]; ///< the name until then
} hr_partial_file;

/// Collective. Could a file be written there? Before the work that leads to it. HR_FILE if not: the name exists and `force` is not
/// given, the directory is missing or must not be written to.
hr_status hr_partial_file_probe(const hr_comm *comm, const char *path, bool force, hr_error *error);

/// Collective. Rank 0 makes the empty file, all learn its names. Errors as for the probe.
hr_status hr_partial_file_create(const hr_comm *comm, const char *path, bool force, hr_partial_file *file, hr_error *error);

/// Local, any thread. HR_FILE for bytes that could not be written because of `why`; a disk with less than `room` bytes left is
/// full, which is told instead.
hr_status hr_partial_file_failed(const hr_partial_file *file, size_t room, const char *why, hr_error *error);

/// Local, on rank 0, any thread, after all ranks have closed what they have written: give the file its name, without replacing one
/// that has appeared meanwhile unless that is wanted, and make the name last. HR_FILE: it has none.
hr_status hr_partial_file_name(hr_partial_file *file, hr_error *error);

/// Local. Remove the file if it has no name yet.
void hr_partial_file_remove(hr_partial_file *file);

#endif
