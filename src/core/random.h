// SPDX-License-Identifier: MIT
#ifndef HR_RANDOM_H
#define HR_RANDOM_H

#include <stdint.h>

/// A sequence of random numbers, the same for the same seed on every machine: the hashes of the seed and 0, 1, 2 …
typedef struct hr_random {
    uint64_t seed;
    uint64_t next; ///< how many hashes have been taken
} hr_random;

/// Local. Returns the next number from 0 … n − 1, each as likely as every other. n > 0.
uint64_t hr_random_below(hr_random *random, uint64_t n);

#endif
