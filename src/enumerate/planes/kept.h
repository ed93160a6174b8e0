// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_KEPT_H
#define HR_PLANES_KEPT_H

// Parts of the plane engine's checkpoints: the lists of states, and the scratch files.

#include "enumerate/planes/engine.h"

enum {
    HR_PLANES_SECTION_REACHED = 1,
    HR_PLANES_SECTION_SECOND,
    HR_PLANES_SECTION_SMALLEST,
    HR_PLANES_SECTION_INDICES,
    HR_PLANES_SECTION_SCRATCH,
    HR_PLANES_SECTION_CHECKSUMS,
};

enum { HR_PLANES_LIST_LAST, HR_PLANES_LIST_BEGUN, HR_PLANES_LIST_COUNT };

/// The states that the lists of a checkpoint have, on every rank.
typedef struct hr_planes_listed {
    hr_state states[HR_PLANES_LIST_COUNT][HR_HARDEST_MAX];
    uint64_t count[HR_PLANES_LIST_COUNT]; ///< states in each list
    uint64_t reached;                     ///< how many of these states this rank keeps and has reached
} hr_planes_listed;

// kept_lists.c

/// Local. The number of words that this rank's lists take.
uint64_t hr_planes_lists_words(const hr_planes_engine *e);
/// Local. Write this rank's lists. HR_FILE: the disk is full or fails.
hr_status hr_planes_put_lists(const hr_planes_engine *e, hr_checkpoint_writer *writer, hr_error *error);
/// Local. On rank 0: read the lists of all ranks. On other ranks: empty the lists. HR_FILE: a list is damaged, or does not fit the
/// board or the layers.
hr_status hr_planes_take_lists(hr_planes_engine *e, hr_checkpoint_reader *reader, hr_error *error);
/// Collective. Tell all ranks which states rank 0 has read. HR_INTERNAL: MPI has failed.
hr_status hr_planes_share_lists(const hr_planes_engine *e, hr_planes_listed *listed, hr_error *error);
/// Local. Add to `listed->reached` the listed states that lie in this rank's part number `slot` and have been reached. The part's
/// planes are in memory.
void hr_planes_find_listed(const hr_planes_engine *e, uint64_t slot, hr_planes_listed *listed);
/// Collective. HR_FILE if a listed state has not been reached.
hr_status hr_planes_check_listed(const hr_planes_engine *e, const hr_planes_listed *listed, hr_error *error);

// kept_files.c

/// Local. The number of words that this rank writes about the scratch files.
uint64_t hr_planes_files_words(const hr_planes_engine *e);
/// Local. Sync the files, and write their number and the checksums of this rank's parts. The first checkpoint gives the files their
/// names. A checkpoint is only written between two layers. HR_FILE: a disk is full or fails.
hr_status hr_planes_put_files(const hr_planes_engine *e, hr_checkpoint_writer *writer, hr_error *error);
/// Collective. Open the files of a checkpoint, read its checksums and those planes that are kept in memory. HR_FILE if the
/// checkpoint lacks checksums, if each node has files of its own and other ranks are on the nodes now, or if the files cannot be
/// opened or read. HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_take_files(hr_planes_engine *e, hr_checkpoint_reader *reader, hr_error *error);
/// Collective. Read what the checkpoint says of its files. HR_FILE if the checkpoint is of a run with scratch and this run has
/// none, or the other way round.
hr_status hr_planes_check_scratch(hr_planes_engine *e, hr_checkpoint_reader *reader, hr_error *error);

/// How the files differ from their checksums.
typedef struct hr_planes_difference {
    bool last;   ///< some plane of the last layer's colour differs
    bool next;   ///< some plane of the next layer's colour differs
    size_t file; ///< if `last`: a file that differs
} hr_planes_difference;

/// Local. Compare this rank's part number `slot`, whose planes are in memory as they are in the files, with its checksums.
void hr_planes_compare_files(hr_planes_engine *e, uint64_t slot, hr_planes_difference *difference);
/// Collective, once all parts have been compared. HR_FILE if the last layer's colour differs. If the next layer's colour differs on
/// some rank, *anew is set and all planes of that colour become empty, on all ranks.
hr_status hr_planes_judge_files(hr_planes_engine *e, const hr_planes_difference *difference, bool *anew, hr_error *error);

#endif
