// SPDX-License-Identifier: MIT
#include "core/hash.h"

#include "core/hash/state.h"
#include "core/hash/vectors.h"
#include "core/vector.h"

#define VECTOR_BYTES 1024 ///< least number of bytes for which AVX2 is asked for; fewer take no time

// The clones are static, and hr_hash_states calls them, because clang 14 cannot call clones of another file.
HR_VECTOR_CLONES
static void hash_all(const hr_state *restrict states, size_t n, hr_state mask, uint64_t *restrict hashes) {
    for (size_t i = 0; i < n; i++) {
        hashes[i] = hr_hash_state(states[i] & mask);
    }
}

void hr_hash_states(const hr_state *restrict states, size_t n, hr_state mask, uint64_t *restrict hashes) {
    hash_all(states, n, mask, hashes);
}

uint64_t hr_hash_bytes(const void *bytes, size_t size) {
    return size >= VECTOR_BYTES && hr_hash_has_vectors() ? hr_hash_by_vectors(bytes, size) : XXH3_64bits(bytes, size);
}
