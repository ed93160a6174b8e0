// SPDX-License-Identifier: MIT
#ifndef HR_HASH_VECTORS_H
#define HR_HASH_VECTORS_H

// XXH3 of many bytes, with AVX2.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Local. Can this processor run hr_hash_by_vectors?
bool hr_hash_has_vectors(void);

/// Local. Returns XXH3 (64 bits, seed 0) of `bytes[0..size)`.
uint64_t hr_hash_by_vectors(const void *bytes, size_t size);

#endif
