// SPDX-License-Identifier: MIT
#ifndef HR_BITS_KERNELS_H
#define HR_BITS_KERNELS_H

// The operations on a block of words. A block is the words that differ only in the last 8 tiles (336 words), or in the last 7 or 6
// tiles (42 or 6 words) if a part holds no more. A block starts at a multiple of its size within its plane. The engine collects the
// states that reach a target block in an accumulator (start, then pull and gather), and commits the accumulator to the block. The
// kernels exist for several instruction sets, one of which is chosen at run time; all give the same bits.

#include <stddef.h>

#include "enumerate/bits/kernels/board.h"

/// A kernel may read up to this many words before and behind a source block. It masks them out.
#define HR_BITS_PADDING ((size_t)8)

/// The rotation of a window that lies wholly in the tiles which a block spans, so that source and target block have the same
/// number.
typedef struct hr_bits_pull {
    bool down; ///< the target plane is that of the lower cell
    /// [group / run] The number of the run in the source group that comes to each run of the target group. NULL if no whole words
    /// move.
    const uint32_t *perm;
    size_t run;          ///< words that stay together
    size_t group;        ///< words of a group; `perm` applies to each group of the block
    bool swap6;          ///< the rotation contains the swap at t = 6
    unsigned in_words;   ///< bit t (5, 4 or 3) is set if the rotation contains the swap at t
    unsigned swap3_turn; ///< parity of the number of swaps that follow the swap at t = 3
} hr_bits_pull;

/// The outcome of a commit.
typedef struct hr_bits_commit {
    uint32_t added; ///< new states
    bool full;      ///< every state of the block has been reached
} hr_bits_commit;

typedef struct hr_bits_kernels {
    const char *name; ///< "portable", "avx2", "avx512"

    /// accumulator = a | b, either of which may be NULL (nothing).
    void (*start)(uint64_t *accumulator, const uint64_t *a, const uint64_t *b, size_t words);

    /// accumulator |= the source block after the rotation `pull`. `scratch` has HR_BITS_SCRATCH words. `parity` is the parity of
    /// the target plane xor that of the digits that number the block (hr_bits_prefix_parity).
    void (*pull)(uint64_t *accumulator, const uint64_t *source, const hr_bits_pull *pull, unsigned parity, size_t words,
                 uint64_t *scratch);

    /// accumulator[run i] |= source[run perm[i]], for `runs` runs of `run` words.
    void (*gather)(uint64_t *accumulator, const uint64_t *source, const uint32_t *perm, size_t run, size_t runs);

    /// target |= accumulator. Afterwards the accumulator holds only the bits that were new in the target.
    hr_bits_commit (*commit)(uint64_t *target, uint64_t *accumulator, size_t words);

    /// How many bits are set in a | b.
    uint32_t (*count_either)(const uint64_t *a, const uint64_t *b, size_t words);
} hr_bits_kernels;

/// Words of the scratch space of a pull: two blocks, each with padding before and behind.
#define HR_BITS_SCRATCH (2 * (HR_BITS_BLOCK_MAX + 2 * HR_BITS_PADDING))

/// Local. The pull that does the rotation of `window`, whose group must not be larger than a block. `down`: the blank goes down.
hr_bits_pull hr_bits_pull_make(const hr_bits_window *window, bool down);

/// Local. The fastest kernels that this processor runs.
const hr_bits_kernels *hr_bits_kernels_best(void);

/// Local. Kernel set number `i`; NULL if there is no such set or if this processor does not run it.
const hr_bits_kernels *hr_bits_kernels_get(int i);
enum { HR_BITS_KERNEL_SETS = 3 };

#endif
