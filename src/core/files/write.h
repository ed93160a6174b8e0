// SPDX-License-Identifier: MIT
#ifndef HR_FILES_WRITE_H
#define HR_FILES_WRITE_H

// Writes and reads bytes of open files, and syncs directories. Any thread may call these functions.

#include <stddef.h>
#include <stdint.h>

/// Local. Write all of `bytes[0..size)` at `offset` (in bytes) of the open file `file`. Returns 0 or the value of errno. On failure
/// the first bytes may have been written.
int hr_write_at(int file, const void *bytes, size_t size, uint64_t offset);

/// What hr_read_at returns if the file ends too early. No value of errno is negative.
enum { HR_READ_ENDED = -1 };

/// Local. Read `bytes[0..size)` from `offset` (in bytes) of the open file `file`. Returns 0, the value of errno, or HR_READ_ENDED.
int hr_read_at(int file, void *bytes, size_t size, uint64_t offset);

/// Local. Wait until the names in the directory of `path` are on the disk. Returns EIO, ENOSPC or EDQUOT if the disk fails or is
/// full. Returns 0 otherwise, also where directories cannot be read or synced.
int hr_sync_directory_of(const char *path);

#endif
