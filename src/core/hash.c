// SPDX-License-Identifier: MIT
#include "core/hash.h"

#include "core/hash/state.h"
#include "core/hash/vectors.h"
#include "core/state.h"
#include "core/vector.h"

#define VECTOR_BYTES 1024 ///< least number of bytes for which AVX2 is asked for; fewer take no time

// The clones are static, and hr_hash_words calls them, because clang 14 cannot call clones of another file.
HR_VECTOR_CLONES
static void hash_all(const hr_state *restrict states, size_t n, hr_state mask, uint64_t *restrict hashes) {
    for (size_t i = 0; i < n; i++) {
        hashes[i] = hr_hash_state(states[i] & mask);
    }
}

HR_VECTOR_CLONES
static void hash_pairs(const hr_state *restrict states, size_t n, hr_state mask, uint64_t *restrict hashes) {
    for (size_t i = 0; i < n; i++) {
        const hr_state words[] = {states[2 * i] & mask, states[2 * i + 1]};
        hashes[i] = XXH3_64bits(words, sizeof words);
    }
}

static void hash_long(const hr_state *restrict states, size_t words, size_t n, hr_state mask, uint64_t *restrict hashes) {
    for (size_t i = 0; i < n; i++) {
        hr_state state[HR_STATE_WORDS_MAX] = {states[i * words] & mask};
        hr_words_copy(state + 1, states + i * words + 1, words - 1);
        hashes[i] = XXH3_64bits(state, words * sizeof *state);
    }
}

void hr_hash_words(const hr_state *restrict states, size_t words, size_t n, hr_state mask, uint64_t *restrict hashes) {
    if (words == 1) {
        hash_all(states, n, mask, hashes);
    } else if (words == 2) {
        hash_pairs(states, n, mask, hashes);
    } else {
        hash_long(states, words, n, mask, hashes);
    }
}

uint64_t hr_hash_bytes(const void *bytes, size_t size) {
    return size >= VECTOR_BYTES && hr_hash_has_vectors() ? hr_hash_by_vectors(bytes, size) : XXH3_64bits(bytes, size);
}
