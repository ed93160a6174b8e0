// SPDX-License-Identifier: MIT
#include "hash.h"

#include "vector.h"

HR_VECTOR_CLONES
void hr_hash_states(const hr_state *restrict states, size_t n, uint64_t *restrict hashes) {
    for (size_t i = 0; i < n; i++) {
        hashes[i] = hr_hash_state(states[i]);
    }
}
