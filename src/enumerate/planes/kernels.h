// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_KERNELS_H
#define HR_PLANES_KERNELS_H

// What happens to a block of words. A block is what the last 8 tiles span (336 words), or fewer where a part of a plane is smaller:
// 42 or 6 words. It starts at a multiple of its size within its plane. An engine collects what reaches a target block in an
// accumulator (start, then pulls), and commits it. The kernels exist for several instruction sets, chosen at run time; all give the
// same bits.

#include <stddef.h>

#include "enumerate/planes/board.h"

/// Words that may be read (and are masked out) before and behind a source block.
#define HR_PLANES_PADDING ((size_t)8)

/// How a window that ends in the last block-spanning tiles acts on one block.
typedef struct hr_planes_pull {
    bool down;            ///< the target plane is the lower one
    const uint32_t *perm; ///< [words / run] from where each run comes, NULL if words stay
    size_t run;           ///< words that stay together
    size_t group;         ///< words of a group: perm repeats itself in each
    bool swap6;           ///<
    unsigned in_words;    ///< bit t: the swaps at t = 5, 4, 3
    unsigned swap3_turn;  ///< parity of the number of swaps between the one at t = 3 and the target
} hr_planes_pull;

/// What a commit did to its block.
typedef struct hr_planes_commit {
    uint32_t added; ///< new states
    bool full;      ///< every state of the block has been reached
} hr_planes_commit;

typedef struct hr_planes_kernels {
    const char *name; ///< "portable", "avx2", "avx512"

    /// accumulator = a | b, either of which may be NULL (nothing).
    void (*start)(uint64_t *accumulator, const uint64_t *a, const uint64_t *b, size_t words);

    /// accumulator |= what the window brings from the source block, by way of `scratch` (2 blocks with padding around each).
    /// `parity` is that of the target plane and of the block's own number, together (see hr_planes_prefix_parity).
    void (*pull)(uint64_t *accumulator, const uint64_t *source, const hr_planes_pull *pull, unsigned parity, size_t words,
                 uint64_t *scratch);

    /// accumulator[run i] |= source[run perm[i]], for `runs` runs of `run` words.
    void (*gather)(uint64_t *accumulator, const uint64_t *source, const uint32_t *perm, size_t run, size_t runs);

    /// target |= accumulator; the accumulator keeps what was new in it.
    hr_planes_commit (*commit)(uint64_t *target, uint64_t *accumulator, size_t words);
} hr_planes_kernels;

/// Words of the scratch space of a pull.
#define HR_PLANES_SCRATCH (2 * (HR_PLANES_BLOCK_MAX + 2 * HR_PLANES_PADDING))

/// Local. The window as a pull within a block of `words` words; its group must not be larger than the block.
hr_planes_pull hr_planes_pull_make(const hr_planes_window *window, bool down);

/// Local. The fastest kernels that this processor runs.
const hr_planes_kernels *hr_planes_kernels_best(void);

/// Local. Kernel set number `i`, NULL beyond the last one and for one that this processor does not run.
const hr_planes_kernels *hr_planes_kernels_get(int i);
enum { HR_PLANES_KERNEL_SETS = 3 };

#endif
