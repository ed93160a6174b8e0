// SPDX-License-Identifier: MIT
#ifndef HR_PARALLEL_FILE_H
#define HR_PARALLEL_FILE_H

// A file that all ranks write and that is complete or absent (core/files/complete.h). Every rank writes by a descriptor of its own,
// without MPI, so that any of its threads may do it, one after the other. A file is either finished by all ranks together, or in
// steps: each rank syncs and closes, and when all have done so, rank 0 gives the file its name.

#include <stdbool.h>
#include <stdint.h>

#include "comm/comm.h"

typedef struct hr_parallel_file hr_parallel_file;

/// Collective. Could a file be written there? For a look before the work that leads to it. Errors as for hr_complete_file_probe.
hr_status hr_parallel_file_probe(const hr_comm *comm, const char *path, bool force, hr_error *error);

/// Collective. Begin a file. `comm` must outlive it. Errors as for the probe; HR_FILE too if a rank does not see the directory.
hr_status hr_parallel_file_create(const hr_comm *comm, const char *path, bool force, hr_parallel_file **created, hr_error *error);

/// Local, any thread. Write `bytes[0..size)` at `offset`. What one rank writes is not to be read, or written again, by another
/// before the end. HR_FILE when the disk is full or fails.
hr_status hr_parallel_file_write(hr_parallel_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error);

/// Local, any thread. Wait until what this rank has written is on the disk. HR_FILE.
hr_status hr_parallel_file_sync(hr_parallel_file *file, hr_error *error);

/// Local, any thread. This rank writes no more. HR_FILE.
hr_status hr_parallel_file_close(hr_parallel_file *file, hr_error *error);

/// Local, any thread of rank 0, after all ranks have synced and closed: give the file its name. Errors as for
/// hr_complete_file_name.
hr_status hr_parallel_file_name(hr_parallel_file *file, hr_error *error);

/// Local. Destroy the file; one without a name is removed by rank 0. NULL-safe; sets *dropped to NULL.
void hr_parallel_file_drop(hr_parallel_file **dropped);

/// Collective. `status` is this rank's so far. If it is HR_OK on all ranks, sync the file and give it its name; else, or if that
/// fails, remove it and return the agreed error. Destroys the file in any case.
hr_status hr_parallel_file_finish(hr_parallel_file **ended, hr_status status, hr_error *error);

#endif
