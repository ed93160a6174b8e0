// SPDX-License-Identifier: MIT
#ifndef HR_HASH_H
#define HR_HASH_H

// XXH3 of a packed state, and of bytes. The hash of a state is inlined with a constant length, so that it is a few multiplications.

#include "huarong/types.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/// Local. Returns XXH3 (64 bits, seed 0) of the state's bytes, 8 or (with HR_WIDE) 16, in little-endian order.
static inline uint64_t hr_hash_state(hr_state state) { return XXH3_64bits(&state, sizeof state); }

/// Local. Set `hashes[i]` to hr_hash_state(states[i] & mask) for i = 0 … n−1, with the best vector instructions of the processor.
void hr_hash_states(const hr_state *restrict states, size_t n, hr_state mask, uint64_t *restrict hashes);

/// Local. Returns XXH3 (64 bits, seed 0) of `bytes[0..size)`. Many bytes are hashed with AVX2 where the processor has it.
uint64_t hr_hash_bytes(const void *bytes, size_t size);

#endif
