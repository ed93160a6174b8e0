// SPDX-License-Identifier: MIT
#ifndef HR_SPOOL_H
#define HR_SPOOL_H

// Files for data that a run keeps out of memory, one in each of several directories, which may be on different disks. All files
// have the same size. They begin with temporary names, which say whether their maker has ended. Then they either lose their names,
// or they get names that last, made of a number, and a later run opens them again.

#include "comm/comm.h"

typedef struct hr_spool hr_spool;

/// Direct transfers move whole pages: offsets, sizes and addresses in memory are multiples of this number of bytes.
enum { HR_SPOOL_PAGE = 4096 };

enum { HR_SPOOL_FILES_MAX = 16 };

/// A place in the files.
typedef struct hr_spool_place {
    size_t file;     ///< the number of the file
    uint64_t offset; ///< in bytes
} hr_spool_place;

/// The files that hr_spool_create, hr_spool_open and hr_spool_remove work on.
typedef struct hr_spool_order {
    const char *const *directories; ///< [count] each exists
    size_t count;                   ///< 1 … HR_SPOOL_FILES_MAX
    uint64_t file_bytes;            ///< size of a file, a multiple of HR_SPOOL_PAGE
    uint64_t number;                ///< the number that makes the names that last; 0: the files never get such names
    bool apart;                     ///< the files are those of a node, whose name is told in errors
    bool hidden;                    ///< hr_spool_create: the files lose their names at once, so that nothing is left of them
    /// Local. Called on rank 0 while the files are created, to reserve their room on the disks (hr_spool_reserve).
    hr_status (*reserve)(const void *context, hr_spool *spool, hr_error *error);
    const void *context; ///< first argument of `reserve`
} hr_spool_order;

/// Local. The number for the files of a run whose checkpoints are in `directory`; not 0. It is the same for each run there, so that
/// the next run finds the files that a killed run has left.
uint64_t hr_spool_number(const char *directory);

/// Collective. Create the files; their bytes are 0. Removes files with temporary names that killed runs have left and, unless
/// order->number is 0, files with the names that the number makes. `comm` is borrowed until hr_spool_destroy. HR_FILE: a directory
/// is missing, not writable or too full, a rank does not see it, or several nodes share it and its file system reads and writes
/// only through each node's cache. HR_INTERNAL: memory or MPI has failed. On error *spool is NULL.
hr_status hr_spool_create(const hr_comm *comm, const hr_spool_order *order, hr_spool **spool, hr_error *error);

/// Collective. Set *seen: do all ranks of `comm` see the same directories? Rank 0 creates files there, which are removed again.
/// HR_FILE: rank 0 cannot create them. HR_INTERNAL: memory or MPI has failed.
hr_status hr_spool_look(const hr_comm *comm, const hr_spool_order *order, bool *seen, hr_error *error);

/// Collective. Open the named files of an earlier run, wherever in the directories each of them is. HR_FILE: a file is missing,
/// cannot be opened, has another size, or is in use by another run. HR_INTERNAL: memory or MPI has failed. On error *spool is NULL.
hr_status hr_spool_open(const hr_comm *comm, const hr_spool_order *order, hr_spool **spool, hr_error *error);

/// Local, on rank 0. Give the files that hr_spool_create has created the names that `number` makes, unless the files have lasting
/// names already. HR_FILE if that fails.
hr_status hr_spool_name(hr_spool *spool, uint64_t number, hr_error *error);

/// Local, on one rank. Remove the files that have the names of order->number, in all directories of `order`.
void hr_spool_remove(const hr_spool_order *order);

/// Collective. Close the files. Files whose names last stay, unless `remove` is set. NULL-safe; sets *spool to NULL.
void hr_spool_destroy(hr_spool **spool, bool remove);

/// Local. Reserve room on the disk for the `bytes` bytes of the file that begin at `place`. HR_FILE: the disk has less room, or
/// fails. Where the file system cannot reserve, nothing happens.
hr_status hr_spool_reserve(hr_spool *spool, hr_spool_place place, uint64_t bytes, hr_error *error);

/// Local, any thread. Read or write whole pages. Returns 0, the value of errno, or HR_READ_ENDED.
int hr_spool_read(const hr_spool *spool, hr_spool_place place, void *bytes, size_t size);
int hr_spool_write(const hr_spool *spool, hr_spool_place place, const void *bytes, size_t size);

/// Local. Set `error` to say that a transfer of the file with number `file` failed for `reason`, as hr_spool_read returns it.
/// Returns HR_FILE.
hr_status hr_spool_failed(const hr_spool *spool, size_t file, int reason, hr_error *error);

/// Local. Set `error` to say that the file with number `file` does not hold what its checkpoint left there. Returns HR_FILE.
hr_status hr_spool_damaged(const hr_spool *spool, size_t file, hr_error *error);

/// Local, any thread. Sync the files: wait until all words that this rank has written into them are on the disks. HR_FILE: a disk
/// fails.
hr_status hr_spool_sync(const hr_spool *spool, hr_error *error);

#endif
