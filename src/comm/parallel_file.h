// SPDX-License-Identifier: MIT
#ifndef HR_PARALLEL_FILE_H
#define HR_PARALLEL_FILE_H

// A file that all ranks write together and that is complete or absent: it grows under another name in the same directory, is
// synced, and gets its own name at the very end. Until then an old file of that name stays as it is. Every rank writes by a
// descriptor of its own, not through MPI, so that a thread may do it.

#include <stdbool.h>

#include "comm.h"

typedef struct hr_parallel_file hr_parallel_file;

/// Collective. Could a file be made at `path`? HR_FILE if something is there and `force` is not set, if what is there is no regular
/// file, or if the directory is missing or cannot be written to. Changes nothing.
hr_status hr_parallel_file_probe(const hr_comm *comm, const char *path, bool force, hr_error *error);

/// Collective. Begin a file. `comm` must outlive it. Errors as for the probe.
hr_status hr_parallel_file_create(const hr_comm *comm, const char *path, bool force, hr_parallel_file **created, hr_error *error);

/// Local, on any thread. Write `bytes[0..size)` at `offset`. What one rank writes is not to be read, or written again, by another
/// before the end. HR_FILE when the disk is full or fails.
hr_status hr_parallel_file_write(hr_parallel_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error);

/// Collective. `status` is this rank's so far. If it is HR_OK on all ranks, sync the file and give it its name; else, or if that
/// fails, remove it and return the agreed error. Destroys the file in any case.
hr_status hr_parallel_file_finish(hr_parallel_file **ended, hr_status status, hr_error *error);

// The same in steps, for who does not want to wait; each may be taken on any thread, one after the other.

/// Local. Wait until what this rank has written is on the disk. HR_FILE.
hr_status hr_parallel_file_sync(hr_parallel_file *file, hr_error *error);

/// Local. This rank writes no more. HR_FILE.
hr_status hr_parallel_file_close(hr_parallel_file *file, hr_error *error);

/// Local, on rank 0, after all ranks have synced and closed: give the file its name. HR_FILE: it has none.
hr_status hr_parallel_file_name(hr_parallel_file *file, hr_error *error);

/// Local. Destroy the file; one without a name is removed by rank 0. NULL-safe; sets *dropped to NULL.
void hr_parallel_file_drop(hr_parallel_file **dropped);

#endif
