// SPDX-License-Identifier: MIT
// Successors by tables of moves, for processors with AVX-512. All code of this file is compiled for them, also what it includes.

#include "core/vector.h"

#if defined(__x86_64__) && defined(__GNUC__) && (!defined(HR_BLOCKS_WORDS) || HR_BLOCKS_WORDS <= 2)
#define HR_BLOCKS_BY_VECTORS
#include <immintrin.h>
HR_TARGET_BEGIN("avx512f,bmi,bmi2,popcnt")
#endif

#include <assert.h>

#include "puzzle/blocks/expansion.h"

size_t hr_blocks_expand_by_vectors(const hr_blocks_board *board, hr_metric metric, const hr_state *states, size_t n,
                                   hr_state *successors, uint16_t *counts) {
    assert(metric != HR_METRIC_MOVE);
    if (metric == HR_METRIC_UNIT) {
        return board->shifts ? expand_all(board, (variant){HR_METRIC_UNIT, true}, states, n, successors, counts)
                             : expand_all(board, (variant){HR_METRIC_UNIT, false}, states, n, successors, counts);
    }
    return expand_all(board, (variant){HR_METRIC_SLIDE, board->shifts}, states, n, successors, counts);
}

#if defined(HR_BLOCKS_BY_VECTORS)
HR_TARGET_END
#endif

bool hr_blocks_has_vectors(void) {
#if defined(HR_BLOCKS_BY_VECTORS)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}
