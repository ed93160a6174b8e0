// SPDX-License-Identifier: MIT
// Many states checked together, against hr_puzzle_validate on each: the states of a puzzle, and the same states with a few changed
// bits, exchanged cells, and noise.

#include "huarong/puzzle.h"
#include "made_puzzle.h"

enum { STATES = 64, ROUNDS = 1500 };

static const char *const SPECS[] = {"tile:2x2",    "tile:3x3",    "tile:3x5",    "tile:4x4",    "tile:2x8",
                                    "klotski:4x5", "klotski:3x4", "klotski:4x8", "klotski:5x6", "klotski:16x2"};

static uint64_t next_random(uint64_t *seed) { // splitmix64
    uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/// States that `puzzle` can have, found by random walks from its sources.
static void walk(const hr_puzzle *puzzle, hr_state *states, uint64_t *seed) {
    static hr_state successors[4096];
    uint64_t cursor = next_random(seed) % hr_puzzle_describe(puzzle)->source_count;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, states, 1), 1);
    for (size_t i = 1; i < STATES; i++) {
        const size_t n = hr_puzzle_expand(puzzle, &states[i - 1], 1, successors, NULL);
        states[i] = n == 0 ? states[i - 1] : successors[next_random(seed) % n];
    }
}

/// Change `state` a little: up to three bits, two nibbles exchanged, or the bits of one cell in both halves.
static hr_state spoil(hr_state state, uint64_t *seed) {
    const uint64_t r = next_random(seed);
    const unsigned a = (unsigned)(r >> 8) & 63U;
    const unsigned b = (unsigned)(r >> 16) & 63U;
    switch (r % 4) {
    case 0:
        return state ^ UINT64_C(1) << a;
    case 1:
        return state ^ UINT64_C(1) << a ^ UINT64_C(1) << b ^ ((r >> 24 & 1) << (r >> 32 & 63));
    case 2: {
        const hr_state difference = (state >> (a & 60U) ^ state >> (b & 60U)) & 15;
        return state ^ difference << (a & 60U) ^ difference << (b & 60U);
    }
    default:
        return state ^ (r >> 24 & 1) << (a & 31U) ^ (r >> 25 & 1) << (32 + (a & 31U)) ^ (r >> 26 & 1) << (b & 31U);
    }
}

HR_TEST(test_many_states_are_judged_as_each_of_them) {
    uint64_t seed = 20261122;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < sizeof SPECS / sizeof SPECS[0]; s++) {
        hr_state states[STATES];
        size_t accepted = 0;
        size_t refused = 0;
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = SPECS[s]});
        for (int round = 0; round < ROUNDS; round++) {
            walk(puzzle, states, &seed);
            assert_int_equal(hr_puzzle_first_invalid(puzzle, states, STATES), STATES);
            for (size_t i = 0; i < STATES; i++) {
                const hr_state changed = round % 64 == 0 ? next_random(&seed) : spoil(states[i], &seed);
                const bool valid = hr_puzzle_validate(puzzle, &changed, NULL) == HR_OK;
                accepted += valid;
                refused += !valid;
                if (hr_puzzle_first_invalid(puzzle, &changed, 1) != valid) {
                    fail_msg("%s: %016llx is judged in two ways", SPECS[s], (unsigned long long)changed);
                }
                if (i % 16 == 0 && !valid) { // its place among valid states
                    const hr_state whole = states[i];
                    states[i] = changed;
                    assert_int_equal(hr_puzzle_first_invalid(puzzle, states, STATES), i);
                    states[i] = whole;
                }
            }
        }
        assert_true(accepted > 0 && refused > 0);
        assert_int_equal(hr_puzzle_first_invalid(puzzle, states, 0), 0);
        hr_puzzle_destroy(&puzzle);
    }
}
