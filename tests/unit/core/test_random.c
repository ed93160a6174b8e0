// SPDX-License-Identifier: MIT
// Random numbers are the same on every machine: hashes of the seed and a running number, as documented.

#include "core/random.h"
#include "unit_test.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t hash_of(uint64_t seed, uint64_t number) {
    const uint64_t words[] = {seed, number};
    return XXH3_64bits(words, sizeof words);
}

HR_TEST(test_numbers_are_hashes) {
    hr_random random = {.seed = 7};
    for (uint64_t i = 0; i < 1000; i++) {
        const uint64_t n = i + 1;
        assert_int_equal(hash_of(7, i) % n, hr_random_below(&random, n)); // none of these hashes is among the last n below 2^64
    }
    assert_int_equal(1000, random.next);
}

HR_TEST(test_hashes_that_would_favour_small_numbers_are_left_out) {
    const uint64_t n = (UINT64_C(1) << 63) + 1; // nearly half of all hashes are left out
    hr_random random = {.seed = 1};
    uint64_t number = 0;
    for (int drawn = 0; drawn < 1000; drawn++) {
        while (hash_of(1, number) >= n) {
            number++;
        }
        assert_int_equal(hash_of(1, number), hr_random_below(&random, n));
        number++;
        assert_int_equal(number, random.next);
    }
    assert_in_range(number, 1800, 2200);
}

HR_TEST(test_a_seed_gives_these_numbers) {
    hr_random random = {.seed = 2026};
    const uint64_t expected[] = {757718, 462014, 726669};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(expected[i], hr_random_below(&random, 1000000));
    }
}
