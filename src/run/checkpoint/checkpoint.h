// SPDX-License-Identifier: MIT
#ifndef HR_CHECKPOINT_H
#define HR_CHECKPOINT_H

// A directory with the checkpoints of a run, from which the run can go on later. Each checkpoint is a *generation*: one file,
// written by all ranks together, complete or absent, every byte of it under a checksum. The two newest generations are kept, also
// while another one is written, so that the disk must have room for three. FORMAT.md describes the file.
//
// An engine cuts its states into *blocks* of bytes. A block belongs to a section, whose number the engine chooses, and covers a
// range of keys, `first … last`. The engine decides what keys mean, such as buckets of hashes or places in an array. A rank of a
// later run asks for the blocks that meet its own range of keys; the number of ranks may be another one then. Besides blocks a
// generation has *facts*, a list of numbers that every rank gets, and the run's *identity*, a text. A run goes on only from
// checkpoints with its own identity. HR_INTERNAL from any function: memory or MPI has failed.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "comm/comm.h"

/// A good size of a block, in bytes.
#define HR_CHECKPOINT_BLOCK ((size_t)1 << 20)

/// Checkpoints with more states than this are damaged: no run reaches them, and the sum of two such numbers does not wrap.
#define HR_CHECKPOINT_STATES_MAX (UINT64_MAX >> 8)

/// How many generations are kept.
enum { HR_CHECKPOINT_KEPT = 2 };

/// Seconds for which hr_checkpoint_open waits for another run that uses the directory. The ranks of a killed run may need a moment
/// to end.
enum { HR_CHECKPOINT_PATIENCE = 5 };

typedef struct hr_checkpoint_store hr_checkpoint_store;
typedef struct hr_checkpoint_writer hr_checkpoint_writer;
typedef struct hr_checkpoint_reader hr_checkpoint_reader;

/// Collective. Use `directory` for a run with `identity`; the directory is made if its parent exists. Removes half-written files of
/// killed runs. HR_FILE if another run uses the directory, if it cannot be made, read or written to, or if its name is empty or too
/// long. On error *store is NULL.
hr_status hr_checkpoint_open(const hr_comm *comm, const char *directory, const char *identity, hr_checkpoint_store **store,
                             hr_error *error);

/// Local. Is a run using the directory now, so that hr_checkpoint_open would wait?
bool hr_checkpoint_in_use(const char *directory);

/// Collective. Release the directory, so that other runs can use it. NULL-safe; sets *store to NULL.
void hr_checkpoint_close(hr_checkpoint_store **store);

/// Collective. Write the beginning of the identity of the run whose checkpoints are in `directory` into `text[0..size)`, as found
/// in the newest generation that is not damaged. "" if there is no such generation.
hr_status hr_checkpoint_peek(const hr_comm *comm, const char *directory, char *text, size_t size, hr_error *error);

/// Local. Is `name` one that a run with checkpoints gives to a file in its directory? True for generations, records of openings and
/// the lock.
bool hr_checkpoint_uses_name(const char *name);

/// Local. Returns the number of generations in the directory, at most HR_CHECKPOINT_KEPT.
size_t hr_checkpoint_count(const hr_checkpoint_store *store);

/// Local. May there be a generation in the directory now? A write that has failed may have given the file its name before. True
/// also if the directory cannot be read.
bool hr_checkpoint_may_exist(hr_checkpoint_store *store);

/// Local. Is there a generation in `directory` now? False also if it cannot be read, or if there is no such directory.
bool hr_checkpoint_exists(const char *directory);

/// Local. HR_USAGE if the directory has generations and `resume` is false, so that the run is not to go on from them.
hr_status hr_checkpoint_check_resume(const hr_checkpoint_store *store, bool resume, hr_error *error);

/// Collective. Rename the newest generation, which cannot be used, to NAME.refused, so that it is not read again. HR_FILE if that
/// fails.
hr_status hr_checkpoint_set_aside(hr_checkpoint_store *store, hr_error *error);

/// Local. Returns the seconds to plan for a write of `bytes` bytes by this rank: 1.5 times as long as these bytes take at the pace
/// of this run's last write, and never less than that write took. Before the first write the pace is taken as 50 MB/s, without the
/// factor 1.5. Half a second is added.
double hr_checkpoint_plan(const hr_checkpoint_store *store, uint64_t bytes);

// Writing. A generation is either written while all ranks wait: begin, put …, commit. Or it is finished in the background while the
// run goes on: begin, put …, finish, advance …, settle.

/// A section and a range of its keys, `first … last`: where a block belongs and which keys it covers, or which blocks are wanted.
typedef struct hr_checkpoint_keys {
    uint64_t section;
    uint64_t first;
    uint64_t last;
} hr_checkpoint_keys;

/// Collective. Begin a new generation. This rank's blocks will have `bytes` bytes in all. HR_FILE if the directory cannot be
/// written to. On error *writer is NULL.
hr_status hr_checkpoint_begin(hr_checkpoint_store *store, uint64_t bytes, hr_checkpoint_writer **writer, hr_error *error);

/// Local. Add the block `bytes[0..size)` with these keys. HR_FILE if the disk is full or fails: then pass the status to
/// hr_checkpoint_finish.
hr_status hr_checkpoint_put(hr_checkpoint_writer *writer, hr_checkpoint_keys keys, const void *bytes, size_t size, hr_error *error);

/// Local, in a thread of its own. Puts the last blocks of a rank. Makes no MPI call. The memory that this function reads must not
/// change until the generation is settled.
typedef hr_status (*hr_checkpoint_part)(const void *context, hr_checkpoint_writer *writer, hr_error *error);

/// The rest of a generation, for hr_checkpoint_finish.
typedef struct hr_checkpoint_rest {
    hr_checkpoint_part part; ///< puts this rank's last blocks; NULL if there are none
    const void *context;     ///< first argument of `part`
    const uint64_t *facts;   ///< [fact_count] the same on all ranks
    size_t fact_count;
} hr_checkpoint_rest;

/// Local, but every rank must call it. Begin to complete the generation in the background; `status` and `error` say how this rank's
/// blocks were put so far. The facts are copied. If all ranks come with HR_OK, the file is synced and gets its name. If not, or if
/// that fails, hr_checkpoint_settle removes the file and returns the agreed error; the older generations stay as they are.
void hr_checkpoint_finish(hr_checkpoint_writer *writer, hr_status status, const hr_checkpoint_rest *rest, const hr_error *error);

/// Local, without waiting. Do the steps of finishing that can be done now. Every rank must call this function again and again until
/// the generation has its name, or settle the generation.
void hr_checkpoint_advance(hr_checkpoint_writer *writer);

/// Figures of a complete generation.
typedef struct hr_checkpoint_written {
    uint64_t bytes; ///< size of the file
    double seconds; ///< from hr_checkpoint_begin until the file had its name
} hr_checkpoint_written;

/// Local. Is the generation complete under its name? If so, *written is set. Always false on other ranks than 0.
bool hr_checkpoint_is_complete(const hr_checkpoint_writer *writer, hr_checkpoint_written *written);

/// Collective. Wait until the generation is complete, and set *written on every rank. If the generation has failed, return the
/// agreed error; the older generations stay as they are. Destroys the writer in any case.
hr_status hr_checkpoint_settle(hr_checkpoint_writer **settled, hr_checkpoint_written *written, hr_error *error);

/// Local. Give up a generation that cannot be settled, because this rank has left the others. NULL-safe; sets *abandoned to NULL.
void hr_checkpoint_abandon(hr_checkpoint_writer **abandoned);

/// Collective. Open generation `generation`, 0 (the newest) … hr_checkpoint_count − 1, for reading. Checks everything but the bytes
/// of the blocks. HR_FILE if the file cannot be read, is damaged, is of another run, or has another version or byte order. On error
/// *reader is NULL.
hr_status hr_checkpoint_load(const hr_checkpoint_store *store, size_t generation, hr_checkpoint_reader **reader, hr_error *error);

/// Local. Returns the `*count` facts, borrowed from the reader.
const uint64_t *hr_checkpoint_facts(const hr_checkpoint_reader *reader, size_t *count);

/// Local. Returns the size of the file in bytes.
uint64_t hr_checkpoint_bytes(const hr_checkpoint_reader *reader);

/// What a block holds that has been read.
typedef struct hr_checkpoint_piece {
    uint64_t first, last; ///< its keys
    const void *bytes;    ///< [size] borrowed while it is taken
    size_t size;
} hr_checkpoint_piece;

/// Local. Takes what a block holds.
typedef hr_status (*hr_checkpoint_take)(void *context, const hr_checkpoint_piece *piece, hr_error *error);

/// Local. A number of seconds as a word of a checkpoint, and back.
static inline uint64_t hr_checkpoint_word(double seconds) {
    uint64_t word = 0;
    memcpy(&word, &seconds, sizeof word);
    return word;
}
static inline double hr_checkpoint_seconds(uint64_t word) {
    double seconds = 0;
    memcpy(&seconds, &word, sizeof seconds);
    return seconds;
}

/// Local. Returns true if a run can have taken this time.
static inline bool hr_checkpoint_is_time(double seconds) { return seconds >= 0 && seconds <= 1e10; }

/// Local. Returns HR_FILE, with the message that the checkpoint is damaged: `what` says how.
hr_status hr_checkpoint_damaged(const char *what, hr_error *error);

/// Local. Hand each block of the section that meets `keys` to `take`, with `context`, in the order of the file. The bytes have been
/// compared with their checksum. HR_FILE for a damaged block; an error of `take` is returned at once.
hr_status hr_checkpoint_read(hr_checkpoint_reader *reader, hr_checkpoint_keys keys, hr_checkpoint_take take, void *context,
                             hr_error *error);

/// Local. Does this rank need the block with the keys `first … last`?
typedef bool (*hr_checkpoint_wanted)(const void *context, uint64_t first, uint64_t last);

/// Local. Do what hr_checkpoint_read does, for the blocks of `section` for which `wanted` returns true. For engines whose ranks
/// need more than one range of keys. `context` is the first argument of both functions.
hr_status hr_checkpoint_read_wanted(hr_checkpoint_reader *reader, uint64_t section, hr_checkpoint_wanted wanted,
                                    hr_checkpoint_take take, void *context, hr_error *error);

/// Local. NULL-safe; sets *reader to NULL.
void hr_checkpoint_reader_destroy(hr_checkpoint_reader **reader);

#endif
