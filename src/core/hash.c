// SPDX-License-Identifier: MIT
#include "core/hash.h"

#include "core/vector.h"

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
