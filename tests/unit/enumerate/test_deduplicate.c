// SPDX-License-Identifier: MIT
// Duplicate detection of states of 1 to 4 words against a slow twin, with scratch memory full of what could be taken for known
// states.

#include <string.h>

#include "enumerate/frontier/deduplicate.h"
#include "unit_test.h"

enum { ROUNDS = 3000, STATES = 40, VALUES = 100 };

static uint64_t seed = 1;

static uint64_t draw(uint64_t n) { // splitmix64
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % n;
}

/// Set the state to the one with this value: one digit is in the lowest bits of the first word, the other in the highest of the
/// last.
static void set_state(hr_state *state, size_t words, uint64_t value) {
    memset(state, 0, words * sizeof *state);
    state[0] |= value % 10;
    state[words - 1] |= value / 10 << 56;
}

static size_t value_of(const hr_state *state, size_t words) { return (size_t)((state[words - 1] >> 56) * 10 + (state[0] & 0xff)); }

/// How often a bin has each state.
static void count_states(const hr_bin *bin, size_t words, size_t counts[VALUES]) {
    for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
        for (size_t i = 0; i < hr_bin_chunk_used(bin, chunk, words); i++) {
            counts[value_of(chunk->states + i * words, words)]++;
        }
    }
}

/// Add up to STATES random states. `state` gets the last one.
static void fill(hr_bin *bin, hr_chunk_pool *pool, hr_state state[HR_STATE_WORDS_MAX]) {
    for (size_t n = 1 + draw(STATES); n > 0; n--) {
        set_state(state, pool->words, draw(VALUES));
        assert_true(hr_bin_add(bin, pool, state, pool->words));
    }
}

HR_TEST(test_new_states_are_those_of_a_slow_search) {
    hr_chunk_pool pools[HR_STATE_WORDS_MAX] = {{.words = 0}};
    hr_dedup_table table = {.slots = NULL};
    for (int round = 0; round < ROUNDS; round++) {
        const size_t words = 1 + (size_t)round % HR_STATE_WORDS_MAX;
        hr_chunk_pool *pool = &pools[words - 1];
        pool->words = words;
        pool->limit = UINT64_MAX;
        hr_bin bins[3] = {{.at = NULL}}; // known, pending, new
        size_t counts[3][VALUES] = {{0}};
        hr_state poison[HR_STATE_WORDS_MAX];
        fill(&bins[0], pool, poison);
        fill(&bins[1], pool, poison);
        for (size_t i = 0; i + words <= table.capacity && i < (size_t)8 * STATES * words; i += words) {
            hr_words_copy(table.slots + i, poison, words);
        }
        count_states(&bins[0], words, counts[0]);
        count_states(&bins[1], words, counts[1]);
        const hr_known_bins known = {.previous = &bins[0], .current = NULL, .key_mask = UINT64_MAX};
        assert_true(hr_deduplicate(&table, &known, &bins[1], &bins[2], pool));
        count_states(&bins[2], words, counts[2]);
        for (size_t value = 0; value < VALUES; value++) {
            assert_int_equal(counts[2][value], counts[0][value] == 0 && counts[1][value] > 0);
        }
        assert_int_equal(hr_bin_size(&bins[1], words), 0);
        hr_bin_clear(&bins[0], pool);
        hr_bin_clear(&bins[2], pool);
    }
    hr_dedup_table_clear(&table);
    for (size_t i = 0; i < HR_STATE_WORDS_MAX; i++) {
        hr_chunk_pool_destroy(&pools[i]);
    }
}
