// SPDX-License-Identifier: MIT
#include "enumerate/bits/kernels/kernels.h"

#include <assert.h>

#include "enumerate/bits/kernels/block.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HR_BITS_X86 1
#else
#define HR_BITS_X86 0
#endif

/// Define one set of kernels: the functions of block.h, compiled with `target_attribute`. `popcount` is passed to commit_block.
#define HR_KERNELS(suffix, title, target_attribute, popcount)                                                                      \
    static void target_attribute start_##suffix(uint64_t *accumulator, const uint64_t *a, const uint64_t *b, size_t words) {       \
        HR_FOR_SIZE(words, start_block(accumulator, a, b, size));                                                                  \
    }                                                                                                                              \
    static void target_attribute pull_##suffix(uint64_t *accumulator, const uint64_t *source, const hr_bits_pull *pull,            \
                                               unsigned parity, size_t words, uint64_t *scratch) {                                 \
        pull_block(accumulator, source, pull, parity, words, scratch);                                                             \
    }                                                                                                                              \
    static void target_attribute gather_##suffix(uint64_t *accumulator, const uint64_t *source, const uint32_t *perm, size_t run,  \
                                                 size_t runs) {                                                                    \
        gather(accumulator, source, perm, run, runs, true);                                                                        \
    }                                                                                                                              \
    static hr_bits_commit target_attribute commit_##suffix(uint64_t *target, uint64_t *accumulator, size_t words) {                \
        return commit_block(target, accumulator, words, popcount);                                                                 \
    }                                                                                                                              \
    static uint32_t target_attribute count_either_##suffix(const uint64_t *a, const uint64_t *b, size_t words) {                   \
        return count_either_block(a, b, words, popcount);                                                                          \
    }                                                                                                                              \
    static const hr_bits_kernels KERNELS_##suffix = {title,           start_##suffix,  pull_##suffix,                              \
                                                     gather_##suffix, commit_##suffix, count_either_##suffix}

HR_KERNELS(portable, "portable", , false);
#if HR_BITS_X86
#ifdef __clang__
#define HR_LONG_VECTORS "" // clang takes the widest vectors by itself
#else
#define HR_LONG_VECTORS ",prefer-vector-width=512"
#endif
HR_KERNELS(avx2, "avx2", __attribute__((target("avx2,popcnt"))), false);
HR_KERNELS(avx512, "avx512",
           __attribute__((target("avx2,popcnt,avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq" HR_LONG_VECTORS))), true);
#endif

hr_bits_pull hr_bits_pull_make(const hr_bits_window *window, bool down) {
    assert(window->group_words <= HR_BITS_BLOCK_MAX);
    const int after_swap3 = down ? window->trailing - 3 : (window->tail == 0 ? 1 : 0); // down: t = 3, 4, …, trailing; up: t = 3, 2
    return (hr_bits_pull){
        .down = down,
        .perm = window->perm[down],
        .run = (size_t)window->run,
        .group = (size_t)window->group_words,
        .swap6 = window->swap6,
        .in_words = window->in_words,
        .swap3_turn = (unsigned)after_swap3 & 1U,
    };
}

const hr_bits_kernels *hr_bits_kernels_get(int i) {
#if HR_BITS_X86
    __builtin_cpu_init();
    if (i == 1) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") ? &KERNELS_avx2 : NULL;
    }
    if (i == 2) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vpopcntdq")
                   ? &KERNELS_avx512
                   : NULL;
    }
#endif
    return i == 0 ? &KERNELS_portable : NULL;
}

const hr_bits_kernels *hr_bits_kernels_best(void) {
    const hr_bits_kernels *best = &KERNELS_portable;
    for (int i = 1; i < HR_BITS_KERNEL_SETS; i++) {
        const hr_bits_kernels *kernels = hr_bits_kernels_get(i);
        best = kernels != NULL ? kernels : best;
    }
    return best;
}
