// SPDX-License-Identifier: MIT
#ifndef HR_HASH_STATE_H
#define HR_HASH_STATE_H

// XXH3 of a packed state, inlined with a constant length, so that it is a few multiplications. The compiler reads all of xxHash for
// it, which takes a tenth of a second.

#include "huarong/types.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/// Local. Returns XXH3 (64 bits, seed 0) of the state's bytes, 8 or (with HR_WIDE) 16, in little-endian order.
static inline uint64_t hr_hash_state(hr_state state) { return XXH3_64bits(&state, sizeof state); }

#endif
