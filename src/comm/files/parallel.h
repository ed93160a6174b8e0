// SPDX-License-Identifier: MIT
#ifndef HR_PARALLEL_FILE_H
#define HR_PARALLEL_FILE_H

// A file that all ranks write together through MPI-IO and that is complete or absent: see partial_file.h.

#include <stdbool.h>

#include "comm/comm.h"

typedef struct hr_parallel_file hr_parallel_file;

/// Collective. Begin a file. `comm` must outlive it. Errors as for hr_partial_file_probe.
hr_status hr_parallel_file_create(const hr_comm *comm, const char *path, bool force, hr_parallel_file **created, hr_error *error);

/// Local. Write `bytes[0..size)` at `offset`. What one rank writes is not to be read, or written again, by another before the end.
/// HR_FILE when the disk is full or fails.
hr_status hr_parallel_file_write(hr_parallel_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error);

/// Collective. `status` is this rank's so far. If it is HR_OK on all ranks, sync the file and give it its name; else, or if that
/// fails, remove it and return the agreed error. Destroys the file in any case.
hr_status hr_parallel_file_finish(hr_parallel_file **ended, hr_status status, hr_error *error);

#endif
