// SPDX-License-Identifier: MIT
#ifndef HR_FILES_WRITE_H
#define HR_FILES_WRITE_H

// The calls that bring bytes and names onto a disk. They may come from any thread.

#include <stddef.h>
#include <stdint.h>

/// Local. Write all of `bytes[0..size)` at `offset`. Returns 0, or the value of errno that says why not; a part may have been
/// written.
int hr_write_at(int file, const void *bytes, size_t size, uint64_t offset);

/// Local. Wait until the names in the directory of `path` are on the disk. Returns 0, also where a file system has no such call, or
/// the value of errno that says why not.
int hr_sync_directory_of(const char *path);

#endif
