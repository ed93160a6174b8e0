// SPDX-License-Identifier: MIT
#ifndef HR_HASH_H
#define HR_HASH_H

// XXH3 of one packed state (and of bytes). Inlined: the length is a constant, so a hash is a few multiplications.

#include "huarong/types.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/// XXH3 (64 bits, seed 0) of the state's 8 bytes in little-endian order.
static inline uint64_t hr_hash_state(hr_state state) { return XXH3_64bits(&state, sizeof state); }

/// Local. hr_hash_state of each of `states[0..n) & mask` into `hashes[0..n)`, by vector code where the processor has it.
void hr_hash_states(const hr_state *restrict states, size_t n, uint64_t mask, uint64_t *restrict hashes);

/// XXH3 (64 bits, seed 0) of `size` bytes.
static inline uint64_t hr_hash_bytes(const void *bytes, size_t size) { return XXH3_64bits(bytes, size); }

#endif
