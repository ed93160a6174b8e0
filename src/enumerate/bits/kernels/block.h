// SPDX-License-Identifier: MIT
#ifndef HR_BITS_BLOCK_H
#define HR_BITS_BLOCK_H

// The bodies of the block kernels. kernels.c compiles them once for each instruction set: every function here is inlined into a
// function that carries the target attribute, and the compiler turns the loops into vector code. With `keep`, a function adds its
// result to `to`; without, the result replaces `to`.

#include <string.h>

#include "core/inline.h"
#include "enumerate/bits/kernels/kernels.h"
#include "enumerate/bits/kernels/swaps.h"

/// Run `call`, which uses the number of words `size`. For the usual block the compiler knows `size`.
#define HR_FOR_SIZE(words, call)                                                                                                   \
    do {                                                                                                                           \
        if ((words) == HR_BITS_BLOCK_MAX) {                                                                                        \
            const size_t size = HR_BITS_BLOCK_MAX;                                                                                 \
            call;                                                                                                                  \
        } else {                                                                                                                   \
            const size_t size = (words);                                                                                           \
            call;                                                                                                                  \
        }                                                                                                                          \
    } while (0)

// A block's words are numbered by three digits: 8 × 7 × 6 words. WORD_PARITY[i] has all bits set if the sum of word i's digits is
// odd, else none.
#define EVEN_WORD UINT64_C(0)
#define ODD_WORD UINT64_MAX
#define WORDS6(a, b) a, b, a, b, a, b
#define WORDS42(a, b) WORDS6(a, b), WORDS6(b, a), WORDS6(a, b), WORDS6(b, a), WORDS6(a, b), WORDS6(b, a), WORDS6(a, b)
#define WORDS84 WORDS42(EVEN_WORD, ODD_WORD), WORDS42(ODD_WORD, EVEN_WORD)
static const uint64_t WORD_PARITY[HR_BITS_BLOCK_MAX] = {WORDS84, WORDS84, WORDS84, WORDS84};

// Swap t = 6: word x of a group of six holds five fields of 12 bits, one for each y ≠ x. Field (x, y) comes from field (y, x),
// which lies in word y, d = |x − y| words away.
enum { SWAP6_PERIOD = 24 }; ///< words after which the masks repeat: whole groups of six words and whole vectors
#define FIELD6(y) (UINT64_C(0xFFF) << (12 * (y)))
#define ABOVE6(x, d) ((x) + (d) <= 5 ? FIELD6(((x) + (d)-1) % 5) : 0)
#define BELOW6(x, d) ((x) >= (d) ? FIELD6(((x) + 5 - (d)) % 5) : 0)
#define SIX(mask, d) mask(0, d), mask(1, d), mask(2, d), mask(3, d), mask(4, d), mask(5, d)
#define PERIOD6(mask, d)                                                                                                           \
    { SIX(mask, d), SIX(mask, d), SIX(mask, d), SIX(mask, d) }
#define DISTANCES6(mask)                                                                                                           \
    { PERIOD6(mask, 1), PERIOD6(mask, 2), PERIOD6(mask, 3), PERIOD6(mask, 4), PERIOD6(mask, 5) }
static const uint64_t SWAP6_ABOVE[5][SWAP6_PERIOD] = DISTANCES6(ABOVE6);
static const uint64_t SWAP6_BELOW[5][SWAP6_PERIOD] = DISTANCES6(BELOW6);

/// The swap at t = 6 of `words` words, a multiple of six up to SWAP6_PERIOD. Reads five words before and behind `from` too, and
/// masks them out.
HR_INLINE void swap6_words(uint64_t *restrict to, const uint64_t *restrict from, size_t words, bool keep) {
    for (size_t i = 0; i < words; i++) {
        const uint64_t *at = from + i;
        uint64_t v = keep ? to[i] : 0;
        v |= (at[1] & SWAP6_ABOVE[0][i]) | (at[-1] & SWAP6_BELOW[0][i]);
        v |= ((at[2] << 12) & SWAP6_ABOVE[1][i]) | ((at[-2] >> 12) & SWAP6_BELOW[1][i]);
        v |= ((at[3] << 24) & SWAP6_ABOVE[2][i]) | ((at[-3] >> 24) & SWAP6_BELOW[2][i]);
        v |= ((at[4] << 36) & SWAP6_ABOVE[3][i]) | ((at[-4] >> 36) & SWAP6_BELOW[3][i]);
        v |= ((at[5] << 48) & SWAP6_ABOVE[4][i]) | ((at[-5] >> 48) & SWAP6_BELOW[4][i]);
        to[i] = v;
    }
}

HR_INLINE void swap6_block(uint64_t *to, const uint64_t *from, size_t words, bool keep) {
    size_t i = 0;
    for (; i + SWAP6_PERIOD <= words; i += SWAP6_PERIOD) {
        swap6_words(to + i, from + i, SWAP6_PERIOD, keep);
    }
    for (; i < words; i += 6) {
        swap6_words(to + i, from + i, 6, keep);
    }
}

/// The swaps t = 3, 4, 5 within a word whose bits t are set in `swaps`: lowest t first if the blank goes down, else highest first.
/// `even` is for swap3.
HR_INLINE uint64_t in_word(uint64_t v, uint64_t even, bool down, unsigned swaps) {
    v = down && (swaps & 1U << 3) != 0 ? swap3(v, even) : v;
    v = !down && (swaps & 1U << 5) != 0 ? swap5(v) : v;
    v = (swaps & 1U << 4) != 0 ? swap4(v) : v;
    v = down && (swaps & 1U << 5) != 0 ? swap5(v) : v;
    return !down && (swaps & 1U << 3) != 0 ? swap3(v, even) : v;
}

/// The swaps of a move within words, as constants that the compiler knows: the arguments `down` and `swaps` of in_word.
typedef struct in_words {
    bool down;
    unsigned swaps;
} in_words;

HR_INLINE void in_word_loop(uint64_t *restrict to, const uint64_t *restrict from, uint64_t even, in_words move, size_t words,
                            bool keep) {
    for (size_t i = 0; i < words; i++) {
        to[i] = (keep ? to[i] : 0) | in_word(from[i], even ^ WORD_PARITY[i], move.down, move.swaps);
    }
}

HR_INLINE void in_word_block(uint64_t *to, const uint64_t *from, const hr_bits_pull *pull, unsigned parity, size_t words,
                             bool keep) {
    // After swap3 a field's last three tiles are in an even arrangement if these add up to an even number: the parities of target
    // plane, block, word and field, and the number of swaps that follow.
    const uint64_t even = ((parity ^ pull->swap3_turn) & 1U) == 0 ? EVEN3 : ~EVEN3;
#define HR_IN_WORD(swaps)                                                                                                          \
    case (swaps):                                                                                                                  \
        if (pull->down) {                                                                                                          \
            HR_FOR_SIZE(words, in_word_loop(to, from, even, (in_words){true, swaps}, size, keep));                                 \
        } else {                                                                                                                   \
            HR_FOR_SIZE(words, in_word_loop(to, from, even, (in_words){false, swaps}, size, keep));                                \
        }                                                                                                                          \
        break
    switch (pull->in_words) {
        HR_IN_WORD(1U << 3);
        HR_IN_WORD(1U << 4);
        HR_IN_WORD(1U << 5);
        HR_IN_WORD(1U << 4 | 1U << 3);
        HR_IN_WORD(1U << 5 | 1U << 4);
        HR_IN_WORD(1U << 5 | 1U << 4 | 1U << 3);
    default: // the only swap is t = 2, which moves nothing
        HR_FOR_SIZE(words, in_word_loop(to, from, even, (in_words){true, 0}, size, keep));
    }
#undef HR_IN_WORD
}

HR_INLINE void gather_runs(uint64_t *restrict to, const uint64_t *restrict from, const uint32_t *perm, size_t run, size_t runs,
                           bool keep) {
    for (size_t r = 0; r < runs; r++) {
        const uint64_t *source = from + run * perm[r];
        uint64_t *target = to + run * r;
        for (size_t i = 0; i < run; i++) {
            target[i] = (keep ? target[i] : 0) | source[i];
        }
    }
}

HR_INLINE void gather(uint64_t *to, const uint64_t *from, const uint32_t *perm, size_t run, size_t runs, bool keep) {
    switch (run) {
    case 1:
        gather_runs(to, from, perm, 1, runs, keep);
        break;
    case 6:
        gather_runs(to, from, perm, 6, runs, keep);
        break;
    case 42:
        gather_runs(to, from, perm, 42, runs, keep);
        break;
    case HR_BITS_BLOCK_MAX:
        gather_runs(to, from, perm, HR_BITS_BLOCK_MAX, runs, keep);
        break;
    default:
        gather_runs(to, from, perm, run, runs, keep);
    }
}

HR_INLINE void gather_block(uint64_t *to, const uint64_t *from, const hr_bits_pull *pull, size_t words, bool keep) {
    for (size_t i = 0; i < words; i += pull->group) {
        gather(to + i, from + i, pull->perm, pull->run, pull->group / pull->run, keep);
    }
}

HR_INLINE void pull_block(uint64_t *accumulator, const uint64_t *source, const hr_bits_pull *pull, unsigned parity, size_t words,
                          uint64_t *scratch) {
    uint64_t *first = scratch + HR_BITS_PADDING;
    uint64_t *second = first + HR_BITS_BLOCK_MAX + 2 * HR_BITS_PADDING;
    if (pull->down) { // first the swaps in words, then t = 6, then whole words
        if (!pull->swap6) {
            if (pull->perm != NULL) {
                gather_block(accumulator, source, pull, words, true);
            } else {
                in_word_block(accumulator, source, pull, parity, words, true);
            }
            return;
        }
        if (pull->in_words != 0) {
            in_word_block(first, source, pull, parity, words, false);
            source = first;
        }
        if (pull->perm == NULL) {
            HR_FOR_SIZE(words, swap6_block(accumulator, source, size, true));
            return;
        }
        HR_FOR_SIZE(words, swap6_block(second, source, size, false));
        gather_block(accumulator, second, pull, words, true);
    } else { // first whole words, then t = 6, then the swaps in words
        if (pull->perm != NULL) {
            if (!pull->swap6) {
                gather_block(accumulator, source, pull, words, true);
                return;
            }
            gather_block(first, source, pull, words, false);
            source = first;
        }
        if (pull->swap6) {
            if (pull->in_words == 0) {
                HR_FOR_SIZE(words, swap6_block(accumulator, source, size, true));
                return;
            }
            HR_FOR_SIZE(words, swap6_block(second, source, size, false));
            source = second;
        }
        in_word_block(accumulator, source, pull, parity, words, true);
    }
}

HR_INLINE void start_block(uint64_t *restrict accumulator, const uint64_t *a, const uint64_t *b, size_t words) {
    if (a == NULL || b == NULL) {
        const uint64_t *only = a != NULL ? a : b;
        if (only == NULL) {
            memset(accumulator, 0, words * sizeof *accumulator);
        } else {
            memcpy(accumulator, only, words * sizeof *accumulator);
        }
        return;
    }
    for (size_t i = 0; i < words; i++) {
        accumulator[i] = a[i] | b[i];
    }
}

/// Each byte of the result is the number of bits that are set in that byte of `v`.
HR_INLINE uint64_t count_bytes(uint64_t v) {
    v -= (v >> 1) & UINT64_C(0x5555555555555555);
    v = (v & UINT64_C(0x3333333333333333)) + ((v >> 2) & UINT64_C(0x3333333333333333));
    return (v + (v >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}

HR_INLINE uint64_t majority(uint64_t a, uint64_t b, uint64_t c) { return (a & b) | ((a ^ b) & c); }

/// How many bits are set in `v[0..7 n)`, n ≤ 48. Full adders (Harley and Seal) add up seven words bit by bit and leave three words
/// to count: the ones, twos and fours. The compiler can turn this loop into vector code. The sum is at most 7 · 48 · 64, so 16 bits
/// hold it.
HR_INLINE uint32_t count_sevens(const uint64_t *v, size_t n) {
    uint64_t sums = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t a = v[i], b = v[i + n], c = v[i + 2 * n], d = v[i + 3 * n];
        const uint64_t e = v[i + 4 * n], f = v[i + 5 * n], g = v[i + 6 * n];
        const uint64_t abc = a ^ b ^ c;
        const uint64_t def = d ^ e ^ f;
        const uint64_t twos_abc = majority(a, b, c);
        const uint64_t twos_def = majority(d, e, f);
        const uint64_t twos_g = majority(abc, def, g);
        const uint64_t bytes = count_bytes(abc ^ def ^ g) + 2 * count_bytes(twos_abc ^ twos_def ^ twos_g) +
                               4 * count_bytes(majority(twos_abc, twos_def, twos_g));
        sums += (bytes & UINT64_C(0x00FF00FF00FF00FF)) + ((bytes >> 8) & UINT64_C(0x00FF00FF00FF00FF));
    }
    return (uint32_t)((sums * UINT64_C(0x0001000100010001)) >> 48);
}

HR_INLINE uint32_t count_words(const uint64_t *v, size_t words) {
    uint32_t total = 0;
    for (size_t i = 0; i < words; i++) {
        total += (uint32_t)__builtin_popcountll(v[i]);
    }
    return total;
}

/// The kernel `commit`. `popcount`: the instruction set counts the bits of whole vectors.
HR_INLINE hr_bits_commit commit_words(uint64_t *restrict target, uint64_t *restrict accumulator, size_t words, bool popcount) {
    uint64_t any = 0;
    for (size_t i = 0; i < words; i++) {
        accumulator[i] &= ~target[i];
        any |= accumulator[i];
    }
    if (any == 0) {
        return (hr_bits_commit){0, false}; // the target stays as it is
    }
    uint64_t all = UINT64_MAX;
    for (size_t i = 0; i < words; i++) {
        target[i] |= accumulator[i];
        all &= target[i];
    }
    const bool sevens = !popcount && words % 7 == 0;
    return (hr_bits_commit){sevens ? count_sevens(accumulator, words / 7) : count_words(accumulator, words),
                            all == HR_BITS_WORD_FULL};
}

HR_INLINE hr_bits_commit commit_block(uint64_t *target, uint64_t *accumulator, size_t words, bool popcount) {
    if (words == HR_BITS_BLOCK_MAX) {
        return commit_words(target, accumulator, HR_BITS_BLOCK_MAX, popcount);
    }
    return commit_words(target, accumulator, words, popcount);
}

/// The kernel `count_either`. `popcount` as for commit_words.
HR_INLINE uint32_t count_either_words(const uint64_t *a, const uint64_t *b, size_t words, bool popcount) {
    uint64_t either[HR_BITS_BLOCK_MAX];
    for (size_t i = 0; i < words; i++) {
        either[i] = a[i] | b[i];
    }
    return !popcount && words % 7 == 0 ? count_sevens(either, words / 7) : count_words(either, words);
}

HR_INLINE uint32_t count_either_block(const uint64_t *a, const uint64_t *b, size_t words, bool popcount) {
    if (words == HR_BITS_BLOCK_MAX) {
        return count_either_words(a, b, HR_BITS_BLOCK_MAX, popcount);
    }
    return count_either_words(a, b, words, popcount);
}

#endif
