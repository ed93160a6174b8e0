// SPDX-License-Identifier: MIT
#ifndef HR_CHECKPOINT_FORMAT_H
#define HR_CHECKPOINT_FORMAT_H

// The file of a generation. FORMAT.md explains it.
//
//   | head | blocks of rank 0 | blocks of rank 1 | … | tail: identity, facts, list of blocks |

#include "core/files/head.h"

extern const hr_file_format hr_checkpoint_format;

enum { HR_CHECKPOINT_IDENTITY_MAX = 2048 }; ///< room for an identity, in bytes, with the final 0

/// The head, at the beginning of the file.
typedef struct hr_checkpoint_head {
    hr_head common;
    uint64_t generation;     ///< the generation's number, as in the file's name when the file was written
    uint64_t file_bytes;     ///< size of the file
    uint64_t tail_offset;    ///< where the tail begins: identity, zeros up to a multiple of 8, facts, list of blocks
    uint64_t identity_bytes; ///< length of the identity without the zeros
    uint64_t fact_count;
    uint64_t block_count;
    uint64_t tail_checksum; ///< XXH3 of the tail
    uint64_t reserved[6];   ///< zeros
} hr_checkpoint_head;

_Static_assert(sizeof(hr_checkpoint_head) == 128, "the head has no gaps");

/// An entry of the list of blocks. The list is in the order of offsets, and the blocks follow one another without gaps.
typedef struct hr_checkpoint_block {
    uint64_t section;  ///< the section that the block belongs to
    uint64_t first;    ///< the first key that the block covers
    uint64_t last;     ///< the last key that the block covers
    uint64_t offset;   ///< where the block begins in the file
    uint64_t size;     ///< bytes of the block
    uint64_t checksum; ///< XXH3 of the block's bytes
} hr_checkpoint_block;

enum { HR_CHECKPOINT_BLOCK_WORDS = sizeof(hr_checkpoint_block) / sizeof(uint64_t) };

/// Local. Returns the bytes that the identity takes in the file, with the zeros up to a multiple of 8.
static inline uint64_t hr_checkpoint_padded(uint64_t identity_bytes) { return (identity_bytes + 7) & ~UINT64_C(7); }

#endif
