// SPDX-License-Identifier: MIT
#ifndef HR_CHECKPOINT_H
#define HR_CHECKPOINT_H

// A directory that keeps what a run needs to go on later, in generations: one file each, written by all ranks together, complete or
// absent, every byte of it under a checksum. The newest and the one before it are kept, also while another one is written, so that
// the disk must have room for three. README.md describes the format.
//
// What an engine keeps is cut into *blocks* of bytes. A block belongs to a section, which the engine numbers, and covers a range of
// keys, `first … last`, whose meaning is the engine's: buckets of hashes, or places in an array. A rank of a later run, whatever
// their number, asks for the blocks that meet its own range of keys. Besides blocks there are *facts*, a list of numbers that every
// rank gets, and the run's identity, a text that must be the same for a run that goes on.

#include <stdbool.h>

#include "comm/comm.h"

/// A good size of a block, in bytes.
#define HR_CHECKPOINT_BLOCK ((size_t)1 << 20)

/// Generations that are kept.
enum { HR_CHECKPOINT_KEPT = 2 };

typedef struct hr_checkpoint_store hr_checkpoint_store;
typedef struct hr_checkpoint_writer hr_checkpoint_writer;
typedef struct hr_checkpoint_reader hr_checkpoint_reader;

/// Collective. Use `directory`, which is made if its parent exists, for a run with this identity. No other run may use it at the
/// same time: HR_FILE if one does. Removes what a run that was killed left half-written. On error *store is NULL.
hr_status hr_checkpoint_open(const hr_comm *comm, const char *directory, const char *identity, hr_checkpoint_store **store,
                             hr_error *error);

/// Collective. NULL-safe; sets *store to NULL.
void hr_checkpoint_close(hr_checkpoint_store **store);

/// Local. Is this a name that a run with checkpoints gives to files in its directory: a generation, records of openings, the lock?
bool hr_checkpoint_uses_name(const char *name);

/// Local. How many generations there are, at most HR_CHECKPOINT_KEPT of the newest are counted.
size_t hr_checkpoint_count(const hr_checkpoint_store *store);

/// Local. HR_USAGE if there are generations, and the run is not one that goes on from them.
hr_status hr_checkpoint_check_resume(const hr_checkpoint_store *store, bool resume, hr_error *error);

/// Collective. Take the newest generation that is of use: `take` is called for one after the other until it returns something else
/// than HR_FILE; those before it are set aside, and `refuse` gets to hear why. If none is of use, they all stay, and the reason of
/// the oldest is returned.
hr_status hr_checkpoint_take_newest(hr_checkpoint_store *store,
                                    hr_status (*take)(void *context, size_t generation, hr_error *error),
                                    void (*refuse)(void *context, const char *why), void *context, hr_error *error);

/// Local. Seconds to plan for writing `bytes` bytes of this rank's: half as long again as the last write of this run took, at 50
/// MB/s before there was one, and half a second more.
double hr_checkpoint_plan(const hr_checkpoint_store *store, uint64_t bytes);

// Writing. A generation is begun, gets its blocks, and is committed; or it is finished in the background while the run goes on:
// begin, put, finish, advance … advance, settle.

/// Collective. Begin a new generation, to which this rank will contribute blocks of `bytes` bytes in all. HR_FILE if the directory
/// cannot be written to.
hr_status hr_checkpoint_begin(hr_checkpoint_store *store, uint64_t bytes, hr_checkpoint_writer **writer, hr_error *error);

/// Local. Add a block. HR_FILE when the disk is full or fails; go on with the status then.
hr_status hr_checkpoint_put(hr_checkpoint_writer *writer, uint64_t section, uint64_t first, uint64_t last, const void *bytes,
                            size_t size, hr_error *error);

/// Collective. `status` is this rank's so far. If it is HR_OK on all ranks, complete the generation with the facts (the same on all
/// ranks), sync it and give it its name; else remove it and return the agreed error: the older generations are as before then.
/// Destroys the writer in any case. *bytes, if not NULL, gets the file's size.
hr_status hr_checkpoint_commit(hr_checkpoint_writer **writer, hr_status status, const uint64_t *facts, size_t fact_count,
                               uint64_t *bytes, hr_error *error);

/// Puts the last blocks of a rank. In a thread of its own: no MPI, and what it reads must not change until the generation is
/// settled.
typedef hr_status (*hr_checkpoint_part)(const void *context, hr_checkpoint_writer *writer, hr_error *error);

/// Local, but all ranks have to do it. `status`, with its error, is this rank's so far. If it is HR_OK on all ranks, begin to
/// complete the generation in the background: `part` puts this rank's last blocks, and everything else as for hr_checkpoint_commit.
/// The facts are copied.
void hr_checkpoint_finish(hr_checkpoint_writer *writer, hr_status status, hr_checkpoint_part part, const void *context,
                          const uint64_t *facts, size_t fact_count, const hr_error *error);

/// Local, never waits. Help a generation on its way; all ranks have to come by again and again until it has its name, or settle it.
void hr_checkpoint_advance(hr_checkpoint_writer *writer);

/// A generation that has its name.
typedef struct hr_checkpoint_written {
    uint64_t bytes; ///< size of the file
    double seconds; ///< from its beginning until it had its name
} hr_checkpoint_written;

/// Local, on rank 0. Does the generation have its name? Then *written is set.
bool hr_checkpoint_is_complete(const hr_checkpoint_writer *writer, hr_checkpoint_written *written);

/// Collective. Wait until the generation is complete or has failed, with the agreed error. Destroys the writer in any case.
hr_status hr_checkpoint_settle(hr_checkpoint_writer **settled, hr_checkpoint_written *written, hr_error *error);

/// Local. Leave a generation that cannot be settled any more, because the run is broken. NULL-safe; sets *abandoned to NULL.
void hr_checkpoint_abandon(hr_checkpoint_writer **abandoned);

/// Collective. Open a generation for reading: 0 is the newest, up to hr_checkpoint_count − 1. Checks everything but the blocks'
/// bytes. HR_FILE with the reason if it is damaged, of another run, or of a newer version of the format. On error *reader is NULL.
hr_status hr_checkpoint_load(const hr_checkpoint_store *store, size_t generation, hr_checkpoint_reader **reader, hr_error *error);

/// Local. The facts, `[*count]`, borrowed from the reader.
const uint64_t *hr_checkpoint_facts(const hr_checkpoint_reader *reader, size_t *count);

/// Local. Size of the file in bytes.
uint64_t hr_checkpoint_bytes(const hr_checkpoint_reader *reader);

/// Takes a block's bytes: `first … last` are its keys.
typedef hr_status (*hr_checkpoint_take)(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size,
                                        hr_error *error);

/// Local. Hand every block of `section` that meets the keys `first … last` to `take`, checked, in the order in which they were
/// written. HR_FILE for a damaged one.
hr_status hr_checkpoint_read(hr_checkpoint_reader *reader, uint64_t section, uint64_t first, uint64_t last, hr_checkpoint_take take,
                             void *context, hr_error *error);

/// Is the block with these keys of interest?
typedef bool (*hr_checkpoint_wanted)(const void *context, uint64_t first, uint64_t last);

/// Local. The same for the blocks of `section` that are `wanted`, where a rank's keys are not one range.
hr_status hr_checkpoint_read_wanted(hr_checkpoint_reader *reader, uint64_t section, hr_checkpoint_wanted wanted,
                                    hr_checkpoint_take take, void *context, hr_error *error);

/// Local. NULL-safe; sets *reader to NULL.
void hr_checkpoint_reader_destroy(hr_checkpoint_reader **reader);

#endif
