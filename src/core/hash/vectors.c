// SPDX-License-Identifier: MIT
// XXH3 of many bytes, for processors with AVX2. What stands between push and pop, xxHash included, is compiled for them. A build
// that is made for such processors anyway (HR_NATIVE) has nothing to choose here.

#include "core/hash/vectors.h"

#include <stdint.h>

#include "core/vector.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX2__)
#define HR_HASH_BY_VECTORS
#include <immintrin.h>
HR_TARGET_BEGIN("avx2")
#undef XXH_VECTOR
#define XXH_VECTOR XXH_AVX2
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hr_hash_by_vectors(const void *bytes, size_t size) { return XXH3_64bits(bytes, size); }

#if defined(HR_HASH_BY_VECTORS)
HR_TARGET_END
#endif

bool hr_hash_has_vectors(void) {
#if defined(HR_HASH_BY_VECTORS)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}
