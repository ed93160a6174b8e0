// SPDX-License-Identifier: MIT
#ifndef HR_BITS_KEPT_H
#define HR_BITS_KEPT_H

// What checkpoints keep: words of planes, or the files of a disk, with their number and the checksum of each part in those planes
// that hold the complete layers. Once the layers hold every state, the planes are left out, because all their bits are set.

#include "enumerate/bits/search.h"
#include "run/checkpoint/checkpoint.h"

/// The sections of planes. No rule has second planes and home rows.
enum { HR_BITS_SECTION_PLANES = 1, HR_BITS_SECTION_SECOND, HR_BITS_SECTION_HOMES = HR_BITS_SECTION_SECOND };

/// Local. The functions that write a checkpoint and read it.
hr_run_saver hr_bits_saver(hr_bits_search *s);

// The files of a disk.

/// Collective. Read what the checkpoint says of its files. HR_FILE if the checkpoint is of a run with scratch and this run has
/// none, or the other way round. HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_check_files(const hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error);

/// Collective. Read the checksums into disk->kept, one for each kept plane of each of this rank's parts, and open the files.
/// HR_FILE if the checkpoint lacks checksums, if each node has files of its own and other ranks are on the nodes now, or if the
/// files cannot be opened. HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_take_files(const hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error);

// Planes in memory. The keys of a block are the numbers of its words, counted over all planes that are kept.

/// A run of a block's words that lies in one part.
typedef struct hr_bits_run {
    int number;    ///< the plane that is kept as this number
    uint64_t part; ///< the part that the words lie in
    uint64_t word; ///< the first word within the part
    uint64_t words;
    bool own; ///< this rank keeps the part
} hr_bits_run;

/// Planes whose lines belong to other words than in the run that wrote the checkpoint.
typedef struct hr_bits_moving {
    bool (*is_moved)(const void *context, int number);
    /// Local. Take the words of the run, of whatever rank.
    void (*move)(const void *context, const hr_bits_run *run, const void *words);
    const void *context;
} hr_bits_moving;

/// Local. Write the words of this rank's planes, unless the layers hold every state, and those of its second planes, if there are
/// any. HR_FILE: the disk is full or fails.
hr_status hr_bits_put_planes(const hr_bits_search *s, hr_checkpoint_writer *writer, hr_error *error);

/// Local. Read the words of this rank's planes, or mark all states as reached if the layers hold every state. Read those of the
/// second planes, if there are any. `moving` may be NULL. HR_FILE if a block is damaged, or if words are missing or appear twice.
hr_status hr_bits_take_planes(const hr_bits_search *s, const hr_bits_moving *moving, hr_checkpoint_reader *reader, hr_error *error);

/// Local. Mark all states of this rank as reached. Planes on disks are known by their marks.
void hr_bits_fill_planes(const hr_bits_search *s);

// Lists of states.

/// Local. On rank 0: read the lists of all ranks. On other ranks: empty the lists. HR_FILE: a list is damaged, or has neither all
/// states that were noted nor HR_HARDEST_MAX of them, or more states of the last layer were noted than the layer has.
hr_status hr_bits_take_lists(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error);

/// Collective, once all ranks' planes are there. HR_FILE if a state of the lists that rank 0 has read is not reached, or a disk
/// fails. HR_INTERNAL: MPI has failed.
hr_status hr_bits_check_listed(const hr_bits_search *s, hr_error *error);

#endif
