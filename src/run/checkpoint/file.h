// SPDX-License-Identifier: MIT
#ifndef HR_CHECKPOINT_FILE_H
#define HR_CHECKPOINT_FILE_H

// For the .c files of this room: the structs of store and writer, and the functions that list, remove and rename generations.

#include "comm/collect.h"
#include "comm/files/parallel.h"
#include "run/checkpoint/background.h"
#include "run/checkpoint/checkpoint.h"
#include "run/checkpoint/format.h"

enum { HR_CHECKPOINT_PATH = 4096 }; ///< room for a file's path, in bytes

struct hr_checkpoint_store {
    const hr_comm *comm;
    char directory[HR_CHECKPOINT_PATH];
    char identity[HR_CHECKPOINT_IDENTITY_MAX];
    int lock;                                 ///< rank 0: descriptor of the lock file; −1 if there is none
    uint64_t generations[HR_CHECKPOINT_KEPT]; ///< [count] numbers of the generations, newest first
    size_t count;
    uint64_t last;        ///< greatest number of the generations that this run has seen in the directory
    double write_seconds; ///< seconds that this rank spent on its last write; 0 before the first one
    uint64_t write_bytes; ///< bytes of this rank in its last write; 0 before the first one
};

/// How far a generation has come on this rank.
typedef enum hr_checkpoint_stage {
    HR_CHECKPOINT_OPEN,       ///< the owner of the writer puts blocks
    HR_CHECKPOINT_PUTTING,    ///< this rank's thread puts the last blocks and syncs
    HR_CHECKPOINT_COLLECTING, ///< the list of blocks is on its way to rank 0
    HR_CHECKPOINT_FRAMING,    ///< rank 0: its thread writes tail and head, syncs, and gives the file its name
    HR_CHECKPOINT_OVER,       ///< this rank has nothing left to do, or has failed
} hr_checkpoint_stage;

struct hr_checkpoint_writer {
    hr_checkpoint_store *store;
    hr_parallel_file *file;
    uint64_t generation;
    double begin;                ///< time of hr_checkpoint_begin, by hr_system_seconds
    uint64_t bytes;              ///< bytes of this rank's blocks
    uint64_t next;               ///< offset in the file of this rank's next block
    uint64_t end;                ///< offset in the file where this rank's blocks end
    uint64_t tail;               ///< offset in the file where the blocks of all ranks end
    hr_checkpoint_block *blocks; ///< [block_count] blocks that this rank has put so far
    size_t block_count;
    size_t block_capacity;

    // used by finish.c
    hr_checkpoint_stage stage;
    hr_checkpoint_part part;  ///< puts this rank's last blocks; NULL if there are none
    const void *part_context; ///< first argument of `part`
    uint64_t *facts;          ///< [fact_count]
    size_t fact_count;
    hr_background thread;
    atomic_bool cancelled;         ///< the thread is to stop at its next block
    hr_collect *collect;           ///< sends the lists of blocks to rank 0; NULL before HR_CHECKPOINT_COLLECTING
    bool named;                    ///< rank 0: the file has its name
    hr_checkpoint_written written; ///< rank 0: the figures of the file; only the thread uses them until `named` is set
    double busy;                   ///< seconds that this rank has spent on writing so far
    hr_status status;              ///< how this rank's writing has gone so far, with `error`
    hr_error error;
};

/// Local. Write the path of a generation's file into `path`.
void hr_checkpoint_path(const hr_checkpoint_store *store, uint64_t generation, char path[HR_CHECKPOINT_PATH]);

/// Local. List the newest generations in the directory. With `clean`, remove the older ones and half-written files of killed runs.
/// HR_FILE if the directory cannot be read.
hr_status hr_checkpoint_list(hr_checkpoint_store *store, bool clean, hr_error *error);

/// Collective. List the generations in the directory again. Rank 0 removes all but the HR_CHECKPOINT_KEPT newest, and half-written
/// files of killed runs. HR_FILE if the directory cannot be read.
hr_status hr_checkpoint_refresh(hr_checkpoint_store *store, hr_error *error);

#endif
