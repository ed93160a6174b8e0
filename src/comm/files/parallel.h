// SPDX-License-Identifier: MIT
#ifndef HR_PARALLEL_FILE_H
#define HR_PARALLEL_FILE_H

// A file that all ranks write and that is complete or absent (core/files/complete.h). Every rank writes through a descriptor of its
// own, without MPI. So any thread of a rank may write, but only one thread at a time. There are two ways to finish a file. Either
// all ranks call hr_parallel_file_finish, or each rank syncs and closes, and after that rank 0 gives the file its name.

#include <stdbool.h>
#include <stdint.h>

#include "comm/comm.h"

typedef struct hr_parallel_file hr_parallel_file;

/// Collective. Check that a file could be written to `path`, before a long run that is to fill the file. HR_FILE as for
/// hr_complete_file_probe. HR_INTERNAL: MPI has failed.
hr_status hr_parallel_file_probe(const hr_comm *comm, const char *path, bool force, hr_error *error);

/// Collective. Create an empty file under a temporary name. `comm` must outlive the file. HR_FILE as for hr_complete_file_create,
/// or if a rank cannot open the file. HR_INTERNAL: out of memory, or MPI has failed. On error *created is NULL.
hr_status hr_parallel_file_create(const hr_comm *comm, const char *path, bool force, hr_parallel_file **created, hr_error *error);

/// Local, any thread. Write `bytes[0..size)` at `offset` (in bytes). No other rank may read or write these bytes of the file before
/// the file has its name. HR_FILE if the disk is full or fails.
hr_status hr_parallel_file_write(hr_parallel_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error);

/// Local, any thread. Wait until all bytes that this rank has written are on the disk. HR_FILE if the disk is full or fails.
hr_status hr_parallel_file_sync(hr_parallel_file *file, hr_error *error);

/// Local, any thread. Close this rank's descriptor; the rank writes no more. HR_FILE if the disk is full or fails.
hr_status hr_parallel_file_close(hr_parallel_file *file, hr_error *error);

/// Local, any thread of rank 0, after all ranks have synced and closed. Give the file its final name. Errors as for
/// hr_complete_file_name.
hr_status hr_parallel_file_name(hr_parallel_file *file, hr_error *error);

/// Local. Free *dropped. Rank 0 removes the file if it does not have its final name. NULL-safe; sets *dropped to NULL.
void hr_parallel_file_drop(hr_parallel_file **dropped);

/// Collective. Finish the file; `status` is how writing ended on this rank. If all ranks come with HR_OK, sync the file and give it
/// its final name. If the file does not get its name, it is removed, and the agreed error is returned. HR_FILE, too, if the file
/// has its name but a crash may lose the name (hr_complete_file_name). Sets *ended to NULL in any case.
hr_status hr_parallel_file_finish(hr_parallel_file **ended, hr_status status, hr_error *error);

#endif
