// SPDX-License-Identifier: MIT
#ifndef HR_THREAD_FILE_H
#define HR_THREAD_FILE_H

// A file that all ranks write and that is complete or absent (partial_file.h), in steps that any thread may take, one after the
// other, without MPI: every rank writes by a descriptor of its own.

#include "comm/comm.h"

typedef struct hr_thread_file hr_thread_file;

/// Collective. Begin a file, which there must not be yet. HR_FILE: the name exists, the directory is missing or must not be written
/// to.
hr_status hr_thread_file_create(const hr_comm *comm, const char *path, hr_thread_file **created, hr_error *error);

/// Local. Write `bytes[0..size)` at `offset`. What one rank writes is not to be read, or written again, by another before the end.
/// HR_FILE when the disk is full or fails.
hr_status hr_thread_file_write(hr_thread_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error);

/// Local. Wait until what this rank has written is on the disk. HR_FILE.
hr_status hr_thread_file_sync(hr_thread_file *file, hr_error *error);

/// Local. This rank writes no more. HR_FILE.
hr_status hr_thread_file_close(hr_thread_file *file, hr_error *error);

/// Local, on rank 0, after all ranks have synced and closed: give the file its name. HR_FILE: it has none.
hr_status hr_thread_file_name(hr_thread_file *file, hr_error *error);

/// Local. Destroy the file; one without a name is removed by rank 0. NULL-safe; sets *dropped to NULL.
void hr_thread_file_drop(hr_thread_file **dropped);

#endif
