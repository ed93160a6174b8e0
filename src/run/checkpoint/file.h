// SPDX-License-Identifier: MIT
#ifndef HR_CHECKPOINT_FILE_H
#define HR_CHECKPOINT_FILE_H

// Inside the checkpoint module: the file's layout, and the store.

#include "comm/collect.h"
#include "comm/files/parallel.h"
#include "run/checkpoint/background.h"
#include "run/checkpoint/checkpoint.h"

#define HR_CHECKPOINT_MAGIC "huarong\x1a"
#define HR_CHECKPOINT_ORDER UINT64_C(0x0102030405060708)

enum {
    HR_CHECKPOINT_VERSION = 1,
    HR_CHECKPOINT_PATH = 4096,         ///< room for a file's name
    HR_CHECKPOINT_IDENTITY_MAX = 2048, ///< bytes, with the final 0
};

/// The file's first bytes. All numbers are in the byte order that `order` shows. Blocks follow at once, then the tail.
typedef struct hr_checkpoint_head {
    char magic[8];
    uint64_t version;
    uint64_t order;
    uint64_t generation;
    uint64_t file_bytes;
    uint64_t tail_offset;    ///< the tail: identity with zeros up to a multiple of 8, facts, blocks; to the end of the file
    uint64_t identity_bytes; ///< without the padding
    uint64_t fact_count;     ///<
    uint64_t block_count;    ///<
    uint64_t tail_checksum;  ///< XXH3 of the tail
    uint64_t reserved[5];    ///< 0
    uint64_t checksum;       ///< XXH3 of all bytes before
} hr_checkpoint_head;

/// One block, in the order of offsets, without gaps.
typedef struct hr_checkpoint_block {
    uint64_t section;
    uint64_t first;
    uint64_t last;
    uint64_t offset;
    uint64_t size;
    uint64_t checksum; ///< XXH3 of its bytes
} hr_checkpoint_block;

enum { HR_CHECKPOINT_BLOCK_WORDS = sizeof(hr_checkpoint_block) / sizeof(uint64_t) };

struct hr_checkpoint_store {
    const hr_comm *comm;
    char directory[HR_CHECKPOINT_PATH];
    char identity[HR_CHECKPOINT_IDENTITY_MAX];
    int lock;                                 ///< rank 0: descriptor of the lock file, −1 if there is none
    uint64_t generations[HR_CHECKPOINT_KEPT]; ///< [count], newest first
    size_t count;                             ///<
    uint64_t last;                            ///< greatest number of a generation so far
    double write_seconds;                     ///< what this rank was busy with the last one that it wrote; 0 before
    uint64_t write_bytes;                     ///< its part of that one
};

/// How far a generation has come on this rank.
typedef enum hr_checkpoint_stage {
    HR_CHECKPOINT_OPEN,       ///< blocks are put by whoever has the writer
    HR_CHECKPOINT_PUTTING,    ///< blocks are put and synced by a thread
    HR_CHECKPOINT_COLLECTING, ///< the lists of blocks go to rank 0
    HR_CHECKPOINT_FRAMING,    ///< rank 0: a thread writes tail and head, syncs, and gives the file its name
    HR_CHECKPOINT_OVER,       ///< nothing is left to do here, or something failed
} hr_checkpoint_stage;

struct hr_checkpoint_writer {
    hr_checkpoint_store *store;
    hr_parallel_file *file;
    uint64_t generation;
    double begin;   ///< when, by hr_background_clock
    uint64_t bytes; ///< this rank's part
    uint64_t next;  ///< where this rank's next block goes
    uint64_t end;   ///< where its part ends
    uint64_t tail;  ///< where everybody's blocks end
    hr_checkpoint_block *blocks;
    size_t block_count;
    size_t block_capacity;

    // checkpoint_finish.c
    hr_checkpoint_stage stage;
    hr_checkpoint_part part; ///< puts the last blocks; NULL: there are none
    const void *part_context;
    uint64_t *facts; ///< [fact_count]
    size_t fact_count;
    hr_background thread;
    atomic_bool cancelled; ///< the thread is to leave off
    hr_collect *collect;
    bool named;                    ///< rank 0: the generation is complete
    hr_checkpoint_written written; ///< rank 0
    double busy;                   ///< seconds that this rank has been writing so far
    hr_status status;              ///< this rank's
    hr_error error;
};

/// Local. The name of a generation's file.
void hr_checkpoint_path(const hr_checkpoint_store *store, uint64_t generation, char path[HR_CHECKPOINT_PATH]);

/// Local. Bytes of the identity in the file, with padding.
static inline uint64_t hr_checkpoint_padded(uint64_t identity_bytes) { return (identity_bytes + 7) & ~UINT64_C(7); }

/// Collective. See again what the directory holds; rank 0 removes all generations but the HR_CHECKPOINT_KEPT newest.
hr_status hr_checkpoint_refresh(hr_checkpoint_store *store, hr_error *error);

/// Collective. Rename the newest generation, which turned out to be of no use, to NAME.refused, so that it no longer counts as one.
hr_status hr_checkpoint_set_aside(hr_checkpoint_store *store, hr_error *error);

#endif
