// SPDX-License-Identifier: MIT
#ifndef HR_HASH_H
#define HR_HASH_H

// XXH3 of bytes and of many states. What hashes states one by one includes core/hash/state.h.

#include "huarong/types.h"

/// Local. Set `hashes[i]` to the hash of state i under `mask`, for n states of `words` numbers each (core/state.h), with the best
/// vector instructions of the processor. `mask` is of the lowest number. With one number that is hr_hash_state(states[i] & mask).
void hr_hash_words(const hr_state *restrict states, size_t words, size_t n, hr_state mask, uint64_t *restrict hashes);

/// Local. Returns XXH3 (64 bits, seed 0) of `bytes[0..size)`. Many bytes are hashed with AVX2 where the processor has it.
uint64_t hr_hash_bytes(const void *bytes, size_t size);

#endif
