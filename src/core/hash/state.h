// SPDX-License-Identifier: MIT
#ifndef HR_HASH_STATE_H
#define HR_HASH_STATE_H

// XXH3 of a packed state, inlined with a constant length, so that it is a few multiplications. The compiler reads all of xxHash for
// it, which takes a tenth of a second.

#include "huarong/types.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/// Local. Returns XXH3 (64 bits, seed 0) of the state's bytes, 8 for each of its `words` numbers, in little-endian order.
static inline uint64_t hr_hash_one(const hr_state *state, size_t words) { return XXH3_64bits(state, words * sizeof *state); }

/// Local. The same for a state of one number.
static inline uint64_t hr_hash_state(hr_state state) { return hr_hash_one(&state, 1); }

#endif
