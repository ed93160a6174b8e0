// SPDX-License-Identifier: MIT
// Duplicate detection against a slow twin, with scratch memory full of what could be taken for known states.
// Wide: states of 128 bits, too

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "enumerate/frontier/deduplicate.h"

enum { ROUNDS = 3000, STATES = 40, VALUES = 100 };

static uint64_t seed = 1;

static uint64_t draw(uint64_t n) { // splitmix64
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % n;
}

/// The state with this value: one digit is in the lowest bits, the other in the highest.
static hr_state state_of(uint64_t value) { return (hr_state)(value / 10) << (HR_STATE_BITS - 8) | value % 10; }

static size_t value_of(hr_state state) { return (size_t)((state >> (HR_STATE_BITS - 8)) * 10 + (state & 0xff)); }

/// How often a bin has each state.
static void count_states(const hr_bin *bin, size_t counts[VALUES]) {
    for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
        for (size_t i = 0; i < hr_bin_chunk_used(bin, chunk); i++) {
            counts[value_of(chunk->states[i])]++;
        }
    }
}

/// Add up to STATES random states. Returns the last one.
static hr_state fill(hr_bin *bin, hr_chunk_pool *pool) {
    hr_state state = 0;
    for (size_t n = 1 + draw(STATES); n > 0; n--) {
        state = state_of(draw(VALUES));
        assert_true(hr_bin_add(bin, pool, state));
    }
    return state;
}

static void test_new_states_are_those_of_a_slow_search(void **state) {
    (void)state;
    hr_chunk_pool pool = {.limit = UINT64_MAX};
    hr_dedup_table table = {.slots = NULL};
    for (int round = 0; round < ROUNDS; round++) {
        hr_bin bins[3] = {{.at = NULL}}; // known, pending, new
        size_t counts[3][VALUES] = {{0}};
        (void)fill(&bins[0], &pool);
        const hr_state poison = fill(&bins[1], &pool);
        for (size_t i = 0; i < table.capacity && i < (size_t)8 * STATES; i++) {
            table.slots[i] = poison;
        }
        count_states(&bins[0], counts[0]);
        count_states(&bins[1], counts[1]);
        const hr_known_bins known = {.previous = &bins[0], .current = NULL, .key_mask = HR_STATE_ALL};
        assert_true(hr_deduplicate(&table, &known, &bins[1], &bins[2], &pool));
        count_states(&bins[2], counts[2]);
        for (size_t value = 0; value < VALUES; value++) {
            assert_int_equal(counts[2][value], counts[0][value] == 0 && counts[1][value] > 0);
        }
        assert_int_equal(hr_bin_size(&bins[1]), 0);
        hr_bin_clear(&bins[0], &pool);
        hr_bin_clear(&bins[2], &pool);
    }
    hr_dedup_table_clear(&table);
    hr_chunk_pool_destroy(&pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_states_are_those_of_a_slow_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
