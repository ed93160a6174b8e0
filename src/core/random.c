// SPDX-License-Identifier: MIT
#include "core/random.h"

#include "core/hash.h"

uint64_t hr_random_below(hr_random *random, uint64_t n) {
    const uint64_t end = UINT64_MAX - UINT64_MAX % n; // numbers from here on would make small remainders likelier than others
    uint64_t number = end;
    while (number >= end) {
        const uint64_t words[] = {random->seed, random->next++};
        number = hr_hash_bytes(words, sizeof words);
    }
    return number % n;
}
