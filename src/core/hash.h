// SPDX-License-Identifier: MIT
#ifndef HR_HASH_H
#define HR_HASH_H

// XXH3 of one packed state (and of bytes). Inlined: the length is a constant, so a hash is a few multiplications.

#include "huarong/types.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/// XXH3 (64 bits, seed 0) of the state's 8 bytes in little-endian order.
static inline uint64_t hr_hash_state(hr_state state) { return XXH3_64bits(&state, sizeof state); }

/// XXH3 (64 bits, seed 0) of `size` bytes.
static inline uint64_t hr_hash_bytes(const void *bytes, size_t size) { return XXH3_64bits(bytes, size); }

#endif
