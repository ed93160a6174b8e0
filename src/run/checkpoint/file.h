// SPDX-License-Identifier: MIT
#ifndef HR_CHECKPOINT_FILE_H
#define HR_CHECKPOINT_FILE_H

// For the .c files of this room: the file's layout, and the structs of store and writer.

#include "comm/collect.h"
#include "comm/files/parallel.h"
#include "run/checkpoint/background.h"
#include "run/checkpoint/checkpoint.h"

#define HR_CHECKPOINT_MAGIC "huarong\x1a"
#define HR_CHECKPOINT_ORDER UINT64_C(0x0102030405060708)

enum {
    HR_CHECKPOINT_VERSION = 1,
    HR_CHECKPOINT_PATH = 4096,         ///< room for a file's path, in bytes
    HR_CHECKPOINT_IDENTITY_MAX = 2048, ///< room for an identity, in bytes, with the final 0
};

/// The head, at the beginning of the file. All numbers are in the byte order that `order` shows. The blocks' bytes follow the head,
/// and the tail follows the blocks.
typedef struct hr_checkpoint_head {
    char magic[8];
    uint64_t version;
    uint64_t order;
    uint64_t generation;
    uint64_t file_bytes;
    uint64_t tail_offset;    ///< where the tail begins: identity, zeros up to a multiple of 8, facts, list of blocks
    uint64_t identity_bytes; ///< length of the identity without the zeros
    uint64_t fact_count;
    uint64_t block_count;
    uint64_t tail_checksum; ///< XXH3 of the tail
    uint64_t reserved[5];   ///< zeros
    uint64_t checksum;      ///< XXH3 of the head up to here
} hr_checkpoint_head;

/// An entry of the list of blocks. The list is in the order of offsets, and the blocks follow one another without gaps.
typedef struct hr_checkpoint_block {
    uint64_t section;
    uint64_t first;
    uint64_t last;
    uint64_t offset;
    uint64_t size;
    uint64_t checksum; ///< XXH3 of the block's bytes
} hr_checkpoint_block;

enum { HR_CHECKPOINT_BLOCK_WORDS = sizeof(hr_checkpoint_block) / sizeof(uint64_t) };

struct hr_checkpoint_store {
    const hr_comm *comm;
    char directory[HR_CHECKPOINT_PATH];
    char identity[HR_CHECKPOINT_IDENTITY_MAX];
    int lock;                                 ///< rank 0: descriptor of the lock file; −1 if there is none
    uint64_t generations[HR_CHECKPOINT_KEPT]; ///< [count] numbers of the generations, newest first
    size_t count;
    uint64_t last;        ///< greatest number that any generation has had
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
    double begin;                ///< time of hr_checkpoint_begin, by hr_background_clock
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
    hr_collect *collect;           ///< the lists of blocks on their way to rank 0
    bool named;                    ///< rank 0: the file has its name
    hr_checkpoint_written written; ///< rank 0: the figures of the file; the thread's until `named` is set
    double busy;                   ///< seconds that this rank has spent on writing so far
    hr_status status;              ///< how this rank's writing has gone so far, with `error`
    hr_error error;
};

/// Local. Write the path of a generation's file into `path`.
void hr_checkpoint_path(const hr_checkpoint_store *store, uint64_t generation, char path[HR_CHECKPOINT_PATH]);

/// Local. Bytes of the identity in the file, with the zeros up to a multiple of 8.
static inline uint64_t hr_checkpoint_padded(uint64_t identity_bytes) { return (identity_bytes + 7) & ~UINT64_C(7); }

/// Collective. List the generations in the directory again. Rank 0 removes all but the HR_CHECKPOINT_KEPT newest, and half-written
/// files of killed runs. HR_FILE if the directory cannot be read.
hr_status hr_checkpoint_refresh(hr_checkpoint_store *store, hr_error *error);

/// Collective. Rename the newest generation, which cannot be used, to NAME.refused, so that it is not read again. HR_FILE if that
/// fails.
hr_status hr_checkpoint_set_aside(hr_checkpoint_store *store, hr_error *error);

#endif
