// SPDX-License-Identifier: MIT
#ifndef HR_HASH_H
#define HR_HASH_H

// XXH3 of bytes and of many states. What hashes states one by one includes core/hash/state.h.

#include "huarong/types.h"

/// Local. Set `hashes[i]` to hr_hash_state(states[i] & mask) for i = 0 … n−1, with the best vector instructions of the processor.
void hr_hash_states(const hr_state *restrict states, size_t n, hr_state mask, uint64_t *restrict hashes);

/// Local. The same for n states of `words` numbers each (core/state.h); `mask` is of the lowest one.
void hr_hash_words(const hr_state *restrict states, size_t words, size_t n, hr_state mask, uint64_t *restrict hashes);

/// Local. Returns XXH3 (64 bits, seed 0) of `bytes[0..size)`. Many bytes are hashed with AVX2 where the processor has it.
uint64_t hr_hash_bytes(const void *bytes, size_t size);

#endif
